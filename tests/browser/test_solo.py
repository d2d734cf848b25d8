"""Solo in real browsers: two people and two bots play a match to its end, and all that happens out of turn happens.

The match begins at a prepared deal and goes on by itself: people tap, click and press keys, bots play when their time
has come. At each turn of a bot exactly one of its cards fits, so that the whole match follows from the rules.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import live
from tests.browser.solo_match import ANNA, BEN, LEFT, Table, plain
from tests.browser.test_match import tab_to

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DEAL = {
    "hands": ("rG r+2 b7 g2 A bR r2 Pg", "r3 r6 g8 gG g4 y9 bX b+2", "r7 g6 y4 y5 yS y2", "r6 g8 y1 b5 b2"),
    "top": "r5",
    "draw": "b9 g3",
}
GIVEN = ("r+2", "b7")
"""The two cards of Anna's gift."""

LIMIT = 100
BOT_WAITS = 2_000
WINDOW = 5_000
TOO_LATE = "Too late: something has happened meanwhile that changes what you can do. Look again."
ZU_SPAET = "Zu spät: Inzwischen ist etwas geschehen, das ändert, was du tun kannst. Schau noch einmal hin."


# ---- The match, in its order ----------------------------------------------------------------------------------------


def anna_gives_two_cards(table: Table) -> None:
    """§7.1, §7.3, §13.2: after the window Anna picks them; nobody but Ben learns which."""
    anna, ben, watcher = table.people
    assert table.counts() == [8, 8, 6, 5]
    with table.facts(1):
        tab_to(anna.page, ".fan.mine > .card")
        anna.page.keyboard.press("Home")
        for _ in range(anna.hand.index("rG")):
            anna.page.keyboard.press("ArrowRight")
        anna.page.keyboard.press("Enter")
        anna.page.wait_for_selector(".others .seat .hit")
        anna.page.keyboard.press("1")
    assert "Anna hat ein Geschenk für dich." in ben.says
    ben.button("button:answer")
    ben.page.wait_for_function("() => /Gemerkt/.test(document.querySelector('.say').innerText)")
    assert table.counts() == [7, 8, 6, 5]
    table.later(WINDOW)
    heard = len(watcher.heard)
    with table.facts(1):
        anna.raises("b7")
        anna.raises("r+2")
    assert table.counts() == [5, 10, 6, 5]
    assert anna.hand == ["r2", "g2", "bR", "A", "Pg"]
    assert set(ben.hand) == {"r3", "r6", "g8", "gG", "g4", "y9", "bX", "b+2", *GIVEN}
    assert anna.log[-1] == "You give Ben red Draw 2 and blue 7."
    assert anna.known(BEN) == "Red Draw 2, Blue 7"
    assert ben.log[-1] == "Anna gibt dir: Zieh 2 in Rot und Blau 7."
    assert watcher.log[-1] == "Anna gives Ben 2 cards."
    assert watcher.known(BEN) == ""
    assert not names_of_the_gift(told(watcher.heard[heard:]) + watcher.page.content())


def told(heard: list[str]) -> str:
    """What came down to a page."""
    return "".join(json.dumps(bare(json.loads(text)), ensure_ascii=False) for text in heard)


def bare(value: Any) -> Any:
    """A message without what can be looked through: the discard pile holds the twins of the cards given."""
    if isinstance(value, dict):
        open_pile = value.get("id") == "discard"
        return {key: bare(one) for key, one in value.items() if not (open_pile and key == "look")}
    return [bare(one) for one in value] if isinstance(value, list) else value


def names_of_the_gift(text: str) -> set[str]:
    """Faces and words that name a card given."""
    return {name for name in (*GIVEN, "blue 7", "red Draw 2", "Blau 7", "Zieh 2 in Rot") if name in plain(text)}


def ben_interjects_faster_than_anna_plays(table: Table) -> None:
    """§5.1, §5.2: both click before either knows of the other, and the server takes Ben's card first."""
    anna, ben, _ = table.people
    with table.facts(1):
        ben.plays("r3")
    table.later(2 * BOT_WAITS)
    assert table.counts() == [5, 9, 5, 4]
    assert [person.top for person in table.people] == ["r6"] * 3
    assert live.state(anna.page)["yours"]
    anna.raises("r2")
    table.race(lambda: ben.button("button:interject"), lambda: anna.button("to:discard"))
    anna.page.wait_for_function("() => /^Too late/.test(document.querySelector('.say').innerText)")
    assert anna.says == TOO_LATE
    assert anna.hand == ["r2", "g2", "bR", "A", "Pg"]
    assert "r6" not in ben.hand
    assert table.counts() == [5, 8, 5, 4]
    assert anna.log[-1] == "Ben interjects red 6."
    assert ben.log[-1] == "Du wirfst Rot 6 dazwischen."


def anna_plays_faster_than_ben_interjects(table: Table) -> None:
    """§5.1: the other way round."""
    anna, ben, _ = table.people
    table.later(2 * BOT_WAITS)
    assert table.counts() == [5, 8, 4, 3]
    assert [person.top for person in table.people] == ["g8"] * 3
    held = ben.hand
    anna.raises("g2")
    ben.raises("g8")
    table.race(lambda: anna.button("to:discard"), lambda: ben.button("to:discard"))
    ben.page.wait_for_function("() => /^Zu spät/.test(document.querySelector('.say').innerText)")
    assert ben.says == ZU_SPAET
    assert ben.hand == held
    assert "g8" in held
    assert [person.top for person in table.people] == ["g2"] * 3
    assert table.counts() == [4, 8, 4, 3]


def anna_protects_herself_from_a_gift(table: Table) -> None:
    """§8.4, §8.7: nothing is given, the gift and the protection are laid, Ben is on with green."""
    anna, ben, watcher = table.people
    with table.facts(1):
        ben.raises("gG")
        ben.page.wait_for_selector(".others .seat .hit")
        assert ben.cut_off(".others .badge") == []
        ben.press(f'.others .seat[data-seat="{ANNA}"] .hit')
    assert table.counts() == [4, 7, 4, 3]
    assert "Ben has a gift for you." in anna.says
    assert watcher.page.locator(".timer").count() == 1
    with table.facts(1):
        anna.plays("Pg")
    assert table.counts() == [3, 7, 4, 3]
    assert anna.hand == ["r2", "bR", "A"]
    assert anna.log[-1] == "You protect yourself: Protection in green."
    assert ben.log[-1] == "Anna ist geschützt: Schutz in Grün."
    assert live.state(ben.page)["yours"]
    assert watcher.page.locator(".timer").count() == 0


def all_hands_move_on(table: Table) -> None:
    """§7.6, §13.3: each hand goes to the next seat at the left, with what is known of it."""
    anna, ben, watcher = table.people
    with table.facts(1):
        ben.plays("g4")
    table.later(2 * BOT_WAITS)
    assert table.counts() == [3, 6, 3, 2]
    with table.facts(1):
        anna.plays("A")
    assert table.counts() == [2, 6, 3, 2]
    table.later(WINDOW)
    assert table.counts() == [2, 2, 6, 3]
    assert anna.hand == ["b2", "b5"]
    assert ben.hand == ["r2", "bR"]
    assert anna.known(BEN) == "Red 2, Blue Change Direction"
    assert anna.known(LEFT) == "Red Draw 2, Blue 7"
    assert ben.known(LEFT) == "Zieh 2 in Rot, Grün 8, Blau 7, Zieh 2 in Blau, Kartentausch in Blau, Gelb 9"
    assert anna.log[-1] == watcher.log[-1] == "All hands have been passed on."
    assert ben.log[-1] == "Alle Hände sind weitergewandert."
    assert live.state(ben.page)["yours"]


def ben_forgets_to_call_and_anna_does_not(table: Table) -> None:
    """§9.2, §9.6: Anna's card catches Ben; her call goes with it."""
    anna, ben, watcher = table.people
    with table.facts(1):
        ben.plays("bR")
    assert ben.hand == ["r2"]
    assert ben.says.endswith("Ruf jetzt „Solo!“, bevor jemand anders ablegt oder zieht.")
    with table.facts(2):
        tab_to(anna.page, '[data-element="button:solo"]')
        anna.page.keyboard.press("Enter")
        anna.raises("b5")
        anna.page.keyboard.press("1")
    assert table.counts() == [1, 3, 6, 3]
    assert anna.hand == ["b2"]
    assert sorted(ben.hand) == ["b9", "g3", "r2"]
    penalty = "Ben has not called “Solo!” and draws 2 cards."
    assert anna.log[-3:] == [penalty, "You play blue 5.", "You call “Solo!”."]
    assert watcher.log[-3:] == [penalty, "Anna plays blue 5.", "Anna calls “Solo!”."]
    assert ben.log[-3:] == [
        "Du hast nicht „Solo!“ gerufen und ziehst Grün 3 und Blau 9.",
        "Anna spielt Blau 5.",
        "Anna ruft „Solo!“.",
    ]
    assert plain(ben.page.locator(".last-line").inner_text()) == ben.log[-3]


def anna_goes_out(table: Table) -> None:
    """§11, §12.1: with more than the limit in one hand that is the end of the match."""
    anna, ben, watcher = table.people
    table.later(2 * BOT_WAITS)
    assert table.counts() == [1, 3, 5, 2]
    with table.facts(1):
        ben.plays("b9")
    assert not names_of_the_gift(told(watcher.heard))
    assert names_of_the_gift(told(anna.heard)) == {*GIVEN, "blue 7", "red Draw 2"}
    assert names_of_the_gift(told(ben.heard)) == {*GIVEN, "Blau 7", "Zieh 2 in Rot"}
    with table.facts(1):
        anna.plays("b2")
    for person in table.people:
        person.page.wait_for_selector(".page[data-phase='over']")
        person.page.locator(".result > .scroll tbody tr").nth(3).wait_for()


def the_points_are_right(table: Table) -> None:
    """§11.3: what is left of the deal in the hands, reckoned by hand. Best first: Anna, Ben, right bot, left bot."""
    ben = 2 + 3  # r2, and g3 of the penalty
    right = 2 + 20  # y2 yS, once the left bot's
    left = 7 + 8 + 30 + 30 + 30  # b7 g8 r+2 b+2 bX, once Ben's
    numbers, actions = [0, 2 + 3, 2, 7 + 8], [0, 0, 20, 30 + 30 + 30]
    for person in table.people:
        assert person.figures(".result > .scroll tbody tr") == [[n] for n in (0, ben, right, left)]
        assert person.figures(".result .score tbody tr") == [numbers, actions, [0, 0, 0, 0]]
        assert person.page.locator(".result tr.won").count() == 1
        assert person.page.locator(".order").count() == 0
    assert left > LIMIT
    titles = [person.page.locator(".result h2").first.inner_text() for person in table.people]
    assert titles == ["You win with 0 points.", "Anna gewinnt mit 0 Punkten.", "Anna wins with 0 points."]
    assert "Du bekommst 5 Punkte." in plain(table.ben.page.locator(".result .lead").inner_text())


STORY = (
    anna_gives_two_cards,
    ben_interjects_faster_than_anna_plays,
    anna_plays_faster_than_ben_interjects,
    anna_protects_herself_from_a_gift,
    all_hands_move_on,
    ben_forgets_to_call_and_anna_does_not,
    anna_goes_out,
    the_points_are_right,
)
BEGINNING = 4
"""Chapters that `make test` plays: gifts, and both ends of a race."""


@pytest.mark.long
@pytest.mark.parametrize("chapters", [BEGINNING, len(STORY)])
def test_two_people_and_two_bots_play_a_match_to_its_end(chromium: Browser, chapters: int) -> None:
    with Table(chromium, DEAL, LIMIT).open() as table:
        for chapter in STORY[:chapters]:
            chapter(table)
        assert [person.faults for person in table.people] == [[], [], []]
