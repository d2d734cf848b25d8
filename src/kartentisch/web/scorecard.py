"""The result of a round or match as a scene shows it, and what a screen in the middle of the table shows besides."""

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
    """"Anna wins with 24 points." """
    text: str
    heads: list[str]
    """Column heads of the rounds, then of the total."""
    rows: list[Row]
    over: bool
    """The match is over, not only a round."""
    lines: list[Tally] = []
    """How the points of the round came about, line by line."""
    limit: int = 0
    """The total above which the match ends, for the drawing; 0: it ends otherwise."""
    share: Share | None = None
    """What the reader can pass on of a match that is over; None: who is not here may not see it."""


class Share(msgspec.Struct):
    """It says and opens no more than everybody may see who has the link of the table."""

    text: str
    """The end in words, as somebody tells it who was not there: nobody is "you"."""
    path: str
    """The way to the replay for who may watch, without any right of a seat."""


class Tally(msgspec.Struct, omit_defaults=True):
    """A line of the score of a round."""

    label: str
    values: list[int]
    """One number a seat, in the order of `Result.rows`."""


# ---- On a screen in the middle of the table --------------------------------------------------------------------------


class Standing(msgspec.Struct, omit_defaults=True):
    """What a seat has in all so far."""

    seat: int
    name: str
    total: int


class FreeSeat(msgspec.Struct, omit_defaults=True):
    """A seat that somebody could take, and the way to it."""

    seat: int
    label: str
    """How it is called: "Seat 3", or the name of its bot."""
    link: str
    qr: str
    """The link as an SVG picture."""
