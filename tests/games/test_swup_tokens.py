"""Moves as text (§12 of docs/rules/swup.md, §2 of docs/rules/README.md)."""

from __future__ import annotations

from itertools import permutations

import pytest

import kartentisch as kt
from kartentisch.games.swup import GAME
from tests.games.swup_oracle import ORDER, RANK
from tests.games.swup_positions import after, build, legal, match_at, moves_at, position, refusal, steps_at

pytestmark = pytest.mark.rules

CROWD = "k3 r3 b3 k6 r6 b6 k7 r7 b7 k10 r10"


def test_a_step_is_a_card_a_build_by_its_owner_lay_take_build_or_done() -> None:
    """§12.1, §12.6"""
    assert GAME.tokens == tuple(ORDER)
    assert (ORDER[0], ORDER[1], ORDER[52:58]) == ("done", "k1", ["y13", "@0", "@1", "@2", "@3", "lay"])


def test_there_are_four_forms_of_moves() -> None:
    """§12.2"""
    state = position("r4 k5 k7 b9", "b6 y5 y11 y2")
    assert moves_at(state, "r4 lay") == ["r4 lay"]
    assert legal(state, "k7 build:9 y2 done")
    assert legal(state, "k5")
    assert legal(position("k11", "b6 y5 y11"), "k11 take:11 b6 y5 y11 done")
    assert after(position("k11", "b6 y5 y11"), "k11 take:11 b6 y5 y11 done")["steps"] == 20 + 6


@pytest.mark.parametrize(
    "move",
    [
        *["K11 take:11 y11 done", "k11 take:011 y11 done", "k11 take: 11 y11 done", "k11 take:11 y11\tdone", "k11"],
        *["k11 take:11", "k11 take:11 y11", "k11 take:11 y11 done done", "k11  take:11 y11 Done", "", "k011 lay"],
        *["k11 take:11 y11 done\n", "k11 take:17 y11 done", "k11 take:0 done", "lay k11", "k11 @4", "k11 lay lay"],
    ],
)
def test_reading_is_strict(move: str) -> None:
    """§12.2"""
    match = match_at(position("k11", "b6 y5 y11"))
    before = match.state_json()
    with pytest.raises(kt.IllegalMove):
        match.play(0, move)
    assert match.state_json() == before


def test_more_spaces_are_read_too() -> None:
    """§12.2"""
    assert after(position("k11", "y11"), "  k11   take:11 y11  done ")["table"] == []


def test_groups_come_one_after_the_other_and_items_in_any_order_within_them() -> None:
    """§12.3"""
    state = position("k11", "y5 b6 r4 y7")
    written = {
        order for order in permutations(["y5", "b6", "r4", "y7"]) if legal(state, f"k11 take:11 {' '.join(order)} done")
    }
    assert written == {
        (*one, *other)
        for groups in permutations([("y5", "b6"), ("r4", "y7")])
        for one in permutations(groups[0])
        for other in permutations(groups[1])
    }
    assert len({str(after(state, f"k11 take:11 {' '.join(order)} done")) for order in written}) == 1


def test_in_a_build_the_group_of_the_played_card_comes_first() -> None:
    """§12.3"""
    state = position("k2 r9 b3", "y7 b4 r5")
    assert legal(state, "k2 build:9 y7 r5 b4 done")
    assert legal(state, "k2 build:9 y7 b4 r5 done")
    assert not legal(state, "k2 build:9 b4 r5 y7 done")
    assert "no group worth 9" in refusal(state, "k2 build:9 r5")


def test_only_what_can_still_become_a_legal_move_is_offered() -> None:
    """§12.4"""
    state = position("k11", "y5 b6 r4 y11 k9")
    assert steps_at(state, "k11 take:11") == ["b6", "y5", "y11"]
    assert steps_at(state, "k11 take:11 b6") == ["y5"]
    assert steps_at(state, "k11 take:11 b6 y5") == ["done", "y11"]
    assert steps_at(state, "k11 take:11 b6 y5 done") == []
    assert steps_at(state, "k11") == ["lay", "take:11"]
    with pytest.raises(kt.IllegalMove):
        steps_at(state, "k11 take:11 r4")


def test_two_values_are_kept_open_until_the_sums_decide() -> None:
    """§12.4"""
    state = position("k1 b1", "r1 y13 k13")
    assert steps_at(state, "k1 build:14") == ["k13", "r1", "y13"]
    assert steps_at(state, "k1 build:14 y13") == ["done", "k13", "r1"], "1 and 13; or 14, and 13 of the next 14"
    assert steps_at(state, "k1 build:14 r1") == ["done", "k13", "y13"], "14 and 14; or 14, and 1 of the next 14"
    assert steps_at(state, "k1 build:14 r1 y13") == ["done"]
    assert steps_at(state, "k1 build:14 y13 k13") == ["r1"]


def test_moves_lists_each_outcome_once_in_its_smallest_spelling() -> None:
    """§12.5"""
    assert moves_at(position("k11", "y5 b6 r5 y6"), "k11 take") == [
        "k11 take:11 r5 b6 done",
        "k11 take:11 r5 b6 y5 y6 done",
        "k11 take:11 r5 y6 done",
        "k11 take:11 b6 y5 done",
        "k11 take:11 y5 y6 done",
    ]


def test_where_both_values_take_the_same_the_lower_one_is_given() -> None:
    """§12.5: red 1 is 1, or 14 as black 1 is; with yellow 13 it makes 14."""
    state = position("k1", "r1")
    assert moves_at(state, "k1 take") == ["k1 take:1 r1 done"]
    assert legal(state, "k1 take:14 r1 done")
    assert after(state, "k1 take:14 r1 done") == after(state, "k1 take:1 r1 done")
    assert moves_at(position("k1", "r1 y13"), "k1 take") == ["k1 take:1 r1 done", "k1 take:14 r1 y13 done"]
    two = position("k1 b1", "r1")
    assert moves_at(two, "k1 build") == ["k1 build:1 r1 done", "k1 build:14 r1 done"]


def test_a_crowded_table_has_more_moves_than_a_limit_and_steps_have_none() -> None:
    """§12.5"""
    match = match_at(position("r13", CROWD))
    number = len(match.moves(0))
    assert number > 200
    assert len(match.moves(0, limit=number)) == number
    for limit in (0, 1, 50, number - 1):
        with pytest.raises(kt.TooManyMoves):
            match.moves(0, limit=limit)
    assert match.steps(0, "r13") == ["lay", "take:13"]
    assert match.steps(0, "r13 take:13") == sorted(CROWD.split(), key=RANK.__getitem__)


def test_steps_and_moves_come_in_the_order_of_the_tokens() -> None:
    """§12.6"""
    state = position("b2 k7 r9 y1", "b7 y8 k9 r2", build(1, 9, "k8 b1"), hands={1: "b9 k3 k4 k6"})
    for beginning in ("", "k7", "r9", "b2", "r9 take:9"):
        steps = steps_at(state, beginning)
        assert steps == sorted(steps, key=RANK.__getitem__)
    moves = [move.split() for move in moves_at(state)]
    assert moves == sorted(moves, key=lambda move: [RANK[token] for token in move])
    assert len(moves) == len({tuple(move) for move in moves})
    assert steps_at(state, "r9 take:9")[-1] == "@1"
