"""What a `PostgresStore` reads: in threads, each with a connection of its own, so that the event loop never waits."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg

from kartentisch.store import sealing
from kartentisch.store.checks import storable, within
from kartentisch.store.errors import StoreFailed
from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, Session, close_if_read_only, failure, lost
from kartentisch.store.sqlite_reads import listed
from kartentisch.store.values import Listed, Name, Parcel, Said
from kartentisch.table.facts import Fact

T = TypeVar("T")
Row = tuple[Any, ...]
READERS = 4


class PostgresReads:
    """The reads of `Store`."""

    def __init__(self, database: Database, readers: int = READERS) -> None:
        self._connections: queue.LifoQueue[Session | None] = queue.LifoQueue()
        """Those that nobody uses; None for each that was not made yet."""
        for _ in range(readers):
            self._connections.put(None)
        self._database = database
        self._readers = readers
        self._pool = ThreadPoolExecutor(readers, thread_name_prefix="store reader")
        self._shut = False

    def close(self) -> None:
        if self._shut:
            return
        self._shut = True
        self._pool.shutdown()
        for _ in range(self._readers):
            if (connection := self._connections.get()) is not None:
                connection.close()

    async def facts(self, table_id: str, after: int = 0, row: Listed | None = None) -> list[Fact]:
        return await self.read(lambda found: Fact(*found), sql.FACTS, table_id, after)

    async def answered(self, table_id: str, ask: str) -> int:
        return next(iter(await self.read(_first, sql.ANSWERED, table_id, ask)), 0)

    async def tables(self, *, running_only: bool = False) -> list[Listed]:
        return await self.read(listed, sql.RUNNING if running_only else sql.TABLES)

    async def listed(self, table_id: str) -> Listed | None:
        return next(iter(await self.read(listed, sql.LISTED, table_id)), None)

    async def unused(self, since: int, *, closed: bool, kind: str = "table") -> list[Listed]:
        return await self.read(listed, sql.UNUSED, kind, closed, since)

    async def inviting(self, since: int, most: int) -> list[str]:
        return await self.read(_first, sql.INVITING, since, max(most, 0))

    async def waking(self) -> list[str]:
        return await self.read(_first, sql.WAKING)

    async def names(self, table_id: str) -> dict[int, Name]:
        rows = await self.read(lambda found: (found[1], sealing.name_of(*found)), sql.NAMES, table_id)
        return dict(rows)

    async def talk(self, table_id: str) -> list[Said]:
        return await self.read(lambda found: sealing.said_of(*found), sql.TALK, table_id)

    async def deleted(self, table_id: str) -> bool:
        return bool(await self.read(_first, sql.DELETED_BEFORE, table_id))

    async def token_versions(self, table_id: str) -> dict[int, int]:
        return dict(await self.read(lambda found: (found[0], found[1]), sql.VERSIONS, table_id))

    async def join_codes(self, length: int) -> int:
        return next(iter(await self.read(_first, sql.CODES, length)), 0)

    async def join_code(self, table_id: str) -> str:
        return next(iter(await self.read(_first, sql.CODE, table_id)), "")

    async def table_of_join_code(self, code: str) -> str:
        return next(iter(await self.read(_first, sql.CODED, code)), "")

    async def parcel(self, parcel_id: str) -> Parcel | None:
        found = await self.read(lambda row: Parcel(bytes(row[0]), row[1]), sql.PARCEL, parcel_id)
        return next(iter(found), None)

    def holds_tables(self) -> bool:
        """Whether the store has any table. This waits for the database."""
        return bool(self._rows(sql.HOLDS_TABLES, ()))

    async def read(self, value: Callable[[Row], T], statement: str, *values: Any) -> list[T]:
        """What `value` makes of each row, in the thread too. Raises StoreFailed."""
        if self._shut:
            raise StoreFailed("closed")
        if not all(storable(one) for one in values if isinstance(one, str)):
            return []
        ready = tuple(within(one) if type(one) is int else one for one in values)

        def work() -> list[T]:
            return [value(row) for row in self._rows(statement, ready)]

        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _rows(self, statement: str, values: Row) -> list[Row]:
        """Read, and once more on a new connection if the old one broke: reading changes nothing."""
        connection = self._connections.get()
        try:
            for last in (False, True):
                fresh = connection is None or lost(connection)
                try:
                    if connection is None or fresh:
                        connection = self._database.again(connection)
                    found: list[Row] = connection.execute(statement, values).fetchall()
                    return found
                except psycopg.Error as error:
                    close_if_read_only(connection, error)
                    if last or fresh or connection is None or not lost(connection):
                        raise failure(error) from error
            raise AssertionError
        finally:
            self._connections.put(connection)


def _first(row: Row) -> Any:
    return row[0]
