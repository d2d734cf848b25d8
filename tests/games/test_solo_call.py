"""Solo! (§9), and the empty draw pile (§10 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

from kartentisch.games.solo import GAME
from tests.games.solo_positions import after, asking, code, match_at, moves_at, position, turn_of

pytestmark = pytest.mark.rules


def test_who_has_one_card_left_calls() -> None:
    """§9.1"""
    state = after(position("r1 b1", "g1 g2"), "r1")
    assert state["owes_call"] == [0]
    assert match_at(state).actors() == (1, 0)
    assert moves_at(state, 0) == ["solo", "quiet"]
    called = after(state, "0:solo")
    assert (called["owes_call"], turn_of(called), called["steps"]) == ([], (1, "turn", "r"), state["steps"] + 1)


@pytest.mark.parametrize("actor", [1, 2, 3])
def test_the_call_is_due_before_any_other_seat_discards_or_draws(actor: int) -> None:
    """§9.2: not the next one only."""
    hands = ["b1", "g1 g2", "g3 g4", "g6 g7"]
    state = position(*hands, turn=actor, top="g5", owes_call=[0])
    for move in ("draw", hands[actor].split()[0]):
        assert len(after(state, move)["hands"][0]) == 3
    assert after(state, "0:solo", "draw")["hands"][0] == ["b1"]


def test_an_interjection_and_a_protection_are_due_dates_too() -> None:
    """§9.2"""
    state = position("b1", "g1 g2", "r5 g3 g4", turn=1, owes_call=[0])
    assert len(after(state, "2:r5")["hands"][0]) == 3
    state = position("b1", "g1 g2", "Pr g4 g5", top="rX", **asking(1, 2), owes_call=[0])
    assert len(after(state, "2:Pr")["hands"][0]) == 3


@pytest.mark.parametrize(
    ("hand", "move"),
    [("r1 b1", "r1"), ("C b1", "C =g"), ("r7 g7 b7 y1", "triple:7b"), ("Pr y1", "Pr"), ("r+2 y1", "r+2")],
)
def test_ones_own_act_that_leaves_one_card_owes_the_call(hand: str, move: str) -> None:
    """§9.3, §9.4"""
    assert after(position(hand), move)["owes_call"] == [0]


def test_an_interjector_owes_the_call() -> None:
    """§9.3"""
    assert after(position("b1 b2", "g1 g2", "r5 b1"), "2:r5")["owes_call"] == [2]


def test_what_remains_after_a_gift_owes_the_call_when_the_cards_have_moved() -> None:
    """§9.3, §9.4"""
    state = after(position("rG r3 b5 b9", "g1", "y2"), "rG >2", "accept")
    assert state["owes_call"] == []
    assert after(state, "r3 b5")["owes_call"] == [0]


def test_what_comes_with_ones_own_swap_owes_the_call() -> None:
    """§9.3, §9.4"""
    state = after(position("rX b1 b2", "g1", "y1"), "rX >2")
    assert state["owes_call"] == []
    assert after(state, "accept")["owes_call"] == [0]


def test_who_receives_a_single_card_from_others_owes_nothing() -> None:
    """§9.3"""
    state = after(position("rX b1", "g1", "y1 y2"), "rX >2", "accept")
    assert (state["hands"][2], state["owes_call"]) == (["b1"], [])
    state = after(position("A b1", "g1 g2", "y1 y2", "y3 y4"), "A", "accept", "accept", "accept")
    assert (state["hands"][1], state["owes_call"]) == (["b1"], [])


def test_what_comes_with_ones_own_all_swap_owes_the_call() -> None:
    """§9.3, §9.4"""
    state = after(position("A b1 b2", "g1 g2", "y1 y2", "y3"), "A")
    assert state["owes_call"] == []
    state = after(state, "accept", "accept")
    assert state["owes_call"] == []
    assert after(state, "accept")["owes_call"] == [0]


@pytest.mark.parametrize("card", ["rX", "rG"])
def test_a_swap_or_gift_that_was_prevented_owes_the_call_then(card: str) -> None:
    """§9.4"""
    state = after(position(f"{card} b1", "g1", "y1 y2 Pg"), f"{card} >2")
    assert state["owes_call"] == []
    assert after(state, "Pg")["owes_call"] == [0]


def test_an_all_swap_that_all_prevented_owes_the_call_then() -> None:
    """§9.4"""
    state = after(position("A b1", "Pg y1 y2", seats=2), "A")
    assert state["owes_call"] == []
    assert after(state, "Pg")["owes_call"] == [0]


def test_a_protector_owes_at_once() -> None:
    """§9.4"""
    state = after(position("A b1 b2", "Pg y1", "g1 g2", "g3 g4"), "A", "1:Pg")
    assert (state["owes_call"], state["phase"]) == ([1], "answer")
    assert moves_at(state, 1) == ["solo", "quiet"]
    state = after(position("rX b1 b2", "g1", "y1 Pg"), "rX >2", "Pg")
    assert state["owes_call"] == [2]


def test_the_debt_ends_with_other_than_one_card() -> None:
    """§9.5"""
    state = position("b1", "g1 g2", seats=2, owes_call=[0], quiet=[0], draw="b3 b4 r1")
    assert (after(state, "draw")["owes_call"], after(state, "draw")["quiet"]) == ([], [])
    state = position("b1", "g1 g2", seats=2, top="r+2", phase="owed", pending=2, owes_call=[0])
    assert after(state, "take")["owes_call"] == []
    state = position("b1 b2 b3", "g1", top="rG", phase="gift", layer=0, target=1, owes_call=[1])
    assert after(state, "b1 b2")["owes_call"] == [0]
    state = position("b1 b2", "g1", top="rX", **asking(0, 1), owes_call=[1], quiet=[1])
    assert (after(state, "accept")["owes_call"], after(state, "accept")["quiet"]) == ([0], [])


def test_the_debt_ends_with_the_penalty() -> None:
    """§9.5, §9.6"""
    state = after(position("g1 g2", "b1", owes_call=[1], quiet=[1]), "draw")
    assert (state["owes_call"], state["quiet"], len(state["hands"][1])) == ([], [], 3)


def test_the_penalty_comes_before_the_actors_card_is_down() -> None:
    """§9.6: so the new card is not yet on the pile when that is shuffled."""
    state = after(position("r1 g2", "b1", draw="y1", under="r9", hoard=2, owes_call=[1]), "r1")
    assert (state["hands"][1], state["discard"], state["draw_bag"]) == (["r9", "b1", "y1"], ["r5", "r1"], [])


@pytest.mark.parametrize(("direction", "cards"), [(1, [1, 3, 2]), (-1, [1, 2, 3])])
def test_debtors_draw_in_the_direction_of_play_from_the_seat_next_after_the_actor(
    direction: int, cards: list[int]
) -> None:
    """§9.6"""
    state = position("r1 g2", "b1", "b2", draw="y1 y2 y3", hoard=3, direction=direction, owes_call=[1, 2])
    reached = after(state, "r1")
    assert [len(hand) for hand in reached["hands"][:3]] == cards
    assert reached["owes_call"] == [0]


def test_the_cards_of_the_penalty_count_when_the_discard_ends_the_round() -> None:
    """§9.6"""
    state = after(position("r1", "b1", draw="b9 b9", owes_call=[1]), "r1")
    assert (state["round_over"], state["hands"][1], state["points"][1]) == (True, ["b1", "b9", "b9"], 19)
    assert state["owes_call"] == []


def test_the_debt_ends_even_if_the_piles_give_nothing() -> None:
    """§9.6"""
    state = position("g1 g2", "b1", "y1 y2", hoard=3, owes_call=[1])
    reached = after(state, "draw")
    assert (reached["owes_call"], reached["hands"][1], reached["turn"]) == ([], ["b1"], 1)


def test_a_draw_that_gives_nothing_costs_the_others_and_not_oneself() -> None:
    """§9.5, §9.6"""
    state = position("g1", "b1", "y1 y2", hoard=3, owes_call=[0, 1])
    assert after(state, "draw")["owes_call"] == [0]


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (position("g1", "b1 b2", top="rX", **asking(2, 1), owes_call=[0]), "accept"),
        (position("g1", "b1 b2", turn=1, phase="skipped", layer=0, top="rS", owes_call=[0]), "skip"),
        (position("g1", "r1 b2", turn=1, phase="drawn", drawn="r1", owes_call=[0]), "pass"),
        (position("g1", "b1 b2 b3", turn=1, phase="gift", layer=1, target=2, top="rG", owes_call=[0]), "b1 b2"),
        (position("g1", "b1", turn=2, owes_call=[0, 1]), "1:solo"),
    ],
)
def test_accept_pass_skip_giving_and_calls_are_neither_discards_nor_draws(state: dict[str, object], move: str) -> None:
    """§9.7"""
    reached = after(state, move)
    assert (0 in reached["owes_call"], reached["hands"][0]) == (True, ["g1"])


def test_emptying_the_hand_at_once_owes_no_call() -> None:
    """§9.8"""
    state = after(position("r7 g7 b7"), "triple:7b")
    assert (state["round_over"], state["owes_call"], state["hands"][0]) == (True, [], [])
    assert after(position("rG b1", "g1"), "rG >1", "accept")["round_over"]


def test_with_auto_nothing_is_ever_owed() -> None:
    """§9.9"""
    state = after(position("r1 b1", options={"solo_call": "auto"}), "r1")
    assert (state["owes_call"], match_at(state).actors()) == ([], (1,))
    state = after(position("rX b1", "g1", "y1 Pg y2", options={"solo_call": "auto"}), "rX >2", "Pg")
    assert state["owes_call"] == []
    assert code(position("r1", options={"solo_call": "auto"}), "solo") == ("no_debt", "9.3")


# ---- Empty draw pile ----


def test_the_discard_pile_is_shuffled_when_a_card_is_to_be_drawn_and_none_is_there() -> None:
    """§10.1"""
    state = position("g1 g2", draw="b8")
    under = state["discard"][:-1]
    last = after(state, "draw")
    assert (last["draw_bag"], last["discard"]) == ([], [*under, "r5"])
    reached = after(last, "draw")
    assert reached["discard"] == ["r5"]
    assert len(reached["draw_bag"]) == len(under) - 1


def test_a_draw_of_several_first_takes_what_is_left() -> None:
    """§10.1"""
    state = after(position("g1 g2", phase="owed", pending=4, top="r+2", draw="b8 b9"), "take")
    assert {"b8", "b9"} <= set(state["hands"][0])
    assert (len(state["hands"][0]), state["discard"]) == (6, ["r+2"])


def test_with_too_few_one_draws_what_there_is() -> None:
    """§10.2"""
    state = position("g1 g2", phase="owed", pending=4, top="r+2", draw="b1 b2 b3", hoard=3)
    taken = after(state, "take")
    assert (len(taken["hands"][0]), turn_of(taken)) == (5, (0, "turn", "r"))


def test_penalties_may_shuffle_too_and_never_change_whose_turn_it_is() -> None:
    """§10.3"""
    state = after(position("g1 g2", "b1", draw="", owes_call=[1]), "draw")
    assert (len(state["hands"][1]), len(state["hands"][0]), state["discard"]) == (3, 3, ["r5"])
    assert state["turn"] in (0, 1)
    reached = after(position("r1 g2", "b1", draw="", owes_call=[1]), "r1")
    assert (turn_of(reached), reached["discard"]) == ((1, "turn", "r"), ["r5", "r1"])


def test_the_call_is_a_move_out_of_turn_so_tables_leave_time_for_it() -> None:
    """§9.10"""
    assert GAME.reacts
    assert match_at(after(position("r1 b1", "g1 g2"), "r1")).actors() == (1, 0)
