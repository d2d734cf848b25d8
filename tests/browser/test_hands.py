"""The hand under a finger, a mouse and keys: wide enough to hit, browsed, dragged, brought into sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.line import PHONE, Seat, asks, deck, push, scene, up_cards
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

pytestmark = pytest.mark.browser


MISSED = """async () => {
  const missed = [];
  for (const card of document.querySelectorAll('.fan.mine > .card')) {
    card.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    const { left, top } = card.getBoundingClientRect();
    for (const x of [2, 12, 22, 33, 43]) for (const y of [2, 12, 22, 33, 43]) {
      const found = document.elementFromPoint(left + x, top + y)?.closest('.card');
      if (found !== card) missed.push(`${card.dataset.card} at ${x}, ${y}: ${found?.dataset.card}`);
    }
  }
  return missed;
}"""
"""Points of the first 44 x 44 pixels of any card, but for its round corner, that hit something else."""


PHONES = [(320, 8), (360, 0), (390, 0)]
"""Width, and cards of a pile beside the hand."""
COUNTS = range(2, 31)


@pytest.mark.parametrize(
    ("phone", "counts"),
    [(PHONES[0], COUNTS[::3]), (PHONES[2], COUNTS[1::3]), *(long(phone, COUNTS) for phone in PHONES)],
    ids=["320, beside a pile", "390", "320, beside a pile, all", "360, all", "390, all"],
)
def test_every_card_of_a_phone_has_44_pixels_to_hit(seat: Seat, phone: tuple[int, int], counts: range) -> None:
    """Also where the second row covers the first, where some lie lower, and under the fade of a hand that scrolls."""
    width, own = phone
    page = seat(scene(deck(1), own=own), (width, 640), reduced_motion="reduce")
    for count in counts:
        hand = deck(count)
        push(page, scene(hand, count + 10, own=own, plays=hand[::3]))
        page.wait_for_selector(f".page[data-number='{count + 10}']")
        assert page.evaluate(MISSED) == [], f"{count} cards"


# ---- A finger --------------------------------------------------------------------------------------------------------


class Finger:
    """One finger on the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))

    def move(self, *points: tuple[float, float]) -> None:
        for x, y in points:
            self.send("touchMove", (x, y))
            self.page.wait_for_timeout(16)

    def up(self) -> None:
        self.send("touchEnd")


def middle(page: Page, card: str) -> tuple[float, float]:
    """A point of a card that no neighbour covers."""
    box = page.locator(f'.fan.mine > [data-card="{card}"]').bounding_box()
    assert box is not None
    return box["x"] + 20, box["y"] + 30


def browsed(page: Page) -> str:
    found: str = page.evaluate("() => document.querySelector('[data-browsed]')?.dataset.card ?? ''")
    return found


def touch_page(seat: Seat, hand: list[str], holds: bool = True) -> tuple[Page, Finger]:
    """`holds`: else however long a finger rests on a card counts as short, which a busy machine could not promise."""
    page = seat(scene(hand), PHONE, has_touch=True, reduced_motion="reduce")
    assert page.evaluate("() => getComputedStyle(document.body).getPropertyValue('--hold')") == "140ms"
    if not holds:
        page.evaluate("document.documentElement.style.setProperty('--hold', '60000ms')")
    return page, Finger(page)


def held(page: Page) -> None:
    page.wait_for_selector("[data-browsed]")


def test_hold_and_slide_browses_and_letting_go_raises(seat: Seat) -> None:
    page, finger = touch_page(seat, deck(30))
    fan = page.locator(".fan.mine")
    assert fan.get_attribute("data-scrolls") == "true"
    finger.down(*middle(page, "b1.1"))
    held(page)
    assert browsed(page) == "b1.1"
    x, y = middle(page, "r1.1")
    finger.move((x - 30, y), (x - 10, y), (x, y))
    assert browsed(page) == "r1.1"
    assert fan.evaluate("e => e.scrollLeft") == 0, "the browser does not scroll along"
    finger.up()
    assert browsed(page) == ""
    assert up_cards(page) == ["r1.1"]
    assert asks(page) == []


def test_a_quick_slide_scrolls_a_full_hand_and_raises_nothing(seat: Seat) -> None:
    page, finger = touch_page(seat, deck(30), holds=False)
    x, y = middle(page, "b3.1")
    finger.down(x, y)
    finger.move((x - 20, y), (x - 60, y), (x - 100, y), (x - 140, y))
    finger.up()
    page.wait_for_function("() => document.querySelector('.fan.mine').scrollLeft > 60")
    page.wait_for_timeout(100)
    assert (up_cards(page), browsed(page)) == ([], "")


AT_END = """() => {
  const fan = document.querySelector('.fan.mine');
  return fan.scrollLeft >= fan.scrollWidth - fan.clientWidth - 1;
}"""


def test_browsing_near_the_edge_scrolls_on_to_the_last_card(seat: Seat) -> None:
    page, finger = touch_page(seat, deck(30))
    x, y = middle(page, "b3.1")
    finger.down(x, y)
    held(page)
    finger.move((x + 20, y), (PHONE[0] - 40, y), (PHONE[0] - 8, y))
    page.wait_for_function(AT_END)
    finger.move((PHONE[0] - 30, y))
    last = page.locator(".fan.mine > .card").nth(14).get_attribute("data-card")
    assert browsed(page) == last
    finger.up()
    page.wait_for_timeout(100)
    assert up_cards(page) == [last]


def test_a_hand_with_room_is_browsed_without_waiting(seat: Seat) -> None:
    page, finger = touch_page(seat, deck(4), holds=False)
    x, y = middle(page, "b1.1")
    finger.down(x, y)
    finger.move((x + 20, y), middle(page, "g1.1"))
    assert browsed(page) == "g1.1"
    finger.up()
    assert up_cards(page) == ["g1.1"]


def test_a_slow_second_tap_plays_like_a_quick_one(seat: Seat) -> None:
    page, finger = touch_page(seat, deck(4))
    finger.down(*middle(page, "g1.1"))
    finger.up()
    page.wait_for_selector(".fan.mine > .up")
    finger.down(*middle(page, "g1.1"))
    held(page)
    finger.up()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["g1"]]


def test_a_finger_that_browses_up_out_of_the_hand_drags_the_card_and_plays_it(seat: Seat) -> None:
    page, finger = touch_page(seat, deck(30))
    finger.down(*middle(page, "b1.1"))
    held(page)
    x, y = middle(page, "g1.1")
    finger.move((x - 12, y), (x, y))
    assert browsed(page) == "g1.1"
    top = page.locator(".hand").bounding_box()
    assert top is not None
    finger.move((x, top["y"] - 4), (x, top["y"] - 60))
    assert page.locator(".flight.held").count() == 1
    finger.up()
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["g1"]]


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
def test_a_card_let_go_above_the_hand_plays_and_inside_it_springs_back(seat: Seat, touch: bool) -> None:
    page, finger = touch_page(seat, deck(4), holds=False)
    x, y = middle(page, "g1.1")
    top = page.locator(".hand").bounding_box()
    assert top is not None
    for end in (y - 25, top["y"] - 30):
        assert asks(page) == []
        if touch:
            finger.down(x, y)
            finger.move((x, y - 15), (x + 4, end + 6), (x + 5, end))
            finger.up()
        else:
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 5, end, steps=4)
            page.mouse.up()
        if end > top["y"]:
            page.wait_for_selector(".flight", state="detached")
            assert up_cards(page) == []
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["g1"]]
    push(page, scene(["b1", "r1", "y1"], 11))
    page.wait_for_selector(".flight", state="detached")


# ---- Keys and sight --------------------------------------------------------------------------------------------------


def in_sight(page: Page, card: str) -> bool:
    """Wholly, and not under the fade."""
    found: bool = page.locator(f'[data-card="{card}"]').evaluate(
        "c => { const b = c.getBoundingClientRect(), f = c.parentElement.getBoundingClientRect();"
        " return b.left >= f.left + 19 && b.left + 44 <= f.right - 43; }"
    )
    return found


def test_at_ones_turn_the_first_card_that_can_be_played_comes_into_sight(seat: Seat) -> None:
    page = seat(scene(deck(30), yours=False, plays=["b4", "g7"]), PHONE, reduced_motion="reduce")
    assert not in_sight(page, "b4.1")
    push(page, scene(deck(30), 11, plays=["b4", "g7"]))
    page.wait_for_selector(".page[data-number='11']")
    assert in_sight(page, "b4.1")
    page.locator(".fan.mine").evaluate("e => e.scrollLeft = 0")
    push(page, scene(deck(30), 12, plays=["b4", "g7"]))
    page.wait_for_selector(".page[data-number='12']")
    assert page.locator(".fan.mine").evaluate("e => e.scrollLeft") == 0, "only when the turn comes"


def test_no_card_comes_into_sight_for_who_wants_no_help(seat: Seat) -> None:
    page = seat(scene(deck(30), yours=False, plays=["b4"]), PHONE, {"low": False}, reduced_motion="reduce")
    push(page, scene(deck(30), 11, plays=["b4"]))
    page.wait_for_selector(".page[data-number='11']")
    assert page.locator(".fan.mine").evaluate("e => e.scrollLeft") == 0
    assert page.locator(".fan.mine > .low").count() == 0


def test_letters_and_figures_jump_to_a_card_by_its_name(seat: Seat) -> None:
    page = seat(scene(["b1", "g1", "r7", "r10", "y7"]))
    page.locator(".fan.mine > .card").first.focus()
    seen = []
    for key in "r7r1gx":
        page.keyboard.press(key)
        seen.append(page.evaluate("() => document.activeElement.dataset.card"))
    assert seen == ["r7.1", "y7.1", "r7.1", "r10.1", "g1.1", "g1.1"]
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    page.wait_for_function("() => line.asks.some(ask => ask.do === 'play')")
    assert asks(page) == [["g1"]], "with a card raised a figure picks a target"
