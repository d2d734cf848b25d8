"""The result of a round or match as a scene shows it."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, omit_defaults=True):
    """A row of the result: one seat."""

    seat: int
    name: str
    rounds: list[int]
    total: int
    won: bool = False
    figure: str = ""


class Result(msgspec.Struct, omit_defaults=True):
    title: str
    """"Anna wins." """
    text: str
    heads: list[str]
    """Column heads of the rounds, then of the total."""
    rows: list[Row]
    over: bool
    """The match is over, not only a round."""
    lines: list[Tally] = []
    """How the points of the round came about, line by line."""


class Tally(msgspec.Struct, omit_defaults=True):
    """A line of the score of a round."""

    label: str
    values: list[int]
    """One number a seat, in the order of `Result.rows`."""
