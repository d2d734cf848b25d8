"""One's own turn: title, icon, sound and notification, each as wished, once over all tabs of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.web import scene as s
from kartentisch.web.scorecard import Result, Row
from tests.browser.ears import EARS, HAND, NOTES, at_table, heard, settle, tab, touch
from tests.browser.line import DESKTOP, GUARD, Seat, open_table, push, raw, scene
from tests.ways import long

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ALL = {"sounds": "all", "notify": True}
Tabs = tuple["Page", "Page", int]


@pytest.fixture(scope="module")
def both(chromium: Browser, files: str) -> tuple[Page, Page]:
    """Two tabs of one seat, for all tests that only need them to be there."""
    context = chromium.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="en-GB")
    page = touch(open_table(context, files, scene(HAND, yours=False), ALL, script=EARS))
    return page, tab(page)


@pytest.fixture
def tabs(both: tuple[Page, Page]) -> Tabs:
    """In others' turn, with nothing heard so far, and the number of their scene."""
    n = both[0].evaluate("line.scene.n") + 10
    for page in both:
        page.evaluate("looks = true")
        push(page, scene(HAND, n, yours=False))
    settle(*both)
    for page in both:
        page.evaluate("heard.length = notes.length = 0")
    return *both, n


# ---- Title and icon --------------------------------------------------------------------------------------------------

ICON = "() => document.querySelector('link[rel=icon]').getAttribute('href')"


def signs(page: Page) -> tuple[str, bool]:
    return page.title(), "turn" in page.evaluate(ICON)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, ("Your turn. · Fake", True)),
        ({"title": False}, ("Fake", True)),
        ({"icon": False}, ("Your turn. · Fake", False)),
    ],
)
def test_title_and_icon_say_it_as_wished(seat: Seat, options: dict[str, Any], shown: tuple[str, bool]) -> None:
    page = seat(scene(HAND, yours=False), DESKTOP, options)
    quiet = ("Fake" if options.get("title") is False else "Waiting for Ben. · Fake", False)
    assert signs(page) == quiet
    push(page, scene(HAND, 11))
    assert signs(page) == shown
    assert page.request.get(page.url.split("/t/")[0] + page.evaluate(ICON)).ok
    push(page, scene(HAND, 12, yours=False))
    assert signs(page) == quiet


ASIDE = [s.Step("!b1", ["hand/b1"], ["Throw in"], "Throw in", aside=True)]
REACTIONS: dict[str, dict[str, Any]] = {
    "one could interject": {"yours": False, "steps": ASIDE},
    "one may react in a window": {"timer": s.Timer("window", 4000, 5000, "Time to react")},
    "the round is paused": {"phase": "paused"},
    "one watches": {"seat": -1},
}


def test_nothing_is_said_where_it_is_not_ones_turn(seat: Seat) -> None:
    """Phones lie side by side on a table."""
    page = at_table(seat, ALL)
    page.evaluate("looks = false")
    for n, (what, more) in enumerate(REACTIONS.items(), start=11):
        push(page, scene(HAND, n, **more))
        title, icon = signs(page)
        assert not icon, what
        assert what != "one may react in a window" or title == "Fake"
        settle(page)
        assert (heard(page), page.evaluate("() => notes.length")) == ([], 0), what
        push(page, scene(HAND, n, yours=False))


# ---- Sounds ----------------------------------------------------------------------------------------------------------

MOVED = [s.Moved("hand-1", "top", ["solo/g9"])]
OVER = Result("You win.", "", ["1"], [Row(0, "Anna", [5], 5, True), Row(1, "Ben", [0], 0)], True)
SOUNDS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a card": ({"yours": False, "moved": MOVED}, ["card"]),
    "my turn": ({"moved": MOVED}, ["turn"]),
    "something big": ({"yours": False, "moved": MOVED, "cheer": "Solo!"}, ["big"]),
    "the end": ({"yours": False, "moved": MOVED, "phase": "over", "result": OVER}, ["end"]),
    "nothing": ({"yours": False}, []),
}


@pytest.mark.parametrize("chosen", [long("none"), "turn", long("all")])
def test_each_sound_is_heard_only_if_it_is_wished(seat: Seat, chosen: str) -> None:
    page = at_table(seat, {"sounds": chosen})
    for n, (what, (more, sounds)) in enumerate(SOUNDS.items()):
        push(page, scene(HAND, 20 + 2 * n, yours=False))
        page.evaluate("heard.length = 0")
        push(page, scene(HAND, 21 + 2 * n, **more))
        settle(page)
        assert heard(page) == [name for name in sounds if chosen in ("all", name)], what


def test_sounds_are_off_until_switched_on_and_then_heard_at_once(seat: Seat) -> None:
    page = at_table(seat)
    push(page, scene(HAND, 11, moved=MOVED))
    settle(page)
    assert heard(page) == []
    page.locator(".menu").click()
    page.get_by_role("button", name="Your options").click()
    page.locator('[data-option="sounds"][data-value="turn"]').click()
    page.wait_for_function("() => heard.length > 0")
    assert heard(page) == ["turn"]


RENDER = """async name => {
  const { compose, LONGEST } = await import('/static/js/sound.js');
  const context = new OfflineAudioContext(1, 48000 * (LONGEST + 0.2), 48000);
  compose(context, context.destination, name, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const last = samples.findLastIndex(one => Math.abs(one) > 0.001);
  const jump = samples.reduce((most, one, i) => Math.max(most, Math.abs(one - (samples[i - 1] ?? 0))), 0);
  return { peak, length: last / 48000, jump };
}"""


def test_the_four_sounds_are_short_soft_and_begin_and_end_without_a_click(seat: Seat) -> None:
    page = seat(scene(HAND))
    found = {name: page.evaluate(RENDER, name) for name in NOTES}
    assert all(0.1 < one["peak"] <= 1 for one in found.values()), found
    assert {name: one["length"] < 1.1 for name, one in found.items()} == dict.fromkeys(NOTES, True), found
    assert found["card"]["length"] < 0.12
    assert all(found[name]["jump"] < 0.3 for name in ("turn", "big", "end")), found
    assert len({round(one["length"], 2) for one in found.values()}) == 4, "they can be told apart"


# ---- Several tabs ----------------------------------------------------------------------------------------------------


AT = "([scene, at]) => { setTimeout(() => line.push(scene), at - Date.now()); }"


@pytest.mark.parametrize("gap", [0, long(60), 400])
def test_two_tabs_of_one_seat_sound_once_each_turn(tabs: Tabs, gap: int) -> None:
    """Whichever of them hears the scene first, in the same moment or however much later the other."""
    page, twin, n = tabs
    for turn, order in enumerate(([page, twin], [twin, page])):
        n += 2
        start = page.evaluate("() => Date.now()") + 300
        for k, one in enumerate(order):
            one.evaluate(AT, [raw(scene(HAND, n, moved=MOVED)), start + k * gap])
        for one in order:
            one.wait_for_selector(f".page[data-number='{n}']")
        settle(page, twin)
        assert sorted(heard(page) + heard(twin)) == ["turn"] * (turn + 1)
        for one in order:
            push(one, scene(HAND, n + 1, yours=False))
    assert all("turn" not in page.evaluate(ICON) for page in (page, twin))


def test_a_tab_that_slept_through_the_beginning_of_a_turn_does_not_say_it_again(tabs: Tabs) -> None:
    """It hears a later scene of the same turn only; the next turn is said again."""
    page, twin, n = tabs
    push(page, scene(HAND, n + 1))
    settle(page, twin)
    push(page, scene(HAND[1:], n + 3))
    push(twin, scene(HAND[1:], n + 3))
    settle(page, twin)
    assert heard(page) + heard(twin) == ["turn"]
    for one in (page, twin):
        push(one, scene(HAND[1:], n + 4, yours=False))
        push(one, scene(HAND[1:], n + 5))
    settle(page, twin)
    assert sorted(heard(page) + heard(twin)) == ["turn", "turn"]


def test_two_seats_in_one_browser_each_say_their_turn(seat: Seat) -> None:
    page = at_table(seat, ALL)
    other = tab(page, "/t/line/1")
    for one in (page, other):
        push(one, scene(HAND, 11))
    settle(page, other)
    assert (heard(page), heard(other)) == (["turn"], ["turn"])


@pytest.mark.parametrize("gap", [long(0), 400])
def test_a_tab_that_can_be_heard_speaks_however_late_it_is(seat: Seat, gap: int) -> None:
    page = at_table(seat, ALL)
    twin = tab(page)
    twin.reload()  # nobody has touched it since
    twin.wait_for_selector(".fan.mine")
    for turn in range(2):
        for one in (twin, page):
            push(one, scene(HAND, 11 + 2 * turn))
            page.wait_for_timeout(gap)
        settle(page, twin)
        for one in (twin, page):
            push(one, scene(HAND, 12 + 2 * turn, yours=False))
    assert heard(page) == ["turn"] * 2


# ---- Notifications ---------------------------------------------------------------------------------------------------


def test_a_notification_comes_once_while_one_looks_elsewhere_and_goes_with_the_turn(tabs: Tabs) -> None:
    page, twin, n = tabs
    shown = "() => notes.map(note => [note.title, note.body, note.open])"
    for seen in (True, False):
        n += 2
        twin.evaluate("looks = false")
        page.evaluate(f"looks = {str(seen).lower()}")
        for one in (page, twin):
            push(one, scene(HAND, n))
        settle(page, twin)
        notes = page.evaluate(shown) + twin.evaluate(shown)
        assert notes == ([] if seen else [["Your turn.", "Fake", True]])
        for one in (page, twin):
            push(one, scene(HAND, n + 1, yours=False))
    assert page.evaluate(shown) + twin.evaluate(shown) == [["Your turn.", "Fake", False]]


BARS = {
    "plain http": ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only at https addresses"),
    "an old browser": ("delete window.Notification", "cannot show notifications"),
    "blocked": ("Notification.permission = 'denied'", "blocked in the browser"),
}


@pytest.mark.parametrize("why", BARS)
def test_where_there_are_no_notifications_the_switch_says_why(seat: Seat, why: str) -> None:
    script, words = BARS[why]
    page = seat(scene(HAND), DESKTOP, {"notify": True}, script=f"{EARS}; {script};")
    page.locator(".menu").click()
    page.get_by_role("button", name="Your options").click()
    switch = page.locator('[data-option="notify"]')
    assert switch.get_attribute("aria-disabled") == "true"
    assert words in page.locator("#help-notify").inner_text()
    switch.click(force=True)
    assert not switch.is_checked()


@pytest.mark.parametrize(("answer", "on"), [("granted", True), ("denied", False), long("default", False)])
def test_the_switch_asks_the_browser_for_leave(seat: Seat, answer: str, on: bool) -> None:
    page = at_table(seat)
    leave = "answer => { Notification.requestPermission = async () => Notification.permission = answer; }"
    page.evaluate(leave, answer)
    page.locator(".menu").click()
    page.get_by_role("button", name="Your options").click()
    switch = page.locator('[data-option="notify"]')
    page.wait_for_timeout(GUARD)
    switch.click()
    page.wait_for_timeout(50)
    assert switch.is_checked() == on
