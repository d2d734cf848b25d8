"""Marks of what can be picked hide nothing that picking needs; no card of the hand ends outside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_pages import faults
from tests.browser.test_vocabulary import BOX, SIZES, address, table
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
__all__ = ["address"]

OVERLAPPED = """() => [...document.querySelectorAll('.seat:has(.ring)')].flatMap(seat => {
  const box = name => seat.querySelector(name)?.getBoundingClientRect();
  const badge = box('.badge');
  return ['.name', '.count', '.seen'].filter(name => {
    const b = box(name);
    return b && b.width && badge.left < b.right - 1 && b.left < badge.right - 1 && badge.top < b.bottom - 1
      && b.top < badge.bottom - 1;
  });
})"""


@pytest.mark.parametrize(("kind", "n"), [("call", 2), ("pairs", 6)])
@pytest.mark.parametrize("size", first_now(SIZES))
def test_cards_of_the_hand_end_within_the_window_also_the_ones_that_sit_lower(
    chromium: Browser, address: str, size: str, kind: str, n: int
) -> None:
    page = table(chromium, address, kind, size)
    page.evaluate("() => document.querySelectorAll('.fan.mine > .card').forEach(card => card.classList.add('low'))")
    page.wait_for_timeout(300)
    bottoms = [
        y + height for _, y, _, height in (card.evaluate(BOX) for card in page.locator(".fan.mine > .card").all())
    ]
    assert len(bottoms) == n
    assert max(bottoms) <= SIZES[size][1]


@pytest.mark.parametrize("size", first_now(SIZES))
def test_marks_on_cards_of_the_hand_hide_no_index(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "pairs", size)
    page.locator(".fan.mine > .card").first.click()
    assert page.locator(".fan.mine .ring").count() == 5
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('.fan.mine > .card')].filter(card => {
          const { x, y, width, height } = card.getBoundingClientRect();
          return [...document.querySelectorAll('.fan.mine .badge')].some(badge => {
            const b = badge.getBoundingClientRect();
            return b.right > x + 4 && b.left < x + width * 0.4 && b.bottom > y + 5 && b.top < y + height * 0.4;
          });
        }).map(card => card.dataset.card)"""
    )
    assert hidden == []
    assert faults(page) == []


@pytest.mark.parametrize("size", first_now(SIZES))
def test_four_colors_their_way_back_and_the_call_stand_side_by_side(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "signs", size)
    boxes = [button.evaluate(BOX) for button in page.locator(".actions .button").all()]
    assert len(boxes) == 6
    assert page.locator(".acts").get_attribute("data-scrolls") == "false"
    assert all(min(width, height) >= 44 and x + width <= SIZES[size][0] for x, _, width, height in boxes)
    assert faults(page) == []


@pytest.mark.parametrize("size", first_now(SIZES))
def test_marks_on_seats_hide_neither_names_nor_numbers(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "seen", size)
    page.locator('[data-card="r7.1"]').click()
    assert page.locator(".seat .ring").count() == 2
    assert page.evaluate(OVERLAPPED) == []
    assert faults(page) == []
