"""The end of a round, points and matches (§8, §9 of docs/rules/schwupps.md)."""

from __future__ import annotations

import pytest

import kartentisch as kt
from tests.games.schwupps_positions import after, match_at, moves_at, position, refusal

pytestmark = [pytest.mark.rules, pytest.mark.ways]

LAST = {"piles": "b1 g9 r9 v9", "tasks": "+1 n n n", "stacks": [0, 10, 10]}


def test_one_wins_at_the_moment_when_hand_and_personal_pile_are_empty() -> None:
    """§8.1"""
    state = after(position("b2", **LAST), "b2>A1")  # type: ignore[arg-type]
    assert (state["round_over"], state["turn"], state["over"], state["winners"]) == (True, None, True, [0])
    assert state["piles"]["A1"] == ["b1", "b2"]
    assert match_at(state).actors() == ()


def test_with_cards_in_the_personal_pile_nobody_has_won() -> None:
    """§8.1"""
    assert not after(position("b2", "b1 g9 r9 v9", "+1 n n n", stacks=[1, 10, 10]), "b2>A1")["round_over"]


def test_a_last_aggravation_card_is_played_alone_and_neither_shifts_nor_gives() -> None:
    """§8.2"""
    before = position("!", stacks=[0, 10, 10])
    assert moves_at(before) == ["!", "~A", "~B"]
    assert "played alone" in refusal(before, "!A>1")
    state = after(before, "!")
    assert (state["boxed"], state["winners"], state["points"][0]) == (1, [0], 5)
    same = ("tasks", "next", "task_bag", "task_discard", "piles", "bag", "common", "common_bag", "stacks")
    assert {key: state[key] for key in same} == {key: before[key] for key in same}
    assert state["hands"][1:] == before["hands"][1:]


@pytest.mark.parametrize(("hand", "stack"), [("!", 1), ("! !", 0), ("! g5", 0)])
def test_in_every_other_case_an_aggravation_card_names_row_and_seat(hand: str, stack: int) -> None:
    """§8.2"""
    state = position(hand, stacks=[stack, 10, 10])
    assert "!" not in moves_at(state)
    assert "!A>1" in moves_at(state)
    assert "not your last card" in refusal(state, "!")


def test_the_last_of_two_aggravation_cards_wins_too() -> None:
    """§8.2"""
    state = after(position("! !", stacks=[0, 10, 10]), "!A>1", "!")
    assert (state["winners"], state["boxed"]) == ([0], 2)


@pytest.mark.parametrize("move", ["b2>A1", "~A", "!A>1"])
def test_the_step_limit_ends_a_round_with_nothing_for_everyone(move: str) -> None:
    """§8.3"""
    before = position("b2 b3 !", "b1 g9 r9 v9", "+1 n n n", options={"step_limit": 8})
    state = after(before, move)
    assert (state["steps"], state["round_over"], state["turn"], state["over"]) == (8, True, None, True)
    assert (state["points"], state["totals"]) == ([0, 0, 0], [0, 0, 0])
    unlimited = after({**before, "options": {**before["options"], "step_limit": 9}}, move)
    same = ("tasks", "next", "task_bag", "piles", "hands", "bag", "stacks", "common", "boxed", "acted", "shifted")
    assert {key: state[key] for key in same} == {key: unlimited[key] for key in same}, "the move keeps its effect"


def test_the_end_of_a_turn_is_a_step_too_and_keeps_its_effect() -> None:
    """§8.3"""
    state = after(position("b2", acted=True, shifted=True, options={"step_limit": 8}), "end")
    assert (state["round_over"], state["turn"], state["stacks"]) == (True, None, [7, 10, 10])
    assert (state["acted"], state["shifted"]) == (False, False)
    assert len(state["hands"][0]) == 4


def test_a_win_with_the_last_step_is_a_win() -> None:
    """§8.3"""
    state = after(position("b2", options={"step_limit": 8}, **LAST), "b2>A1")  # type: ignore[arg-type]
    assert (state["points"][0], state["winners"]) == (5, [0])


def test_before_the_step_limit_the_round_goes_on() -> None:
    """§8.3"""
    assert not after(position("b2", options={"step_limit": 9}), "~A")["round_over"]


def test_the_winner_gets_five_and_the_others_lose_one_a_card() -> None:
    """§9.1"""
    state = after(position("b2", others=7, **LAST), "b2>A1")  # type: ignore[arg-type]
    assert state["points"] == [5, -17, -17]


def test_a_single_match_is_one_round_with_the_same_points() -> None:
    """§9.2"""
    match = match_at(position("b2", **LAST))  # type: ignore[arg-type]
    match.play(0, "b2>A1")
    assert (match.over, match.totals, match.points) == (True, [5, -14, -14], [5, -14, -14])
    with pytest.raises(ValueError, match="over"):
        match.next_round()


def test_a_tournament_has_as_many_rounds_as_seats_and_the_most_points_win() -> None:
    """§9.3"""
    for seats in (2, 3, 4, 5):
        match = kt.Match("schwupps", seats, seed=seats, options={"match": "tournament", "step_limit": 300})
        totals = [0] * seats
        for number in range(1, seats + 1):
            assert match.state_json()["round"] == number
            while not match.round_over:
                seat = match.actors()[0]
                match.play(seat, match.moves(seat)[0])
            totals = [total + gained for total, gained in zip(totals, match.points, strict=True)]
            assert match.totals == totals
            assert match.over == (number == seats)
            if not match.over:
                assert match.winners == []
                match.next_round()
        assert match.winners == [seat for seat in range(seats) if totals[seat] == max(totals)]


def test_in_a_round_that_runs_nothing_is_dealt() -> None:
    """§9.3"""
    match = kt.Match("schwupps", 3, seed=1, options={"match": "tournament"})
    with pytest.raises(ValueError, match="not over"):
        match.next_round()


def test_a_round_stopped_by_the_step_limit_counts_and_the_start_moves_on() -> None:
    """§9.4"""
    match = kt.Match("schwupps", 2, seed=1, options={"match": "tournament", "step_limit": 1})
    match.play(0, "~A")
    assert (match.round_over, match.over) == (True, False)
    match.next_round()
    assert match.actors() == (1,)
    match.play(1, "~A")
    assert match.over


def test_all_with_the_highest_total_win() -> None:
    """§9.5"""
    state = after(position("b2", options={"step_limit": 8}), "~A")
    assert state["winners"] == [0, 1, 2]
    more = {"options": {"match": "tournament"}, "round": 3, "start": 2, "totals": [1, 20, 20]}
    state = after(position("b2", **LAST, **more), "b2>A1")  # type: ignore[arg-type]
    assert (state["totals"], state["winners"]) == ([6, 6, 6], [0, 1, 2])


def test_who_wins_the_last_round_need_not_win_the_tournament() -> None:
    """§9.5"""
    more = {"options": {"match": "tournament"}, "round": 3, "start": 2, "totals": [-9, 40, 20]}
    state = after(position("b2", **LAST, **more), "b2>A1")  # type: ignore[arg-type]
    assert (state["totals"], state["winners"]) == ([-4, 26, 6], [1])
