"""The store in one SQLite file: nothing else to install."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from kartentisch.store.base import (
    FIRST_VERSION,
    Listed,
    Name,
    OutOfStep,
    Said,
    StoreFailed,
    check,
    check_said,
    check_texts,
)
from kartentisch.store.folder import Hold, make, make_private, sync_folder
from kartentisch.store.statements import (
    COLUMNS,
    INSERT,
    OF_A_TABLE,
    RENEW,
    SAY,
    SET_CODE,
    SET_NAME,
    TABLES,
    TOO_OLD,
    row_of,
)
from kartentisch.store.writer import Writer, failure
from kartentisch.table.facts import Fact

FILE = "tables.sqlite3"
SCHEMA = Path(__file__).parent / "schema"
PATIENCE = 1.0
"""Seconds to wait for a lock of somebody else."""


class SqliteStore:
    """Holds its data folder as long as it is open. See `Store` for what it promises."""

    def __init__(self, folder: Path) -> None:
        """Open the store in this folder, made if missing.

        :raises FolderInUse: if another server holds the folder.
        :raises StoreFailed: if its data cannot be read and written, or are of a newer version.
        """
        self._path = folder.absolute() / FILE
        self._reading = threading.Lock()
        make(folder)
        with ExitStack() as stack:  # closed from the last to the first, also when opening fails half-way
            stack.callback(Hold(folder).close)
            try:
                make_private(self._path)
                db = stack.enter_context(closing(connect(self._path)))
                prepare(db)
                upgrade(db)
                self._reader = connect_to_read(self._path)
                stack.callback(self._reader.close)
                present = watch(self._path)
            except (sqlite3.Error, OSError) as error:
                raise failure(error) from error
            self._writer = Writer(db, present)
            stack.callback(self._writer.close)
            self._open = stack.pop_all()

    @property
    def commits(self) -> int:
        """Transactions written since it was opened."""
        return self._writer.commits

    def append(self, table_id: str, expected: int, facts: Sequence[Fact]) -> Future[None]:
        check(table_id, expected, facts)
        rows = [row_of(table_id, fact) for fact in facts]

        def work(db: sqlite3.Connection) -> None:
            sql = "SELECT coalesce(max(number), 0) FROM facts WHERE table_id = ?"
            newest: int = db.execute(sql, (table_id,)).fetchone()[0]
            if newest != expected:
                raise OutOfStep(table_id, expected, newest)
            db.executemany(INSERT, rows)

        return self._writer.submit(work)

    def facts(self, table_id: str, after: int = 0) -> list[Fact]:
        sql = f"SELECT {COLUMNS} FROM facts WHERE table_id = ? AND number > ? ORDER BY number"
        return [Fact(*row) for row in self._read(sql, table_id, after)]

    def answered(self, table_id: str, ask: str) -> int:
        sql = "SELECT coalesce(max(number), 0) FROM facts WHERE table_id = ? AND ask = ? AND ask <> ''"
        number: int = self._read(sql, table_id, ask)[0][0]
        return number

    def tables(self, *, running_only: bool = False) -> list[Listed]:
        listed = [Listed(name, newest, bool(closed), time) for name, newest, closed, time in self._read(TABLES)]
        return [table for table in listed if not (running_only and table.closed)]

    def set_name(self, table_id: str, seat: int, name: str, figure: str) -> Future[None]:
        check_texts(table_id, name, figure)
        return self._writer.submit(statement(SET_NAME, table_id, seat, name, figure))

    def names(self, table_id: str) -> dict[int, Name]:
        rows = self._read("SELECT seat, name, figure FROM names WHERE table_id = ? ORDER BY seat", table_id)
        return {seat: Name(name, figure) for seat, name, figure in rows}

    def say(self, table_id: str, said: Said) -> Future[None]:
        check_said(table_id, said)

        def work(db: sqlite3.Connection) -> None:
            db.execute(SAY, (table_id, *said))
            db.execute(TOO_OLD, (table_id,))

        return self._writer.submit(work)

    def talk(self, table_id: str) -> list[Said]:
        sql = "SELECT time, seat, name, figure, text, ask FROM talk WHERE table_id = ? ORDER BY time"
        return [Said(*row) for row in self._read(sql, table_id)]

    def forget_people(self, table_id: str) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            for name in ("names", "talk"):
                db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))

        return self._writer.submit(work, scrub=True)

    def delete(self, table_id: str, time: int) -> Future[None]:
        check_texts(table_id)

        def work(db: sqlite3.Connection) -> None:
            sql = "INSERT INTO deleted SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM facts WHERE table_id = ?1)"
            if db.execute(sql, (table_id, time)).rowcount:
                for name in OF_A_TABLE:
                    db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))

        return self._writer.submit(work, scrub=True)

    def deleted(self, table_id: str) -> bool:
        return bool(self._read("SELECT 1 FROM deleted WHERE table_id = ?", table_id))

    def token_version(self, table_id: str, seat: int) -> int:
        rows = self._read("SELECT version FROM tokens WHERE table_id = ? AND seat = ?", table_id, seat)
        return rows[0][0] if rows else FIRST_VERSION

    def renew(self, table_id: str, seat: int) -> Future[int]:
        def work(db: sqlite3.Connection) -> int:
            version: int = db.execute(RENEW, (table_id, seat)).fetchall()[0][0]
            return version

        return self._writer.submit(work)

    def set_code(self, table_id: str, code: str) -> Future[bool]:
        check_texts(table_id, code)

        def work(db: sqlite3.Connection) -> bool:
            db.execute(SET_CODE, (table_id, code))
            found = db.execute("SELECT table_id FROM codes WHERE code = ?", (code,)).fetchone()
            return bool(found == (table_id,))

        return self._writer.submit(work)

    def code(self, table_id: str) -> str:
        rows = self._read("SELECT code FROM codes WHERE table_id = ?", table_id)
        return rows[0][0] if rows else ""

    def coded(self, code: str) -> str:
        rows = self._read("SELECT table_id FROM codes WHERE code = ?", code)
        return rows[0][0] if rows else ""

    def backup(self, path: Path) -> None:
        copy(self._path.parent, path)

    def close(self) -> None:
        """Finish what was handed over and give the folder back."""
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


def connect(path: Path) -> sqlite3.Connection:
    """A connection that any one thread at a time may use and that begins no transaction by itself."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def connect_to_read(path: Path) -> sqlite3.Connection:
    name = path.absolute().as_uri() + "?mode=ro"
    return sqlite3.connect(name, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def prepare(db: sqlite3.Connection) -> None:
    """Set up the connection that writes: what it has committed outlives a power cut."""
    if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise sqlite3.OperationalError("no WAL on this file system")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # on macOS, fsync alone ends in the cache of the drive
    db.execute("PRAGMA secure_delete = ON")  # what is removed is overwritten; the writer's scrubbing does the rest


def upgrade(db: sqlite3.Connection, folder: Path = SCHEMA) -> None:
    """Bring the file up to the newest version of the schema, one version and one transaction at a time.

    :raises StoreFailed: if the file is newer than the schema.
    """
    steps = sorted(folder.glob("[0-9][0-9][0-9].sql"))
    present: int = db.execute("PRAGMA user_version").fetchone()[0]
    if present > len(steps):
        raise StoreFailed("newer")
    for version, step in enumerate(steps[present:], start=present + 1):
        sql = step.read_text(encoding="utf-8")
        try:
            db.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {version};\nCOMMIT;")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")


def watch(path: Path) -> Callable[[], None]:
    """A function that raises OSError when the database is not where it was at this moment."""
    files = (path, path.with_name(path.name + "-wal"))

    def identities() -> list[tuple[int, int]]:
        return [(found.st_dev, found.st_ino) for found in map(os.stat, files)]

    known = identities()

    def present() -> None:
        if identities() != known:
            raise FileNotFoundError(f"{path} is another file now")

    return present


def statement(sql: str, *values: Any) -> Callable[[sqlite3.Connection], None]:
    def work(db: sqlite3.Connection) -> None:
        db.execute(sql, values)

    return work


def copy(folder: Path, path: Path) -> None:
    """Back up the store in this folder to a file, also while a server holds it. The signing key stays behind."""
    if path.parent.resolve() == folder.resolve():
        raise ValueError("a backup does not go into the data folder itself")
    with new_file(path) as target, closing(connect_to_read(folder / FILE)) as source:
        source.backup(target)


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """An empty private database that takes its place at `path` once it is whole and on the disk."""
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        with closing(connect(part)) as db:
            yield db
            db.execute("PRAGMA journal_mode = DELETE")  # one file, no WAL beside it
            if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise StoreFailed("broken")
        part.replace(path)
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise failure(error) from error
    finally:
        part.unlink(missing_ok=True)
