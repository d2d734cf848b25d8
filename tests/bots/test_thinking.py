"""Which moves a hint weighs if none are named."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.bots.thinking import CANDIDATES, consider
from kartentisch.play.games import games
from tests.play.helpers import wander

ENOUGH = 20
"""Moments of a game that are looked at."""


@pytest.mark.parametrize("seats", [2, 4])
def test_each_outcome_is_weighed_once_whatever_ways_there_are_to_spell_it(seats: int) -> None:
    """§12.5 of the rules of SWUP: `k1 y13` and `y13 k1` take the same, and `moves` lists one of them."""
    several = 0
    for seed in range(20):
        match = wander(kt.Match("swup", seats, seed=seed), 3, seed)
        view = match.view(match.actors()[0])
        listed = view.moves()
        found = [worth.move for worth in consider(view, deals=2, seed=seed)]
        assert set(found) <= set(listed)
        assert len(found) == min(CANDIDATES, len(listed))
        several += any(len(move.split()) > 4 for move in listed)  # two items or more can be picked in either order
    assert several > 6


@pytest.mark.parametrize("game", games())
def test_others_are_weighed_too_where_the_advice_knows_but_one_good_move(game: str) -> None:
    """As many as there are, up to four: a hint must not say that there is no other move when there is one."""
    few = moment = 0
    for seed in range(2):
        match = kt.Match(game, 2, seed=seed)
        bots = [kt.Bot("greedy", game, seed=seed) for _ in range(2)]
        while not match.round_over and few < ENOUGH:
            seat = match.next_actor()
            view = match.view(seat)
            moment += 1
            if 1 < len(view.moves()) <= CANDIDATES or moment % 5 == 0:
                few += 1
                assert len(consider(view, deals=2, seed=seed)) == min(CANDIDATES, len(view.moves()))
            match.play(seat, bots[seat].choose(view))
    assert few == ENOUGH


@pytest.mark.parametrize("game", games())
def test_for_a_seat_that_may_not_act_there_is_nothing_to_consider(game: str) -> None:
    match = kt.Match(game, 3, seed=1)
    waiting = [seat for seat in range(3) if seat not in match.actors()]
    assert waiting
    for seat in waiting:
        with pytest.raises(ValueError, match="may not act now"):
            consider(match.view(seat), deals=2)
    while not match.round_over:
        match.play(match.actors()[-1], kt.Bot("greedy", game, seed=1).choose(match.view(match.actors()[-1])))
    with pytest.raises(ValueError, match="may not act now"):
        consider(match.view(0), deals=2)
