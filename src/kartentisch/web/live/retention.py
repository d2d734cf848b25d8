"""How long tables are kept: closed when nobody plays any more, then deleted, as whoever runs the server has said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from kartentisch.store import Listed, OutOfStep, StoreFailed, written
from kartentisch.table.facts import Fact
from kartentisch.web.phrases.closing import UNUSED

if TYPE_CHECKING:
    from kartentisch.web.live.registry import Rooms

log = structlog.get_logger()
DAY = 24 * 3600 * 1000
LONGEST = 36_500
"""Days that can be said."""


@dataclass(frozen=True)
class Keeping:
    """Days without a fact after which a table is closed, and days after which a closed one is deleted; 0: never."""

    close_after: int = 30
    delete_after: int = 0

    def __post_init__(self) -> None:
        for days in (self.close_after, self.delete_after):
            if not 0 <= days <= LONGEST:
                raise ValueError(
                    f"Tables are closed or deleted after 1 to {LONGEST} days, or with 0 never, not {days}."
                )


async def tidy(rooms: Rooms, keeping: Keeping) -> None:
    """Close and delete the tables whose time has come. One that cannot be written now is left for the next time."""
    now = rooms.world.clock()
    try:
        if keeping.delete_after:
            old = rooms.store.unused(now - keeping.delete_after * DAY, closed=True)
            await rooms.delete(*[listed.id for listed in old if await rooms.readable(listed.id)])
        if keeping.close_after:
            for listed in rooms.store.unused(now - keeping.close_after * DAY, closed=False):
                await _close(rooms, listed, f"{UNUSED} {keeping.close_after}")
    except (StoreFailed, OutOfStep) as error:
        log.warning("tables cannot be tidied", error=repr(error))


async def _close(rooms: Rooms, listed: Listed, why: str) -> None:
    """A table that sleeps is closed in the log alone: nobody needs its cards for that.

    A log that this program cannot read is left as it is.
    """
    if await rooms.close_room(listed.id, why):
        log.info("closed, nobody plays there", table=listed.id)
        return
    if not await rooms.readable(listed.id):
        return
    fact = Fact(listed.newest + 1, "closed", text=why, time=max(listed.time, rooms.world.clock()))
    await written(rooms.store.append(listed.id, listed.newest, [fact]))
    log.info("closed, nobody plays there", table=listed.id)
