"""The SQL statements of the stores.

A value that is needed twice is named in a `WITH`: Python 3.14 no longer takes a sequence for numbered placeholders.
`rowcount` counts only for a statement that does not begin with `WITH`.
"""

from __future__ import annotations

from typing import Any

from kartentisch.store.values import FIRST_VERSION, TALK_KEPT
from kartentisch.table.facts import Fact

COLUMNS = "number, kind, seat, ask, text, luck, digest, time"
"""The fields of a fact, in order."""
INSERT = f"INSERT INTO facts (table_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ALIVE = "table_id NOT IN (SELECT table_id FROM deleted)"
"""Excludes tables that are being deleted, as some of their facts may still be there."""
FACTS = f"SELECT {COLUMNS} FROM facts WHERE table_id = ? AND number > ? AND {_ALIVE} ORDER BY number"
ANSWERED = f"SELECT coalesce(max(number), 0) FROM facts WHERE table_id = ? AND ask = ? AND ask <> '' AND {_ALIVE}"
SET_NAME = "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sealed = excluded.sealed"
NAMES = """
SELECT table_id, seat, sealed, key FROM names JOIN slots USING (table_id) JOIN keys USING (slot)
WHERE table_id = ? ORDER BY seat
"""
RENEW = f"""
INSERT INTO tokens VALUES (?, ?, {FIRST_VERSION + 1}) ON CONFLICT DO UPDATE SET version = version + 1 RETURNING version
"""
TAKEN = """
WITH asked (this) AS (VALUES (?)) SELECT table_id FROM codes WHERE code = (SELECT this FROM asked)
UNION ALL SELECT '' FROM resting WHERE code = (SELECT this FROM asked) AND since > ?
"""
"""The table to which a code leads; '' while the code rests."""
REST = """
WITH asked (this) AS (VALUES (?))
INSERT OR REPLACE INTO resting SELECT code, ? FROM codes WHERE table_id = (SELECT this FROM asked)
"""
RESTED = "DELETE FROM resting WHERE since <= ?"
VERSIONS = "SELECT seat, version FROM tokens WHERE table_id = ?"
CODE = "SELECT code FROM codes WHERE table_id = ?"
CODED = "SELECT table_id FROM codes WHERE code = ?"
CODES = "SELECT count(*) FROM codes WHERE length(code) = ?"
DELETED_BEFORE = "SELECT 1 FROM deleted WHERE table_id = ?"
PARCEL = "SELECT sealed, until FROM parcels WHERE parcel_id = ?"
SAY = "INSERT INTO talk VALUES (?, ?, ?, ?, ?)"
TALK = """
SELECT table_id, time, seat, ask, sealed, key FROM talk JOIN slots USING (table_id) JOIN keys USING (slot)
WHERE table_id = ? ORDER BY time
"""
TOO_OLD = f"""
WITH asked (this) AS (VALUES (?)) DELETE FROM talk WHERE table_id = (SELECT this FROM asked) AND time <=
(SELECT time FROM talk WHERE table_id = (SELECT this FROM asked) ORDER BY time DESC LIMIT 1 OFFSET {TALK_KEPT})
"""
OF_A_TABLE = ("tables", "tokens", "jobs")
"""What is removed with a table, apart from its facts and its sealed data."""
DELETED = """
INSERT INTO deleted WITH asked (this, time) AS (VALUES (?, ?)) SELECT this, time FROM asked
WHERE EXISTS (SELECT 1 FROM facts WHERE table_id = this) AND NOT EXISTS (SELECT 1 FROM deleted WHERE table_id = this)
"""
ERASE_AT_ONCE = 500
"""The number of facts removed in one transaction. Nobody else can write while it runs."""
ERASE = f"""
DELETE FROM facts WHERE (table_id, number) IN
(SELECT table_id, number FROM facts WHERE table_id = ? ORDER BY number LIMIT {ERASE_AT_ONCE})
"""
_ROW = "table_id, newest, closed, changed_at, opened_at, game, rules, phase, public, wake_at, kind"
TABLES = f"SELECT {_ROW} FROM tables WHERE kind = 'table' ORDER BY table_id"
RUNNING = f"SELECT {_ROW} FROM tables WHERE kind = 'table' AND closed = 0 ORDER BY table_id"
LISTED = f"SELECT {_ROW} FROM tables WHERE table_id = ?"
UNUSED = f"SELECT {_ROW} FROM tables WHERE kind = ? AND closed = ? AND changed_at <= ? ORDER BY changed_at, table_id"
INVITING = "SELECT table_id FROM tables WHERE public = 1 AND opened_at > ? ORDER BY opened_at DESC, table_id LIMIT ?"
WAKING = "SELECT table_id FROM tables WHERE wake_at IS NOT NULL ORDER BY wake_at, table_id"
PUT_ROW = f"INSERT OR REPLACE INTO tables ({_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_ROW_5 = "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
"""As PUT_ROW, in version 5 of the schema."""
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
