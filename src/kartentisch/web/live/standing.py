"""How a table stands, for its row in the store."""

from __future__ import annotations

import structlog

from kartentisch.store import Lease, Standing, Store, StoreFailed, written
from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.table import Table
from kartentisch.table.windows import due, full, waited, window_seats

log = structlog.get_logger()


def standing(table: Table) -> Standing:
    return Standing(table.phase, invites(table), wake_at(table))


def invites(table: Table) -> bool:
    """Whether this is a public table that waits for people. It no longer is once the only person has left."""
    waits = table.settings.public and table.phase == "waiting"
    return waits and (table.number == 1 or any(chair.person for chair in table.chairs))


def wake_at(table: Table) -> int | None:
    """When something happens with nobody there: a window or a result ends, a first deal has waited long enough for
    pages, or a bot that does not wait is to move.

    None: the table waits for people. Bots that could act out of turn can also wait until somebody comes.
    """
    if (when := due(table)) is not None:
        return when
    if full(table):  # also before the match is started, which no fact says and follows at once
        return table.newest
    asked = [table.chairs[seat] for seat in waited(table) if seat not in table.idle]
    if not window_seats(table) and BOT_WAIT[table.pace] < 0:
        asked = [chair for chair in asked if chair.once]
    return table.moved if any(chair.bot for chair in asked) else None


async def note(store: Store, lease: Lease, table: Table) -> None:
    """Store the standing of a table that an older version has written."""
    try:
        await written(store.stand(lease, table.number, standing(table)))
    except StoreFailed as error:
        log.warning("table not noted", table=lease.log_id, code=error.code)
