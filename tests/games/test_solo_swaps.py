"""Swap, gift, all swap, and protection against them (§7, §8 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

from kartentisch.games.solo import GAME
from tests.games.solo_positions import after, asking, code, match_at, moves_at, position, turn_of

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def window(state: dict[str, object]) -> list[int]:
    match = match_at(state)
    mask = int(GAME.run.window(match._records, 0))
    return [seat for seat in range(match.seats) if (mask >> seat) & 1]


def test_the_target_answers_before_anything_moves() -> None:
    """§7.1"""
    state = after(position("rX b1 b2", "g1", "y1 y2 y3"), "rX >2")
    assert (turn_of(state), state["layer"], state["target"]) == ((0, "answer", "r"), 0, 2)
    assert match_at(state).actors() == (2,)
    assert moves_at(state) == ["accept"]
    assert state["hands"][2] == ["y1", "y2", "y3"]
    view = match_at(state).view(2).json()
    assert view["hands"][0] == [None, None]
    assert code(state, "y1") == ("only_answer", "7.1")
    assert code(state, "draw") == ("only_answer", "7.1")


def test_a_swap_exchanges_the_whole_hands_and_it_is_that_seats_turn() -> None:
    """§7.2"""
    state = after(position("rX b1 b2", "g1", "y1 y2 y3"), "rX >2", "accept")
    assert (state["hands"][0], state["hands"][2]) == (["y1", "y2", "y3"], ["b1", "b2"])
    assert (turn_of(state), state["layer"], state["target"]) == ((2, "turn", "r"), None, None)


def test_the_giver_hands_over_two_cards_and_the_seat_next_after_the_giver_is_in_turn() -> None:
    """§7.3"""
    state = after(position("rG r3 b5 b9 y1", "g1", "y2"), "rG >2", "accept")
    assert (turn_of(state), state["layer"], state["target"]) == ((0, "gift", "r"), 0, 2)
    assert match_at(state).actors() == (0,)
    given = after(state, "r3 b5")
    assert (given["hands"][0], given["hands"][2]) == (["b9", "y1"], ["r3", "b5", "y2"])
    assert (turn_of(given), given["layer"], given["target"]) == ((1, "turn", "r"), None, None)
    assert given["steps"] == state["steps"] + 2


def test_all_pairs_of_the_hand_can_be_given_the_lower_card_first() -> None:
    """§7.3, §7.8, §15.2"""
    state = position("r3 r3 b5 y1", top="rG", phase="gift", layer=0, target=2)
    assert moves_at(state) == ["r3 r3", "r3 b5", "r3 y1", "b5 y1"]
    assert match_at(state).steps(0) == ["r3", "b5"]
    assert match_at(state).steps(0, "r3") == ["r3", "b5", "y1"]
    assert match_at(state).steps(0, "b5") == ["y1"]
    assert code(state, "b5 r3") == ("gift_order", "7.8")
    assert code(state, "y1") == ("gift_order", "7.8")
    assert code(state, "b5 b5") == ("gift_missing", "7.3")
    assert code(state, "b5 g1") == ("gift_missing", "7.3")
    assert code(state, "b5 draw") == ("gift_two", "7.3")
    assert code(state, "draw") == ("gift_two", "7.3")
    assert code(state, "triple:3r") == ("gift_two", "7.3")
    assert code(state, "g1 b5") == ("card_missing", "3.1")


@pytest.mark.parametrize(("hand", "left"), [("r3", 1), ("r3 r3", 2), ("r3 b5", 2)])
def test_with_one_or_two_cards_left_all_are_given_and_the_giver_has_gone_out(hand: str, left: int) -> None:
    """§7.4, §7.5"""
    state = after(position(f"rG {hand}", "g1", "y2"), "rG >2")
    assert moves_at(state) == ["accept"]
    done = after(state, "accept")
    assert (done["round_over"], done["phase"], done["turn"]) == (True, "round_over", None)
    assert (done["hands"][0], len(done["hands"][2])) == ([], 1 + left)
    assert done["points"][0] == 0
    assert done["points"][2] == 2 + sum(int(card[1]) for card in hand.split())
    assert done["known"][0][2] == hand.split()


def test_an_all_swap_asks_all_others_in_any_order() -> None:
    """§7.6"""
    state = after(position("A b1 b2"), "A")
    assert (turn_of(state), state["layer"], state["target"], state["to_answer"]) == (
        (0, "answer", "*"),
        0,
        None,
        [1, 2, 3],
    )
    assert match_at(state).actors() == (1, 2, 3)
    state = after(state, "2:accept")
    assert (state["to_answer"], match_at(state).actors()) == ([1, 3], (1, 3))
    assert state["hands"][0] == ["b1", "b2"]


def test_those_to_answer_stand_in_the_order_of_play_from_the_layer() -> None:
    """§7.6, §18.2"""
    assert after(position("b1", "b2", "A b1 b2", turn=2), "A")["to_answer"] == [3, 0, 1]
    state = after(position("b1", "b2", "A b1 b2", turn=2, direction=-1), "A")
    assert state["to_answer"] == [1, 0, 3]
    assert match_at(state).actors() == (1, 0, 3)


def test_all_hands_are_passed_on_and_any_card_fits() -> None:
    """§7.6"""
    state = position("A b1 b2", "g1 y9", "g2 g3 g4", "y5")
    state = after(state, "A", "accept", "accept", "accept")
    assert state["hands"] == [["y5"], ["b1", "b2"], ["g1", "y9"], ["g2", "g3", "g4"]]
    assert (turn_of(state), state["layer"]) == ((1, "turn", "*"), None)
    assert moves_at(state) == ["b1", "b2", "draw"]
    backwards = position("A b1 b2", "g1 y9", "g2 g3 g4", "y5", direction=-1)
    backwards = after(backwards, "A", "accept", "accept", "accept")
    assert backwards["hands"] == [["g1", "y9"], ["g2", "g3", "g4"], ["y5"], ["b1", "b2"]]
    assert turn_of(backwards) == (3, "turn", "*")


def test_hands_pass_protected_seats_and_the_first_unprotected_seat_is_in_turn() -> None:
    """§7.7, §8.4"""
    state = position("A b1 b2", "Pg g1 y9", "g2 g3 g4", "y5 y6")
    state = after(state, "A", "2:accept", "1:Pg")
    assert (state["protected"], state["to_answer"], turn_of(state)) == ([1], [3], (0, "answer", "g"))
    state = after(state, "accept")
    assert state["hands"] == [["y5", "y6"], ["g1", "y9"], ["b1", "b2"], ["g2", "g3", "g4"]]
    assert (turn_of(state), state["protected"]) == ((2, "turn", "g"), [])


def test_with_fewer_than_two_seats_unprotected_nothing_moves() -> None:
    """§7.7"""
    state = position("A b1 b2", "Pg g1 y9", "Pr g3 g4", seats=3)
    state = after(state, "A", "1:Pg", "2:Pr")
    assert state["hands"] == [["b1", "b2"], ["g1", "y9"], ["g3", "g4"]]
    assert turn_of(state) == (0, "turn", "r")


def test_a_protection_stops_a_swap_and_the_seat_next_after_it_is_in_turn() -> None:
    """§8.4, §8.7"""
    state = after(position("rX b1 b2", "g1", "y1 Pb y3"), "rX >2")
    assert moves_at(state) == ["Pb", "accept"]
    state = after(state, "Pb")
    assert (state["hands"][0], state["hands"][2]) == (["b1", "b2"], ["y1", "y3"])
    assert (turn_of(state), state["layer"], state["target"]) == ((3, "turn", "b"), None, None)


def test_a_protection_stops_a_gift() -> None:
    """§8.4, §8.7"""
    state = after(position("rG b1 b2 b3", "g1", "y1 Pb y3", direction=-1), "rG >2", "Pb")
    assert (state["hands"][0], state["hands"][2]) == (["b1", "b2", "b3"], ["y1", "y3"])
    assert turn_of(state) == (1, "turn", "b")


def test_the_last_protection_laid_decides_what_matches() -> None:
    """§8.8"""
    state = position("A b1 b2", "Pg g1 y9", "Pr g3 g4", "y5 y6")
    assert turn_of(after(state, "A", "2:Pr", "1:Pg", "3:accept")) == (3, "turn", "g")
    assert turn_of(after(state, "A", "1:Pg", "2:Pr", "3:accept")) == (3, "turn", "r")


@pytest.mark.parametrize("move", ["rX >2", "rG >2", "A"])
def test_who_goes_out_by_protecting_ends_the_round_on_the_spot(move: str) -> None:
    """§8.9"""
    state = after(position(f"{move[:2].strip()} b1 b2 b3", "g1", "Pb"), move, "2:Pb")
    assert (state["round_over"], state["hands"][2], state["hands"][0]) == (True, [], ["b1", "b2", "b3"])
    assert (state["points"][2], state["points"][0], state["colour"]) == (0, 6, "b")
    assert (state["to_answer"], state["protected"], state["layer"], state["target"]) == ([], [], None, None)


def test_a_table_answers_for_all_who_are_aimed_at() -> None:
    """§8.10, §17.3"""
    skipped = position("b1", "g1", turn=1, phase="skipped", layer=0, top="rS")
    swap = position("b1", "g1", "y1", top="rX", **asking(0, 2))
    everybody = position("b1 b2", "g1 g2", "y1", top="A", **asking(0, None, to_answer=[1, 3]))
    gift = position("b1 b2 b3", top="rG", phase="gift", layer=0, target=1)
    assert [window(state) for state in (skipped, swap, everybody, gift, position("r1"))] == [[1], [2], [1, 3], [], []]
    for state, seat, token in ((skipped, 1, "skip"), (swap, 2, "accept"), (everybody, 3, "accept")):
        assert GAME.tokens[int(GAME.run.answer(match_at(state)._records, 0, seat))] == token


def test_who_has_answered_is_not_asked_again() -> None:
    """§7.6"""
    state = position("b1 b2", "Pg g2", "y1 y2", top="A", **asking(0, None, to_answer=[2, 3]))
    assert moves_at(state, 1) == []
