"""Tables in a PostgreSQL database, which several servers may share. See docs/decisions/0046."""

from __future__ import annotations

from kartentisch.store.postgres.database import Database
from kartentisch.store.postgres.store import PostgresStore

__all__ = ["Database", "PostgresStore"]
