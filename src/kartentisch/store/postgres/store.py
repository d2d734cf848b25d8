"""The store in a PostgreSQL database, which several servers may share. Its driver comes with the extra `cluster`."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from kartentisch.store import sealing
from kartentisch.store.checks import check_facts, check_id, check_ints, check_said, check_standing, check_texts
from kartentisch.store.errors import OutOfStep, StoreFailed
from kartentisch.store.leases import NODE_LIVES, Lease
from kartentisch.store.parcels import check_parcel
from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.copying import copy
from kartentisch.store.postgres.database import Database
from kartentisch.store.postgres.jobs import PostgresJobs
from kartentisch.store.postgres.logs import Held
from kartentisch.store.postgres.nodes import Nodes
from kartentisch.store.postgres.reads import PostgresReads
from kartentisch.store.postgres.writer import Db, Job, More, Work, Writer
from kartentisch.store.rows import followed, stands
from kartentisch.store.values import CODE_RESTS, UNKNOWN, Listed, Parcel, Said, Standing
from kartentisch.table.facts import Fact

T = TypeVar("T")
WRITERS = 4


class PostgresStore(PostgresReads):
    """A node of a database. See `Store` for the contract."""

    overwrites = False

    def __init__(
        self,
        database: Database,
        name: str = "",
        address: str = "",
        writers: int = WRITERS,
        lives: float = NODE_LIVES,
    ) -> None:
        """Enter the database as a new node. Its schema is made or upgraded.

        `name`: what the operator calls this node; "" for a node that others may share the name with. `address`: where
        other nodes reach it. `lives`: seconds for which it lives after a report.

        :raises StoreFailed: if the database cannot be reached or used; "in_use" if a living node has this name.
        """
        super().__init__(database)
        self.nodes = Nodes(database, name, address, lives)
        self.jobs = PostgresJobs(database, self)
        self._writers = [Writer(database, self.nodes.node, number) for number in range(writers)]
        self.nodes.confirmed_commits = lambda: [writer.confirmed for writer in self._writers]
        for table_id in self.nodes.left_to_erase():  # another program ended before this was done
            self._submit(None, table_id, _erase)

    @property
    def commits(self) -> int:
        """The number of transactions written since the store was opened."""
        return sum(writer.commits for writer in self._writers)

    def take(self, log_id: str) -> Future[Lease]:
        check_id(log_id)
        return self._submit(None, log_id, lambda db, log: log.take(db))

    def release(self, lease: Lease) -> Future[None]:
        def work(db: Db, log: Held) -> None:
            if (log.owner, log.epoch) == (lease.owner, lease.epoch):
                db.execute(sql.RELEASE, (log.id,))
                log.owner = None

        return self._submit(None, lease.log_id, work)

    def stay(self) -> Future[None]:
        return self.nodes.stay()

    def drain(self) -> Future[None]:
        return self.nodes.drain()

    def append(self, lease: Lease, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        check_facts(expected, facts)
        check_standing(standing)
        facts = list(facts)

        def work(db: Db, log: Held) -> None:
            if log.newest != expected:
                raise OutOfStep(log.id, expected, log.newest)
            if facts:
                log.alive()
                log.row = followed(log.row, log.id, facts, standing)
                db.execute(sql.INSERT, (log.id, *_columns(facts)))
                _put(db, log.row)
                if log.row.closed:
                    db.execute(sql.REST, (log.id, log.row.time))

        return self._submit(lease, lease.log_id, work)

    def stand(self, lease: Lease, newest: int, standing: Standing) -> Future[None]:
        check_standing(standing)

        def work(db: Db, log: Held) -> None:
            if log.row and not log.row.closed and log.newest == newest:
                log.row = stands(log.row, standing)
                _put(db, log.row)

        return self._submit(lease, lease.log_id, work)

    def set_name(self, lease: Lease, seat: int, name: str, figure: str) -> Future[None]:
        check_texts(name, figure)
        check_ints(seat)

        def work(db: Db, log: Held) -> None:
            log.alive()
            sealed = sealing.sealed_name(_key(db, log), log.id, seat, name, figure)
            db.execute(sql.SET_NAME, (log.id, seat, sealed))

        return self._submit(lease, lease.log_id, work)

    def say(self, lease: Lease, said: Said) -> Future[None]:
        check_said(said)

        def work(db: Db, log: Held) -> None:
            log.alive()
            sealed = sealing.sealed_said(_key(db, log), log.id, said)
            if not db.execute(sql.SAY, (log.id, said.time, said.seat, said.ask, sealed)).fetchall():
                raise StoreFailed("broken") from ValueError("two lines of one time")
            db.execute(sql.TOO_OLD, {"id": log.id})

        return self._submit(lease, lease.log_id, work)

    def forget_people(self, lease: Lease) -> Future[None]:
        return self._submit(lease, lease.log_id, _forget)

    def delete(self, lease: Lease, time: int) -> Future[None]:
        check_ints(time)

        def work(db: Db, log: Held) -> Any:
            if log.row is None:
                return None
            db.execute(sql.DELETED, (time, log.id))
            db.execute(sql.ERASING, (log.id,))
            db.execute(sql.REST, (log.id, time))
            for name in sql.OF_A_TABLE:
                db.execute(f"DELETE FROM {name} WHERE table_id = %s", (log.id,))
            _forget(db, log)
            log.row, log.deleted = None, True
            return More(_erase)

        return self._submit(lease, lease.log_id, work)

    def renew(self, lease: Lease, seat: int) -> Future[int]:
        check_ints(seat)

        def work(db: Db, log: Held) -> int:
            log.alive()
            return int(db.execute(sql.RENEW, (log.id, seat)).fetchall()[0][0])

        return self._submit(lease, lease.log_id, work)

    def set_join_code(self, lease: Lease, code: str, time: int = 0) -> Future[bool]:
        check_texts(code)
        check_ints(time)

        def work(db: Db, log: Held) -> bool:
            log.alive()
            db.execute(sql.RESTED, (time - CODE_RESTS,))
            if found := db.execute(sql.TAKEN, {"code": code, "time": time - CODE_RESTS}).fetchall():
                return bool(found[0][0] == log.id)
            db.execute(sql.REST, (log.id, time))
            return bool(db.execute(sql.SET_CODE, (log.id, code)).fetchall())  # none: another node was quicker

        return self._submit(lease, lease.log_id, work)

    def free_join_code(self, lease: Lease, time: int) -> Future[None]:
        check_ints(time)

        def work(db: Db, log: Held) -> None:
            db.execute(sql.REST, (log.id, time))

        return self._submit(lease, lease.log_id, work)

    def keep_parcel(self, parcel_id: str, parcel: Parcel, room: int) -> Future[bool]:
        check_parcel(parcel_id, parcel)

        def work(db: Db, _: Held) -> bool:
            if db.execute(sql.HELD).fetchall()[0][0] + len(parcel.sealed) > room:
                return False
            if not db.execute(sql.KEEP_PARCEL, (parcel_id, *parcel)).fetchall():
                raise StoreFailed("broken") from ValueError("two parcels of one name")
            return True

        return self._submit(None, sql.PARCELS, work)

    def take_parcel(self, parcel_id: str, now: int) -> Future[bytes]:
        check_id(parcel_id)
        check_ints(now)

        def work(db: Db, _: Held) -> bytes:
            found = db.execute(sql.FULL_PARCEL, (parcel_id, now)).fetchall()
            db.execute(sql.EMPTY_PARCEL, (parcel_id, now))
            return bytes(found[0][0]) if found else b""

        return self._submit(None, sql.PARCELS, work)

    def drop_parcel(self, parcel_id: str) -> Future[bool]:
        check_id(parcel_id)

        def work(db: Db, _: Held) -> bool:
            found = db.execute(sql.DROP_PARCEL, (parcel_id,)).fetchall()
            return bool(found and found[0][0])

        return self._submit(None, sql.PARCELS, work)

    def drop_parcels(self, now: int) -> Future[int]:
        check_ints(now)

        def work(db: Db, _: Held) -> int:
            return len(db.execute(sql.DROP_PARCELS, (now,)).fetchall())

        return self._submit(None, sql.PARCELS, work)

    def backup(self, path: Path) -> None:
        copy(self._database, path)

    def close(self) -> None:
        """Finish the submitted writes. The leases of this node end."""
        for writer in self._writers:
            writer.close()
        self.jobs.close()
        self.nodes.close()
        super().close()

    def _submit(self, lease: Lease | None, log_id: str, work: Work[T]) -> Future[T]:
        """Have the work done by the writer of this log."""
        return self._writers[zlib.crc32(log_id.encode()) % len(self._writers)].submit(Job(log_id, work, lease))


def _columns(facts: list[Fact]) -> list[list[Any]]:
    """The fields of facts in the order of `COLUMNS`."""
    rows = [(one.number, one.kind, one.seat, one.ask, one.text, one.luck, one.digest, one.time) for one in facts]
    return [list(column) for column in zip(*rows, strict=True)]


def _put(db: Db, row: Listed) -> None:
    db.execute(sql.PUT_ROW, (*row[1:], row.id))


def _key(db: Db, log: Held) -> bytes:
    """The key of a log. It is made if there is none."""
    if log.key is None:
        log.key = secrets.token_bytes(sealing.KEY_BYTES)
        db.execute(sql.PUT_KEY, (log.id, log.key))
    return log.key


def _forget(db: Db, log: Held) -> None:
    log.key = None
    for name in sql.SEALED:
        db.execute(f"DELETE FROM {name} WHERE table_id = %s", (log.id,))


def _erase(db: Db, log: Held) -> More | None:
    """Remove some facts of a deleted log."""
    if len(db.execute(sql.ERASE, (log.id,)).fetchall()) == sql.ERASE_AT_ONCE:
        return More(_erase)
    db.execute(sql.ERASED, (log.id,))
    return None
