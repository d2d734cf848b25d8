"""Views that come over the wire: the same bot plays on them, and what cannot be a view is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.games.schwupps_positions import match_at, position

pytestmark = pytest.mark.rules

STATE = position("b2 g5 !", "b1,b3 g1 r1 v1", "+1 n n n", task_bag=["c", "nc"], common_bag=["v4", "v5"], boxed=2)
VALUES: list[Any] = [None, True, 1.5, "x", -1, 7, 10**12, [], {}, [None], {"A1": 1}, [[]], "b1", ["b1"], [1, 2, 3]]


def seen(seat: int | None = 0) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(json.dumps(match_at(STATE).view(seat).json()))
    return view


def refused(state: Any) -> None:
    with pytest.raises(ValueError, match=r".{10}"):
        kt.View.from_json(state)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_view_over_the_wire_says_the_same(seat: int | None) -> None:
    plain, wired = match_at(STATE).view(seat), kt.View.from_json(seen(seat))
    assert wired.json() == plain.json()
    assert (wired.seat, wired.game) == (seat, "schwupps")
    assert wired.moves() == plain.moves()
    for move in ("b2>A1", "g5>A1", "!", "end", "~A", "nonsense"):
        assert wired.why_not(move) == plain.why_not(move)
    if seat is not None:
        assert wired.imagine(3).state_json() == plain.imagine(3).state_json()


@pytest.mark.parametrize("key", sorted(seen()))
def test_a_view_with_a_missing_key_is_refused(key: str) -> None:
    state = seen()
    del state[key]
    refused(state)


@pytest.mark.parametrize("key", sorted(set(seen()) - {"moves"}))
def test_nonsense_in_a_view_is_refused_or_read_as_it_stands(key: str) -> None:
    """Never anything but a ValueError; what is accepted comes back as it was."""
    for value in VALUES:
        state = {**seen(), key: value}
        try:
            view = kt.View.from_json(state)
        except ValueError:
            continue
        back = view.json()
        assert {name: back[name] for name in back if name != "moves"} == {
            name: state[name] for name in state if name != "moves"
        }
        assert type(back[key]) is type(value)


def test_what_a_seat_cannot_see_must_not_be_in_its_view() -> None:
    refused({**seen(), "bag": STATE["bag"]})
    refused({**seen(), "common_bag": ["v4", "v5"]})
    refused({**seen(), "task_bag": ["c", "nc"]})
    refused({**seen(), "hands": STATE["hands"]})
    refused({**seen(), "seat": 1})
    refused({**seen(1), "seat": None})
    refused({**seen(None), "seat": 0})


def test_counts_of_a_view_must_add_up() -> None:
    refused({**seen(), "bag": 29})
    refused({**seen(), "task_bag": 3})
    refused({**seen(), "boxed": 1})
    refused({**seen(), "hands": [*seen()["hands"][:2], seen()["hands"][2][:-1]]})


@pytest.mark.parametrize("state", [None, 5, [], "schwupps", {}, {"game": "schwupps"}, {"game": "chess", "seat": 0}])
def test_what_is_no_view_is_refused(state: Any) -> None:
    refused(state)


def test_a_state_is_no_view() -> None:
    refused(STATE)
