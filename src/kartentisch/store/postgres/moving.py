"""Moving all data between a data folder and a database, while nobody serves. It can be interrupted and goes on later.

What a log has is copied in one transaction and then compared by a digest, log by log. Nothing is removed from where it
was. The files beside the tables do not move: the key, and the message to everybody.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import psycopg

from kartentisch.store import database_note
from kartentisch.store.connections import connect, prepare
from kartentisch.store.folder import Hold, make, make_private
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.statements import REPLACE_KEY
from kartentisch.store.postgres.upgrading import upgrade as upgrade_database
from kartentisch.store.sqlite import FILE
from kartentisch.store.statements import COLUMNS
from kartentisch.store.upgrading import upgrade
from kartentisch.store.writer import failure as file_failure

Row = tuple[Any, ...]
MOVING = 7_025_382_115_904
"""The number of the lock of a move."""
_LISTED = "table_id, newest, closed, changed_at, opened_at, game, rules, phase, public, wake_at, kind"
PARTS = {
    "facts": f"table_id, {COLUMNS}",
    "names": "table_id, seat, sealed",
    "talk": "table_id, time, seat, ask, sealed",
    "tokens": "table_id, seat, version",
    "codes": "table_id, code",
}
"""What belongs to one log, beside its row and its key."""
BOOLEANS = (2, 8)
"""The columns of a row that are numbers in a file and truth values in a database."""


class Moved(NamedTuple):
    """What a move has done."""

    logs: int
    already: int
    """Logs that were there from a move before."""
    deleted: int
    """Notes of deleted tables."""


class MoveRefused(Exception):  # noqa: N818 - not a fault of the program
    """Nothing was changed, or it can go on later."""


class Side(Protocol):
    """One end of a move, on one open transaction at a time."""

    def ids(self) -> list[str]: ...
    def log(self, log_id: str) -> dict[str, list[Row]]: ...
    def put(self, log_id: str, parts: dict[str, list[Row]]) -> None: ...
    def notes(self) -> dict[str, list[Row]]: ...
    def put_notes(self, notes: dict[str, list[Row]]) -> None: ...


def digest(parts: dict[str, list[Row]]) -> str:
    """The same for the same data, in whichever store they are."""
    plain = {name: sorted(map(_plain, rows)) for name, rows in sorted(parts.items())}
    return hashlib.sha256(repr(plain).encode()).hexdigest()


def _plain(row: Row) -> Row:
    return tuple(bytes(one).hex() if isinstance(one, bytes | memoryview) else one for one in row)


def move(source: Side, target: Side, progress: Callable[[float], None]) -> Moved:
    """Copy everything that is not there yet.

    :raises MoveRefused: if the target has other data under the id of a log, or what arrived is not what was sent.
    """
    ids, already, there = source.ids(), 0, set(target.ids())
    foreign = sorted(there - set(ids))
    if foreign:
        raise MoveRefused(f"There are other tables there already, such as {foreign[0]}. Nothing was changed.")
    for place, log_id in enumerate(ids):
        sent = source.log(log_id)
        if log_id in there:
            already += 1
        else:
            target.put(log_id, sent)
        if digest(target.log(log_id)) != digest(sent):
            raise MoveRefused(
                f"The table {log_id} is there already with other data."
                if log_id in there
                else f"The table {log_id} did not arrive as it was sent."
            )
        progress((place + 1) / len(ids))
    notes = source.notes()
    target.put_notes(notes)
    return Moved(len(ids) - already, already, len(notes["deleted"]))


class FolderSide:
    """The file of a data folder."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def ids(self) -> list[str]:
        return [row[0] for row in self._db.execute("SELECT table_id FROM tables ORDER BY table_id")]

    def log(self, log_id: str) -> dict[str, list[Row]]:
        found = {name: self._rows(f"SELECT {cells} FROM {name}", log_id) for name, cells in PARTS.items()}
        found["tables"] = [_truths(row, bool) for row in self._rows(f"SELECT {_LISTED} FROM tables", log_id)]
        found["keys"] = self._rows("SELECT table_id, key FROM slots JOIN keys USING (slot)", log_id)
        return found

    def _rows(self, sql: str, log_id: str) -> list[Row]:
        return self._db.execute(f"{sql} WHERE table_id = ?", (log_id,)).fetchall()

    def put(self, log_id: str, parts: dict[str, list[Row]]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for name, cells in PARTS.items():
                self._put(name, cells, parts[name])
            self._put("tables", _LISTED, [_truths(row, int) for row in parts["tables"]])
            for table_id, key in parts["keys"]:
                slot = self._db.execute("INSERT INTO keys (key) VALUES (?)", (key,)).lastrowid
                self._db.execute("INSERT INTO slots VALUES (?, ?)", (table_id, slot))
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _put(self, name: str, cells: str, rows: Sequence[Row], how: str = "INSERT") -> None:
        marks = ", ".join("?" * (cells.count(",") + 1))
        self._db.executemany(f"{how} INTO {name} ({cells}) VALUES ({marks})", rows)

    def notes(self) -> dict[str, list[Row]]:
        notes = ("SELECT table_id, time FROM deleted", "SELECT code, since FROM resting")
        return dict(zip(("deleted", "resting"), (self._db.execute(sql).fetchall() for sql in notes), strict=True))

    def put_notes(self, notes: dict[str, list[Row]]) -> None:
        self._put("deleted", "table_id, time", notes["deleted"], "INSERT OR REPLACE")
        self._put("resting", "code, since", notes["resting"], "INSERT OR REPLACE")


class DatabaseSide:
    """The tables of a database."""

    def __init__(self, db: psycopg.Connection[Any]) -> None:
        self._db = db

    def ids(self) -> list[str]:
        return [row[0] for row in self._db.execute("SELECT table_id FROM tables WHERE newest > 0 ORDER BY table_id")]

    def log(self, log_id: str) -> dict[str, list[Row]]:
        found = {name: self._rows(f"SELECT {cells} FROM {name}", log_id) for name, cells in PARTS.items()}
        found["tables"] = self._rows(f"SELECT {_LISTED} FROM tables", log_id)
        found["keys"] = self._rows("SELECT table_id, key FROM keys", log_id)
        return found

    def _rows(self, sql: str, log_id: str) -> list[Row]:
        return self._db.execute(f"{sql} WHERE table_id = %s", (log_id,)).fetchall()

    def put(self, log_id: str, parts: dict[str, list[Row]]) -> None:
        with self._db.transaction():
            self._db.execute("DELETE FROM tables WHERE table_id = %s AND newest = 0 AND deleted_at IS NULL", (log_id,))
            for name, cells in {**PARTS, "tables": _LISTED, "keys": "table_id, key"}.items():
                self._put(name, cells, parts[name])

    def _put(self, name: str, cells: str, rows: Sequence[Row], conflict: str = "") -> None:
        marks = ", ".join(["%s"] * (cells.count(",") + 1))
        with self._db.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {name} ({cells}) VALUES ({marks}) {conflict}", rows)

    def at_once(self) -> AbstractContextManager[Any]:
        """What is put in this block is stored as a whole or not at all."""
        return self._db.transaction()

    def put_key(self, digest: str) -> None:
        """Note which key the servers have to sign links with."""
        self._db.execute(REPLACE_KEY, (digest,))

    def notes(self) -> dict[str, list[Row]]:
        deleted = "SELECT table_id, deleted_at FROM tables WHERE deleted_at IS NOT NULL"
        found = {"deleted": self._db.execute(deleted).fetchall()}
        return found | {"resting": self._db.execute("SELECT code, since FROM resting").fetchall()}

    def put_notes(self, notes: dict[str, list[Row]]) -> None:
        kept = "ON CONFLICT (table_id) DO UPDATE SET deleted_at = excluded.deleted_at"
        self._put("tables", "table_id, deleted_at", notes["deleted"], kept)
        self._put("resting", "code, since", notes["resting"], "ON CONFLICT (code) DO NOTHING")


def _truths(row: Row, kind: type[bool] | type[int]) -> Row:
    return tuple(kind(one) if place in BOOLEANS else one for place, one in enumerate(row))


@contextmanager
def side(where: Path | Database, *, made: bool) -> Iterator[Side]:
    """One end, which nobody serves from meanwhile. `made`: make it if it is missing.

    :raises MoveRefused: if there is nothing, or a server uses the database.
    :raises StoreFailed: if it cannot be used; "in_use" if a server uses the folder.
    """
    with ExitStack() as stack:
        try:
            if isinstance(where, Path):
                yield stack.enter_context(_folder(where, made))
            else:
                yield stack.enter_context(of_database(where))
        except sqlite3.Error as error:
            raise file_failure(error) from error
        except psycopg.Error as error:
            raise failure(error) from error


@contextmanager
def _folder(folder: Path, made: bool) -> Iterator[FolderSide]:
    if not made and not (folder / FILE).is_file():
        raise MoveRefused(f"There are no tables in {folder}.")
    make(folder)
    with closing(Hold(folder)):
        make_private(folder / FILE)
        with closing(connect(folder / FILE)) as db:
            prepare(db)
            upgrade(db)
            if db.execute("SELECT 1 FROM erasing").fetchone():
                raise MoveRefused("Deleted tables are still being removed there. Start the server once, and stop it.")
            yield FolderSide(db)
    if made:
        database_note.remove(folder)


@contextmanager
def of_database(database: Database) -> Iterator[DatabaseSide]:
    """The tables of a database that nobody serves from meanwhile. Raises MoveRefused, StoreFailed, psycopg.Error."""
    with closing(database.connect()) as db:
        db.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0")
        upgrade_database(db)
        if db.execute("SELECT 1 FROM nodes WHERE until > clock_timestamp()").fetchone():
            raise MoveRefused(f"A server uses the database {database.named}. Stop all of them first.")
        if not db.execute("SELECT pg_try_advisory_lock(%s)", (MOVING,)).fetchall()[0][0]:
            raise MoveRefused(f"Another move uses the database {database.named}.")
        if db.execute("SELECT 1 FROM erasing").fetchone():
            raise MoveRefused("Deleted tables are still being removed there. Start a server once, and stop it.")
        yield DatabaseSide(db)
