"""Which moves a hint weighs if none are named."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.bots.thinking import CANDIDATES, consider
from tests.play.helpers import wander


@pytest.mark.parametrize("seats", [2, 4])
def test_each_outcome_is_weighed_once_whatever_ways_there_are_to_spell_it(seats: int) -> None:
    """§12.5 of the rules of SWUP: `k1 y13` and `y13 k1` take the same, and `moves` lists one of them."""
    several = 0
    for seed in range(60):
        match = wander(kt.Match("swup", seats, seed=seed), 3, seed)
        view = match.view(match.actors()[0])
        listed = view.moves()
        found = [worth.move for worth in consider(view, deals=2, seed=seed)]
        assert set(found) <= set(listed)
        assert len(found) == min(CANDIDATES, len(listed))
        several += any(len(move.split()) > 4 for move in listed)  # two items or more can be picked in either order
    assert several > 20
