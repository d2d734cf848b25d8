"""A short look at strength, the same each time; `make strength` has the long one with intervals."""

from __future__ import annotations

import pytest

from kartentisch.bots.arena import Contest, dealt

DEALS = 5


@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("greedy", "novice"), ("easy", "greedy")])
def test_a_level_has_more_points_than_the_one_before_in_duplicate_matches(better: str, worse: str) -> None:
    contest = Contest("swup", 2, (better, worse), seed=3)
    leads = [dealt(contest, deal).leads[0] for deal in range(DEALS)]
    assert sum(lead > 0 for lead in leads) > DEALS / 2
    assert sum(leads) > 0
