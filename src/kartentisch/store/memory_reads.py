"""What stores in memory hold, and how it is read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from kartentisch.store.errors import StoreFailed
from kartentisch.store.jobs import JobKey
from kartentisch.store.leases import Leases
from kartentisch.store.memory_jobs import JobRow
from kartentisch.store.values import Listed, Name, Parcel, Said
from kartentisch.table.facts import Fact


@dataclass
class Memory:
    """The data of stores in memory: one for each store, or one shared by all nodes of a cluster in one process."""

    clock: Callable[[], float] = lambda: 0.0
    """Seconds, for leases. By default no node ever ends."""
    facts: dict[str, list[Fact]] = field(default_factory=dict)
    rows: dict[str, Listed] = field(default_factory=dict)
    names: dict[tuple[str, int], Name] = field(default_factory=dict)
    versions: dict[tuple[str, int], int] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    resting: dict[str, int] = field(default_factory=dict)
    talk: dict[str, list[Said]] = field(default_factory=dict)
    deleted: dict[str, int] = field(default_factory=dict)
    parcels: dict[str, Parcel] = field(default_factory=dict)
    jobs: dict[JobKey, JobRow] = field(default_factory=dict)
    gate: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.leases = Leases(self.clock)


class MemoryReads:
    """The reads of `Store`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._closed = False

    def close(self) -> None:
        self._closed = True

    async def facts(self, table_id: str, after: int = 0, row: Listed | None = None) -> list[Fact]:
        with self._open():
            return self._memory.facts.get(table_id, [])[max(after, 0) :]

    async def answered(self, table_id: str, ask: str) -> int:
        return max((fact.number for fact in await self.facts(table_id) if ask and fact.ask == ask), default=0)

    async def tables(self, *, running_only: bool = False) -> list[Listed]:
        return [row for row in self._listed() if not (running_only and row.closed)]

    def _listed(self, kind: str = "table") -> list[Listed]:
        with self._open():
            return [row for _, row in sorted(self._memory.rows.items()) if row.kind == kind]

    async def listed(self, table_id: str) -> Listed | None:
        with self._open():
            return self._memory.rows.get(table_id)

    async def unused(self, since: int, *, closed: bool, kind: str = "table") -> list[Listed]:
        rows = [row for row in self._listed(kind) if row.closed == closed and row.time <= since]
        return sorted(rows, key=lambda row: row.time)

    async def inviting(self, since: int, most: int) -> list[str]:
        rows = sorted(self._listed(), key=lambda row: row.opened, reverse=True)
        return [row.id for row in rows if row.public and row.opened > since][:most]

    async def waking(self) -> list[str]:
        times = sorted((row.wake_at, row.id) for row in self._listed() if row.wake_at is not None)
        return [table_id for _, table_id in times]

    async def names(self, table_id: str) -> dict[int, Name]:
        with self._open():
            return {seat: name for (table, seat), name in sorted(self._memory.names.items()) if table == table_id}

    async def talk(self, table_id: str) -> list[Said]:
        with self._open():
            return list(self._memory.talk.get(table_id, ()))

    async def deleted(self, table_id: str) -> bool:
        with self._open():
            return table_id in self._memory.deleted

    async def token_versions(self, table_id: str) -> dict[int, int]:
        with self._open():
            return {seat: version for (table, seat), version in self._memory.versions.items() if table == table_id}

    async def join_codes(self, length: int) -> int:
        with self._open():
            return sum(len(code) == length for code in self._memory.codes.values())

    async def join_code(self, table_id: str) -> str:
        with self._open():
            return self._memory.codes.get(table_id, "")

    async def table_of_join_code(self, code: str) -> str:
        with self._open():
            return self._coded(code)

    def _coded(self, code: str) -> str:
        return next((table_id for table_id, known in self._memory.codes.items() if known == code), "")

    async def parcel(self, parcel_id: str) -> Parcel | None:
        with self._open():
            return self._memory.parcels.get(parcel_id)

    def _open(self) -> threading.RLock:
        if self._closed:
            raise StoreFailed("closed")
        return self._memory.gate
