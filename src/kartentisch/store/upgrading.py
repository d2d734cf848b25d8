"""Upgrades of the file's schema, one step from each version to the next, and compaction of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from kartentisch.store.errors import StoreFailed
from kartentisch.store.sealing import seal_all
from kartentisch.store.statements import FROM_FACTS, PUT_ROW_5
from kartentisch.store.values import UNKNOWN, Standing
from kartentisch.table.settings import heading

SCHEMA = Path(__file__).parent / "schema"


def _list(db: sqlite3.Connection) -> None:
    """Add a row for each table, with the data that its facts show without being folded."""
    for table_id, newest, closed, changed, opened, text in db.execute(FROM_FACTS).fetchall():
        standing = Standing("closed") if closed else UNKNOWN
        db.execute(PUT_ROW_5, (table_id, newest, closed, changed, opened, *heading(text), *standing))


IN_PYTHON: dict[int, Callable[[sqlite3.Connection], None]] = {4: seal_all, 5: _list}
"""The parts of a step that SQL cannot do. They run after its SQL, in the same transaction."""
PER_ROW = 5.4
"""About how many SQLite instructions it takes to copy one fact."""
LOOK = 20_000
"""The number of instructions between two reports of progress."""

Progress = Callable[[float], None]
"""Called with the share that is done, from 0 to 1."""


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
            db.executescript(f"BEGIN IMMEDIATE;\n{sql}")
            if version in IN_PYTHON:
                IN_PYTHON[version](db)
            db.execute(f"PRAGMA user_version = {version}")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")


def to_compact(db: sqlite3.Connection) -> bool:
    """Whether an upgrade left compaction to be done."""
    return db.execute("SELECT 1 FROM chores WHERE chore = 'compact'").fetchone() is not None


def compact(db: sqlite3.Connection, progress: Progress) -> None:
    """Rewrite the file without gaps and leftovers. It may take minutes, and nobody else can write meanwhile."""
    instructions = max(1.0, PER_ROW * db.execute("SELECT count(*) FROM facts").fetchone()[0])
    done = 0

    def look() -> int:
        nonlocal done
        done += LOOK
        progress(min(0.99, done / instructions))
        return 0

    progress(0.0)
    db.set_progress_handler(look, LOOK)
    try:
        db.execute("VACUUM")
    finally:
        db.set_progress_handler(None, 0)
    db.execute("DELETE FROM chores WHERE chore = 'compact'")
    progress(1.0)
