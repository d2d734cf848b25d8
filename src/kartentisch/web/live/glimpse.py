"""What the log shows of a table that another server has: enough for lists, and to open a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kartentisch.store import Lease, Store
from kartentisch.store.peers import Peers
from kartentisch.table.table import Table
from kartentisch.web.access.tokens import SeatToken
from kartentisch.web.live.feed import CachedView, seen_by
from kartentisch.web.live.logs import Logs
from kartentisch.web.live.roster import Roster
from kartentisch.web.live.stored import TokenVersions


class Anybody(NamedTuple):
    """Who is at a table of another server."""

    anybody: bool
    """Whether somebody may be there: the server has the table in memory."""


@dataclass(frozen=True)
class Glimpse:
    """It is as old as its reading. Nothing can be asked of it."""

    id: str
    table: Table
    roster: Roster
    versions: TokenVersions
    presence: Anybody

    @property
    def names(self) -> dict[int, str]:
        return self.roster.names

    def token(self, seat: int) -> SeatToken:
        """The token that opens a seat now."""
        return SeatToken(self.id, seat, self.versions.of(seat))

    def view(self, reader: int) -> CachedView | None:
        return seen_by(self.table, reader)


async def glimpse(store: Store, logs: Logs, peers: Peers, table_id: str) -> Glimpse | None:
    """None if there is no such table, or if this program cannot read its log. Raises StoreFailed."""
    row = await store.listed(table_id)
    if row is None or row.kind != "table" or (history := await logs.read(table_id, row)) is None:
        return None
    assert history.newest is not None
    nobody = Lease(table_id, "", 0)  # it never holds, so nothing can be written with it
    return Glimpse(
        table_id,
        history.newest,
        Roster(nobody, store, await store.names(table_id)),
        TokenVersions(nobody, store, await store.token_versions(table_id)),
        Anybody(await peers.owner(table_id) is not None),
    )
