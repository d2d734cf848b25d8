"""A short look at strength, the same each time; `make strength` has the long one with intervals."""

from __future__ import annotations

import pytest

from kartentisch.bots.arena import Contest, dealt
from tests.ways import long

DEALS = {"swup": 8, "schwupps": 30}
"""Enough for these pairs of levels to be told apart; next to each other the stronger ones need hundreds."""
LEVELS = [("novice", "random"), ("greedy", "novice"), ("medium", "greedy"), ("hard", "easy")]
SOON = [
    ("swup", "novice", "random", 5, 5),
    ("swup", "medium", "greedy", 5, 4),
    ("schwupps", "greedy", "novice", 8, 7),
]
"""Deals, and how many the better level must win. Equals win 5 of 5 or 7 of 8 once in thirty times, 4 of 5 once in
five."""
ALL = [(game, *pair, DEALS[game], DEALS[game] // 2 + 1) for pair in LEVELS for game in DEALS]


@pytest.mark.parametrize(
    ("game", "better", "worse", "deals", "won"), [*SOON, *(long(*one) for one in ALL if one not in SOON)]
)
def test_a_level_has_more_points_than_one_before_it_in_duplicate_matches(
    game: str, better: str, worse: str, deals: int, won: int
) -> None:
    contest = Contest(game, 2, (better, worse), seed=3)
    first = contest.entrants.index(better)
    leads = [dealt(contest, deal).leads[first] for deal in range(deals)]
    assert sum(lead > 0 for lead in leads) >= won
    assert sum(leads) > 0
