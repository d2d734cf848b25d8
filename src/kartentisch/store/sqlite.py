"""The store in one SQLite file. Nothing else needs to be installed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

from kartentisch.store import sealing
from kartentisch.store.base import (
    CODE_RESTS,
    FIRST_VERSION,
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
)
from kartentisch.store.connections import PATIENCE, connect, connect_to_read, emptied, new_file, prepare, watch
from kartentisch.store.erasing import alive, delete, erase, free_code
from kartentisch.store.folder import Hold, make, make_private
from kartentisch.store.rows import followed, stands
from kartentisch.store.statements import (
    ANSWERED,
    FACTS,
    INSERT,
    INVITING,
    LISTED,
    NAMES,
    PUT_ROW,
    RENEW,
    RESTED,
    RUNNING,
    TABLES,
    TAKEN,
    TALK,
    TOO_OLD,
    UNUSED,
    WAKING,
    row_of,
)
from kartentisch.store.upgrading import Progress, compact, to_compact, upgrade
from kartentisch.store.writer import Writer, failure
from kartentisch.table.facts import Fact

FILE = "tables.sqlite3"


class SqliteStore:
    """A store that holds its data folder while it is open. See `Store` for the contract."""

    def __init__(self, folder: Path, progress: Progress = lambda share: None, *, compacting: bool = False) -> None:
        """Open the store in this folder, which is made if it is missing.

        The file is compacted first if `compacting` is set or an upgrade left this to do. `progress` is then called with
        the share that is done.

        :raises FolderInUse: if another server holds the folder.
        :raises StoreFailed: if the data cannot be read and written, or are of a newer version.
        """
        self._path = folder.absolute() / FILE
        self._reading = threading.Lock()
        make(folder)
        with ExitStack() as stack:  # closes in reverse order, also if opening fails half-way
            stack.callback(Hold(folder).close)
            try:
                make_private(self._path)
                db = stack.enter_context(closing(connect(self._path)))
                prepare(db)
                upgrade(db)
                self.postponed = not compacting and not _chores(db, progress)
                """Whether the upgraded file had too little room to be compacted. The next start tries again."""
                if compacting:
                    compact(db, progress)
                clean = emptied(db, PATIENCE)
                self._reader = connect_to_read(self._path)
                stack.callback(self._reader.close)
                present = watch(self._path)
            except (sqlite3.Error, OSError) as error:
                raise failure(error) from error
            self._writer = Writer(db, present, emptied, unclean=not clean)
            stack.callback(self._writer.close)
            self._open = stack.pop_all()
        for (table_id,) in self._read("SELECT table_id FROM erasing"):  # the program ended before this was done
            self._writer.submit_parts(partial(erase, table_id=table_id))

    @property
    def commits(self) -> int:
        """The number of transactions written since the store was opened."""
        return self._writer.commits

    def append(self, table_id: str, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        check(table_id, expected, facts)
        rows = [row_of(table_id, fact) for fact in facts]

        def work(db: sqlite3.Connection) -> None:
            row = _listed(db.execute(LISTED, (table_id,)).fetchone())
            if (newest := row.newest if row else 0) != expected:
                raise OutOfStep(table_id, expected, newest)
            if rows:
                db.executemany(INSERT, rows)
                row = followed(row, table_id, facts, standing)
                db.execute(PUT_ROW, row)
                if row.closed:
                    free_code(db, table_id, row.time)

        return self._writer.submit(work)

    def holds_tables(self) -> bool:
        """Whether the store has any table."""
        return bool(self._read("SELECT 1 FROM facts LIMIT 1"))

    def facts(self, table_id: str, after: int = 0) -> list[Fact]:
        return [Fact(*row) for row in self._read(FACTS, table_id, after)]

    def answered(self, table_id: str, ask: str) -> int:
        number: int = self._read(ANSWERED, table_id, ask)[0][0]
        return number

    def tables(self, *, running_only: bool = False) -> list[Listed]:
        return [row for found in self._read(RUNNING if running_only else TABLES) if (row := _listed(found))]

    def listed(self, table_id: str) -> Listed | None:
        return next((_listed(row) for row in self._read(LISTED, table_id)), None)

    def unused(self, since: int, *, closed: bool) -> list[Listed]:
        return [row for found in self._read(UNUSED, closed, since) if (row := _listed(found))]

    def inviting(self, since: int, most: int) -> list[str]:
        return [table_id for (table_id,) in self._read(INVITING, since, most)]

    def waking(self) -> list[str]:
        return [table_id for (table_id,) in self._read(WAKING)]

    def stand(self, table_id: str, newest: int, standing: Standing) -> Future[None]:
        check_texts(standing.phase)

        def work(db: sqlite3.Connection) -> None:
            row = _listed(db.execute(LISTED, (table_id,)).fetchone())
            if row and not row.closed and row.newest == newest:
                db.execute(PUT_ROW, stands(row, standing))

        return self._writer.submit(work)

    def set_name(self, table_id: str, seat: int, name: str, figure: str) -> Future[None]:
        check_texts(table_id, name, figure)

        def work(db: sqlite3.Connection) -> None:
            alive(db, table_id)
            sealing.set_name(db, table_id, seat, name, figure)

        return self._writer.submit(work)

    def names(self, table_id: str) -> dict[int, Name]:
        return {row[1]: sealing.name_of(*row) for row in self._read(NAMES, table_id)}

    def say(self, table_id: str, said: Said) -> Future[None]:
        check_said(table_id, said)

        def work(db: sqlite3.Connection) -> None:
            alive(db, table_id)
            sealing.say(db, table_id, said)
            db.execute(TOO_OLD, (table_id,))

        return self._writer.submit(work)

    def talk(self, table_id: str) -> list[Said]:
        return [sealing.said_of(*row) for row in self._read(TALK, table_id)]

    def forget_people(self, table_id: str) -> Future[None]:
        return self._writer.submit(lambda db: sealing.forget(db, table_id), clean=True)

    def delete(self, table_id: str, time: int) -> Future[None]:
        check_texts(table_id)
        return self._writer.submit_parts(partial(delete, table_id=table_id, time=time))

    def deleted(self, table_id: str) -> bool:
        return bool(self._read("SELECT 1 FROM deleted WHERE table_id = ?", table_id))

    def token_version(self, table_id: str, seat: int) -> int:
        rows = self._read("SELECT version FROM tokens WHERE table_id = ? AND seat = ?", table_id, seat)
        return rows[0][0] if rows else FIRST_VERSION

    def renew(self, table_id: str, seat: int) -> Future[int]:
        def work(db: sqlite3.Connection) -> int:
            alive(db, table_id)
            version: int = db.execute(RENEW, (table_id, seat)).fetchall()[0][0]
            return version

        return self._writer.submit(work)

    def set_code(self, table_id: str, code: str, time: int = 0) -> Future[bool]:
        check_texts(table_id, code)

        def work(db: sqlite3.Connection) -> bool:
            alive(db, table_id)
            db.execute(RESTED, (time - CODE_RESTS,))
            found = db.execute(TAKEN, (code, time - CODE_RESTS)).fetchone()
            if found is None:
                free_code(db, table_id, time)
                db.execute("INSERT INTO codes VALUES (?, ?)", (table_id, code))
            return bool(found in (None, (table_id,)))

        return self._writer.submit(work)

    def free_code(self, table_id: str, time: int) -> Future[None]:
        return self._writer.submit(partial(free_code, table_id=table_id, time=time))

    def codes(self, length: int) -> int:
        number: int = self._read("SELECT count(*) FROM codes WHERE length(code) = ?", length)[0][0]
        return number

    def code(self, table_id: str) -> str:
        rows = self._read("SELECT code FROM codes WHERE table_id = ?", table_id)
        return rows[0][0] if rows else ""

    def coded(self, code: str) -> str:
        rows = self._read("SELECT table_id FROM codes WHERE code = ?", code)
        return rows[0][0] if rows else ""

    def backup(self, path: Path) -> None:
        copy(self._path.parent, path)

    def close(self) -> None:
        """Finish the submitted writes and release the folder."""
        self._writer.close()
        with self._reading:
            self._open.close()

    def _read(self, sql: str, *values: Any) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(sql, values).fetchall()
        except sqlite3.ProgrammingError as error:
            raise StoreFailed("closed") from error
        except sqlite3.Error as error:
            raise failure(error) from error


def _listed(row: tuple[Any, ...] | None) -> Listed | None:
    """A row of the database as a `Listed`."""
    if row is None:
        return None
    found = Listed(*row)
    return found._replace(closed=bool(found.closed), public=bool(found.public))


def _chores(db: sqlite3.Connection, progress: Progress) -> bool:
    """Do the work that an upgrade left behind. False if there is no room for it now."""
    try:
        if to_compact(db):
            compact(db, progress)
    except sqlite3.OperationalError as error:
        if failure(error).code != "full":
            raise
        return False
    return True


def copy(folder: Path, path: Path) -> None:
    """Back up the store in this folder to a file, even while a server holds it. The signing key is not copied."""
    if path.parent.resolve() == folder.resolve():
        raise ValueError("a backup does not go into the data folder itself")
    with new_file(path) as target, closing(connect_to_read(folder / FILE)) as source:
        source.backup(target)
