"""The worked cases (§13 of docs/rules/schwupps.md)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.schwupps_positions import SPLIT, after, cards_of, luckily, match_at, moves_at, position, tasks_of

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_plus_2_on_red_9_takes_blue_1_and_not_blue_2() -> None:
    """§13.1"""
    moves = moves_at(position("b1 b2", "r9 g9 y9 v9", "+2 n n n"))
    assert "b1>A1" in moves
    assert "b2>A1" not in moves


def test_minus_1_on_green_1_takes_yellow_10() -> None:
    """§13.2"""
    assert "y10>A1" in moves_at(position("y10", "g1 g9 y9 v9", "-1 n n n"))


def test_same_colour_or_number_on_purple_4_takes_purple_9_and_red_4_and_not_red_9() -> None:
    """§13.3"""
    moves = moves_at(position("v9 r4 r9", "v4 g10 y10 b10", "nc n n n"))
    assert [move for move in moves if move.endswith(">A1")] == ["r4>A1", "v9>A1"]


def test_the_turn_of_our_own_example_runs_through() -> None:
    """§13.4"""
    state = position("b8 v10 y6 !", "y7 b4 r3 g9", "+1 c nc -2", up="n", task_bag=["+2", "-1"], common_bag=["v1", "g1"])
    state = luckily(
        state,
        ["b8>A1", "!B>1", "~A"],
        lambda state: (state["tasks"]["A1"], state["next"]) == ("+2", "-1") and "g1" in state["hands"][0],
    )
    assert state["tasks"] == {"A1": "+2", "A2": "+1", "B1": "n", "B2": "nc"}
    state = after(state, "v10>A1", "g1>B2", "end")
    assert (len(state["hands"][0]), state["stacks"]) == (4, [7, 10, 10])
    assert "y6" in state["hands"][0]


def test_the_turn_that_the_printed_sheet_shows_runs_through() -> None:
    """§13.4: an aggravation on row B, a number, a shift of row A, two numbers, and three cards drawn."""
    before = position(
        "g10 r2 v1 !",
        "b10 r5 y2 g7",
        "n c nc +2",
        up="-2",
        task_bag=["+1", "-1"],
        common_bag=["b7", "y8", "y8"],
    )
    state = luckily(before, ["!B>1"], lambda state: state["next"] == "+1")
    assert len(state["hands"][1]) == len(before["hands"][1]) + 1
    assert state["tasks"] == {"A1": "n", "A2": "c", "B1": "-2", "B2": "nc"}
    state = after(state, "g10>B1", "~A")
    assert len(state["hands"][0]) == 3
    assert state["tasks"]["A1"] == "+1"
    state = after(state, "v1>A1", "r2>A1", "end")
    assert state["piles"]["A1"] == ["b10", "v1", "r2"]
    assert state["piles"]["B1"] == ["y2", "g10"]
    assert (len(state["hands"][0]), state["stacks"]) == (4, [7, 10, 10])
    assert (state["turn"], state["boxed"]) == (1, 1)


def test_with_two_seats_a_single_aggravation_card_in_hand_wins_at_once() -> None:
    """§13.5"""
    before = position("!", seats=2, stacks=[0, 10])
    assert [move for move in moves_at(before) if move.startswith("!")] == ["!"]
    state = after(before, "!")
    assert state["winners"] == [0]
    assert (state["common"], state["tasks"], state["next"]) == (before["common"], before["tasks"], before["next"])


def test_a_common_pile_of_one_card_is_renewed_by_exactly_the_buried_cards() -> None:
    """§13.6"""
    for before in (
        position("g5", "b1,b2,b3 g1 r3,r1 v1", common_bag=["y9"]),
        position("g5", "b1,b2,b3 g1 r3,r1 v1", common=1),
    ):
        assert [len(pile) for pile in before["piles"].values()] == [3, 1, 2, 1]
        state = after(before, "~A")
        assert len(state["hands"][0]) == 2
        assert (state["common"], state["common_bag"]) == (3, ["b1", "b2", "r3"])
        assert cards_of(state) == cards_of(before)


def test_thirty_shifts_in_a_row_lose_and_double_no_task_card() -> None:
    """§13.7"""
    match = match_at(position("g5"))
    renewed = 0
    for number in range(30):
        bag = len(match.state_json()["task_bag"])
        seat = match.actors()[0]
        match.play(seat, "~A" if number % 2 else "~B")
        match.play(seat, "end")
        state = match.state_json()
        renewed += len(state["task_bag"]) > bag
        assert tasks_of(state) == SPLIT
    assert renewed == 1


def test_who_goes_out_gets_five_and_the_others_lose_what_they_hold() -> None:
    """§13.8"""
    state = position("b2", "b1 g9 r9 v9", "+1 n n n", stacks=[0, 6, 0], others=4)
    state["bag"].append(state["hands"][1].pop())
    state["common"] += 1
    assert after(state, "b2>A1")["points"] == [5, -9, -4]


def test_the_cards_of_a_position_stay_through_a_turn() -> None:
    before = position("g10 r2 v1 !", "b10 r5 y2 g7", "n c nc +2")
    assert cards_of(after(before, "!B>1", "~A", "end")) == cards_of(before) == Counter(cards_of(before))
