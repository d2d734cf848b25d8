"""The contract of every store.

A write returns a future, so the caller never waits for a disk. The future is done when its facts are safe. A submitted
write cannot be taken back. It has three outcomes: written, refused, unknown. After a refusal nothing is half written,
and a later write may succeed. Reads see every write whose future is done. A long read runs in a thread, so that nobody
else waits for it. A read for an id that no store can hold finds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from kartentisch.store.jobs import Jobs
from kartentisch.store.leases import Lease
from kartentisch.store.values import UNKNOWN, Listed, Name, Parcel, Said, Standing
from kartentisch.table.facts import Fact


class Store(Protocol):
    """Logs of facts, and the data of tables that must not be in a log: names, talk, token versions, codes.

    Every write carries the lease of its log. Its future raises `LeaseLost` if the lease no longer holds, `StoreFailed`
    if the store refuses the write, and `EndUnknown` if it cannot tell whether the write was stored: see `errors`. A
    value that cannot be stored raises ValueError or TypeError at once.
    """

    overwrites: bool
    """Whether a deleted key is overwritten at once. If not, files of the store hold it for some more time."""

    @property
    def jobs(self) -> Jobs:
        """Long work about logs. It goes with the log when that is deleted."""
        ...

    def take(self, log_id: str) -> Future[Lease]:
        """Take a log, even one that does not exist yet, so that nobody else can write it.

        The future raises `HeldElsewhere` while another living node holds the log, and `LeaseLost` if this node has
        ended or is draining.
        """
        ...

    def release(self, lease: Lease) -> Future[None]:
        """Let another node take the log. This does nothing if the lease no longer holds."""
        ...

    def stay(self) -> Future[None]:
        """Keep this node alive for the seconds of its lease. The future raises `LeaseLost` if it has ended."""
        ...

    def drain(self) -> Future[None]:
        """Let this node take nothing more. It keeps the logs that it holds until it releases them."""
        ...

    def append(self, lease: Lease, expected: int, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Future[None]:
        """Write all these facts or none of them.

        `expected`: the number of the log's newest fact before them, 0 for a new log. `standing`: how the table stands
        after them, written in the same step. The future raises `OutOfStep` if the log has a different newest fact.
        """
        ...

    async def facts(self, table_id: str, after: int = 0, row: Listed | None = None) -> list[Fact]:
        """The facts of a table with a number above `after`, in order. Empty for a table that does not exist.

        `row`: that of the table, if the caller has just read it. It tells how long the read is.
        """
        ...

    async def answered(self, table_id: str, ask: str) -> int:
        """The number of the last fact that answered the ask with this id; 0 for none."""
        ...

    async def tables(self, *, running_only: bool = False) -> list[Listed]:
        """All tables by id, or only the open ones."""
        ...

    async def listed(self, table_id: str) -> Listed | None:
        """The row of one table; None if it does not exist."""
        ...

    async def unused(self, since: int, *, closed: bool, kind: str = "table") -> list[Listed]:
        """The logs of this kind without a fact since this time, either the closed or the open ones, oldest first."""
        ...

    async def inviting(self, since: int, most: int) -> list[str]:
        """The ids of up to `most` public tables that were opened after this time, newest first."""
        ...

    async def waking(self) -> list[str]:
        """The ids of the tables that will act by themselves, the next one first."""
        ...

    def stand(self, lease: Lease, newest: int, standing: Standing) -> Future[None]:
        """Note how a table stands. This does nothing if the table has a different newest fact, or is closed."""
        ...

    def set_name(self, lease: Lease, seat: int, name: str, figure: str) -> Future[None]:
        """Set the name and figure of the person at this seat from now on."""
        ...

    async def names(self, table_id: str) -> dict[int, Name]:
        """Names by seat, without the seats that have none."""
        ...

    def say(self, lease: Lease, said: Said) -> Future[None]:
        """Keep a line of talk. Only the newest TALK_KEPT lines stay."""
        ...

    async def talk(self, table_id: str) -> list[Said]:
        """The lines of talk of a table, in order."""
        ...

    def forget_people(self, lease: Lease) -> Future[None]:
        """Remove the names and the talk of a table for good. No byte of them can then be read in the files.

        Every later read finds them gone. The future may have to wait for a process that is copying the file.
        """
        ...

    def delete(self, lease: Lease, time: int) -> Future[None]:
        """Remove all data of a table for good, except the note that it was deleted. It cannot come back.

        Names and talk go as in `forget_people`. Facts are removed in parts, so that no other write has to wait.
        """
        ...

    async def deleted(self, table_id: str) -> bool:
        """Whether this table existed and was deleted."""
        ...

    async def token_versions(self, table_id: str) -> dict[int, int]:
        """The version of the tokens of each seat whose tokens were renewed. All other seats have FIRST_VERSION."""
        ...

    def renew(self, lease: Lease, seat: int) -> Future[int]:
        """Revoke the seat's tokens. The result is the version that new ones carry."""
        ...

    def set_join_code(self, lease: Lease, code: str, time: int = 0) -> Future[bool]:
        """Make this code lead to the table, and give back the table's previous code.

        The result is False if the code leads to another table, or was given back less than CODE_RESTS before `time`.
        """
        ...

    def free_join_code(self, lease: Lease, time: int) -> Future[None]:
        """Give the code of a table back. Closing or deleting the table does so by itself."""
        ...

    async def join_codes(self, length: int) -> int:
        """The number of codes of this length that lead to tables."""
        ...

    async def join_code(self, table_id: str) -> str:
        """The code of a table; "" if it has none."""
        ...

    async def table_of_join_code(self, code: str) -> str:
        """The table that a code leads to; "" if it leads nowhere."""
        ...

    def keep_parcel(self, parcel_id: str, parcel: Parcel, room: int) -> Future[bool]:
        """Keep a parcel under this name, which no other has. False, and nothing kept, if all of them together would
        have more than `room` bytes.

        Parcels belong to no log, so their writes have no lease.
        """
        ...

    async def parcel(self, parcel_id: str) -> Parcel | None:
        """The parcel of this name, without taking it; also one that was taken, or whose time is up."""
        ...

    def take_parcel(self, parcel_id: str, now: int) -> Future[bytes]:
        """Give what is in a parcel, once: of all who ask, only the first gets it. Empty if there is nothing to take."""
        ...

    def drop_parcel(self, parcel_id: str) -> Future[bool]:
        """Remove a parcel. The result is whether it could still be taken or was too old."""
        ...

    def drop_parcels(self, now: int) -> Future[int]:
        """Remove all parcels whose time is up. The result is how many there were."""
        ...

    def backup(self, path: Path) -> None:
        """Write a copy of the current data, without parcels and jobs, to a file, replacing an older one. This waits for
        the disk.
        """
        ...

    def close(self) -> None:
        """Finish the submitted writes, then refuse everything."""
        ...
