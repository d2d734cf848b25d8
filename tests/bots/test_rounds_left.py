"""How many rounds the advice says are still to come, against those that come."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots import advice

CASES: list[tuple[str, int, int, dict[str, Any], int]] = [
    ("schwupps", 1, 3, {}, 1),
    ("schwupps", 2, 3, {}, 1),
    ("schwupps", 1, 3, {"match": "tournament"}, 3),
    ("schwupps", 2, 3, {"match": "tournament"}, 3),
    ("schwupps", 2, 3, {"rounds": 1, "match": "tournament"}, 1),
    ("schwupps", 2, 3, {"rounds": 5}, 5),
    ("schwupps", 2, 2, {"rounds": 3, "match": "tournament"}, 3),
    ("swup", 1, 3, {}, 3),
    ("swup", 2, 3, {}, 3),
    ("swup", 2, 2, {"rounds": 3}, 3),
    ("swup", 2, 4, {"rounds": 1}, 1),
]
"""Game, number of its rules, seats, options, rounds of the match."""


@pytest.mark.parametrize(("game", "rules", "seats", "options", "rounds"), CASES)
def test_as_many_rounds_are_to_come_as_come(
    game: str, rules: int, seats: int, options: dict[str, Any], rounds: int
) -> None:
    more = {"step_limit": 3} if game == "schwupps" else {}
    match = kt.Match(game, seats, seed=1, options={**options, **more}, rules=rules)
    for left in range(rounds - 1, -1, -1):
        assert advice.rounds_left(match.view(None).seen) == left
        while not match.round_over:
            seat = match.next_actor()
            match.play(seat, match.moves(seat)[-1])
        assert match.over == (left == 0)
        if left:
            match.next_round()
