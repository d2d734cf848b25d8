"""The clocks of people: what they have for a decision, what it costs them, what happens at zero, who changes it."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import Chair
from kartentisch.table.clocks import ALLOWANCE, LEEWAY, MORE, MOST, RESERVE, left, ticking, zero_at
from kartentisch.table.settings import WINDOW, Settings, settle
from tests.table.tables import LEVELS, THREE, Live, dealt, rest, told
from tests.toy import TOY

pytestmark = pytest.mark.rules

BRISK = ALLOWANCE["brisk"] + RESERVE["brisk"]


def brisk(zero: str = "bot", **more: Any) -> Live:
    """Three people; seat 0 is in turn."""
    return dealt("you", "open", "open", clock="brisk", zero=zero, **{**THREE, **more})


def code(reason: Reason | None) -> str:
    return reason.code if reason else ""


def has(live: Live) -> list[int]:
    return [left(live.table, seat, live.now) for seat in range(live.table.seats)]


# ---- What a decision costs ------------------------------------------------------------------------------------------


def test_without_a_clock_nothing_runs_and_nothing_is_due() -> None:
    live = dealt("you", "open", "open", **THREE)
    assert has(live) == [-1, -1, -1]
    assert (ticking(live.table), zero_at(live.table)) == (-1, None)
    assert live.wait(10_000_000) == []


@pytest.mark.parametrize("kind", ["relaxed", "brisk"])
def test_the_time_of_the_one_in_turn_runs_and_all_others_keep_theirs(kind: str) -> None:
    live = dealt("you", "open", "open", clock=kind, **THREE)
    whole = ALLOWANCE[kind] + RESERVE[kind]
    live.wait(7_000)
    assert has(live) == [whole - 7_000, whole, whole]


def test_a_decision_within_its_allowance_costs_nothing_of_the_reserve() -> None:
    live = brisk()
    live.wait(ALLOWANCE["brisk"])
    assert live.play(0, "take") == ""
    assert has(live) == [BRISK, BRISK, BRISK]


def test_what_takes_longer_comes_off_the_reserve_of_the_one_who_took_it() -> None:
    live = brisk()
    live.wait(ALLOWANCE["brisk"] + 1_234)
    live.play(0, "take")
    assert live.table.clocks.reserve == (RESERVE["brisk"] - 1_234, RESERVE["brisk"], RESERVE["brisk"])
    live.wait(5_000)
    assert has(live) == [BRISK - 1_234, BRISK - 5_000, BRISK]


def test_every_move_of_anybody_begins_the_decision_of_the_one_in_turn_anew() -> None:
    """Whether it changes what the one in turn can do is for nobody to see."""
    for hands in (["1", "2", "3"], ["2", "3", "4"]):
        live = brisk(**rest(hands, ["1", "4"], ["2", "5"], top="1"))
        live.wait(15_000)
        before = ticking(live.table)
        assert live.play(1, "snap") == ""
        assert live.table.clocks.start == live.now
        assert before == 0


def test_bots_have_no_clock() -> None:
    live = dealt("bot:random", "you", "open", clock="brisk", zero="bot", **THREE)
    assert (ticking(live.table), zero_at(live.table)) == (-1, None)
    assert has(live)[0] == -1


def test_windows_keep_their_own_time() -> None:
    live = brisk()
    live.wait(ALLOWANCE["brisk"] + 2_000)
    assert live.play(0, "dare") == ""
    assert ticking(live.table) == -1
    assert [fact.text for fact in live.wait(WINDOW)] == ["fold", "fold"]
    assert live.table.clocks.reserve[0] == RESERVE["brisk"] - 2_000
    assert live.table.clocks.start == live.now, "then the next decision begins"


def test_in_a_pause_the_clock_stands_still_and_goes_on_where_it_stood() -> None:
    live = brisk()
    live.wait(9_000)
    live.ask("pause", 2)
    assert live.table.paused_by == 2
    assert live.wait(3_600_000) == []
    assert has(live)[0] == BRISK - 9_000
    live.ask("resume", 1)
    assert has(live)[0] == BRISK - 9_000
    live.wait(1_000)
    assert has(live)[0] == BRISK - 10_000


def test_every_round_fills_the_reserve_and_keeps_what_was_given() -> None:
    live = brisk(options={"rounds": 2}, **{**rest(["1"], ["2", "3"], ["4"], top="1"), "turn": 0})
    live.ask("more", 0, arg="2")
    live.wait(50_000)
    assert live.play(0, "snap") == ""
    assert (live.table.phase, ticking(live.table)) == ("result", -1)
    assert live.table.clocks.reserve[0] < RESERVE["brisk"]
    live.wait(20_000)
    assert live.table.phase == "playing"
    assert live.table.clocks.reserve == (RESERVE["brisk"], RESERVE["brisk"], RESERVE["brisk"] + MORE)


# ---- Zero -----------------------------------------------------------------------------------------------------------


def test_at_zero_a_table_that_waits_goes_on_waiting() -> None:
    live = brisk("wait")
    assert live.wait(3_600_000) == []
    assert has(live)[0] == 0
    assert live.play(0, "take") == ""
    assert live.table.clocks.reserve[0] == 0
    assert has(live)[0] == ALLOWANCE["brisk"], "the next decision has its allowance again"


def test_at_zero_a_bot_plays_this_one_move() -> None:
    live = brisk("bot")
    assert live.wait(BRISK + LEEWAY - 1) == [], "a move that is on its way still counts"
    facts = live.wait(1)
    assert [(fact.kind, fact.seat, fact.text) for fact in facts] == [("handed", 0, "once greedy")]
    assert live.table.chairs[0] == Chair(person=True, bot="greedy", once=True)
    assert live.play(0, "take") == code(live.ask("back", 0)) == "time_up"
    assert live.play(0, "take", by="bot") == ""
    assert live.table.chairs[0] == Chair(person=True)
    assert live.table.clocks.reserve[0] == 0


def test_a_move_of_somebody_else_ends_the_errand_of_a_bot_that_plays_one_move() -> None:
    live = brisk("bot")
    live.wait(BRISK + LEEWAY)
    assert live.play(1, "snap") == ""
    assert live.table.chairs[0] == Chair(person=True)


def test_at_zero_a_bot_has_the_seat_until_its_person_takes_it_back() -> None:
    live = brisk("pass")
    facts = live.wait(BRISK + LEEWAY)
    assert [(fact.kind, fact.seat, fact.text) for fact in facts] == [("handed", 0, "zero greedy")]
    assert live.play(0, "take", by="bot") == ""
    assert live.table.chairs[0] == Chair(person=True, bot="greedy")
    assert live.ask("back", 0) is None
    assert live.table.chairs[0] == Chair(person=True)


def test_who_takes_the_seat_back_in_turn_has_an_allowance_again() -> None:
    live = brisk("pass")
    live.wait(BRISK + LEEWAY)
    live.ask("back", 0)
    assert has(live)[0] == ALLOWANCE["brisk"]


def test_a_decision_that_a_bot_took_over_was_paid_for() -> None:
    live = brisk()
    live.wait(ALLOWANCE["brisk"] + 3_000)
    live.ask("bot", 0, arg="0 greedy")
    assert live.table.clocks.reserve[0] == RESERVE["brisk"] - 3_000


# ---- More time ------------------------------------------------------------------------------------------------------


def test_anybody_else_can_give_a_seat_a_minute() -> None:
    live = brisk()
    live.wait(5_000)
    assert live.ask("more", 1, arg="0") is None
    assert has(live)[0] == BRISK - 5_000 + MORE
    assert live.ask("more", 0, arg="2") is None, "the host too"


def test_after_zero_a_minute_is_a_minute() -> None:
    live = brisk("wait")
    live.wait(3_600_000)
    live.ask("more", 1, arg="0")
    assert has(live)[0] == MORE


def test_a_reserve_does_not_grow_for_ever() -> None:
    live = brisk()
    for _ in range(40):
        live.ask("more", 1, arg="2")
    assert live.table.clocks.reserve[2] == MOST


@pytest.mark.parametrize(
    ("seat", "arg", "why"),
    [(0, "0", "more_self"), (-1, "0", "watching"), (1, "9", "seat_unknown"), (1, "x", "seat_unknown")],
)
def test_who_cannot_give_time_to_whom(seat: int, arg: str, why: str) -> None:
    assert code(brisk().ask("more", seat, arg=arg)) == why


def test_there_is_no_time_to_give_to_a_bot_or_without_a_clock() -> None:
    live = dealt("you", "open", "bot:random", clock="brisk", **THREE)
    assert code(live.ask("more", 0, arg="2")) == "no_person"
    assert code(dealt("you", "open", "open", **THREE).ask("more", 0, arg="1")) == "no_clock"


# ---- Another clock --------------------------------------------------------------------------------------------------


def test_another_clock_comes_when_all_people_want_it() -> None:
    live = dealt("you", "open", "open", "bot:random")
    facts = len(live.facts)
    assert live.ask("clock", 1, arg="brisk pass") is None
    assert live.ask("clock", 2, arg="brisk pass") is None
    assert live.ask("clock", 2, arg="brisk pass") is None, "asking twice is asking once"
    assert (len(live.facts), live.table.clocks.kind) == (facts, "none")
    question = live.table.question
    assert question is not None
    assert (question.seat, question.kind, question.zero, question.yes) == (1, "brisk", "pass", frozenset({1, 2}))
    assert live.ask("clock", 0, arg="brisk pass") is None
    assert (live.facts[-1].kind, live.facts[-1].text) == ("pace", "clock brisk pass")
    assert (live.table.clocks.kind, live.table.clocks.zero, live.table.question) == ("brisk", "pass", None)
    assert has(live)[:3] == [BRISK] * 3


def test_who_is_alone_with_bots_chooses_alone() -> None:
    live = dealt("you", "bot:random")
    assert live.ask("clock", 0, arg="relaxed wait") is None
    assert live.table.clocks.kind == "relaxed"


def test_a_refusal_or_another_question_ends_a_question() -> None:
    live = dealt("you", "open", "open")
    assert code(live.ask("refuse", 0)) == "no_question"
    live.ask("clock", 0, arg="brisk bot")
    assert code(live.ask("refuse", -1)) == "watching"
    assert live.ask("refuse", 2) is None
    assert live.table.question is None
    live.ask("clock", 0, arg="brisk bot")
    live.ask("clock", 1, arg="relaxed bot")
    question = live.table.question
    assert question is not None
    assert (question.seat, question.kind, question.yes) == (1, "relaxed", frozenset({1}))


@pytest.mark.parametrize(("do", "arg"), [("leave", ""), ("bot", "2 greedy")])
def test_a_question_ends_when_others_are_asked_than_before(do: str, arg: str) -> None:
    live = dealt("you", "open", "open")
    live.ask("clock", 0, arg="brisk bot")
    live.ask("clock", 1, arg="brisk bot")
    assert live.ask(do, 2, arg=arg) is None
    assert live.table.question is None
    assert live.table.clocks.kind == "none"


def test_a_question_goes_on_while_a_bot_plays_one_move() -> None:
    live = brisk("bot")
    live.ask("clock", 1, arg="none bot")
    live.wait(BRISK + LEEWAY)
    assert live.table.chairs[0].once
    assert live.table.question is not None


@pytest.mark.parametrize(
    ("seat", "arg", "why"),
    [
        (-1, "brisk bot", "watching"),
        (0, "brisk", "clock_unknown"),
        (0, "hasty bot", "clock_unknown"),
        (0, "brisk sleep", "clock_unknown"),
        (0, "none wait", "clock_same"),
    ],
)
def test_what_cannot_be_asked_of_all(seat: int, arg: str, why: str) -> None:
    live = dealt("you", "open", "open")
    assert code(live.ask("clock", seat, arg=arg)) == why
    assert live.table.question is None


def test_a_new_clock_gives_everybody_all_of_its_time() -> None:
    live = brisk("wait")
    live.wait(70_000)
    for seat in range(3):
        live.ask("clock", seat, arg="relaxed wait")
    assert has(live) == [ALLOWANCE["relaxed"] + RESERVE["relaxed"]] * 3


def test_what_cannot_be_opened() -> None:
    for more in ({"clock": "hasty"}, {"zero": "sleep"}):
        assert code(settle(TOY, ["you", "open"], {}, LEVELS, **more)) == "clock_unknown"  # type: ignore[arg-type]
    settings = settle(TOY, ["you", "open"], {}, LEVELS, clock="brisk", zero="pass")
    assert isinstance(settings, Settings)
    assert (settings.clock, settings.zero) == ("brisk", "pass")


# ---- The log --------------------------------------------------------------------------------------------------------


def test_after_a_restart_a_decision_begins_anew_and_the_reserve_is_as_it_was() -> None:
    live = brisk("wait")
    live.wait(ALLOWANCE["brisk"] + 5_000)
    live.play(0, "take")
    live.wait(ALLOWANCE["brisk"] + 9_000)
    live.table = live.folded()
    live.now += 3_600_000
    live.wake()
    assert live.facts[-1].kind == "woke"
    assert has(live) == [BRISK - 5_000, BRISK, BRISK]
    assert told(live.folded()) == told(live.table)


def test_nothing_is_written_on_waking_where_no_clock_runs() -> None:
    none, paused, window = dealt("you", "open"), brisk(), brisk()
    paused.ask("pause", 0)
    window.play(0, "dare")
    for live in (none, paused, window):
        facts = len(live.facts)
        live.wake()
        assert len(live.facts) == facts
