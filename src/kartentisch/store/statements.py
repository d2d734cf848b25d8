"""What the stores say to SQLite."""

from __future__ import annotations

from typing import Any

from kartentisch.store.base import FIRST_VERSION, TALK_KEPT
from kartentisch.table.facts import Fact

COLUMNS = "number, kind, seat, ask, text, luck, digest, time"
"""The fields of a fact in their order."""
INSERT = f"INSERT INTO facts (table_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
SET_NAME = (
    "INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name, figure = excluded.figure"
)
RENEW = f"""
INSERT INTO tokens VALUES (?, ?, {FIRST_VERSION + 1}) ON CONFLICT DO UPDATE SET version = version + 1 RETURNING version
"""
SET_CODE = """
INSERT INTO codes VALUES (?, ?)
ON CONFLICT (table_id) DO UPDATE SET code = excluded.code
WHERE NOT EXISTS (SELECT 1 FROM codes WHERE code = excluded.code)
ON CONFLICT (code) DO NOTHING
"""
SAY = "INSERT INTO talk VALUES (?, ?, ?, ?, ?, ?, ?)"
TOO_OLD = f"""
DELETE FROM talk WHERE table_id = ?1
AND time <= (SELECT time FROM talk WHERE table_id = ?1 ORDER BY time DESC LIMIT 1 OFFSET {TALK_KEPT})
"""
OF_A_TABLE = ("facts", "names", "talk", "tokens", "codes")
"""What is removed with a table, beside which nothing knows it."""
TABLES = """
WITH RECURSIVE ids (id) AS (  -- one look per table, however many facts it has
    SELECT min(table_id) FROM facts
    UNION ALL
    SELECT (SELECT min(table_id) FROM facts WHERE table_id > id) FROM ids WHERE id IS NOT NULL
)
SELECT
    id,
    (SELECT max(number) FROM facts WHERE table_id = id),
    EXISTS (SELECT 1 FROM facts WHERE table_id = id AND kind = 'closed'),
    coalesce((SELECT time FROM facts WHERE table_id = id AND kind <> 'woke' ORDER BY number DESC LIMIT 1), 0)
FROM ids WHERE id IS NOT NULL
"""


def row_of(table_id: str, fact: Fact) -> tuple[Any, ...]:
    """The values that INSERT wants."""
    words = (fact.ask, fact.text, fact.luck, fact.digest)
    return (table_id, fact.number, fact.kind, fact.seat, *words, fact.time)
