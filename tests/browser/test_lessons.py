"""Lessons in a browser: played to the end in each way, resumed, and laid out so that the note covers nothing.

`make test` plays one game in one way, and looks at some sizes; `make test-long` does all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

import pytest

from kartentisch.words.language import language
from tests.browser.learner import SIZES, WAYS, Learner, Way, lessons
from tests.browser.live import Running
from tests.browser.newcomers import SENT
from tests.browser.test_pages import faults
from tests.ways import long
from tests.web.support.lessons import GAMES, mistakes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LANGUAGES = ("en-GB", "de-DE")
FIRST: list[tuple[str, Way]] = [("schwupps", "drag")]
"""The way that is hardest to get right; the tests below use the mouse."""
PLACES = [("schwupps", "small", "de-DE")]
"""Most cards, least room, longest words."""

SOON = [game if game in ("schwupps", "schweinsgalopp") else long(game) for game in GAMES]
"""A game of cards, and one with a course."""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with lessons() as found:
        yield found


@pytest.mark.parametrize(
    ("game", "way"), [*FIRST, *(long(game, way) for game in GAMES for way in WAYS if (game, way) not in FIRST)]
)
def test_a_lesson_is_played_to_its_end(chromium: Browser, running: Running, game: str, way: Way) -> None:
    learner = Learner(chromium, running.address, game, way)
    learner.open()
    moments = learner.course.lesson.moments
    for place, moment in enumerate(moments):
        learner.at(moment.id)
        learner.play(place)
    learner.page.wait_for_url(f"**/learn/{game}/done")
    assert learner.page.locator("h1").inner_text() == "You know enough to play."
    assert learner.page.locator(".own").inner_text() == "You found all of these things yourself."
    learner.page.goto(running.address)
    link = learner.page.locator(f'[data-learn="{game}"]')
    assert link.inner_text() == "Learn in two minutes"


def test_a_lesson_that_was_begun_goes_on(chromium: Browser, running: Running) -> None:
    """After a reload, and from the home page, which says how far it has come."""
    learner = Learner(chromium, running.address, "schwupps")
    learner.open()
    learner.play(0)
    learner.at("colour")
    learner.page.reload()
    learner.at("colour")
    learner.page.goto(running.address)
    link = learner.page.locator('[data-learn="schwupps"]')
    link.filter(has_text="Go on learning, 2 of 9").click()
    learner.at("colour")
    learner.play(1)
    learner.at("end")


def test_the_end_says_how_much_was_found_without_help(chromium: Browser, running: Running) -> None:
    learner = Learner(chromium, running.address, "schwupps", language="de-DE")
    page, own = learner.page, "() => JSON.parse(localStorage.getItem('kartentisch.lesson.schwupps')).own"
    page.goto(f"{running.address}/learn/schwupps/done")
    assert page.locator(".own").is_hidden(), "nothing was found yet"
    learner.open("after")
    learner.play(6)  # one more moment of a thing that is taught elsewhere
    learner.at("aggravate")
    learner.play(7)
    learner.at("out")
    page.locator('.note [data-arg="show"]').click()
    page.wait_for_url("**/learn/schwupps/done")
    assert page.locator(".own").inner_text() == "Eins von diesen Dingen hast du selbst herausgefunden."
    assert page.evaluate(own) == {"after": True, "aggravate": True, "out": False}
    learner.open()
    assert page.evaluate(own) == {}, "the lesson has begun again"


def test_a_wrong_try_is_answered_kindly_and_shown_after_the_second(chromium: Browser, running: Running) -> None:
    learner = Learner(chromium, running.address, "schwupps")
    page = learner.page
    learner.open()
    for tries in (1, 2):
        if tries == 2:
            page.keyboard.press("Escape")
        learner.press(learner.node("hand/y3"))
        learner.press(page.locator('.board [data-element="A1"]'))
        page.locator('.note[data-tone="wrong"]').wait_for()
        page.wait_for_function("n => document.querySelectorAll('[data-risen]').length === n", arg=2 * (tries > 1))
    note = page.locator("#note").inner_text()
    assert note.startswith("Almost. Yellow 3 does not fit: this pile wants two more than blue 5: a 7.")
    assert page.locator(".say").inner_text().startswith("Once more.")
    assert page.locator('.fan.mine [data-element="hand/g7"]').get_attribute("data-risen") == ""
    assert page.locator('.note a:has-text("Why?")').get_attribute("href") == "/rules/schwupps#p-4.2"
    page.keyboard.press("Escape")
    learner.press(page.locator('.note [data-arg="show"]'))
    learner.at("colour")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_why_opens_the_paragraph_beside_the_table(chromium: Browser, running: Running, size: str) -> None:
    """Beside a wide table the hand stays playable; on a phone it is a sheet. Closing it leads back to the lesson."""
    learner = Learner(chromium, running.address, "schwupps", size=SIZES[size])
    learner.open()
    page = learner.page
    page.locator('.note a:has-text("Why?")').click()
    panel = page.locator("aside.rule-panel" if size == "desktop" else "dialog.rule-panel[open]")
    panel.locator(".slip strong", has_text="4.2").wait_for()
    assert panel.locator("h2").inner_text() == "Rule 4.2"
    assert page.evaluate("document.activeElement.id") == "rule-title"
    if size == "desktop":
        assert panel.bounding_box() == page.locator(".side").bounding_box()
        learner.play(0)
        learner.at("colour")
        assert panel.count() == 1, "it is still there for another look"
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    learner.at("colour" if size == "desktop" else "plus")
    assert page.url.endswith("/learn/schwupps"), "the lesson was not left"


def test_the_note_is_spoken_and_describes_its_thing(chromium: Browser, running: Running) -> None:
    learner = Learner(chromium, running.address, "schwupps")
    learner.open("aggravate")
    page = learner.page
    assert page.locator("#note").get_attribute("role") == "status"
    assert page.locator('[aria-describedby="note"]').get_attribute("data-element") == "hand/!"
    assert page.locator(".steps .unseen").inner_text() == "Step 8 of 9"
    assert faults(page) == []


SETTLED = 300
"""Milliseconds until a table that was just drawn stays as it is."""
BOXES = """() => [...document.querySelectorAll('.note .paper, .board .card, .board .lay')].map((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("game", SOON)
def test_nothing_on_the_table_moves_when_a_card_of_the_hand_is_picked(
    chromium: Browser, running: Running, game: str
) -> None:
    learner = Learner(chromium, running.address, game, size=SIZES["phone"])
    moment = next(place for place, one in enumerate(learner.course.lesson.moments) if one.show)
    learner.open(learner.course.lesson.moments[moment].id)
    before = learner.page.evaluate(BOXES)
    table, move = learner.course.tables[moment], learner.course.lesson.moments[moment].show
    first = next(iter(learner.paths(table, move)))[0]
    # Where the note was before must not decide how wide it is.
    learner.page.evaluate("document.querySelector('.note').style.setProperty('--left', '300px')")
    learner.page.locator(f'[data-element="{first}"]').first.click()
    learner.page.locator(".page[data-picks]:not([data-picks='0']), .fan.mine > .up").first.wait_for()
    assert learner.page.evaluate(BOXES) == before


@pytest.mark.long
@pytest.mark.parametrize(("game", "size"), [*product(GAMES, ["phone", "low"])])
def test_the_table_is_as_large_at_once_as_after_a_change_of_the_window(
    chromium: Browser, running: Running, game: str, size: str
) -> None:
    learner = Learner(chromium, running.address, game, size=SIZES[size])
    learner.open()
    width, height = SIZES[size]
    card = "document.querySelector('.zones').style.getPropertyValue('--card')"
    learner.page.wait_for_timeout(SETTLED)
    before = (learner.page.evaluate(card), learner.page.evaluate(BOXES))
    for wide in (width + 1, width):
        learner.page.set_viewport_size({"width": wide, "height": height})
        learner.page.wait_for_timeout(SETTLED)
    assert (learner.page.evaluate(card), learner.page.evaluate(BOXES)) == before


TABLE = """() => ['.board', '.zones', '.note'].map((name) => {
  const { top, height } = document.querySelector(name).getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""


@pytest.fixture(scope="module")
def slow() -> Iterator[Running]:
    """Its figures wait a minute."""
    with lessons(pace=60_000) as found:
        yield found


@pytest.mark.parametrize("game", SOON)
def test_the_table_stays_where_it_is_while_a_try_is_called_right(chromium: Browser, slow: Running, game: str) -> None:
    """The figures move then: their pieces would move, and the whole table with them."""
    learner = Learner(chromium, slow.address, game, size=SIZES["phone"])
    place = next(place for place, one in enumerate(learner.course.lesson.moments) if one.show and one.then)
    learner.open(learner.course.lesson.moments[place].id)
    before = learner.page.evaluate(TABLE)
    learner.play(place)
    learner.page.wait_for_selector('.note[data-tone="right"]')
    assert learner.page.evaluate(TABLE) == before


@pytest.mark.parametrize(
    ("game", "size", "code"),
    [*PLACES, *(long(*one) for one in product(GAMES, SIZES, LANGUAGES) if one not in PLACES)],
)
def test_the_note_covers_nothing_and_nothing_is_cut_off(
    chromium: Browser, running: Running, game: str, size: str, code: str
) -> None:
    """At every moment, and after the wrong try about which most is said."""
    learner = Learner(chromium, running.address, game, size=SIZES[size], language=code)
    learner.page.add_init_script(SENT)
    t = language(code[:2])
    for place, moment in enumerate(learner.course.lesson.moments):
        learner.open(moment.id)
        assert learner.page.locator("#note").inner_text() == t.say(moment.say).replace("*", "")
        assert learner.hidden() == [], f"{game}, {moment.id}, {size}, {code}"
        if tries := mistakes(learner.course.tables[place], moment):
            said = max(tries, key=lambda kind: len(t.say(moment.wrong.get(kind, moment.say))))
            learner.page.evaluate("move => window.ask({ do: 'play', since: 9999, moves: [move] })", tries[said])
            learner.page.locator('.note[data-tone="wrong"]').wait_for()
            assert learner.hidden() == [], f"{game}, {moment.id}, {tries[said]}, {size}, {code}"
