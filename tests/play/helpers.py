"""Matches for tests."""

from __future__ import annotations

from random import Random

from kartentisch.play.games import games, sheet
from kartentisch.play.match import Match

SIZES = [(game, seats) for game in games() for seats in (sheet(game).seats.start, sheet(game).seats.stop - 1)]
"""Each game with fewest and most seats."""


def wander(match: Match, moves: int, seed: int = 0) -> Match:
    """Play so many random moves, or fewer if the match ends; deals further rounds."""
    dice = Random(seed)
    for _ in range(moves):
        if match.over:
            break
        if match.round_over:
            match.next_round()
        seat = dice.choice(match.actors())
        tokens: list[str] = []
        while steps := match.steps(seat, " ".join(tokens)):
            tokens.append(dice.choice(steps))
        match.play(seat, " ".join(tokens))
    return match
