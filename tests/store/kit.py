"""What the tests of the stores share."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

import kartentisch
from kartentisch.store import MemoryStore, Said, SqliteStore, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from kartentisch.table.contents import Kind
from kartentisch.table.facts import Fact
from tests import postgresql, processes
from tests.plain_store import PlainStore

PATIENCE = 120
"""Seconds after which a test gives up waiting."""


def opened(folder: Path, *args: Any, **more: Any) -> PlainStore:
    return PlainStore(SqliteStore(folder, *args, **more))


def empty_database() -> Any:
    """A database without tables, but with the schema. Only one test at a time has it."""
    from kartentisch.store.postgres import Database

    return Database(postgresql.shared().empty())


def instant(database: Any, name: str = "", lives: float = NODE_LIVES) -> Any:
    """A node of the database whose writes are done when they are returned."""
    from kartentisch.store.postgres import PostgresStore

    class Instant(PostgresStore):
        def _submit(self, *args: Any) -> Future[Any]:
            return ended(super()._submit(*args))

        def stay(self) -> Future[None]:
            return ended(super().stay())

    return Instant(database, name, writers=1, lives=lives)


def ended(future: Future[Any]) -> Future[Any]:
    future.exception(PATIENCE)
    return future


def older(seconds: float) -> None:
    """Let all nodes of the database live for so much less."""
    if seconds:
        postgresql.shared().db.execute("UPDATE nodes SET until = until - make_interval(secs => %s)", (seconds,))


def reopened(database: Any) -> PlainStore:
    """A node of a database."""
    from kartentisch.store.postgres import PostgresStore

    return PlainStore(PostgresStore(database))


def in_postgres(_: Path) -> PlainStore:
    return reopened(empty_database())


STORES: dict[str, Callable[[Path], PlainStore]] = {
    "memory": lambda _: PlainStore(MemoryStore()),
    "sqlite": opened,
    "postgres": in_postgres,
}
EACH = [pytest.param(name, marks=pytest.mark.postgres) if name == "postgres" else name for name in STORES]
"""The names of all stores, as parameters of a test."""


def fact(number: int, kind: Kind = "moved", **more: Any) -> Fact:
    return Fact(number, kind, **more)


def said(time: int, seat: Any = 0, name: str = "Ada", text: str = "Hello", ask: str = "") -> Said:
    return Said(time, seat, name, "spoon", text, ask)


def some(first: int, last: int) -> list[Fact]:
    return [fact(number, text=f"play {number}") for number in range(first, last + 1)]


def done(future: Future[Any]) -> Any:
    """What a write gave, or the error it raised."""
    return future.result(PATIENCE)


def fault(future: Future[Any]) -> BaseException:
    """The error of a write that failed."""
    error = future.exception(PATIENCE)
    assert error is not None
    return error


def code(future: Future[Any]) -> str:
    error = fault(future)
    assert isinstance(error, StoreFailed)
    assert error.__cause__ is not None
    return error.code


def of_writer(store: PlainStore, sql: str) -> Any:
    """What the connection that writes answers."""
    return done(store._writer.submit(lambda db: db.execute(sql).fetchone()))[0]


@contextmanager
def busy(store: PlainStore) -> Iterator[None]:
    """The writer is in the middle of a commit, as if the disk were slow."""
    begun, go_on = threading.Event(), threading.Event()

    def work(_: sqlite3.Connection) -> None:
        begun.set()
        assert go_on.wait(PATIENCE)

    future = store._writer.submit(work)
    try:
        assert begun.wait(PATIENCE)
        yield
    finally:
        go_on.set()
        done(future)


def program(source: str, *arguments: str | Path) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Another process that runs this Python, its ends of the pipes open."""
    environment = os.environ | {"PYTHONPATH": str(Path(kartentisch.__file__).parent.parent)}
    return processes.python("-c", source, *arguments, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
