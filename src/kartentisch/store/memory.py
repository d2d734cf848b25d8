"""A store in memory, for tests and for tables that need not outlive the process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from kartentisch.store import sealing
from kartentisch.store.base import (
    CODE_RESTS,
    FIRST_VERSION,
    TALK_KEPT,
    UNKNOWN,
    Listed,
    Name,
    OutOfStep,
    Said,
    Standing,
    StoreFailed,
    check,
    check_said,
    check_texts,
    running,
)
from kartentisch.store.connections import new_file
from kartentisch.store.rows import followed, stands
from kartentisch.store.statements import INSERT, PUT_ROW, row_of
from kartentisch.store.upgrading import upgrade
from kartentisch.table.facts import Fact

T = TypeVar("T")


class MemoryStore:
    """See `Store` for the contract. Futures are already done when they are returned."""

    def __init__(self) -> None:
        self.failing: StoreFailed | None = None
        """Set by tests: the error that writes raise until it is None again."""
        self._facts: dict[str, list[Fact]] = {}
        self._rows: dict[str, Listed] = {}
        self._names: dict[tuple[str, int], Name] = {}
        self._versions: dict[tuple[str, int], int] = {}
        self._codes: dict[str, str] = {}
        self._resting: dict[str, int] = {}
        self._talk: dict[str, list[Said]] = {}
        self._deleted: dict[str, int] = {}
        self._gate = threading.RLock()
        self._closed = False

    def append(self, table_id: str, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        check(table_id, expected, facts)

        def work() -> None:
            newest = len(self._facts.get(table_id, ()))
            if newest != expected:
                raise OutOfStep(table_id, expected, newest)
            if facts:
                self._alive(table_id)
                self._facts.setdefault(table_id, []).extend(facts)
                row = followed(self._rows.get(table_id), table_id, facts, standing)
                self._rows[table_id] = row
                if row.closed:
                    self._free_code(table_id, row.time)

        return self._write(work)

    def facts(self, table_id: str, after: int = 0) -> list[Fact]:
        with self._open():
            return self._facts.get(table_id, [])[max(after, 0) :]

    def answered(self, table_id: str, ask: str) -> int:
        return max((fact.number for fact in self.facts(table_id) if ask and fact.ask == ask), default=0)

    def tables(self, *, running_only: bool = False) -> list[Listed]:
        return [row for row in self._listed() if not (running_only and row.closed)]

    def _listed(self) -> list[Listed]:
        with self._open():
            return [row for _, row in sorted(self._rows.items())]

    def listed(self, table_id: str) -> Listed | None:
        with self._open():
            return self._rows.get(table_id)

    def unused(self, since: int, *, closed: bool) -> list[Listed]:
        rows = [row for row in self._listed() if row.closed == closed and row.time <= since]
        return sorted(rows, key=lambda row: row.time)

    def inviting(self, since: int, most: int) -> list[str]:
        rows = sorted(self._listed(), key=lambda row: row.opened, reverse=True)
        return [row.id for row in rows if row.public and row.opened > since][:most]

    def waking(self) -> list[str]:
        times = sorted((row.wake_at, row.id) for row in self._listed() if row.wake_at is not None)
        return [table_id for _, table_id in times]

    def stand(self, table_id: str, newest: int, standing: Standing) -> Future[None]:
        def work() -> None:
            row = self._rows.get(table_id)
            if row and not row.closed and row.newest == newest:
                self._rows[table_id] = stands(row, standing)

        return self._write(work)

    def set_name(self, table_id: str, seat: int, name: str, figure: str) -> Future[None]:
        check_texts(table_id, name, figure)

        def work() -> None:
            self._alive(table_id)
            self._names[table_id, seat] = Name(name, figure)

        return self._write(work)

    def names(self, table_id: str) -> dict[int, Name]:
        with self._open():
            return {seat: name for (table, seat), name in sorted(self._names.items()) if table == table_id}

    def say(self, table_id: str, said: Said) -> Future[None]:
        check_said(table_id, said)

        def work() -> None:
            self._alive(table_id)
            lines = self._talk.setdefault(table_id, [])
            if any(line.time == said.time for line in lines):
                raise StoreFailed("broken") from ValueError("two lines of one time")
            lines.append(said)
            self._talk[table_id] = sorted(lines)[-TALK_KEPT:]

        return self._write(work)

    def talk(self, table_id: str) -> list[Said]:
        with self._open():
            return list(self._talk.get(table_id, ()))

    def forget_people(self, table_id: str) -> Future[None]:
        return self._write(lambda: self._forget_people(table_id))

    def _forget_people(self, table_id: str) -> None:
        self._names = {key: name for key, name in self._names.items() if key[0] != table_id}
        self._talk.pop(table_id, None)

    def delete(self, table_id: str, time: int) -> Future[None]:
        check_texts(table_id)

        def work() -> None:
            if self._facts.pop(table_id, None) is None:
                return
            del self._rows[table_id]
            self._forget_people(table_id)
            self._versions = {key: version for key, version in self._versions.items() if key[0] != table_id}
            self._free_code(table_id, time)
            self._deleted[table_id] = time

        return self._write(work)

    def deleted(self, table_id: str) -> bool:
        with self._open():
            return table_id in self._deleted

    def token_version(self, table_id: str, seat: int) -> int:
        with self._open():
            return self._versions.get((table_id, seat), FIRST_VERSION)

    def renew(self, table_id: str, seat: int) -> Future[int]:
        def work() -> int:
            self._alive(table_id)
            self._versions[table_id, seat] = self._versions.get((table_id, seat), FIRST_VERSION) + 1
            return self._versions[table_id, seat]

        return self._write(work)

    def set_code(self, table_id: str, code: str, time: int = 0) -> Future[bool]:
        check_texts(table_id, code)

        def work() -> bool:
            self._alive(table_id)
            self._resting = {one: since for one, since in self._resting.items() if since > time - CODE_RESTS}
            if self.coded(code) == table_id:
                return True
            if self.coded(code) or code in self._resting:
                return False
            self._free_code(table_id, time)
            self._codes[table_id] = code
            return True

        return self._write(work)

    def free_code(self, table_id: str, time: int) -> Future[None]:
        return self._write(lambda: self._free_code(table_id, time))

    def _free_code(self, table_id: str, time: int) -> None:
        if code := self._codes.pop(table_id, ""):
            self._resting[code] = time

    def codes(self, length: int) -> int:
        with self._open():
            return sum(len(code) == length for code in self._codes.values())

    def code(self, table_id: str) -> str:
        with self._open():
            return self._codes.get(table_id, "")

    def coded(self, code: str) -> str:
        with self._open():
            return next((table_id for table_id, known in self._codes.items() if known == code), "")

    def backup(self, path: Path) -> None:
        """Write the file that a `SqliteStore` would write."""
        with self._open(), new_file(path) as db:
            upgrade(db)
            db.execute("BEGIN")
            db.executemany(
                INSERT, [row_of(table_id, fact) for table_id in self._facts for fact in self._facts[table_id]]
            )
            db.executemany(PUT_ROW, self._rows.values())
            for key, name in self._names.items():
                sealing.set_name(db, *key, *name)
            db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", [(*key, n) for key, n in self._versions.items()])
            db.executemany("INSERT INTO codes VALUES (?, ?)", self._codes.items())
            db.executemany("INSERT INTO resting VALUES (?, ?)", self._resting.items())
            for table_id, lines in self._talk.items():
                for said in lines:
                    sealing.say(db, table_id, said)
            db.executemany("INSERT INTO deleted VALUES (?, ?)", self._deleted.items())
            db.execute("COMMIT")

    def close(self) -> None:
        self._closed = True

    def _open(self) -> threading.RLock:
        if self._closed:
            raise StoreFailed("closed")
        return self._gate

    def _alive(self, table_id: str) -> None:
        if table_id in self._deleted:
            raise StoreFailed("broken") from ValueError("this table was deleted")

    def _write(self, work: Callable[[], T]) -> Future[T]:
        future: Future[T] = running(Future())
        try:
            with self._open():
                if self.failing is not None:
                    raise self.failing
                future.set_result(work())
        except (OutOfStep, StoreFailed) as error:
            future.set_exception(error)
        return future
