"""What every store promises, and its errors.

Writes are handed over and come back as futures: the caller never waits for a disk. A future is done when its facts are
safe; what was handed over cannot be taken back. Whatever fails, nothing is half written, and a later write may succeed.
Reads answer at once and see every write whose future is done.
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
"""Lines of what was said that a table keeps, the newest ones."""
CODE_RESTS = 30 * 24 * 3600 * 1000
"""Milliseconds for which a code that was given back is not given again."""
FIRST_VERSION = 1
"""Version of a seat's token until it is renewed."""


class OutOfStep(Exception):  # noqa: N818 - not a fault of the program: somebody else was quicker
    """The table's newest fact is not the one that the append expected; nothing was written."""

    def __init__(self, table_id: str, expected: int, newest: int) -> None:
        super().__init__(f"table {table_id}: {expected} expected as newest fact, but it is {newest}")
        self.table_id = table_id
        self.expected = expected
        self.newest = newest


class StoreFailed(Exception):  # noqa: N818 - named by what happened, as a sentence
    """The store cannot do it now; nothing was written. The message may be shown to anybody, the cause may not."""

    def __init__(self, code: Code) -> None:
        super().__init__(SENTENCES[code])
        self.code = code


class FolderInUse(StoreFailed):
    """A second server was refused on the same data folder."""

    def __init__(self) -> None:
        super().__init__("in_use")


class Name(NamedTuple):
    """How a person wants to be called and which figure stands for them."""

    name: str
    figure: str


class Standing(NamedTuple):
    """How a table stands, said by whoever writes its facts: the store knows nothing of games."""

    phase: str = ""
    """As in `table.Table.phase`; "": not known, as of tables that an older version has written."""
    public: bool = False
    """Whether it stands in the list of tables that wait for people."""
    wake_at: int | None = None
    """When it does something by itself, also if nobody is there, in milliseconds since 1970; None: never."""


UNKNOWN = Standing()


class Listed(NamedTuple):
    """A table in the list of tables."""

    id: str
    newest: int
    """Number of its newest fact."""
    closed: bool
    """Whether one of its facts closed it."""
    time: int
    """Of its newest fact, in milliseconds since 1970; that the server was started anew (`woke`) does not count."""
    opened: int = 0
    """Time of its first fact."""
    game: str = ""
    rules: int = 0
    """Rules number under which it was opened; 0: its first fact does not say."""
    phase: str = ""
    """See `Standing`, also for the next two."""
    public: bool = False
    wake_at: int | None = None


class Said(NamedTuple):
    """A line of what people say at a table."""

    time: int
    """Milliseconds since 1970; of two lines of a table the later one has more."""
    seat: int
    name: str
    """Name and figure of the speaker at that time: somebody else may sit there later."""
    figure: str
    text: str
    ask: str = ""
    """Id of the ask that said it."""


class Store(Protocol):
    """A log of facts per table, and beside it what must not stand in a log: names, talk, versions of tokens, codes."""

    def append(self, table_id: str, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        """Write all these facts or none. `expected`: number of the table's newest fact before them, 0 for a new table.

        `standing`: how the table stands after them, written with them.

        The future raises `OutOfStep` or `StoreFailed`; facts that do not fit in raise ValueError or TypeError at once.
        """
        ...

    def facts(self, table_id: str, after: int = 0) -> list[Fact]:
        """The facts of a table with a number above `after`, in order; none of a table that does not exist."""
        ...

    def answered(self, table_id: str, ask: str) -> int:
        """Number of the last fact that answered the ask with this id; 0 if none did."""
        ...

    def tables(self, *, running_only: bool = False) -> list[Listed]:
        """All tables by id, or only those that are not closed."""
        ...

    def listed(self, table_id: str) -> Listed | None:
        """One of them; None if there is no such table."""
        ...

    def unused(self, since: int, *, closed: bool) -> list[Listed]:
        """The tables without a fact since a time, those that are closed or those that are not, the oldest first."""
        ...

    def inviting(self, since: int, most: int) -> list[str]:
        """Ids of the public tables that were opened after a time, the newest first, `most` of them."""
        ...

    def waking(self) -> list[str]:
        """Ids of the tables that do something by themselves, the first one first."""
        ...

    def stand(self, table_id: str, newest: int, standing: Standing) -> Future[None]:
        """Note how a table stands; nothing happens if its newest fact is another one, or it is closed."""
        ...

    def set_name(self, table_id: str, seat: int, name: str, figure: str) -> Future[None]:
        """Name who sits there from now on."""
        ...

    def names(self, table_id: str) -> dict[int, Name]:
        """Names by seat; a seat without one is left out."""
        ...

    def say(self, table_id: str, said: Said) -> Future[None]:
        """Keep a line; of more than TALK_KEPT the oldest are removed."""
        ...

    def talk(self, table_id: str) -> list[Said]:
        """The lines that were said at a table, in order."""
        ...

    def forget_people(self, table_id: str) -> Future[None]:
        """Remove the names and the talk of a table for good: nobody can read a byte of them in the files any more.

        They are gone for all who read after it; the future may have to wait for whoever copies the file meanwhile.
        """
        ...

    def delete(self, table_id: str, time: int) -> Future[None]:
        """Remove all that there is of a table for good, but that it was deleted. It cannot come back.

        Names and talk are gone as with `forget_people`; facts are removed part by part, so that no other write waits.
        """
        ...

    def deleted(self, table_id: str) -> bool:
        """Whether there was such a table once, which was deleted."""
        ...

    def token_version(self, table_id: str, seat: int) -> int:
        """The version which a token must carry to open this seat."""
        ...

    def renew(self, table_id: str, seat: int) -> Future[int]:
        """Void the seat's tokens; the result is the version that new ones carry."""
        ...

    def set_code(self, table_id: str, code: str, time: int = 0) -> Future[bool]:
        """Let this code lead to the table, in place of the one it had, which is given back.

        False: it leads to another table already, or was given back less than CODE_RESTS before this time.
        """
        ...

    def free_code(self, table_id: str, time: int) -> Future[None]:
        """Give the code of a table back. That happens by itself when it is closed or deleted."""
        ...

    def codes(self, length: int) -> int:
        """How many codes of a length lead to tables."""
        ...

    def code(self, table_id: str) -> str:
        """The code of a table; "" if it has none."""
        ...

    def coded(self, code: str) -> str:
        """The table that a code leads to; "" if it leads nowhere."""
        ...

    def backup(self, path: Path) -> None:
        """Write a copy, as of now, to a file of its own, in place of an older one. This waits for the disk."""
        ...

    def close(self) -> None:
        """Finish what was handed over, then refuse everything."""
        ...


async def written(future: Future[T]) -> T:
    """What a write gives, awaited in asyncio. Who stops waiting does not stop the write."""
    return await asyncio.wrap_future(future)


async def outlasted(future: Future[T]) -> asyncio.CancelledError | None:
    """Wait until a write is done, also if cancelled meanwhile: then that is given back, to be raised when all is done.

    For what must not be left between the log and the memory: it would never again fit the log. Raises what the write
    raises; where it was cancelled too, that.
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
    """Raise UnicodeEncodeError, a ValueError: half a surrogate pair is a str, but no text."""
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
    """The future, marked as begun: nobody can cancel it any more."""
    future.set_running_or_notify_cancel()
    return future
