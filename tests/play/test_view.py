"""View: all its answers rest on what the seat may know."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.play.helpers import SIZES, wander

each = pytest.mark.parametrize(("game", "seats"), SIZES)
pytestmark = pytest.mark.rules


@each
def test_a_view_answers_like_the_match(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=3), 8)
    for seat in range(seats):
        view = match.view(seat)
        assert view.seat == seat
        assert view.game == game
        assert view.moves() == match.moves(seat)
        assert view.steps() == match.steps(seat) == view.json()["moves"]
        assert view.why_not("nothing") == match.why_not(seat, "nothing")
        for move in view.moves():
            assert view.why_not(move) is None


@each
def test_a_view_that_came_over_the_wire_is_the_same_view(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=4), 8)
    for seat in (*range(seats), None):
        sent = json.loads(json.dumps(match.view(seat).json()))
        view = kt.View.from_json(sent)
        assert view.json() == sent
        assert view.moves() == match.view(seat).moves()


def test_a_bystander_sees_and_does_nothing() -> None:
    view = kt.Match("schwupps", 2, seed=1).view(None)
    assert (view.seat, view.moves(), view.steps(), view.json()["moves"]) == (None, [], [], [])
    assert view.why_not("~A") == "You are watching: only those who have a seat can play."
    with pytest.raises(ValueError, match="bystander"):
        view.imagine(1)


@each
def test_what_a_seat_imagines_looks_the_same_to_it_and_can_be_played(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=6), 10)
    for seat in range(seats):
        view = match.view(seat)
        imagined = view.imagine(1)
        assert imagined.view(seat).json() == view.json()
        assert imagined.state_json() == view.imagine(1).state_json()
        assert kt.Match.from_state_json(imagined.state_json()).state_json() == imagined.state_json()
        assert kt.replay(wander(imagined, 5).record()).state_json() == imagined.state_json()
    assert match.view(0).imagine(1).state_json() != match.view(0).imagine(2).state_json()


def test_what_is_no_view_is_refused_with_a_sentence() -> None:
    match = kt.Match("schwupps", 2, seed=1)
    with pytest.raises(ValueError, match="keys seat and moves"):
        kt.View.from_json(match.state_json())
    with pytest.raises(ValueError, match="There is no game"):
        kt.View.from_json([])
    seen = match.view(0).json()
    with pytest.raises(ValueError, match="hands must be hidden"):
        kt.View.from_json(seen | {"seat": 1})
    with pytest.raises(ValueError, match="Option match cannot be 1"):
        kt.View.from_json(seen | {"options": {"match": 1}})
    wrong: list[Any] = [None, "end", {}, 5, [1], ["end", None], [["end"]]]
    for moves in wrong:
        with pytest.raises(ValueError, match="moves must be a list"):
            kt.View.from_json(seen | {"moves": moves})
    assert kt.View.from_json(seen | {"moves": ["nonsense"]}).json() == seen
    with pytest.raises(kt.IllegalMove, match="no step of a move"):
        match.view(0).steps("nothing")
