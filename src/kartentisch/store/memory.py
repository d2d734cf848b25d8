"""A store in memory, for tests and for tables that need not outlive the process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from kartentisch.store import sealing
from kartentisch.store.checks import check_facts, check_id, check_ints, check_said, check_standing, check_texts
from kartentisch.store.connections import new_file
from kartentisch.store.errors import OutOfStep, StoreFailed
from kartentisch.store.futures import running
from kartentisch.store.leases import NODE_LIVES, Lease
from kartentisch.store.memory_jobs import MemoryJobs
from kartentisch.store.memory_reads import Memory, MemoryReads
from kartentisch.store.parcels import check_parcel
from kartentisch.store.rows import followed, stands
from kartentisch.store.statements import INSERT, PUT_ROW, row_of
from kartentisch.store.upgrading import upgrade
from kartentisch.store.values import CODE_RESTS, FIRST_VERSION, TALK_KEPT, UNKNOWN, Name, Parcel, Said, Standing
from kartentisch.table.facts import Fact

T = TypeVar("T")


class MemoryStore(MemoryReads):
    """See `Store` for the contract. Futures are already done when they are returned."""

    overwrites = True

    def __init__(self, memory: Memory | None = None, node: str = "", lives: float = NODE_LIVES) -> None:
        """A node of this memory, by default the only one of its own. `lives`: see `Leases.enter`."""
        self.failing: Exception | None = None
        """Set by tests: the error that writes raise until it is None again."""
        super().__init__(memory or Memory())
        self._node = node
        self._memory.leases.enter(node, lives)
        self.jobs = MemoryJobs(self._memory.jobs, self._memory.rows, self._write, self._open)

    def take(self, log_id: str) -> Future[Lease]:
        check_id(log_id)
        return self._write(lambda: self._memory.leases.take(log_id, self._node))

    def release(self, lease: Lease) -> Future[None]:
        return self._write(lambda: self._memory.leases.release(lease))

    def stay(self) -> Future[None]:
        return self._write(lambda: self._memory.leases.stay(self._node))

    def drain(self) -> Future[None]:
        return self._write(lambda: self._memory.leases.drain(self._node))

    def append(self, lease: Lease, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        check_facts(expected, facts)
        check_standing(standing)
        table_id = lease.log_id

        def work() -> None:
            newest = len(self._memory.facts.get(table_id, ()))
            if newest != expected:
                raise OutOfStep(table_id, expected, newest)
            if facts:
                self._alive(table_id)
                self._memory.facts.setdefault(table_id, []).extend(facts)
                row = followed(self._memory.rows.get(table_id), table_id, facts, standing)
                self._memory.rows[table_id] = row
                if row.closed:
                    self._free_code(table_id, row.time)

        return self._write(work, lease)

    def stand(self, lease: Lease, newest: int, standing: Standing) -> Future[None]:
        check_standing(standing)
        table_id = lease.log_id

        def work() -> None:
            row = self._memory.rows.get(table_id)
            if row and not row.closed and row.newest == newest:
                self._memory.rows[table_id] = stands(row, standing)

        return self._write(work, lease)

    def set_name(self, lease: Lease, seat: int, name: str, figure: str) -> Future[None]:
        check_texts(name, figure)
        check_ints(seat)
        table_id = lease.log_id

        def work() -> None:
            self._alive(table_id)
            self._memory.names[table_id, seat] = Name(name, figure)

        return self._write(work, lease)

    def say(self, lease: Lease, said: Said) -> Future[None]:
        check_said(said)
        table_id = lease.log_id

        def work() -> None:
            self._alive(table_id)
            lines = self._memory.talk.setdefault(table_id, [])
            if any(line.time == said.time for line in lines):
                raise StoreFailed("broken") from ValueError("two lines of one time")
            lines.append(said)
            self._memory.talk[table_id] = sorted(lines)[-TALK_KEPT:]

        return self._write(work, lease)

    def forget_people(self, lease: Lease) -> Future[None]:
        return self._write(lambda: self._forget_people(lease.log_id), lease)

    def _forget_people(self, table_id: str) -> None:
        self._memory.names = {key: name for key, name in self._memory.names.items() if key[0] != table_id}
        self._memory.talk.pop(table_id, None)

    def delete(self, lease: Lease, time: int) -> Future[None]:
        check_ints(time)
        table_id = lease.log_id

        def work() -> None:
            if self._memory.facts.pop(table_id, None) is None:
                return
            del self._memory.rows[table_id]
            self._forget_people(table_id)
            self._memory.versions = {
                key: version for key, version in self._memory.versions.items() if key[0] != table_id
            }
            self._free_code(table_id, time)
            for key in [key for key in self._memory.jobs if key.log_id == table_id]:
                del self._memory.jobs[key]
            self._memory.deleted[table_id] = time

        return self._write(work, lease)

    def renew(self, lease: Lease, seat: int) -> Future[int]:
        check_ints(seat)
        table_id = lease.log_id

        def work() -> int:
            self._alive(table_id)
            self._memory.versions[table_id, seat] = self._memory.versions.get((table_id, seat), FIRST_VERSION) + 1
            return self._memory.versions[table_id, seat]

        return self._write(work, lease)

    def set_join_code(self, lease: Lease, code: str, time: int = 0) -> Future[bool]:
        check_texts(code)
        check_ints(time)
        table_id = lease.log_id

        def work() -> bool:
            self._alive(table_id)
            self._memory.resting = {
                one: since for one, since in self._memory.resting.items() if since > time - CODE_RESTS
            }
            if (taken := self._coded(code)) == table_id:
                return True
            if taken or code in self._memory.resting:
                return False
            self._free_code(table_id, time)
            self._memory.codes[table_id] = code
            return True

        return self._write(work, lease)

    def free_join_code(self, lease: Lease, time: int) -> Future[None]:
        check_ints(time)
        return self._write(lambda: self._free_code(lease.log_id, time), lease)

    def _free_code(self, table_id: str, time: int) -> None:
        if code := self._memory.codes.pop(table_id, ""):
            self._memory.resting[code] = time

    def keep_parcel(self, parcel_id: str, parcel: Parcel, room: int) -> Future[bool]:
        check_parcel(parcel_id, parcel)

        def work() -> bool:
            if parcel_id in self._memory.parcels:
                raise StoreFailed("broken") from ValueError("two parcels of one name")
            held = sum(len(one.sealed) for one in self._memory.parcels.values())
            if fits := held + len(parcel.sealed) <= room:
                self._memory.parcels[parcel_id] = parcel
            return fits

        return self._write(work)

    def take_parcel(self, parcel_id: str, now: int) -> Future[bytes]:
        check_id(parcel_id)
        check_ints(now)

        def work() -> bytes:
            found = self._memory.parcels.get(parcel_id)
            if found is None or found.until <= now:
                return b""
            self._memory.parcels[parcel_id] = found._replace(sealed=b"")
            return found.sealed

        return self._write(work)

    def drop_parcel(self, parcel_id: str) -> Future[bool]:
        check_id(parcel_id)
        return self._write(lambda: bool((found := self._memory.parcels.pop(parcel_id, None)) and found.sealed))

    def drop_parcels(self, now: int) -> Future[int]:
        check_ints(now)

        def work() -> int:
            old = [name for name, parcel in self._memory.parcels.items() if parcel.until <= now]
            for name in old:
                del self._memory.parcels[name]
            return len(old)

        return self._write(work)

    def backup(self, path: Path) -> None:
        """Write the file that a `SqliteStore` would write."""
        memory = self._memory
        with self._open(), new_file(path) as db:
            upgrade(db)
            db.execute("BEGIN")
            for table_id, facts in memory.facts.items():
                db.executemany(INSERT, [row_of(table_id, fact) for fact in facts])
            db.executemany(PUT_ROW, memory.rows.values())
            for key, name in memory.names.items():
                sealing.set_name(db, *key, *name)
            db.executemany("INSERT INTO tokens VALUES (?, ?, ?)", [(*key, n) for key, n in memory.versions.items()])
            db.executemany("INSERT INTO codes VALUES (?, ?)", memory.codes.items())
            db.executemany("INSERT INTO resting VALUES (?, ?)", memory.resting.items())
            for table_id, lines in memory.talk.items():
                for said in lines:
                    sealing.say(db, table_id, said)
            db.executemany("INSERT INTO deleted VALUES (?, ?)", memory.deleted.items())
            db.execute("COMMIT")

    def _alive(self, table_id: str) -> None:
        if table_id in self._memory.deleted:
            raise StoreFailed("broken") from ValueError("this table was deleted")

    def _write(self, work: Callable[[], T], lease: Lease | None = None) -> Future[T]:
        future: Future[T] = running(Future())
        try:
            with self._open():
                if self.failing is not None:
                    raise self.failing
                if lease is not None:
                    self._memory.leases.check(lease)
                future.set_result(work())
        except (OutOfStep, StoreFailed) as error:
            future.set_exception(error)
        return future
