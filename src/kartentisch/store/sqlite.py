"""The store in one SQLite file. Nothing else needs to be installed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kartentisch.store import parcels, sealing
from kartentisch.store.appending import append_one, is_simple, prepare_appends
from kartentisch.store.checks import check_facts, check_id, check_ints, check_said, check_standing, check_texts
from kartentisch.store.connections import PATIENCE, connect, connect_to_read, emptied, new_file, prepare, watch
from kartentisch.store.erasing import alive, delete, erase, free_join_code, leave_out
from kartentisch.store.errors import LeaseLost, OutOfStep
from kartentisch.store.folder import Hold, make, make_private
from kartentisch.store.futures import running
from kartentisch.store.leases import Lease
from kartentisch.store.rows import followed, stands
from kartentisch.store.sqlite_jobs import SqliteJobs, wait_again
from kartentisch.store.sqlite_reads import SqliteReads, listed
from kartentisch.store.statements import INSERT, LISTED, PUT_ROW, RENEW, RESTED, TAKEN, TOO_OLD, row_of
from kartentisch.store.upgrading import Progress, compact, to_compact, upgrade
from kartentisch.store.values import CODE_RESTS, UNKNOWN, Listed, Parcel, Said, Standing
from kartentisch.store.writer import Writer, failure
from kartentisch.table.facts import Fact

T = TypeVar("T")
FILE = "tables.sqlite3"
EPOCH = 1
"""The epoch of every lease: the lock on the data folder keeps out every other process, so no log is taken twice."""


class SqliteStore(SqliteReads):
    """A store that holds its data folder while it is open. See `Store` for the contract."""

    overwrites = True

    def __init__(self, folder: Path, progress: Progress = lambda share: None, *, compacting: bool = False) -> None:
        """Open the store in this folder, which is made if it is missing.

        The file is compacted first if `compacting` is set or an upgrade left this to do. `progress` is then called with
        the share that is done.

        :raises FolderInUse: if another server holds the folder.
        :raises StoreFailed: if the data cannot be read and written, or are of a newer version.
        """
        self._path = folder.absolute() / FILE
        make(folder)
        with ExitStack() as stack:  # closes in reverse order, also if opening fails half-way
            stack.callback(Hold(folder).close)
            try:
                make_private(self._path)
                db = stack.enter_context(closing(connect(self._path)))
                prepare(db)
                upgrade(db)
                self.postponed = not compacting and not _chores(db, progress)
                """Whether the upgraded file had too little room to be compacted. The next start tries again."""
                if compacting:
                    compact(db, progress)
                wait_again(db)
                clean = emptied(db, PATIENCE)
                super().__init__(self._path)
                stack.callback(super().close)
                present = watch(self._path)
                prepare_appends(db)
            except (sqlite3.Error, OSError) as error:
                raise failure(error) from error
            self._writer = Writer(db, present, emptied, unclean=not clean)
            stack.callback(self._writer.close)
            self.jobs = SqliteJobs(self._writer, self._read)
            self._open = stack.pop_all()
        for (table_id,) in self._short.read("SELECT table_id FROM erasing"):  # the program ended before this was done
            self._writer.submit_parts(partial(erase, table_id=table_id))

    @property
    def commits(self) -> int:
        """The number of transactions written since the store was opened."""
        return self._writer.commits

    def take(self, log_id: str) -> Future[Lease]:
        check_id(log_id)
        return _done(Lease(log_id, "", EPOCH))

    def release(self, lease: Lease) -> Future[None]:
        return _done(None)

    def stay(self) -> Future[None]:
        return _done(None)

    def drain(self) -> Future[None]:
        return _done(None)

    def append(self, lease: Lease, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        check_facts(expected, facts)
        check_standing(standing)
        table_id = lease.log_id
        if is_simple(facts):
            one = partial(append_one, table_id=table_id, fact=facts[0], standing=standing)
            return self._submit(lease, one, single=True)
        rows = [row_of(table_id, fact) for fact in facts]

        def work(db: sqlite3.Connection) -> None:
            row = _row(db, table_id)
            if (newest := row.newest if row else 0) != expected:
                raise OutOfStep(table_id, expected, newest)
            if rows:
                db.executemany(INSERT, rows)
                row = followed(row, table_id, facts, standing)
                db.execute(PUT_ROW, row)
                if row.closed:
                    free_join_code(db, table_id, row.time)

        return self._submit(lease, work)

    def holds_tables(self) -> bool:
        """Whether the store has any table."""
        return bool(self._short.read("SELECT 1 FROM facts LIMIT 1"))

    def stand(self, lease: Lease, newest: int, standing: Standing) -> Future[None]:
        check_standing(standing)
        table_id = lease.log_id

        def work(db: sqlite3.Connection) -> None:
            row = _row(db, table_id)
            if row and not row.closed and row.newest == newest:
                db.execute(PUT_ROW, stands(row, standing))

        return self._submit(lease, work)

    def set_name(self, lease: Lease, seat: int, name: str, figure: str) -> Future[None]:
        check_texts(name, figure)
        check_ints(seat)
        table_id = lease.log_id

        def work(db: sqlite3.Connection) -> None:
            alive(db, table_id)
            sealing.set_name(db, table_id, seat, name, figure)

        return self._submit(lease, work)

    def say(self, lease: Lease, said: Said) -> Future[None]:
        check_said(said)
        table_id = lease.log_id

        def work(db: sqlite3.Connection) -> None:
            alive(db, table_id)
            sealing.say(db, table_id, said)
            db.execute(TOO_OLD, (table_id,))

        return self._submit(lease, work)

    def forget_people(self, lease: Lease) -> Future[None]:
        return self._submit(lease, lambda db: sealing.forget(db, lease.log_id), clean=True)

    def delete(self, lease: Lease, time: int) -> Future[None]:
        check_ints(time)
        if fault := _fault(lease):
            return fault
        return self._writer.submit_parts(partial(delete, table_id=lease.log_id, time=time))

    def renew(self, lease: Lease, seat: int) -> Future[int]:
        check_ints(seat)
        table_id = lease.log_id

        def work(db: sqlite3.Connection) -> int:
            alive(db, table_id)
            version: int = db.execute(RENEW, (table_id, seat)).fetchall()[0][0]
            return version

        return self._submit(lease, work)

    def set_join_code(self, lease: Lease, code: str, time: int = 0) -> Future[bool]:
        check_texts(code)
        check_ints(time)
        table_id = lease.log_id

        def work(db: sqlite3.Connection) -> bool:
            alive(db, table_id)
            db.execute(RESTED, (time - CODE_RESTS,))
            found = db.execute(TAKEN, (code, time - CODE_RESTS)).fetchone()
            if found is None:
                free_join_code(db, table_id, time)
                db.execute("INSERT INTO codes VALUES (?, ?)", (table_id, code))
            return bool(found in (None, (table_id,)))

        return self._submit(lease, work)

    def free_join_code(self, lease: Lease, time: int) -> Future[None]:
        check_ints(time)
        return self._submit(lease, partial(free_join_code, table_id=lease.log_id, time=time))

    def keep_parcel(self, parcel_id: str, parcel: Parcel, room: int) -> Future[bool]:
        parcels.check_parcel(parcel_id, parcel)
        return self._writer.submit(partial(parcels.keep, name=parcel_id, parcel=parcel, room=room))

    def take_parcel(self, parcel_id: str, now: int) -> Future[bytes]:
        check_id(parcel_id)
        check_ints(now)
        return self._writer.submit(partial(parcels.take, name=parcel_id, now=now))

    def drop_parcel(self, parcel_id: str) -> Future[bool]:
        check_id(parcel_id)
        return self._writer.submit(partial(parcels.drop, name=parcel_id))

    def drop_parcels(self, now: int) -> Future[int]:
        check_ints(now)
        return self._writer.submit(partial(parcels.drop_old, now=now))

    def backup(self, path: Path) -> None:
        copy(self._path.parent, path)

    def close(self) -> None:
        """Finish the submitted writes and release the folder."""
        self._writer.close()
        self._open.close()

    def _submit(
        self, lease: Lease, work: Callable[[sqlite3.Connection], T], *, clean: bool = False, single: bool = False
    ) -> Future[T]:
        return _fault(lease) or self._writer.submit(work, clean=clean, single=single)


def _fault(lease: Lease) -> Future[Any] | None:
    """The failed write of a lease that is not one of this store; None if it is."""
    if (lease.owner, lease.epoch) == ("", EPOCH):
        return None
    future: Future[Any] = running(Future())
    future.set_exception(LeaseLost(lease.log_id))
    return future


def _done(value: T) -> Future[T]:
    future: Future[T] = running(Future())
    future.set_result(value)
    return future


def _row(db: sqlite3.Connection, table_id: str) -> Listed | None:
    found = db.execute(LISTED, (table_id,)).fetchone()
    return listed(found) if found else None


def _chores(db: sqlite3.Connection, progress: Progress) -> bool:
    """Do the work that an upgrade left behind. False if there is no room for it now."""
    try:
        if to_compact(db):
            compact(db, progress)
    except sqlite3.OperationalError as error:
        if failure(error).code != "full":
            raise
        return False
    return True


def copy(folder: Path, path: Path) -> None:
    """Back up the store in this folder to a file, even while a server holds it. The signing key is not copied."""
    if path.parent.resolve() == folder.resolve():
        raise ValueError("a backup does not go into the data folder itself")
    with new_file(path) as target, closing(connect_to_read(folder / FILE)) as source:
        source.backup(target)
        leave_out(target)
