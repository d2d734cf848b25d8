"""Views of Solo that come over the wire: read as they stand, or refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.games.solo_positions import State, match_at
from tests.games.test_solo_states import ALL, CALLED, DRAWN, GIVING, OVER, OWED, SKIPPED, SWAP, TURN
from tests.ways import in_turn

pytestmark = pytest.mark.rules

STATES = {
    "turn": TURN,
    "drawn": DRAWN,
    "owed": OWED,
    "skipped": SKIPPED,
    "swap": SWAP,
    "all swap": ALL,
    "gift": GIVING,
    "called": CALLED,
    "over": OVER,
}
VALUES: list[Any] = [
    *[None, True, 1.5, "x", -1, 0, 1, 3, 7, 10**12, [], {}, [None], [[]], "r1", ["r1"], [1, 2, 3], [0], "*", "r"],
    *["turn", "drawn", "owed", "skipped", "answer", "gift", "round_over", [[None], [None], [None], [None]]],
]


def seen(state: State, seat: int | None) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(json.dumps(match_at(state).view(seat).json()))
    return view


def refused(state: Any) -> None:
    with pytest.raises(ValueError, match=r".{10}"):
        kt.View.from_json(state)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
@pytest.mark.parametrize("name", STATES)
def test_a_view_over_the_wire_says_the_same(name: str, seat: int | None) -> None:
    plain, wired = match_at(STATES[name]).view(seat), kt.View.from_json(seen(STATES[name], seat))
    assert wired.json() == plain.json()
    assert wired.moves() == plain.moves()
    for move in ("r1", "C =g", "r1 r9", "draw", "take", "skip", "accept", "solo", "no", "triple:9r", "nonsense"):
        assert wired.why_not(move) == plain.why_not(move)
    if seat is not None:
        assert wired.imagine(3).state_json() == plain.imagine(3).state_json()


@pytest.mark.parametrize(("name", "seat"), in_turn(STATES, [0, 1, None]))
def test_nonsense_in_a_view_is_refused_or_read_as_it_stands(name: str, seat: int | None) -> None:
    """Never anything but a ValueError; what is accepted comes back as it was, with moves and refusals."""
    view = seen(STATES[name], seat)
    for key in sorted(set(view) - {"moves"}):
        for value in VALUES:
            try:
                wired = kt.View.from_json({**view, key: value})
            except ValueError:
                continue
            if (key, value) == ("direction", -1):
                continue  # the order of those to answer follows from it
            back = wired.json()
            assert {other: back[other] for other in back if other != "moves"} == {
                **{other: view[other] for other in view if other != "moves"},
                key: value,
            }
            assert isinstance(wired.moves(), list)
            assert wired.why_not("draw") != ""


def test_what_a_seat_cannot_see_must_not_be_in_its_view() -> None:
    view = seen(TURN, 0)
    refused({**view, "draw_bag": TURN["draw_bag"]})
    refused({**view, "hands": TURN["hands"]})
    refused({**view, "known": TURN["known"]})
    refused({**seen(TURN, 2), "hands": view["hands"]})
    refused({**seen(DRAWN, 1), "drawn": "r9"})
    refused({**seen(TURN, 0), "declined": [1]})
    refused({**seen(CALLED, 0), "quiet": [2]})
    shown = [["b1"] + [None] * (len(hand) - 1) for hand in seen(TURN, None)["hands"]]
    refused({**seen(TURN, None), "hands": shown})


def test_the_cards_shown_are_the_known_ones() -> None:
    view = seen(TURN, 0)
    assert view["hands"][1] == ["b1", None]
    refused({**view, "hands": [view["hands"][0], [None, None], *view["hands"][2:]]})
    refused({**view, "known": [[[], [], [], []], None, None, None]})
    refused({**view, "known": [[[], ["r5"], [], []], None, None, None]})


def test_counts_of_a_view_must_add_up() -> None:
    view = seen(TURN, 0)
    refused({**view, "draw_bag": view["draw_bag"] - 1})
    refused({**view, "hands": [*view["hands"][:3], view["hands"][3][:-1]]})
    refused({**view, "discard": [*view["discard"], "r5"]})


@pytest.mark.parametrize(
    "changes",
    [
        {"discard": []},
        {"phase": "drawn"},
        {"phase": "answer"},
        {"phase": "answer", "layer": 0},
        {"phase": "gift", "layer": 0},
        {"phase": "owed", "pending": 3},
        {"phase": "skipped"},
        {"direction": 0},
        {"colour": "g"},
    ],
)
def test_a_view_of_what_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    refused({**seen(TURN, 0), **changes})
