"""What a store holds besides facts, as values."""

from __future__ import annotations

from typing import NamedTuple

TALK_KEPT = 200
"""The number of lines of talk that a table keeps: the newest ones."""
CODE_RESTS = 30 * 24 * 3600 * 1000
"""Milliseconds for which a code that was given back is not used again."""
FIRST_VERSION = 1
"""The version of a seat's token until it is renewed."""


class Name(NamedTuple):
    """A person's name and figure."""

    name: str
    figure: str


class Standing(NamedTuple):
    """How a table stands. The writer of its facts says so, as the store knows nothing of games."""

    phase: str = ""
    """See `table.Table.phase`; "" if unknown, as for tables written by an older version."""
    public: bool = False
    """Whether the table is in the list of tables that wait for people."""
    wake_at: int | None = None
    """When the table next acts by itself, even with nobody there, in milliseconds since 1970; None: never."""


UNKNOWN = Standing()


class Listed(NamedTuple):
    """A table in the list of tables."""

    id: str
    newest: int
    """The number of its newest fact."""
    closed: bool
    """Whether one of its facts closed it."""
    time: int
    """The time of its newest fact, in milliseconds since 1970. A restart of the server (`woke`) does not count."""
    opened: int = 0
    """The time of its first fact."""
    game: str = ""
    rules: int = 0
    """The rules number under which it was opened; 0 if its first fact does not say."""
    phase: str = ""
    """See `Standing`, also for the next two fields."""
    public: bool = False
    wake_at: int | None = None
    kind: str = "table"
    """What the log is about: see `rows.kind_of`."""


class Parcel(NamedTuple):
    """What a browser takes along to another device: see `parcels`."""

    sealed: bytes
    """Empty once it was taken."""
    until: int
    """When its time is up, in milliseconds since 1970."""


class Said(NamedTuple):
    """A line of talk at a table."""

    time: int
    """Milliseconds since 1970. A later line of the same table has a greater time."""
    seat: int
    name: str
    """The name and figure of the speaker at that time. Somebody else may sit there later."""
    figure: str
    text: str
    ask: str = ""
    """The id of the ask that said it."""
