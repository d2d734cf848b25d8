"""Jobs in a SQLite file. All workers are threads of the process that holds the data folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import Future
from typing import Any

from kartentisch.store.checks import check_ints, check_texts
from kartentisch.store.errors import StoreFailed
from kartentisch.store.jobs import (
    KEPT,
    ROOM,
    TRIES,
    WORKER_LIVES,
    Job,
    JobKey,
    check_key,
)
from kartentisch.store.sql_jobs import SqlJobs
from kartentisch.store.writer import Writer

_THIS = "kind = ? AND table_id = ? AND number = ?"
JOB = f"SELECT state, done, of, result FROM jobs WHERE {_THIS}"
UNFINISHED = "SELECT count(*) FROM jobs WHERE kind = ? AND state IN ('waiting', 'working')"
ASK = "INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, 'waiting', ?, '', 0, 0, 0, 0, '', 0)"
GIVE_UP = f"UPDATE jobs SET state = 'failed', since = ? WHERE state = 'working' AND until <= ? AND tries >= {TRIES}"
NEXT = """
SELECT kind, table_id, number FROM jobs WHERE (state = 'waiting' OR state = 'working' AND until <= ?)
AND kind IN ({kinds}) ORDER BY since, kind, table_id, number LIMIT 1
"""
TAKE = f"UPDATE jobs SET state = 'working', worker = ?, until = ?, tries = tries + 1, done = 0 WHERE {_THIS}"
_MINE = f"{_THIS} AND worker = ? AND state = 'working'"
REPORT = f"UPDATE jobs SET done = ?, of = ?, until = ? WHERE {_MINE}"
END = f"UPDATE jobs SET state = ?, result = ?, size = ?, since = ? WHERE {_MINE}"
GIVE_BACK = f"UPDATE jobs SET state = 'waiting', tries = tries - 1 WHERE {_MINE}"
FORGET = f"""
DELETE FROM jobs WHERE (kind, table_id, number) IN (SELECT kind, table_id, number FROM (
    SELECT kind, table_id, number, row_number() OVER newest AS place, sum(size) OVER newest AS held FROM jobs
    WHERE state IN ('done', 'failed') WINDOW newest AS (ORDER BY since DESC, kind, table_id, number)
) WHERE place > {KEPT} OR held > {ROOM})
"""


def wait_again(db: sqlite3.Connection) -> None:
    """At the start: the workers of the last run ended with it."""
    if db.execute("SELECT 1 FROM jobs WHERE state = 'working'").fetchone():  # else nothing needs the lock for writing
        db.execute("UPDATE jobs SET state = 'waiting' WHERE state = 'working'")


class SqliteJobs(SqlJobs):
    """See `Jobs` for the contract."""

    REPORT, GIVE_BACK = REPORT, GIVE_BACK

    def __init__(self, writer: Writer, read: Callable[..., Awaitable[list[Any]]]) -> None:
        self._writer, self._read = writer, read

    def ask(self, key: JobKey, now: int, most: int, again: bool = False) -> Future[Job | None]:
        check_key(key)
        check_ints(now, most)

        def work(db: sqlite3.Connection) -> Job | None:
            if not db.execute("SELECT 1 FROM tables WHERE table_id = ?", (key.log_id,)).fetchone():
                raise StoreFailed("broken") from ValueError("there is no such log")
            found = db.execute(JOB, key).fetchone()
            if found and not (again and found[0] == "failed"):
                return Job(*found)
            if db.execute(UNFINISHED, (key.kind,)).fetchone()[0] > most:
                return None
            db.execute(ASK, (*key, now))
            return Job("waiting")

        return self._writer.submit(work)

    async def get(self, key: JobKey) -> Job | None:
        return next((Job(*row) for row in await self._read(JOB, *key)), None)

    def take(self, worker: str, kinds: Collection[str], now: int) -> Future[JobKey | None]:
        check_texts(worker, *kinds)
        check_ints(now)
        following = NEXT.format(kinds=", ".join("?" * len(kinds)))

        def work(db: sqlite3.Connection) -> JobKey | None:
            db.execute(GIVE_UP, (now, now))
            if (found := db.execute(following, (now, *kinds)).fetchone()) is None:
                return None
            db.execute(TAKE, (worker, now + WORKER_LIVES, *found))
            return JobKey(*found)

        return self._writer.submit(work)

    def _end(self, *values: Any) -> Future[bool]:
        def work(db: sqlite3.Connection) -> bool:
            ended = db.execute(END, values).rowcount > 0
            db.execute(FORGET)
            return ended

        return self._writer.submit(work)

    def _changed(self, sql: str, *values: Any) -> Future[bool]:
        return self._writer.submit(lambda db: db.execute(sql, values).rowcount > 0)
