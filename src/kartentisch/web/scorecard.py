"""The result of a round or match as a scene shows it, and what a screen in the middle of the table shows besides."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, omit_defaults=True):
    """A row of the result: one seat."""

    seat: int
    """The seat, from 0."""
    name: str
    """Its name; “You” for the reader."""
    rounds: list[int]
    """Its points in each round, oldest first."""
    total: int
    """Its points in the match."""
    won: bool = False
    """It has won the match."""
    figure: str = ""
    """The drawing of its person, `mug`; "" for a bot."""


class Result(msgspec.Struct, omit_defaults=True):
    title: str
    """"Anna wins with 24 points." """
    text: str
    """The reader's own points, and whether the most or the fewest points win."""
    heads: list[str]
    """The column heads: the rounds, then the total."""
    rows: list[Row]
    """A row for each seat, the best first."""
    over: bool
    """The match is over, not only a round."""
    lines: list[Tally] = []
    """How the points of the round were scored, line by line."""
    limit: int = 0
    """The total above which the match ends, for the drawing; 0 if it ends otherwise."""
    share: Share | None = None
    """What the reader can share of a finished match; None if others may not see it."""
    proof: Proof | None = None
    """How the client can check the luck of a finished match; None while it runs."""


class Proof(msgspec.Struct):
    """A client gets the record of the match, checks it against what it was shown, and says what it found. See
    docs/trust.md.
    """

    match: int
    """The number of the match at its table, which the address of the record needs."""
    texts: dict[str, str]
    """The sentences for each possible finding, by code."""


class Share(msgspec.Struct):
    """It says and opens no more than everybody may see who has the link of the table."""

    text: str
    """The end in words, as a bystander tells it: nobody is "you"."""
    path: str
    """The link to the replay, for people who may watch. It carries no right to a seat."""


class Tally(msgspec.Struct, omit_defaults=True):
    """A line of the score of a round."""

    label: str
    """What the points are for, in words."""
    values: list[int]
    """One number for each seat, in the order of `Result.rows`."""


class Summary(msgspec.Struct):
    """How things stand in the middle of a match, in the words of the game."""

    title: str
    """What it is about: "Standing", "Cards left"."""
    rows: list[Summed]
    """One row for each seat, the best first."""
    note: str
    """What decides the match, in a sentence; "" for nothing more."""


class Summed(msgspec.Struct):
    """A row of a summary."""

    seat: int
    """The seat, from 0."""
    says: str
    """What it has, in words or as a number."""


# ---- On a screen in the middle of the table --------------------------------------------------------------------------


class Standing(msgspec.Struct, omit_defaults=True):
    """What a seat has in all so far."""

    seat: int
    """The seat, from 0."""
    name: str
    """Its name."""
    total: int
    """Its points in the match so far."""


class FreeSeat(msgspec.Struct, omit_defaults=True):
    """A seat that somebody could take, and the way to it."""

    seat: int
    """The seat, from 0."""
    label: str
    """Its name: "Seat 3", or the name of its bot."""
    link: str
    """The address at which it can be taken."""
    qr: str
    """The link as a QR code in SVG."""
