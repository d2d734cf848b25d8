"""Appends one fact to a SQLite log in a single statement, which needs no transaction around it.

Python's sqlite3 gives the interpreter's lock away several times in each statement. While the event loop is busy, it may
take five milliseconds to get it back. So a view that nobody reads takes the fact with what the table's row becomes, and
a trigger of this connection stores both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from kartentisch.store.errors import OutOfStep
from kartentisch.store.statements import COLUMNS, row_of
from kartentisch.store.values import Standing
from kartentisch.table.facts import Fact

_STANDING = "phase, public, wake_at"
_FACT = ", ".join(f"NEW.{name}" for name in COLUMNS.split(", "))
VIEW = f"CREATE TEMP VIEW appended AS SELECT facts.*, {_STANDING} FROM facts JOIN tables USING (table_id)"
TRIGGER = f"""
CREATE TEMP TRIGGER append_one INSTEAD OF INSERT ON appended
BEGIN
    UPDATE tables SET
        newest = NEW.number,
        changed_at = CASE WHEN NEW.kind = 'woke' THEN changed_at ELSE NEW.time END,
        phase = CASE WHEN closed THEN 'closed' ELSE NEW.phase END,
        public = CASE WHEN closed THEN 0 ELSE NEW.public END,
        wake_at = CASE WHEN closed THEN NULL ELSE NEW.wake_at END
    WHERE table_id = NEW.table_id AND newest = NEW.number - 1;
    SELECT raise(ABORT, 'out of step') WHERE changes() = 0;
    INSERT INTO facts (table_id, {COLUMNS}) VALUES (NEW.table_id, {_FACT});
END
"""
"""Keeps the row as `rows.followed` does."""
APPEND = f"INSERT INTO appended (table_id, {COLUMNS}, {_STANDING}) VALUES ({', '.join('?' * 12)})"


def prepare_appends(db: sqlite3.Connection) -> None:
    """Set up the connection that writes. Nothing of this is stored in the file."""
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute(VIEW)
    db.execute(TRIGGER)


def is_simple(facts: Sequence[Fact]) -> bool:
    """Whether these facts are one that neither begins nor closes a log."""
    return len(facts) == 1 and facts[0].number > 1 and facts[0].kind != "closed"


def append_one(db: sqlite3.Connection, table_id: str, fact: Fact, standing: Standing) -> None:
    """Append a fact that is simple. Raises OutOfStep."""
    try:
        db.execute(APPEND, (*row_of(table_id, fact), *standing))
    except sqlite3.IntegrityError:
        found = db.execute("SELECT newest FROM tables WHERE table_id = ?", (table_id,)).fetchone()
        newest, expected = found[0] if found else 0, fact.number - 1
        if newest != expected:
            raise OutOfStep(table_id, expected, newest) from None
        raise
