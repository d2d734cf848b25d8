"""What a `SqliteStore` reads. Short reads answer at once; long ones run in a thread, on a connection of their own."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from kartentisch.store import sealing
from kartentisch.store.checks import storable, within
from kartentisch.store.connections import connect_to_read
from kartentisch.store.errors import StoreFailed
from kartentisch.store.statements import (
    ANSWERED,
    CODE,
    CODED,
    CODES,
    DELETED_BEFORE,
    FACTS,
    INVITING,
    LISTED,
    NAMES,
    PARCEL,
    RUNNING,
    TABLES,
    TALK,
    UNUSED,
    VERSIONS,
    WAKING,
)
from kartentisch.store.values import Listed, Name, Parcel, Said
from kartentisch.store.writer import failure
from kartentisch.table.facts import Fact

T = TypeVar("T")
AT_ONCE = 200
"""The most facts that are read on the event loop: about a millisecond."""


class SqliteReads:
    """The reads of `Store`."""

    def __init__(self, path: Path) -> None:
        self._short = _Connection(path)
        self._long = _Connection(path)

    def close(self) -> None:
        self._long.close()
        self._short.close()

    async def facts(self, table_id: str, after: int = 0, row: Listed | None = None) -> list[Fact]:
        row = row or await self.listed(table_id)
        if row is not None and row.newest - max(after, 0) > AT_ONCE:
            return await self._longer(_fact, FACTS, table_id, after)
        return [_fact(one) for one in await self._read(FACTS, table_id, after)]

    async def answered(self, table_id: str, ask: str) -> int:
        return next(iter(await self._longer(_first, ANSWERED, table_id, ask)), 0)

    async def tables(self, *, running_only: bool = False) -> list[Listed]:
        return await self._longer(listed, RUNNING if running_only else TABLES)

    async def listed(self, table_id: str) -> Listed | None:
        return next((listed(row) for row in await self._read(LISTED, table_id)), None)

    async def unused(self, since: int, *, closed: bool, kind: str = "table") -> list[Listed]:
        return await self._longer(listed, UNUSED, kind, closed, since)

    async def inviting(self, since: int, most: int) -> list[str]:
        return [table_id for (table_id,) in await self._read(INVITING, since, most)]

    async def waking(self) -> list[str]:
        return await self._longer(_first, WAKING)

    async def names(self, table_id: str) -> dict[int, Name]:
        return {row[1]: sealing.name_of(*row) for row in await self._read(NAMES, table_id)}

    async def talk(self, table_id: str) -> list[Said]:
        return [sealing.said_of(*row) for row in await self._read(TALK, table_id)]

    async def deleted(self, table_id: str) -> bool:
        return bool(await self._read(DELETED_BEFORE, table_id))

    async def token_versions(self, table_id: str) -> dict[int, int]:
        return dict(await self._read(VERSIONS, table_id))

    async def join_codes(self, length: int) -> int:
        return next(iter(await self._longer(_first, CODES, length)), 0)

    async def join_code(self, table_id: str) -> str:
        return next((code for (code,) in await self._read(CODE, table_id)), "")

    async def table_of_join_code(self, code: str) -> str:
        return next((table_id for (table_id,) in await self._read(CODED, code)), "")

    async def parcel(self, parcel_id: str) -> Parcel | None:
        return next((Parcel(bytes(sealed), until) for sealed, until in await self._read(PARCEL, parcel_id)), None)

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        return self._short.read(sql, *values)

    async def _longer(self, value: Callable[[tuple[Any, ...]], T], sql: str, *values: Any) -> list[T]:
        """What `value` makes of each row. That takes as long as the read, so it is done in the thread too."""

        def work() -> list[T]:
            return [value(row) for row in self._long.read(sql, *values)]

        return await asyncio.to_thread(work)


class _Connection:
    """A connection that reads, for one thread at a time. Raises StoreFailed."""

    def __init__(self, path: Path) -> None:
        self._db = connect_to_read(path)
        self._lock = threading.Lock()

    def read(self, sql: str, *values: Any) -> list[Any]:
        if not all(storable(one) for one in values if isinstance(one, str)):
            return []
        values = tuple(within(one) if isinstance(one, int) else one for one in values)
        try:
            with self._lock:
                return self._db.execute(sql, values).fetchall()
        except sqlite3.ProgrammingError as error:
            raise StoreFailed("closed") from error
        except sqlite3.Error as error:
            raise failure(error) from error

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _fact(row: tuple[Any, ...]) -> Fact:
    return Fact(*row)


def _first(row: tuple[Any, ...]) -> Any:
    return row[0]


def listed(row: tuple[Any, ...]) -> Listed:
    """A row of the database as a `Listed`."""
    found = Listed(*row)
    return found._replace(closed=bool(found.closed), public=bool(found.public))
