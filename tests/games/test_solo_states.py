"""Phases and state_json (§17, §18 of docs/rules/solo.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.solo_positions import State, after, asking, match_at, moves_at, position

pytestmark = pytest.mark.rules

KEYS = [
    *["game", "rules", "seats", "options", "round", "steps", "turn", "round_over", "dealer", "direction", "phase"],
    *["hands", "known", "draw_bag", "discard", "colour", "pending", "drawn", "layer", "target", "to_answer"],
    *["protected", "declined", "owes_call", "quiet", "points", "totals", "over", "winners"],
]

TURN = position("r1 r9 g4", "r5 b1", "g2", "y1 y2 y3", known={(0, 1): "b1"})
DRAWN = position("r1 r9 g4", "r5 b1", "g2", phase="drawn", drawn="r9")
OWED = position("r1 r9", "b1", phase="owed", pending=4, top="b+2")
SKIPPED = position("r1 r9", "b1", turn=1, phase="skipped", layer=0, top="rS")
SWAP = position("r1 r9", "b1 b2", top="rX", **asking(0, 1))
ALL = position("r1 r9", "b1 b2", "g1 g2", top="Pg", **asking(0, None, to_answer=[1, 3], protected=[2]))
GIVING = position("r1 r9 b4", "b1 b2", top="rG", phase="gift", layer=0, target=1)
CALLED = position("r1", "b1 b2", "g1", owes_call=[0, 2], quiet=[2])
OVER = after(position("r1", "b1 b2"), "r1")
STATES = [TURN, DRAWN, OWED, SKIPPED, SWAP, ALL, GIVING, CALLED, OVER]


def test_the_keys_of_a_state_are_these_in_this_order() -> None:
    """§18.1"""
    assert list(TURN) == KEYS


@pytest.mark.parametrize("state", STATES)
def test_sound_states_are_accepted_and_come_back(state: State) -> None:
    """§18.1"""
    assert match_at(json.loads(json.dumps(state))).state_json() == state


@pytest.mark.parametrize("state", STATES)
def test_lists_that_are_sorted_by_rule_are_accepted_in_any_order(state: State) -> None:
    """§18.2"""
    mixed = json.loads(json.dumps(state))
    for key in ("to_answer", "protected", "declined", "owes_call", "quiet", "draw_bag"):
        mixed[key].reverse()
    for cards in [*mixed["hands"], *(cards for row in mixed["known"] for cards in row)]:
        cards.reverse()
    assert match_at(mixed).state_json() == state


def test_known_drawn_and_the_lists_of_seats_are_written_so() -> None:
    """§18.2"""
    assert TURN["known"][0] == [[], ["b1"], [], []]
    assert (DRAWN["drawn"], DRAWN["hands"][0]) == ("r9", ["r1", "r9", "g4"])
    assert (ALL["to_answer"], ALL["protected"], CALLED["owes_call"]) == ([1, 3], [2], [0, 2])
    backwards = {**ALL, "direction": -1}
    assert match_at(backwards).state_json()["to_answer"] == [3, 1]


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (TURN, ["r1", "r9", "draw"]),
        (DRAWN, ["r9", "pass"]),
        (OWED, ["take"]),
        (SKIPPED, ["skip"]),
        (SWAP, ["accept"]),
        (ALL, ["accept"]),
        (GIVING, ["r1 r9", "r1 b4", "r9 b4"]),
    ],
)
def test_each_phase_has_its_moves(state: State, moves: list[str]) -> None:
    """§17.1"""
    assert moves_at(state) == moves


@pytest.mark.parametrize(
    ("phase", "more"),
    [("turn", {}), ("drawn", {"drawn": "+4"}), ("owed", {"pending": 4, "top": "+4", "colour": "g"})],
)
def test_a_card_that_empties_the_hand_needs_nothing_and_takes_nothing(phase: str, more: dict[str, Any]) -> None:
    """§17.2"""
    assert "+4 =g" in moves_at(position("+4 b1", phase=phase, **more))
    state = position("+4", phase=phase, **more)
    assert moves_at(state)[0] == "+4"
    assert after(state, "+4")["round_over"]


def test_when_the_round_is_over_nothing_is_pending() -> None:
    """§18.3"""
    for state in (OVER, after(position("+4", phase="owed", pending=8, top="+4", colour="b"), "+4")):
        assert (state["phase"], state["turn"], state["pending"]) == ("round_over", None, 0)
        assert [state[key] for key in ("drawn", "layer", "target")] == [None] * 3
        assert [state[key] for key in ("to_answer", "protected", "declined", "owes_call", "quiet")] == [[]] * 5
