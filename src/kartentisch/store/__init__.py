"""The append-only log of facts. It knows nothing of games."""

from __future__ import annotations

from kartentisch.store.base import Store
from kartentisch.store.errors import (
    EndUnknown,
    FolderInUse,
    HeldElsewhere,
    LeaseLost,
    OutOfStep,
    StoreFailed,
)
from kartentisch.store.folder import key_read_by_others, signing_key
from kartentisch.store.futures import outlasted, written
from kartentisch.store.jobs import Job, JobKey, Jobs
from kartentisch.store.leases import Lease
from kartentisch.store.memory import MemoryStore
from kartentisch.store.memory_reads import Memory
from kartentisch.store.parcels import SECRET_BYTES, pack, parcel_id, unpack
from kartentisch.store.sqlite import SqliteStore, copy
from kartentisch.store.values import CODE_RESTS, FIRST_VERSION, TALK_KEPT, UNKNOWN, Listed, Name, Parcel, Said, Standing

__all__ = [
    "CODE_RESTS",
    "FIRST_VERSION",
    "SECRET_BYTES",
    "TALK_KEPT",
    "UNKNOWN",
    "EndUnknown",
    "FolderInUse",
    "HeldElsewhere",
    "Job",
    "JobKey",
    "Jobs",
    "Lease",
    "LeaseLost",
    "Listed",
    "Memory",
    "MemoryStore",
    "Name",
    "OutOfStep",
    "Parcel",
    "Said",
    "SqliteStore",
    "Standing",
    "Store",
    "StoreFailed",
    "copy",
    "key_read_by_others",
    "outlasted",
    "pack",
    "parcel_id",
    "signing_key",
    "unpack",
    "written",
]
