"""How the points of a round came about: in every game the lines add up to the points of the round."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.web import scenes
from kartentisch.words.language import LANGUAGES, language

PLAYED: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in ("schweinsgalopp", "schwupps", "solo", "swup")),
    ("swup", {"star_points": 2, "swup_points": 5}),
    ("swup", {"star_points": 0, "swup_points": 3}),
]


@pytest.mark.parametrize(("game", "options"), PLAYED)
def test_the_lines_of_every_game_add_up_to_the_points_of_the_round(game: str, options: dict[str, Any]) -> None:
    draws = random.Random(4)
    shown = 0
    for seed in range(3):
        match = kt.Match(game, seats=3, seed=seed, options=options)
        while not (seen := match._view(None).json())["round_over"]:
            seat = match.next_actor()
            match.play(seat, draws.choice(match.moves(seat)))
        for code in LANGUAGES:
            lines = scenes.of(game).draw(match._view(None), language(code), ["Anna", "Ben", "Cleo"]).lines
            sums = [sum(line.values[seat] for line in lines) for seat in range(3)]
            if any(seen["points"]):
                shown += 1
                assert lines
                assert sums == seen["points"], lines
            assert len({line.label for line in lines}) == len(lines)
    assert shown
