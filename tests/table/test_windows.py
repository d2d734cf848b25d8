"""Who does not act, and who has so long to react."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.table.deciding import wants
from kartentisch.table.settings import REACTION, WINDOW, WINDOW_OF_BOTS
from kartentisch.table.windows import grace, woken
from tests.table.tables import THREE, Live, dealt, rest, three, told

pytestmark = pytest.mark.rules


def twins(**more: Any) -> Live:
    """Everybody holds the twin of the top card, so that they could stand."""
    return dealt("you", "open", "open", **{**rest(["2", "3"], ["1", "4"], ["1", "5"], top="1"), "turn": 0}, **more)


# ---- Idle -----------------------------------------------------------------------------------------------------------


def test_an_idle_step_is_done_and_written_nowhere() -> None:
    live = three()
    before = told(live.table)
    assert wants(live.table, 1)
    assert live.play(1, "quiet") == ""
    assert told(live.table) == before
    assert not wants(live.table, 1)
    assert 1 in live.table.actors(), "in truth it may still act"
    assert live.play(1, "snap") == "", "and so it may"


def test_an_idle_seat_is_asked_again_when_its_moves_change() -> None:
    live = three()
    live.play(1, "quiet")
    live.play(0, "snap")
    assert not wants(live.table, 1), "its moves are the same"
    live.play(0, "take")
    assert wants(live.table, 1)


def test_an_idle_step_that_is_not_legal_is_refused() -> None:
    assert three().play(2, "quiet") == "not_your_turn"
    assert three().play(0, "quiet") == "not_now"


# ---- Windows --------------------------------------------------------------------------------------------------------


def test_when_the_window_ends_the_table_answers_for_all_who_have_not() -> None:
    live = three()
    live.now += 70
    live.play(0, "dare")
    assert live.table.actors() == (1, 2)
    assert live.until_due() == WINDOW
    assert live.wait(WINDOW - 1) == []
    facts = live.wait(1)
    assert [(fact.seat, fact.text, fact.ask) for fact in facts] == [(1, "fold", ""), (2, "fold", "")]
    assert live.table.actors()[0] == 1, "the turn has passed"
    assert live.until_due() is None


def test_who_has_answered_is_not_answered_for() -> None:
    live = twins()
    live.play(0, "dare")
    assert live.play(2, "stand") == ""
    assert [(fact.seat, fact.text) for fact in live.wait(WINDOW)] == [(1, "fold")]


def test_the_answer_that_the_table_gives_anyway_is_a_note_until_the_window_ends() -> None:
    live = twins()
    live.play(0, "dare")
    known = len(live.facts)
    assert live.play(1, "fold") == live.play(2, "fold") == ""
    assert len(live.facts) == known, "when it comes would tell what they hold"
    assert not wants(live.table, 2)
    assert live.play(2, "stand") == "", "they may think better of it"
    assert [(fact.seat, fact.text) for fact in live.wait(WINDOW)] == [(1, "fold")]


def test_without_a_window_every_answer_is_a_move() -> None:
    live = twins(window=0)
    live.play(0, "dare")
    assert live.play(1, "fold") == ""
    assert live.facts[-1].text == "fold"


def test_an_answer_of_one_seat_gives_the_others_no_more_time() -> None:
    live = twins()
    live.play(0, "dare")
    live.wait(WINDOW - 1)
    assert live.play(2, "stand") == ""
    assert [(fact.seat, fact.text) for fact in live.wait(1)] == [(1, "fold")]


@pytest.mark.parametrize("hand", [["1", "4"], ["3", "4"], ["1", "1"]])
def test_the_window_is_the_same_whatever_a_seat_holds(hand: list[str]) -> None:
    """With the same clock, everybody else gets the same, at the same time."""
    live = dealt("you", "open", "bot:greedy", **{**rest(["2", "3"], hand, ["2", "5"], top="1"), "turn": 0})
    live.play(0, "dare")
    told_others = []
    for _ in range(2 * WINDOW // 500):
        facts = live.wait(500)
        told_others.append((live.now, [(fact.kind, fact.seat, fact.text, fact.time) for fact in facts]))
    assert [now for now, facts in told_others if facts] == [1_000 + WINDOW]
    assert [facts for _, facts in told_others if facts] == [
        [("moved", 1, "fold", 1_000 + WINDOW), ("moved", 2, "fold", 1_000 + WINDOW)]
    ]


def test_where_only_bots_are_asked_the_window_is_short_and_it_can_be_without_limit() -> None:
    live = dealt("you", "bot:random", "bot:random", **THREE)
    live.play(0, "dare")
    assert live.until_due() == max(WINDOW_OF_BOTS, REACTION) == grace(live.table)
    live = three(window=0)
    live.play(0, "dare")
    assert live.until_due() is None
    live = three(window=300)
    live.play(0, "dare")
    assert live.until_due() == 300


def test_a_window_stands_still_in_a_pause_and_starts_anew_after_it() -> None:
    live = three()
    live.play(0, "dare")
    live.wait(WINDOW - 1)
    live.ask("pause", 2)
    assert live.until_due() is None
    assert live.wait(10 * WINDOW) == []
    live.ask("resume", 2)
    assert live.until_due() == WINDOW


def test_a_window_starts_anew_after_a_restart() -> None:
    live = three()
    live.play(0, "dare")
    live.now += 60_000
    live.table = woken(live.folded(), live.now)
    assert live.until_due() == WINDOW
    assert len(live.wait(WINDOW)) == 2
