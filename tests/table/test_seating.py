"""What the host may do with seats, and how those who come late come to play."""

from __future__ import annotations

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import Chair
from tests.table.tables import LEVELS, Live, dealt, rest

pytestmark = pytest.mark.rules

END = {**rest(["1"], ["2", "3"], ["4"], top="1"), "turn": 0}
"""Seat 0 can end the round by `snap`."""
BOT = LEVELS[-1]


def code(reason: Reason | None) -> str:
    return reason.code if reason else ""


def texts(live: Live, kind: str) -> list[tuple[int, str]]:
    return [(fact.seat, fact.text) for fact in live.facts if fact.kind == kind]


# ---- Bots before the start -------------------------------------------------------------------------------------------


def test_the_host_fills_an_open_seat_with_a_bot_and_with_the_last_one_the_cards_are_dealt() -> None:
    live = Live.open("you", "open", "open")
    live.ask("sit", arg="2")
    assert code(live.ask("bot", 2, arg="1 greedy", away=True)) == "host_only", "nobody is away from an open seat"
    assert live.ask("bot", 0, arg="1 random") is None
    assert live.table.chairs[1] == Chair(bot="random")
    assert [fact.kind for fact in live.facts] == ["opened", "sat", "handed", "dealt"]


def test_a_bot_beside_open_seats_deals_nothing_yet() -> None:
    live = Live.open("you", "open", "open")
    assert live.ask("bot", 0, arg="1 random") is None
    assert live.table.phase == "waiting"
    assert live.ask("bot", 0, arg="1 greedy") is None, "the level of a bot may be changed"
    assert live.table.chairs[1] == Chair(bot="greedy")


def test_a_table_of_bots_alone_is_started_by_nobody_in_particular() -> None:
    live = Live.open("bot:random", "bot:greedy")
    assert live.ask("start", -1) is None
    assert live.table.phase == "playing"
    live = Live.open("bot:random", "open")
    assert code(live.ask("start", -1)) == "host_only", "somebody may still come"


# ---- Removing and giving ---------------------------------------------------------------------------------------------


def test_who_is_removed_before_the_start_leaves_an_open_seat_and_in_a_match_a_bot() -> None:
    live = Live.open("you", "open", "open")
    live.ask("sit", arg="1")
    assert live.ask("remove", 0, arg="1") is None
    assert live.table.chairs[1].open
    live = dealt("you", "open", "open")
    live.ask("bot", 2, arg="2 random")
    assert live.ask("remove", 0, arg="1") is None
    assert live.ask("remove", 0, arg="2") is None
    assert live.table.chairs[1:] == (Chair(bot=BOT), Chair(bot="random")), "the bot that stood in plays on"
    assert texts(live, "left") == [(1, f"removed {BOT}"), (2, "removed random")]
    assert live.play(1, "take") == "seat_taken"


@pytest.mark.parametrize("do", ["remove", "give", "in"])
def test_only_the_host_has_a_say_over_the_seats_of_others(do: str) -> None:
    live = dealt("you", "open", "bot:random")
    for seat in (1, -1, 2):
        assert code(live.ask(do, seat, arg="0")) == code(live.ask(do, seat, arg="1")) == "host_only"
    assert code(live.ask(do, 0, arg="0")) == "own_seat"
    assert code(live.ask(do, 0, arg="2")) == "nobodys"
    for wrong in ("3", "-1", "x", "", "²"):
        assert code(live.ask(do, 0, arg=wrong)) == "seat_unknown"


def test_a_seat_that_is_given_in_the_middle_of_a_round_is_a_guests_until_the_next_deal() -> None:
    live = dealt("you", "open", "open", options={"rounds": 2}, **END)
    assert live.ask("give", 0, arg="1") is None
    assert live.table.chairs[1] == Chair(person=True, bot=BOT, guest=True)
    assert not live.table.reads(1)
    assert live.play(0, "snap") == ""
    assert live.ask("give", 0, arg="2") is None
    assert live.table.chairs[2] == Chair(person=True), "between rounds there is nothing to peek at"
    live.ask("next", 0)
    live.ask("next", 2)
    assert (live.table.phase, live.table.chairs[1]) == ("playing", Chair(person=True))


def test_a_begun_move_does_not_outlive_its_person() -> None:
    for do, seat, arg in (("leave", 1, ""), ("remove", 0, "1"), ("give", 0, "1")):
        live = dealt("you", "open", "open", **{**rest(["1", "2"], ["3", "4"], ["5"], top="1"), "turn": 1})
        assert live.ask("begin", 1, "give") is None
        assert live.table.prefix(1) == "give"
        assert live.ask(do, seat, arg=arg) is None
        assert live.table.begun == (), do


# ---- Coming late -----------------------------------------------------------------------------------------------------


def test_who_comes_in_the_middle_of_a_round_plays_from_the_next_one_on() -> None:
    live = dealt("you", "bot:random", "bot:random", options={"rounds": 2}, **END)
    assert live.ask("sit", arg="1") is None
    assert live.table.chairs[1] == Chair(person=True, bot="random", guest=True)
    assert live.play(1, "take") == "guest"
    assert code(live.ask("begin", 1, "take")) == "guest"
    assert code(live.ask("back", 1)) == "guest"
    assert code(live.ask("bot", 1, arg="1 greedy")) == "host_only", "it is not theirs to say yet"
    assert live.table.people == (0,)
    live.play(0, "snap")
    assert live.ask("next", 0) is None, "nobody waits for a guest"
    assert set(live.table.people) == {0, 1}
    assert live.table.reads(1)


def test_the_host_lets_a_guest_in_at_once() -> None:
    live = dealt("you", "open", "bot:random")
    live.ask("sit", arg="2")
    assert code(live.ask("in", 0, arg="1")) == "plays"
    assert code(live.ask("in", 1, arg="2")) == code(live.ask("in", 2, arg="2")) == "host_only"
    assert code(live.ask("back", 0, arg="2")) == "guest_there"
    assert live.ask("in", 0, arg="2") is None
    assert live.table.chairs[2] == Chair(person=True)
    assert texts(live, "handed") == [(2, "in")]


def test_a_guest_whom_all_others_have_left_lets_themselves_in() -> None:
    live = dealt("you", "bot:random", "bot:random")
    live.ask("sit", arg="1")
    live.ask("leave", 0)
    assert live.table.host == 1
    assert live.ask("in", 1, arg="1") is None
    assert live.table.people == (1,)


def test_among_bots_alone_between_rounds_and_after_the_match_one_plays_at_once() -> None:
    live = dealt("you", "bot:random")
    live.ask("leave", 0)
    assert live.ask("sit", arg="1") is None
    assert live.table.chairs[1] == Chair(person=True)
    for rounds, phase in ((2, "result"), (1, "over")):
        live = dealt("you", "bot:random", "bot:random", options={"rounds": rounds}, **END)
        live.play(0, "snap")
        assert live.table.phase == phase
        assert live.ask("sit", arg="2") is None
        assert live.table.chairs[2] == Chair(person=True)


def test_during_a_pause_one_comes_as_late_as_while_they_play() -> None:
    live = dealt("you", "bot:random", "bot:random")
    live.ask("pause", 0)
    live.ask("sit", arg="1")
    assert live.table.chairs[1].guest


def test_the_host_hands_a_seat_back_to_its_person() -> None:
    live = dealt("you", "open", "bot:random")
    assert code(live.ask("back", 0, arg="1")) == "plays"
    assert code(live.ask("back", 0, arg="2")) == "nobodys"
    assert code(live.ask("back", 0, arg="9")) == "seat_unknown"
    live.ask("bot", 0, arg="1 greedy")
    assert code(live.ask("back", 2, arg="1")) == "host_only"
    assert live.ask("back", 0, arg="1") is None
    assert live.table.chairs[1] == Chair(person=True)


# ---- The host, and who watches ---------------------------------------------------------------------------------------


def test_the_role_of_a_host_who_leaves_goes_to_who_has_sat_longest() -> None:
    live = Live.open("you", "open", "open", "open")
    for seat in ("3", "1"):
        live.ask("sit", arg=seat)
    live.ask("leave", 0)
    assert live.table.host == 3
    live.ask("sit", arg="0")
    live.ask("leave", 3)
    assert live.table.host == 1


def test_the_host_says_who_may_watch() -> None:
    live = dealt("you", "open", watchers="anyone")
    assert live.table.watchers == "anyone"
    assert code(live.ask("watchers", 1, arg="nobody")) == code(live.ask("watchers", -1, arg="nobody")) == "host_only"
    assert code(live.ask("watchers", 0, arg="friends")) == "watchers_unknown"
    assert live.ask("watchers", 0, arg="nobody") is None
    assert live.table.watchers == "nobody"


# ---- Programs --------------------------------------------------------------------------------------------------------


def test_the_host_lets_a_program_sit_down_and_with_the_last_seat_the_cards_are_dealt() -> None:
    live = Live.open("you", "open", "open")
    live.ask("sit", arg="1")
    for seat in (1, -1):
        assert code(live.ask("program", seat, arg="2")) == "host_only"
    assert code(live.ask("program", 0, arg="1")) == "seat_taken"
    assert code(live.ask("program", 0, arg="9")) == "seat_unknown"
    assert live.ask("program", 0, arg="2") is None
    assert live.table.chairs[2] == Chair(person=True, program=True)
    assert live.table.phase == "playing"
    assert live.table.people == (0, 1), "it is asked nothing but its moves"


def test_a_program_on_a_bots_chair_in_the_middle_of_a_round_waits_like_all_guests() -> None:
    live = dealt("you", "open", f"bot:{BOT}")
    assert live.ask("program", 0, arg="2") is None
    assert live.table.chairs[2] == Chair(person=True, bot=BOT, guest=True, program=True)
    assert not live.table.reads(2)
    assert live.ask("in", 0, arg="2") is None
    assert live.table.chairs[2] == Chair(person=True, program=True)
    assert live.table.reads(2)


def test_a_program_never_becomes_the_host_and_its_seat_can_be_given_to_a_person() -> None:
    live = Live.open("you", "open", "open")
    live.ask("program", 0, arg="1")
    assert live.ask("give", 0, arg="1") is None
    assert live.table.chairs[1] == Chair(person=True)
    live.ask("program", 0, arg="2")
    live.ask("leave", 1)
    live.ask("leave", 0)
    assert live.table.host == -1, "nobody is left who could be"
    assert code(live.ask("host", 2, away=True)) == "people_only"
