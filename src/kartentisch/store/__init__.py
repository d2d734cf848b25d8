"""The append-only log of facts. It knows nothing of games."""

from __future__ import annotations

from kartentisch.store.base import (
    CODE_RESTS,
    TALK_KEPT,
    UNKNOWN,
    FolderInUse,
    Listed,
    Name,
    OutOfStep,
    Said,
    Standing,
    Store,
    StoreFailed,
    outlasted,
    written,
)
from kartentisch.store.folder import key_read_by_others, signing_key
from kartentisch.store.memory import MemoryStore
from kartentisch.store.sqlite import SqliteStore, copy

__all__ = [
    "CODE_RESTS",
    "TALK_KEPT",
    "UNKNOWN",
    "FolderInUse",
    "Listed",
    "MemoryStore",
    "Name",
    "OutOfStep",
    "Said",
    "SqliteStore",
    "Standing",
    "Store",
    "StoreFailed",
    "copy",
    "key_read_by_others",
    "outlasted",
    "signing_key",
    "written",
]
