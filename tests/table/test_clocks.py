"""The clocks of people: what they have for a decision, what it costs them, what happens at zero, who changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import Chair
from kartentisch.table.clocks import ALLOWANCE, LEEWAY, MORE, MOST, RESERVE
from kartentisch.table.settings import WINDOW
from kartentisch.table.ticking import left, ticking, zero_at
from tests.table.tables import THREE, Live, dealt, rest

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


def test_in_a_window_without_a_limit_who_is_asked_is_on_their_clock() -> None:
    """One after the other, so that nobody can keep the table waiting for ever."""
    live = brisk(window=0)
    assert live.play(0, "dare") == ""
    assert (ticking(live.table), live.table.actors()) == (1, (1, 2))
    assert live.wait(BRISK + LEEWAY - 1) == []
    assert [(fact.seat, fact.text) for fact in live.wait(1)] == [(1, "once greedy")]
    assert live.play(1, "fold", by="bot") == ""
    assert ticking(live.table) == 2
    live.wait(25_000)
    assert live.play(2, "fold") == ""
    assert live.table.clocks.reserve == (RESERVE["brisk"], 0, RESERVE["brisk"] - 5_000)


@pytest.mark.parametrize("hand", [["1", "4"], ["2", "4"]])
@pytest.mark.parametrize("window", [0, WINDOW])
def test_whose_clock_runs_in_a_window_does_not_rest_on_what_anybody_holds(window: int, hand: list[str]) -> None:
    live = brisk(window=window, **rest(["1", "2", "3"], hand, ["2", "5"], top="1"))
    assert live.play(0, "dare") == ""
    assert (ticking(live.table), zero_at(live.table) is None) == ((-1, True) if window else (1, False))
    assert live.until_due() == (window or None)


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


def test_at_zero_the_move_is_the_bots_and_then_the_seat_can_be_taken_back() -> None:
    """Else taking it back again and again would keep the table from going on."""
    live = brisk("pass")
    live.wait(BRISK + LEEWAY)
    assert code(live.ask("back", 0)) == "time_up"
    assert live.ask("more", 1, arg="0") is None
    assert live.ask("back", 0) is None
    assert has(live)[0] == MORE


def test_a_decision_that_a_bot_took_over_was_paid_for() -> None:
    live = brisk()
    live.wait(ALLOWANCE["brisk"] + 3_000)
    live.ask("bot", 0, arg="0 greedy")
    assert live.table.clocks.reserve[0] == RESERVE["brisk"] - 3_000


# ---- Nothing is given back -------------------------------------------------------------------------------------------


def in_time(live: Live, *asks: tuple[str, int, str]) -> None:
    for do, seat, arg in asks:
        assert live.ask(do, seat, arg=arg) is None, do


def vote(live: Live, *clocks: str) -> None:
    for clock in clocks:
        in_time(live, *(("clock", seat, clock) for seat in range(3)))


def without_a_clock(live: Live) -> None:
    vote(live, "none bot")
    live.wait(60_000)
    vote(live, "brisk bot")


@pytest.mark.parametrize(
    "way",
    [
        lambda live: in_time(live, ("bot", 0, "0 greedy"), ("back", 0, "")),
        lambda live: in_time(live, ("pause", 1, ""), ("bot", 0, "0 greedy"), ("back", 0, ""), ("resume", 1, "")),
        lambda live: in_time(live, ("remove", 0, "1"), ("sit", -1, "1")),
        lambda live: vote(live, "brisk pass", "brisk bot"),
        lambda live: vote(live, "relaxed bot", "brisk bot"),
        without_a_clock,
        lambda live: live.wake(live.table.clocks.elapsed(live.now)),
    ],
    ids=["bot", "bot in a pause", "somebody else", "zero", "another clock", "no clock", "nobody here"],
)
def test_what_leads_back_to_the_same_decision_gives_nothing_back(way: Callable[[Live], object]) -> None:
    live = brisk()
    for rounds in range(1, 5):
        live.wait(18_000)
        way(live)
        assert has(live)[0] == BRISK - rounds * 18_000
    live.wait(BRISK + LEEWAY - 4 * 18_000 - 1)
    assert not live.table.chairs[0].bot
    live.wait(1)
    assert live.table.chairs[0].bot


def test_another_clock_is_a_whole_one_the_first_time_in_a_round() -> None:
    live = brisk("pass")
    live.wait(70_000)
    vote(live, "relaxed pass")
    assert has(live) == [ALLOWANCE["relaxed"] + RESERVE["relaxed"]] * 3
    live.wait(200_000)
    vote(live, "brisk pass")
    assert has(live) == [BRISK - 70_000, BRISK, BRISK]
    assert live.play(0, "take") == ""
    vote(live, "relaxed pass")
    assert has(live)[0] == ALLOWANCE["relaxed"] + RESERVE["relaxed"] - 140_000


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
