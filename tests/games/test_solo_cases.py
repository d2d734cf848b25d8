"""The worked cases (§16 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

from tests.games.solo_positions import after, code, match_at, moves_at, position, turn_of

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_of_four_sevens_on_yellow_5_red_or_blue_may_lie_on_top() -> None:
    """§16.1"""
    hand = "y7 r7 b7 b7 g2"
    assert moves_at(position(hand, top="y5")) == ["y7", "triple:7r", "triple:7b", "draw"]
    assert [move for move in moves_at(position(hand, top="r7")) if move[0] == "t"] == [
        "triple:7r",
        "triple:7b",
        "triple:7y",
    ]


def test_three_draw_2_in_a_chain_cost_the_next_seat_six_cards() -> None:
    """§16.2"""
    state = position("r+2 r1", "g+2 y1", "b+2 y2", "b1 r+2 g3", draw="y3 y4 y6 y8 y9 y9 g9")
    state = after(state, "r+2", "0:solo", "g+2", "1:solo", "b+2", "2:solo")
    assert (turn_of(state), state["pending"]) == ((3, "owed", "b"), 6)
    state = after(state, "take")
    assert len(state["hands"][3]) == 9
    assert moves_at(state)[:1] == ["r+2"]
    assert moves_at(state)[-2:] == ["b1", "draw"]


def test_a_draw_4_is_no_answer_to_a_draw_2_and_a_normal_play_after_it() -> None:
    """§16.3"""
    state = position("+4 y1", phase="owed", pending=2, top="r+2")
    assert moves_at(state) == ["take"]
    assert code(state, "+4 =r") == ("only_take", "6.4")
    assert "+4 =r" in moves_at(after(state, "take"))


def test_two_seats_skip_and_change_of_direction() -> None:
    """§16.4"""
    state = position("rS rR b1", "Pg b2 b3", seats=2)
    assert turn_of(after(state, "rS", "skip")) == (0, "turn", "r")
    assert turn_of(after(state, "rS", "Pg")) == (0, "turn", "g")
    assert turn_of(after(state, "rR")) == (1, "turn", "r")


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_a_protection_against_a_swap_and_as_an_ordinary_card(seats: int) -> None:
    """§16.5"""
    state = position("rX Py b1 b2", "Pg b2 b3", seats=seats)
    swapped = after(state, "rX >1", "Pg")
    assert swapped["hands"][0] == ["b1", "b2", "Py"]
    assert turn_of(swapped) == (2 % seats, "turn", "g")
    assert turn_of(after(state, "Py")) == (1, "turn", "y")


def test_a_gift_with_two_cards_or_one_left() -> None:
    """§16.6"""
    state = position("rG b1 b2", "Pg b2 b3")
    done = after(state, "rG >1", "accept")
    assert (done["round_over"], done["hands"][0], done["points"][0]) == (True, [], 0)
    kept = after(state, "rG >1", "Pg")
    assert (kept["hands"][0], kept["owes_call"]) == (["b1", "b2"], [])
    assert after(position("rG b1", "Pg b2 b3"), "rG >1", "Pg")["owes_call"] == [0]


def test_a_swap_with_one_card_left() -> None:
    """§16.7"""
    state = after(position("rX b1", "g1 g2 g3"), "rX >1", "accept")
    assert (state["hands"][0], state["hands"][1]) == (["g1", "g2", "g3"], ["b1"])
    assert (state["owes_call"], turn_of(state)) == ([], (1, "turn", "r"))


def test_an_all_swap_with_one_and_with_two_protections() -> None:
    """§16.8"""
    state = position("A b1 b2", "g1 g2 r3 Pr", "Pg g3 y4", "y5 y6")
    one = after(state, "A", "1:accept", "2:Pg", "3:accept")
    assert one["hands"] == [["y5", "y6"], ["b1", "b2"], ["g3", "y4"], ["r3", "g1", "g2", "Pr"]]
    assert turn_of(one) == (1, "turn", "g")
    assert moves_at(one) == ["draw"]
    two = after(state, "A", "1:Pr", "2:Pg", "3:accept")
    assert two["hands"] == [["y5", "y6"], ["r3", "g1", "g2"], ["g3", "y4"], ["b1", "b2"]]
    assert turn_of(two) == (3, "turn", "g")


def test_two_seats_an_all_swap_answered_by_a_protection() -> None:
    """§16.9"""
    state = after(position("A b1 b2", "Pg g3 y4", seats=2), "A", "Pg")
    assert state["hands"] == [["b1", "b2"], ["g3", "y4"]]
    assert turn_of(state) == (0, "turn", "g")


def test_who_ponders_keeps_the_card_and_begins_a_new_turn_when_the_layer_interjects() -> None:
    """§16.10"""
    state = after(position("b4 b4 y1", "g1 g2", top="b5", draw="b9"), "b4", "draw")
    assert (state["turn"], state["phase"], match_at(state).actors()) == (1, "drawn", (1, 0))
    state = after(state, "0:b4")
    assert (turn_of(state), state["hands"][1], state["drawn"]) == ((1, "turn", "b"), ["g1", "g2", "b9"], None)
    assert moves_at(state) == ["b9", "draw"]


def test_ten_seats_with_nothing_to_draw() -> None:
    """§16.11"""
    state = position("g1", seats=10, hoard=9)
    assert (state["draw_bag"], state["discard"]) == ([], ["r5"])
    drawn = after(state, "draw")
    assert (turn_of(drawn), drawn["hands"]) == ((1, "turn", "r"), state["hands"])


@pytest.mark.parametrize(("before", "over"), [(499, False), (500, True)])
def test_500_points_exactly_and_501(before: int, over: bool) -> None:
    """§16.12"""
    state = after(position("r1", "b1", "b2", "y1", totals=[0, before, 0, 0]), "r1")
    assert (state["totals"][1], state["over"]) == (before + 1, over)


def test_an_interjection_down_to_one_card_while_another_seat_owes_a_call() -> None:
    """§16.13"""
    state = after(position("b1", "r5 b2", "g1 g2", turn=2, owes_call=[0]), "1:r5")
    assert (len(state["hands"][0]), state["hands"][1], state["owes_call"]) == (3, ["b2"], [1])
    assert turn_of(state) == (2, "turn", "r")
