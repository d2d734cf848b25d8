"""What from_state_json refuses (§19 of docs/rules/solo.md)."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from tests.games.solo_positions import State, after, asking, match_at, position
from tests.games.test_solo_states import ALL, CALLED, DRAWN, GIVING, KEYS, OVER, OWED, SKIPPED, SWAP, TURN

pytestmark = pytest.mark.rules


def refused(state: Any) -> None:
    with pytest.raises(ValueError, match=r".{10}"):
        kt.Match.from_state_json(state, seed=1)


@pytest.mark.parametrize("key", KEYS)
def test_missing_keys_are_refused(key: str) -> None:
    """§19.1"""
    refused({other: value for other, value in TURN.items() if other != key})


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", [None, True, 1.5, "x", -7, 10**12, [], {}, [None], ["r1"], [[]], [5, 5], "r1"])
def test_wrong_types_and_values_out_of_range_are_refused(key: str, value: Any) -> None:
    """§19.1"""
    right: State = {
        **dict.fromkeys(("drawn", "layer", "target"), None),
        **{name: [] for name in ("to_answer", "protected", "declined", "owes_call", "quiet", "winners")},
    }
    if value is True and key == "round_over":
        return
    if key in right and value == right[key]:
        return
    refused({**TURN, key: value})


@pytest.mark.parametrize(
    "changes",
    [
        {"discard": [], "draw_bag": [*TURN["draw_bag"], "r5"]},
        {"direction": 0},
        {"direction": 2},
        {"dealer": 0},
        {"round": 2},
        {"over": True, "round_over": True, "turn": None, "phase": "round_over", "winners": [0]},
        {"phase": "round_over"},
        {"round_over": True, "turn": None},
        {"hands": [[], *TURN["hands"][1:]], "draw_bag": [*TURN["draw_bag"], *TURN["hands"][0]]},
        {"hands": [["r1", "r1", "g4"], *TURN["hands"][1:]]},
        {"hands": [["r1", "g4"], *TURN["hands"][1:]]},
        {"hands": [["r1", "g4", "r10"], *TURN["hands"][1:]]},
        {"hands": TURN["hands"][:3]},
        {"game": "schwupps"},
        {"rules": 3},
        {"unknown": 1},
    ],
)
def test_what_does_not_fit_together_is_refused(changes: dict[str, Any]) -> None:
    """§19.1"""
    refused({**TURN, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"round": 3, "dealer": 1, "options": {**TURN["options"], "rounds": 2}},
        {"totals": [0, 501, 0, 0]},
    ],
)
def test_that_play_does_not_lead_there_is_no_fault(changes: dict[str, Any]) -> None:
    """A round after the last one, and one with a seat past the limit: a table may go on as it likes."""
    match_at({**TURN, **changes})


def test_a_match_over_too_early_or_not_over_in_time_is_refused() -> None:
    """§19.1"""
    refused({**OVER, "over": True, "winners": [0]})
    refused({**OVER, "totals": [0, 501, 0, 0]})
    match_at({**OVER, "totals": [0, 501, 0, 0], "over": True, "winners": [0, 2, 3]})
    refused({**OVER, "options": {**OVER["options"], "rounds": 1}})
    match_at({**OVER, "totals": [0, 501, 0, 0], "options": {**OVER["options"], "rounds": 2}})


@pytest.mark.parametrize(
    ("state", "pending"),
    [(TURN, 2), (DRAWN, 4), (SKIPPED, 2), (SWAP, 2), (GIVING, 2), (OVER, 2), (OWED, 0), (OWED, 3), (OWED, -2)],
)
def test_pending_that_does_not_fit_is_refused(state: State, pending: int) -> None:
    """§19.2"""
    refused({**state, "pending": pending})


def test_in_owed_the_top_card_is_a_draw_card_and_pending_its_multiple() -> None:
    """§19.2"""
    refused({**TURN, "phase": "owed", "pending": 2})
    four = position("r1", phase="owed", pending=8, top="+4", colour="b")
    refused({**four, "pending": 6})
    refused({**position("A", top="A"), "phase": "owed", "pending": 4})


@pytest.mark.parametrize("state", [TURN, OWED, SKIPPED, SWAP, GIVING, OVER])
def test_drawn_outside_its_phase_is_refused(state: State) -> None:
    """§19.3"""
    refused({**state, "drawn": "r9"})


@pytest.mark.parametrize("drawn", [None, "g4", "r2", "r5", "b1", 7, "", [], "r10"])
def test_a_drawn_card_that_is_not_in_the_hand_or_does_not_match_is_refused(drawn: Any) -> None:
    """§19.3"""
    refused({**DRAWN, "drawn": drawn})


@pytest.mark.parametrize(
    ("state", "changes"),
    [
        *((state, {key: 1}) for state in (TURN, DRAWN, OWED, OVER) for key in ("layer", "target")),
        *(
            (state, {key: [2]})
            for state in (TURN, OWED, SKIPPED, SWAP, GIVING, OVER)
            for key in ("to_answer", "protected")
        ),
        (SKIPPED, {"layer": None}),
        (SKIPPED, {"layer": 1}),
        (SKIPPED, {"target": 1}),
        (SWAP, {"layer": None}),
        (SWAP, {"layer": 1}),
        (SWAP, {"target": 0}),
        (SWAP, {"target": None}),
        (SWAP, {"target": 4}),
        (SWAP, {"discard": ["r5"], "draw_bag": [*SWAP["draw_bag"], "rX"]}),
        (ALL, {"target": 1}),
        (ALL, {"to_answer": []}),
        (ALL, {"to_answer": [0, 1]}),
        (ALL, {"to_answer": [1, 2]}),
        (ALL, {"protected": [0]}),
        (ALL, {"to_answer": [1, 1]}),
        (ALL, {"to_answer": [1, 4]}),
        (ALL, {"layer": 3}),
        (GIVING, {"target": None}),
        (GIVING, {"target": 0}),
        (GIVING, {"layer": 2}),
    ],
)
def test_layer_target_and_lists_that_do_not_fit_the_phase_are_refused(state: State, changes: dict[str, Any]) -> None:
    """§19.4"""
    refused({**state, **changes})


def test_a_giver_with_fewer_than_three_cards_is_refused() -> None:
    """§19.5"""
    hands = [["r1", "r9"], *GIVING["hands"][1:]]
    refused({**GIVING, "hands": hands, "draw_bag": [*GIVING["draw_bag"], "b4"]})


@pytest.mark.parametrize(
    ("top", "phase", "colours"),
    [
        ("r5", "turn", "r"),
        ("rS", "turn", "r*"),
        ("C", "turn", "rgby*"),
        ("+4", "turn", "rgby*"),
        ("A", "turn", "*"),
        ("Pg", "turn", "g*"),
        ("+4", "owed", "rgby"),
        ("g+2", "owed", "g"),
        ("yS", "skipped", "y"),
    ],
)
def test_a_colour_that_the_top_card_cannot_have_is_refused(top: str, phase: str, colours: str) -> None:
    """§19.6"""
    more: dict[str, Any] = {"turn": {}, "owed": {"pending": 4}, "skipped": {"layer": 3}}[phase]
    state = position("r1 r2", top=top, colour=colours[0], phase=phase, **more)
    for colour in "rgby*":
        if colour in colours:
            assert match_at({**state, "colour": colour}).state_json()["colour"] == colour
        else:
            refused({**state, "colour": colour})


def test_after_a_last_card_only_any_colour_is_in_force_on_a_choose() -> None:
    """§19.6"""
    state = after(position("C", "g1"), "C")
    assert state["colour"] == "*"
    refused({**state, "colour": "r"})


@pytest.mark.parametrize(
    "known",
    [
        [[["r1"], [], [], []], [[]] * 4, [[]] * 4, [[]] * 4],
        [[[], ["b1", "b1"], [], []], [[]] * 4, [[]] * 4, [[]] * 4],
        [[[], ["g9"], [], []], [[]] * 4, [[]] * 4, [[]] * 4],
        [[[], [], [], []], [[]] * 4, [[]] * 4],
        [[[], [], []], [[]] * 4, [[]] * 4, [[]] * 4],
        [[[], ["x"], [], []], [[]] * 4, [[]] * 4, [[]] * 4],
        [None, [[]] * 4, [[]] * 4, [[]] * 4],
        [[[], [None], [], []], [[]] * 4, [[]] * 4, [[]] * 4],
    ],
)
def test_known_that_is_not_part_of_the_hand_is_refused(known: Any) -> None:
    """§19.7"""
    refused({**TURN, "known": known})


@pytest.mark.parametrize(
    ("state", "changes"),
    [
        (TURN, {"declined": [2]}),
        (TURN, {"declined": [0]}),
        (position("r5 r1", "g1"), {"declined": [0]}),
        (position("r1", "C b1", top="C", colour="r"), {"declined": [1]}),
        (TURN, {"owes_call": [1]}),
        (TURN, {"quiet": [2]}),
        (CALLED, {"quiet": [1]}),
        (CALLED, {"options": {**CALLED["options"], "solo_call": "auto"}}),
        (OVER, {"owes_call": [2]}),
        (
            position("r1", options={"step_limit": 9}),
            {"owes_call": [0], "round_over": True, "turn": None, "phase": "round_over"},
        ),
    ],
)
def test_lists_of_seats_that_cannot_be_are_refused(state: State, changes: dict[str, Any]) -> None:
    """§19.8"""
    refused({**state, **changes})


def test_what_play_cannot_reach_is_not_asked() -> None:
    match_at(position("r1 r2", "b1", "b2", top="rX", **asking(3, 1), owes_call=[1]))
    match_at(position("r1", steps=20_000))
    match_at({**OVER, "points": [1, 2, 3, 4]})
