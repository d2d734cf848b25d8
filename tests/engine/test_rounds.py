"""How a round begins and a match ends, in all games."""

from __future__ import annotations

import pytest

from kartentisch.play.games import games, sheet
from kartentisch.testing.walk import DEAL, match

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("name", games())
def test_a_round_begins_without_points_and_steps(name: str) -> None:
    options = {"match": "tournament"} if "match" in sheet(name).options else {}
    rounds = [moment for moment in match(name, sheet(name).seats.start, options, 3) if moment.seat == DEAL]
    assert rounds
    for moment in rounds:
        s = moment.after()[0]
        assert (int(s["steps"]), int(s["round_over"]), any(s["points"])) == (0, 0, False)
        assert int(s["turn"]) >= 0
