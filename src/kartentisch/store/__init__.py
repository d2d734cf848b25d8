"""The append-only log of facts, told nothing of games."""

from __future__ import annotations

from kartentisch.store.base import FolderInUse, Listed, Name, OutOfStep, Store, StoreFailed, written
from kartentisch.store.folder import signing_key
from kartentisch.store.memory import MemoryStore
from kartentisch.store.sqlite import SqliteStore, copy

__all__ = [
    "FolderInUse",
    "Listed",
    "MemoryStore",
    "Name",
    "OutOfStep",
    "SqliteStore",
    "Store",
    "StoreFailed",
    "copy",
    "signing_key",
    "written",
]
