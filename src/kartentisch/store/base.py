"""The contract of every store, and its errors.

A write returns a future, so the caller never waits for a disk. The future is done when its facts are safe. A submitted
write cannot be taken back. After any failure nothing is half written, and a later write may succeed. Reads answer at
once and see every write whose future is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeVar

from kartentisch.table.facts import Fact

T = TypeVar("T")
Code = Literal["full", "locked", "gone", "broken", "closed", "newer", "in_use", "no_key", "bad_key"]

SENTENCES: dict[Code, str] = {
    "full": "The server cannot write: its disk is full.",
    "locked": "Another program holds the data of the server.",
    "gone": "The server cannot reach its data folder.",
    "broken": "The server cannot read or write its data.",
    "closed": "The server is closing.",
    "newer": "The data were written by a newer version of this program.",
    "in_use": "Another server is running on this data folder.",
    "no_key": "The file “key” is missing, without which no link to a seat of the tables here opens. Put it back from "
    "a backup, or go on with --new-key: then everybody needs a new link to their seat.",
    "bad_key": "The file “key” is damaged, without which no link to a seat of the tables here opens. Put it back from "
    "a backup, or go on with --new-key: then everybody needs a new link to their seat.",
}
TALK_KEPT = 200
"""The number of lines of talk that a table keeps: the newest ones."""
CODE_RESTS = 30 * 24 * 3600 * 1000
"""Milliseconds for which a code that was given back is not used again."""
FIRST_VERSION = 1
"""The version of a seat's token until it is renewed."""


class OutOfStep(Exception):  # noqa: N818 - not a fault of the program: somebody else was quicker
    """The table's newest fact is not the one that the append expected. Nothing was written."""

    def __init__(self, table_id: str, expected: int, newest: int) -> None:
        super().__init__(f"table {table_id}: {expected} expected as newest fact, but it is {newest}")
        self.table_id = table_id
        self.expected = expected
        self.newest = newest


class StoreFailed(Exception):  # noqa: N818 - named by what happened, as a sentence
    """The store cannot do it now. Nothing was written. The message may be shown to anyone, the cause may not."""

    def __init__(self, code: Code) -> None:
        super().__init__(SENTENCES[code])
        self.code = code


class FolderInUse(StoreFailed):
    """Another server holds this data folder."""

    def __init__(self) -> None:
        super().__init__("in_use")


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


class Store(Protocol):
    """A log of facts per table, and the data that must not be in a log: names, talk, token versions, codes."""

    def append(self, table_id: str, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        """Write all these facts or none of them.

        `expected`: the number of the table's newest fact before them, 0 for a new table. `standing`: how the table
        stands after them, written in the same step.
        The future raises `OutOfStep` or `StoreFailed`. Facts that cannot be stored raise ValueError or TypeError here.
        """
        ...

    def facts(self, table_id: str, after: int = 0) -> list[Fact]:
        """The facts of a table with a number above `after`, in order. Empty for a table that does not exist."""
        ...

    def answered(self, table_id: str, ask: str) -> int:
        """The number of the last fact that answered the ask with this id; 0 for none."""
        ...

    def tables(self, *, running_only: bool = False) -> list[Listed]:
        """All tables by id, or only the open ones."""
        ...

    def listed(self, table_id: str) -> Listed | None:
        """The row of one table; None if it does not exist."""
        ...

    def unused(self, since: int, *, closed: bool) -> list[Listed]:
        """The tables without a fact since this time, either the closed or the open ones, oldest first."""
        ...

    def inviting(self, since: int, most: int) -> list[str]:
        """The ids of up to `most` public tables that were opened after this time, newest first."""
        ...

    def waking(self) -> list[str]:
        """The ids of the tables that will act by themselves, the next one first."""
        ...

    def stand(self, table_id: str, newest: int, standing: Standing) -> Future[None]:
        """Note how a table stands. This does nothing if its newest fact is another one, or if it is closed."""
        ...

    def set_name(self, table_id: str, seat: int, name: str, figure: str) -> Future[None]:
        """Set the name and figure of the person at this seat from now on."""
        ...

    def names(self, table_id: str) -> dict[int, Name]:
        """Names by seat, without the seats that have none."""
        ...

    def say(self, table_id: str, said: Said) -> Future[None]:
        """Keep a line of talk. Only the newest TALK_KEPT lines stay."""
        ...

    def talk(self, table_id: str) -> list[Said]:
        """The lines of talk of a table, in order."""
        ...

    def forget_people(self, table_id: str) -> Future[None]:
        """Remove the names and the talk of a table for good. No byte of them can then be read in the files.

        Every later read finds them gone. The future may have to wait for somebody who is copying the file.
        """
        ...

    def delete(self, table_id: str, time: int) -> Future[None]:
        """Remove all data of a table for good, except the note that it was deleted. It cannot come back.

        Names and talk go as in `forget_people`. Facts are removed in parts, so that no other write has to wait.
        """
        ...

    def deleted(self, table_id: str) -> bool:
        """Whether this table existed and was deleted."""
        ...

    def token_version(self, table_id: str, seat: int) -> int:
        """The version that a token must carry to open this seat."""
        ...

    def renew(self, table_id: str, seat: int) -> Future[int]:
        """Revoke the seat's tokens. The result is the version that new ones carry."""
        ...

    def set_code(self, table_id: str, code: str, time: int = 0) -> Future[bool]:
        """Let this code lead to the table. The table's previous code is given back.

        The result is False if the code leads to another table, or was given back less than CODE_RESTS before `time`.
        """
        ...

    def free_code(self, table_id: str, time: int) -> Future[None]:
        """Give the code of a table back. Closing or deleting the table does so by itself."""
        ...

    def codes(self, length: int) -> int:
        """The number of codes of this length that lead to tables."""
        ...

    def code(self, table_id: str) -> str:
        """The code of a table; "" if it has none."""
        ...

    def coded(self, code: str) -> str:
        """The table that a code leads to; "" if it leads nowhere."""
        ...

    def backup(self, path: Path) -> None:
        """Write a copy of the current data to a file, replacing an older one. This waits for the disk."""
        ...

    def close(self) -> None:
        """Finish the submitted writes, then refuse everything."""
        ...


async def written(future: Future[T]) -> T:
    """The result of a write, awaited in asyncio. Cancelling the wait does not stop the write."""
    return await asyncio.wrap_future(future)


async def outlasted(future: Future[T]) -> asyncio.CancelledError | None:
    """Wait until a write is done, even if cancelled meanwhile. Then return the CancelledError, to be raised in the end.

    For work that must not stop between the log and the memory, which would never match again. Raises the error of a
    failed write, or the CancelledError if there is one.
    """
    waiting, gone = asyncio.wrap_future(future), None
    while not waiting.done():
        try:
            await asyncio.wait({waiting})
        except asyncio.CancelledError as error:
            gone = error
    if (fault := waiting.exception()) is not None:
        raise gone or fault
    return gone


def check_texts(*texts: str) -> None:
    """Raise UnicodeEncodeError, a ValueError, for half a surrogate pair: it is a str, but not text."""
    for text in texts:
        text.encode()


def check_said(table_id: str, said: Said) -> None:
    """Raise ValueError or TypeError for a line that a store could not give back exactly."""
    check_texts(table_id, said.name, said.figure, said.text, said.ask)
    check_ints(said.time, said.seat)


def check_ints(*values: object) -> None:
    for value in values:
        if not isinstance(value, int):
            raise TypeError(f"{value!r} is no int")
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"{value} has more than 64 bits")


def check(table_id: str, expected: int, facts: Sequence[Fact]) -> None:
    """Raise ValueError or TypeError for facts that a store could not give back exactly."""
    check_texts(table_id)
    for number, fact in enumerate(facts, start=expected + 1):
        if fact.number != number:
            raise ValueError(f"fact {fact.number} stands where {number} should")
        check_ints(fact.number, fact.seat, fact.time)
        check_texts(fact.kind, fact.ask, fact.text, fact.luck, fact.digest)
    if expected < 0:
        raise ValueError(f"{expected} is no number of a fact")


def running(future: Future[T]) -> Future[T]:
    """The future, marked as running, so that nobody can cancel it any more."""
    future.set_running_or_notify_cancel()
    return future
