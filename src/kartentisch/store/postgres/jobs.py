"""Jobs in a database. Its servers and other computers work them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg

from kartentisch.store.checks import check_ints, check_texts
from kartentisch.store.errors import StoreFailed
from kartentisch.store.futures import running
from kartentisch.store.jobs import (
    KEPT,
    ROOM,
    TRIES,
    WORKER_LIVES,
    Job,
    JobKey,
    check_key,
)
from kartentisch.store.postgres.database import Database, Session, close_if_read_only, failure, lost
from kartentisch.store.postgres.reads import PostgresReads
from kartentisch.store.sql_jobs import SqlJobs

T = TypeVar("T")
Db = psycopg.Connection[Any]

_THIS = "kind = %s AND table_id = %s AND number = %s"
JOB = f"SELECT state, done, of, result FROM jobs WHERE {_THIS}"
UNFINISHED = "SELECT count(*) FROM jobs WHERE kind = %s AND state IN ('waiting', 'working')"
ASK = """
INSERT INTO jobs (kind, table_id, number, state, since)
(SELECT %s, table_id, %s, 'waiting', %s FROM tables WHERE table_id = %s AND newest > 0 FOR SHARE)
ON CONFLICT (kind, table_id, number) DO UPDATE
SET state = 'waiting', since = excluded.since, tries = 0, done = 0, of = 0 WHERE jobs.state = 'failed' AND %s
"""
"""It waits for a table that is being deleted, and then finds none."""
GIVE_UP = f"UPDATE jobs SET state = 'failed', since = %s WHERE state = 'working' AND until <= %s AND tries >= {TRIES}"
TAKE = """
UPDATE jobs SET state = 'working', worker = %s, until = %s, tries = tries + 1, done = 0
WHERE (kind, table_id, number) = (
    SELECT kind, table_id, number FROM jobs
    WHERE (state = 'waiting' OR state = 'working' AND until <= %s) AND kind = ANY(%s)
    ORDER BY since, kind, table_id, number LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING kind, table_id, number
"""
_MINE = f"{_THIS} AND worker = %s AND state = 'working'"
REPORT = f"UPDATE jobs SET done = %s, of = %s, until = %s WHERE {_MINE}"
END = f"UPDATE jobs SET state = %s, result = %s, size = %s, since = %s WHERE {_MINE}"
GIVE_BACK = f"UPDATE jobs SET state = 'waiting', tries = tries - 1 WHERE {_MINE}"
FORGET = f"""
DELETE FROM jobs WHERE (kind, table_id, number) IN (
    SELECT kind, table_id, number FROM jobs WHERE (kind, table_id, number) IN (
        SELECT kind, table_id, number FROM (
            SELECT kind, table_id, number, row_number() OVER newest AS place, sum(size) OVER newest AS held FROM jobs
            WHERE state IN ('done', 'failed') WINDOW newest AS (ORDER BY since DESC, kind, table_id, number)
        ) AS ended WHERE place > {KEPT} OR held > {ROOM}
    ) FOR UPDATE SKIP LOCKED
)
"""


class PostgresJobs(SqlJobs):
    """See `Jobs` for the contract. One connection and one thread, so that a slow write here delays no move.

    Each write is one statement, or can be done twice like once: nothing is locked between two round trips.
    """

    REPORT, GIVE_BACK = REPORT, GIVE_BACK

    def __init__(self, database: Database, reads: PostgresReads) -> None:
        self._database, self._reads = database, reads
        self._db: Session | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store jobs")
        self._shut = False

    def ask(self, key: JobKey, now: int, most: int, again: bool = False) -> Future[Job | None]:
        check_key(key)
        check_ints(now, most)

        def work(db: Db) -> Job | None:
            found = db.execute(JOB, key).fetchone()
            if found and not (again and found[0] == "failed"):
                return Job(*found)
            if db.execute(UNFINISHED, (key.kind,)).fetchall()[0][0] > most:
                return None
            db.execute(ASK, (key.kind, key.number, now, key.log_id, again))
            if (found := db.execute(JOB, key).fetchone()) is None:
                raise StoreFailed("broken") from ValueError("there is no such log")
            return Job(*found)

        return self._do(work)

    async def get(self, key: JobKey) -> Job | None:
        return next(iter(await self._reads.read(lambda row: Job(*row), JOB, *key)), None)

    def take(self, worker: str, kinds: Collection[str], now: int) -> Future[JobKey | None]:
        check_texts(worker, *kinds)
        check_ints(now)

        def work(db: Db) -> JobKey | None:
            db.execute(GIVE_UP, (now, now))
            found = db.execute(TAKE, (worker, now + WORKER_LIVES, now, list(kinds))).fetchone()
            return None if found is None else JobKey(*found)

        return self._do(work)

    def close(self) -> None:
        """Finish what was asked for, then refuse everything."""
        self._shut = True
        self._thread.shutdown()
        if self._db is not None:
            self._db.close()

    def _end(self, *values: Any) -> Future[bool]:
        def work(db: Db) -> bool:
            ended = db.execute(END, values).rowcount > 0
            db.execute(FORGET)
            return ended

        return self._do(work)

    def _changed(self, sql: str, *values: Any) -> Future[bool]:
        return self._do(lambda db: db.execute(sql, values).rowcount > 0)

    def _do(self, work: Callable[[Db], T]) -> Future[T]:
        if not self._shut:
            return self._thread.submit(self._on_connection, work)
        future: Future[T] = running(Future())
        future.set_exception(StoreFailed("closed"))
        return future

    def _on_connection(self, work: Callable[[Db], T]) -> T:
        """Do this, and once more on a new connection if the old one broke."""
        for last in (False, True):
            fresh = self._db is None or lost(self._db)
            if self._db is None or fresh:
                self._db = self._database.again(self._db)
            try:
                return work(self._db)
            except psycopg.Error as error:
                close_if_read_only(self._db, error)
                if last or fresh or not lost(self._db):
                    raise failure(error) from error
        raise AssertionError
