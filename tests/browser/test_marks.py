"""Marks of what can be picked hide nothing that one needs for picking: at the fake table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_pages import faults
from tests.browser.test_vocabulary import SIZES, address, table

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


@pytest.mark.parametrize("size", SIZES)
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


@pytest.mark.parametrize("size", SIZES)
def test_marks_on_seats_hide_neither_names_nor_numbers(chromium: Browser, address: str, size: str) -> None:
    page = table(chromium, address, "seen", size)
    page.locator('[data-card="r7.1"]').click()
    assert page.locator(".seat .ring").count() == 2
    assert page.evaluate(OVERLAPPED) == []
    assert faults(page) == []
