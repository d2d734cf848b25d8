"""Deleting a table for good: its people at once, its facts in parts, so that nobody else has to wait.

Also what a copy of the data leaves out.
"""

from __future__ import annotations

import sqlite3

from kartentisch.store.errors import StoreFailed
from kartentisch.store.sealing import forget
from kartentisch.store.statements import DELETED, ERASE, ERASE_AT_ONCE, OF_A_TABLE, REST


def free_join_code(db: sqlite3.Connection, table_id: str, time: int) -> None:
    """Give the code of the table back: it leads nowhere and rests."""
    db.execute(REST, (table_id, time))
    db.execute("DELETE FROM codes WHERE table_id = ?", (table_id,))


def alive(db: sqlite3.Connection, table_id: str) -> None:
    """Raise StoreFailed if the table was deleted. Nothing may be stored for it any more."""
    if db.execute("SELECT 1 FROM deleted WHERE table_id = ?", (table_id,)).fetchone():
        raise StoreFailed("broken") from ValueError("this table was deleted")


def delete(db: sqlite3.Connection, table_id: str, time: int) -> bool:
    """Do the first part: from now on the table does not exist. Return whether some of its facts are left."""
    if db.execute(DELETED, (table_id, time)).rowcount:
        db.execute("INSERT INTO erasing VALUES (?)", (table_id,))
        forget(db, table_id)
        free_join_code(db, table_id, time)
        for name in OF_A_TABLE:
            db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))
    return erase(db, table_id)


def erase(db: sqlite3.Connection, table_id: str) -> bool:
    """Remove some facts of a deleted table. Return whether there are more."""
    if db.execute(ERASE, (table_id,)).rowcount == ERASE_AT_ONCE:
        return True
    db.execute("DELETE FROM erasing WHERE table_id = ?", (table_id,))
    return False


def leave_out(db: sqlite3.Connection) -> None:
    """Remove from a copy of the data what it does not need. The copy may be of an older version, without these tables.

    Parcels last minutes, copies years. What jobs found can be worked out again.
    """
    db.execute("PRAGMA secure_delete = ON")
    for name in ("parcels", "jobs"):
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():
            db.execute(f"DELETE FROM {name}")
