"""Interjecting, and who is asked (§5, §14 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.games.solo import GAME
from tests.games.solo_positions import after, asking, code, match_at, moves_at, position, turn_of

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_the_holder_of_the_twin_may_discard_it_out_of_turn() -> None:
    """§5.1"""
    state = position("r1", "g1 g2", "r5 r9 b1")
    assert match_at(state).actors() == (0, 2)
    assert moves_at(state, 2) == ["r5", "no"]
    laid = after(state, "2:r5")
    assert (laid["discard"][-2:], laid["hands"][2]) == (["r5", "r5"], ["r9", "b1"])


def test_play_goes_on_with_the_seat_next_after_the_interjector() -> None:
    """§5.2"""
    assert turn_of(after(position("r1", "g1", "r5 r9"), "2:r5")) == (3, "turn", "r")
    assert turn_of(after(position("r1", "g1", "r5 r9", direction=-1), "2:r5")) == (1, "turn", "r")


def test_the_seat_that_laid_the_top_card_may_interject_too() -> None:
    """§5.1"""
    state = after(position("b5 b5 y1"), "b5")
    assert (state["turn"], match_at(state).actors()) == (1, (1, 0))
    assert turn_of(after(state, "0:b5")) == (1, "turn", "b")


def test_in_turn_the_twin_is_an_ordinary_discard() -> None:
    """§5.1"""
    state = position("r5 g1")
    assert moves_at(state) == ["r5", "draw"]
    assert turn_of(after(state, "r5")) == (1, "turn", "r")


def test_only_the_same_colour_and_number_is_a_twin() -> None:
    """§5.1"""
    assert match_at(position("r1", "r6 g5", "rS rR")).actors() == (0,)
    assert match_at(position("r1", "rS g2", top="rS")).actors() == (0,)
    assert match_at(position("r1", "C g2", top="C", colour="r")).actors() == (0,)


def test_one_may_interject_until_something_else_is_discarded() -> None:
    """§5.1"""
    state = position("r6 g1", "g1 g2", "r5 r9", draw="b9 y1")
    assert 2 in match_at(after(state, "draw")).actors()
    assert 2 not in match_at(after(state, "r6")).actors()


def test_one_may_interject_on_the_start_card() -> None:
    """§5.3"""
    for seed in range(40):
        match = kt.Match("solo", 10, seed=seed)
        state = match.state_json()
        holders = [seat for seat in range(1, 10) if state["discard"][-1] in state["hands"][seat]]
        assert match.actors() == (0, *holders)
        if holders:
            match.play(holders[0], state["discard"][-1])
            assert match.state_json()["turn"] == (holders[0] + 1) % 10
            return
    raise AssertionError("no twin was dealt")


def test_who_ponders_over_a_drawn_card_keeps_it_and_loses_the_turn() -> None:
    """§5.3"""
    drawn = after(position("g1 g2", "b1 b2", "r5 r9", draw="r2"), "draw")
    assert (drawn["phase"], match_at(drawn).actors()) == ("drawn", (0, 2))
    laid = after(drawn, "2:r5")
    assert (turn_of(laid), laid["hands"][0], laid["drawn"]) == ((3, "turn", "r"), ["r2", "g1", "g2"], None)


@pytest.mark.parametrize(
    "phase",
    [
        {"phase": "owed", "pending": 2, "top": "r+2"},
        {"phase": "skipped", "layer": 3, "top": "rS"},
        {**asking(0, 1), "top": "rX"},
        {**asking(0, None, to_answer=[1, 2, 3]), "top": "A"},
        {"phase": "gift", "layer": 0, "target": 1, "top": "rG"},
    ],
)
def test_in_other_phases_nobody_interjects(phase: dict[str, object]) -> None:
    """§5.3"""
    state = position("r1 r2 r3", "r5 g1", "r5 b1", **phase)  # type: ignore[arg-type]
    for seat in range(4):
        assert "no" not in match_at(state).moves(seat)
        assert "r5" not in match_at(state).moves(seat)


def test_nobody_is_shown_whether_anybody_could_interject() -> None:
    """§5.4"""
    one, other = position("r1", "g1 g2", "r5 r9", "b1 b3"), position("r1", "g1 g2", "r9 b1", "r5 b3")
    for reader in (0, 1, None):
        assert match_at(one).view(reader).json() == match_at(other).view(reader).json()
    declined = after(one, "2:no")
    for reader in (0, 1, 3, None):
        assert match_at(declined).view(reader).json() == match_at(one).view(reader).json()


def test_each_phase_waits_for_one_seat_and_a_seat_with_two_roles_has_the_moves_of_both() -> None:
    """§14.1"""
    state = position("r1 g1", "r5", "b1 b2", owes_call=[1])
    assert match_at(state).actors() == (0, 1)
    assert moves_at(state, 1) == ["r5", "no", "solo", "quiet"]
    state = position("r1", "g1 g2", owes_call=[0])
    assert moves_at(state) == ["r1", "draw", "solo", "quiet"]


def test_no_changes_nothing_public_and_is_not_counted() -> None:
    """§14.2"""
    state = position("r1", "g1 g2", "r5 r9")
    declined = after(state, "2:no")
    assert declined == {**state, "declined": [2]}
    assert match_at(declined).actors() == (0,)
    assert moves_at(declined, 2) == []


def test_what_was_declined_is_emptied_by_a_discard_or_a_new_turn() -> None:
    """§14.2"""
    state = position("r1 g1", "g1 g2", "r5 r9", declined=[2], draw="r2 y9 y8")
    assert after(state, "r1")["declined"] == []
    drawn = luck_of(state, "r2")
    assert (drawn["declined"], after(drawn, "pass")["declined"]) == ([2], [])
    assert match_at(after(drawn, "pass")).actors() == (1, 2)
    missed = luck_of(state, "y9")
    assert (missed["turn"], missed["declined"]) == (1, [])


def luck_of(state: dict[str, object], card: str) -> dict[str, object]:
    for seed in range(200):
        reached = after(state, "draw", seed=seed)
        if card in reached["hands"][0]:
            return reached
    raise AssertionError("no luck")


def test_quiet_lasts_until_the_debt_ends() -> None:
    """§14.2"""
    state = position("r1 g1", "b9", "g1 g2", owes_call=[1])
    hushed = after(state, "1:quiet")
    assert hushed == {**state, "quiet": [1]}
    assert match_at(hushed).actors() == (0,)
    paid = after(hushed, "draw")
    assert (paid["owes_call"], paid["quiet"], len(paid["hands"][1])) == ([], [], 3)


def test_who_is_quiet_in_its_own_turn_has_only_its_turn() -> None:
    """§14.2"""
    state = position("r1", "g1 g2", owes_call=[0], quiet=[0])
    assert moves_at(state) == ["r1", "draw"]
    assert code(state, "solo") == ("no_debt", "9.3")


def test_actors_are_the_seat_waited_for_and_then_the_others_ascending() -> None:
    """§14.3"""
    state = position("b2", "g1", "r1 r2", "r5 g2", turn=2, owes_call=[0, 1])
    assert match_at(state).actors() == (2, 0, 1, 3)
    state = position("b2 b3", "g1", "r1 r2", "r5 g2", top="A", **asking(1, None, to_answer=[0, 2, 3]), owes_call=[1])
    assert match_at(state).actors() == (2, 0, 1, 3)


def test_no_and_quiet_are_idle_steps() -> None:
    """§14.2"""
    assert {GAME.tokens[step] for step in GAME.idle} == {"no", "quiet"}


def test_who_can_only_interject_or_only_call_is_told_so() -> None:
    """§3.8, §14.1"""
    state = position("r1", "b1", "r5 r9", owes_call=[1])
    assert code(state, "draw", 2) == ("only_twin", "5.1")
    assert code(state, "draw", 1) == ("only_call", "3.8")
    assert code(state, "r9", 2) == ("only_twin", "5.1")
