"""The SQL statements of the stores."""

from __future__ import annotations

from typing import Any

from kartentisch.store.base import FIRST_VERSION, TALK_KEPT
from kartentisch.table.facts import Fact

COLUMNS = "number, kind, seat, ask, text, luck, digest, time"
"""The fields of a fact, in order."""
INSERT = f"INSERT INTO facts (table_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ALIVE = "NOT EXISTS (SELECT 1 FROM deleted WHERE table_id = ?1)"
"""Excludes tables that are being deleted, as some of their facts may still be there."""
FACTS = f"SELECT {COLUMNS} FROM facts WHERE table_id = ?1 AND number > ?2 AND {_ALIVE} ORDER BY number"
ANSWERED = f"SELECT coalesce(max(number), 0) FROM facts WHERE table_id = ?1 AND ask = ?2 AND ask <> '' AND {_ALIVE}"
SET_NAME = "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed"
NAMES = """
SELECT table_id, seat, sealed, key FROM names JOIN slots USING (table_id) JOIN keys USING (slot)
WHERE table_id = ? ORDER BY seat
"""
RENEW = f"""
INSERT INTO tokens VALUES (?, ?, {FIRST_VERSION + 1}) ON CONFLICT DO UPDATE SET version = version + 1 RETURNING version
"""
TAKEN = "SELECT table_id FROM codes WHERE code = ?1 UNION ALL SELECT '' FROM resting WHERE code = ?1 AND since > ?2"
"""The table to which a code leads; '' while the code rests."""
REST = "INSERT OR REPLACE INTO resting SELECT code, ?2 FROM codes WHERE table_id = ?1"
RESTED = "DELETE FROM resting WHERE since <= ?"
SAY = "INSERT INTO talk VALUES (?, ?, ?, ?, ?)"
TALK = """
SELECT table_id, time, seat, ask, sealed, key FROM talk JOIN slots USING (table_id) JOIN keys USING (slot)
WHERE table_id = ? ORDER BY time
"""
TOO_OLD = f"""
DELETE FROM talk WHERE table_id = ?1
AND time <= (SELECT time FROM talk WHERE table_id = ?1 ORDER BY time DESC LIMIT 1 OFFSET {TALK_KEPT})
"""
OF_A_TABLE = ("tables", "tokens")
"""What is removed with a table, apart from its facts and its sealed data."""
DELETED = """
INSERT INTO deleted SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM facts WHERE table_id = ?1)
AND NOT EXISTS (SELECT 1 FROM deleted WHERE table_id = ?1)
"""
ERASE_AT_ONCE = 500
"""The number of facts removed in one transaction. Nobody else can write while it runs."""
ERASE = f"""
DELETE FROM facts WHERE table_id = ?1
AND number < (SELECT min(number) FROM facts WHERE table_id = ?1) + {ERASE_AT_ONCE}
"""
_ROW = "table_id, newest, closed, changed_at, opened_at, game, rules, phase, public, wake_at"
TABLES = f"SELECT {_ROW} FROM tables ORDER BY table_id"
RUNNING = f"SELECT {_ROW} FROM tables WHERE closed = 0 ORDER BY table_id"
LISTED = f"SELECT {_ROW} FROM tables WHERE table_id = ?"
UNUSED = f"SELECT {_ROW} FROM tables WHERE closed = ? AND changed_at <= ? ORDER BY changed_at"
INVITING = "SELECT table_id FROM tables WHERE public = 1 AND opened_at > ? ORDER BY opened_at DESC LIMIT ?"
WAKING = "SELECT table_id FROM tables WHERE wake_at IS NOT NULL ORDER BY wake_at"
PUT_ROW = "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
FROM_FACTS = """
WITH RECURSIVE ids (id) AS (  -- one look per table, however many facts it has
    SELECT min(table_id) FROM facts
    UNION ALL
    SELECT (SELECT min(table_id) FROM facts WHERE table_id > id) FROM ids WHERE id IS NOT NULL
)
SELECT
    id,
    (SELECT max(number) FROM facts WHERE table_id = id),
    EXISTS (SELECT 1 FROM facts WHERE table_id = id AND kind = 'closed'),
    coalesce((SELECT time FROM facts WHERE table_id = id AND kind <> 'woke' ORDER BY number DESC LIMIT 1), 0),
    (SELECT time FROM facts WHERE table_id = id AND number = 1),
    (SELECT text FROM facts WHERE table_id = id AND number = 1)
FROM ids WHERE id IS NOT NULL AND id NOT IN (SELECT table_id FROM deleted)
"""
"""Adds rows for tables that have none yet."""


def row_of(table_id: str, fact: Fact) -> tuple[Any, ...]:
    """The values for INSERT."""
    words = (fact.ask, fact.text, fact.luck, fact.digest)
    return (table_id, fact.number, fact.kind, fact.seat, *words, fact.time)
