"""Code that the measuring scripts share: numbers on the command line, and means as they are printed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Protocol

import kartentisch as kt
from kartentisch.bots.certainty import fixed

WINS = (0.0, 1.0)
"""The bounds of shares of wins."""


class Player(Protocol):
    """Anything that chooses moves: a level, or a bot of your own."""

    def choose(self, view: kt.View) -> str: ...


def play_on(match: kt.Match, players: Sequence[Player], *, one_round: bool = False) -> kt.Match:
    """Play a match, or its current round, to its end, with one player per seat."""
    while not match.over:
        if match.round_over:
            if one_round:
                break
            match.next_round()
        seat = match.next_actor()
        match.play(seat, players[seat].choose(match.view(seat)))
    return match


def at_least(low: int) -> Callable[[str], int]:
    """A type for argparse: a whole number that is at least `low`."""

    def read(text: str) -> int:
        number = int(text) if text.lstrip("-").isdecimal() else low - 1
        if number < low:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low}, not {text}")
        return number

    return read


def more_than_nothing(text: str) -> float:
    """A type for argparse: a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not (isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError(f"must be a number above 0, not {text}")
    return number


def interval(values: Sequence[float], within: tuple[float, float] | None = None) -> str:
    """A mean over deals with its 95 % interval, as the arena computes it.

    `within`: the bounds of the values. A single value without bounds gives the mean alone.
    """
    found = fixed(values, within=within)
    ends = f" [{found.low:.3f}, {found.high:.3f}]" if isfinite(found.low) else ""
    return f"{found.mean:.3f}{ends}"
