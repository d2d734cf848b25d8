"""What the store has of a table besides the facts: the lease to write it, names, talk, tokens, a join code."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from kartentisch.store import FIRST_VERSION, Lease, Name, Said, Store, StoreFailed, outlasted, written


@asynccontextmanager
async def leased(store: Store, log_id: str) -> AsyncIterator[Lease]:
    """The lease of a log that has no room, given back afterwards, however that ends. Raises StoreFailed."""
    lease = await written(store.take(log_id))
    try:
        yield lease
    finally:
        await give_back(store, lease)


async def give_back(store: Store, lease: Lease) -> None:
    """Let other nodes take the log."""
    with suppress(StoreFailed):  # it ends with its node
        await written(store.release(lease))


class Stored(NamedTuple):
    """Read once, when the table comes into memory. From then on only its room changes it."""

    lease: Lease
    names: dict[int, Name]
    talk: list[Said]
    versions: dict[int, int]
    join_code: str


async def stored(store: Store, lease: Lease) -> Stored:
    """What the store has of the table. Raises StoreFailed."""
    table_id = lease.log_id
    return Stored(
        lease,
        await store.names(table_id),
        await store.talk(table_id),
        await store.token_versions(table_id),
        await store.join_code(table_id),
    )


async def is_table(store: Store, log_id: str) -> bool:
    """Whether there is a log of a table with this id. The log of anything else is not touched."""
    row = await store.listed(log_id)
    return row is not None and row.kind == "table"


def new(lease: Lease, names: dict[int, Name]) -> Stored:
    """The same for a table that has just been opened."""
    return Stored(lease, names, [], {}, "")


class TokenVersions:
    """The version that the tokens of each seat of a table carry. Renewing a seat voids those from before."""

    def __init__(self, lease: Lease, store: Store, known: dict[int, int]) -> None:
        self._lease, self._store, self._known = lease, store, known

    def of(self, seat: int) -> int:
        return self._known.get(seat, FIRST_VERSION)

    async def renew(self, seat: int) -> None:
        """Void the tokens of a seat, even if the caller is cancelled meanwhile. Raises StoreFailed; then they stay."""
        future = self._store.renew(self._lease, seat)
        gone = await outlasted(future)
        self._known[seat] = future.result()
        if gone is not None:
            raise gone
