"""How a round begins and a match ends, in all games."""

from __future__ import annotations

from itertools import combinations

import pytest

from kartentisch.engine import states
from kartentisch.engine.packs import BadState
from kartentisch.play.games import games, sheet
from kartentisch.testing.walk import DEAL, match

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def short(name: str) -> dict[str, int]:
    """Options with which a match has some rounds, not many."""
    return {"limit": 60} if "limit" in sheet(name).options else {}


@pytest.mark.parametrize("name", games())
def test_other_winners_than_the_seats_with_the_best_total_are_refused(name: str) -> None:
    """§5.5 of docs/rules/README.md"""
    seats = sheet(name).seats.start + 1
    state = states.dump(sheet(name), match(name, seats, short(name), 3)[-1].records)
    totals = [state["totals"][seat] for seat in state["winners"]]
    assert state["over"]
    assert set(totals) <= {max(state["totals"]), min(state["totals"])}
    for number in range(1, seats + 1):
        for winners in combinations(range(seats), number):
            if list(winners) != state["winners"]:
                with pytest.raises(BadState, match="winners must be all seats"):
                    states.load(sheet(name), {**state, "winners": list(winners)})


@pytest.mark.parametrize("name", games())
def test_a_round_begins_without_points_and_steps(name: str) -> None:
    options = {"match": "tournament"} if "match" in sheet(name).options else short(name)
    rounds = [moment for moment in match(name, sheet(name).seats.start, options, 3) if moment.seat == DEAL]
    assert rounds
    for moment in rounds:
        s = moment.after()[0]
        assert (int(s["steps"]), int(s["round_over"]), any(s["points"])) == (0, 0, False)
        assert int(s["turn"]) >= 0
