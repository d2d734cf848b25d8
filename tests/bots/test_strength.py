"""A short look at strength, the same each time; `make strength` has the long one with intervals."""

from __future__ import annotations

import pytest

from kartentisch.bots.arena import Contest, dealt
from tests.ways import long

DEALS = {"swup": 8, "schwupps": 30}
"""Enough for these pairs of levels to be told apart; next to each other the stronger ones need hundreds."""
LEVELS = [("novice", "random"), ("greedy", "novice"), ("medium", "greedy"), ("hard", "easy")]
SOON = {("swup", *pair) for pair in LEVELS[:3]} | {("schwupps", "greedy", "novice")}
ALL = [(game, *pair) for pair in LEVELS for game in DEALS]


@pytest.mark.parametrize(
    ("game", "better", "worse"), [pytest.param(*one) if one in SOON else long(*one) for one in ALL]
)
def test_a_level_has_more_points_than_one_before_it_in_duplicate_matches(game: str, better: str, worse: str) -> None:
    contest = Contest(game, 2, (better, worse), seed=3)
    first = contest.entrants.index(better)
    leads = [dealt(contest, deal).leads[first] for deal in range(DEALS[game])]
    assert sum(lead > 0 for lead in leads) > DEALS[game] / 2
    assert sum(leads) > 0
