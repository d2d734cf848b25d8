"""Deleting a table for good: who sat there at once, its facts part by part, so that nobody else waits for it."""

from __future__ import annotations

import sqlite3

from kartentisch.store.base import StoreFailed
from kartentisch.store.sealing import forget
from kartentisch.store.statements import DELETED, ERASE, ERASE_AT_ONCE, OF_A_TABLE, REST


def free_code(db: sqlite3.Connection, table_id: str, time: int) -> None:
    """The code of the table leads nowhere and rests."""
    db.execute(REST, (table_id, time))
    db.execute("DELETE FROM codes WHERE table_id = ?", (table_id,))


def alive(db: sqlite3.Connection, table_id: str) -> None:
    """Raise StoreFailed if the table was deleted: nothing may be stored of it any more."""
    if db.execute("SELECT 1 FROM deleted WHERE table_id = ?", (table_id,)).fetchone():
        raise StoreFailed("broken") from ValueError("this table was deleted")


def delete(db: sqlite3.Connection, table_id: str, time: int) -> bool:
    """The first part: from now on there is no such table. Returns whether facts of it are left."""
    if db.execute(DELETED, (table_id, time)).rowcount:
        db.execute("INSERT INTO erasing VALUES (?)", (table_id,))
        forget(db, table_id)
        free_code(db, table_id, time)
        for name in OF_A_TABLE:
            db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))
    return erase(db, table_id)


def erase(db: sqlite3.Connection, table_id: str) -> bool:
    """Remove some facts of a deleted table; whether there are more."""
    if db.execute(ERASE, (table_id,)).rowcount == ERASE_AT_ONCE:
        return True
    db.execute("DELETE FROM erasing WHERE table_id = ?", (table_id,))
    return False
