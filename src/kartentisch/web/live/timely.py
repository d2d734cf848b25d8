"""What was nobody's time is taken out before anything is written: as after a restart, no clock has run meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog

from kartentisch.table.facts import Fact
from kartentisch.table.table import Table
from kartentisch.table.timing import woke
from kartentisch.table.verdict import Verdict
from kartentisch.table.windows import rested, shifted

if TYPE_CHECKING:
    from kartentisch.web.live.room import Room

log = structlog.get_logger()


def timely(room: Room, what: Callable[[Table, int], Verdict]) -> Verdict:
    """A verdict of now. Whoever asks for it holds the lock until it is settled."""
    verdict, since = what(room.table, room.now()), room.presence.alone(room.now())
    if not verdict[0] or (since is None and not room.now.behind()):
        return verdict
    first, table = _on_time(room, since)
    facts, table, reason = what(table, room.now())
    return [*first, *facts], table, reason


def here_again(room: Room, since: int) -> Verdict:
    """Somebody has come, and since then nobody was here."""
    return *_on_time(room, since), None


def spent(room: Room) -> int:
    """Milliseconds that the running decision has used, without the time in which nobody was here."""
    now = room.now()
    since = room.presence.alone(now)
    return room.table.clocks.elapsed(now if since is None else since)


def _on_time(room: Room, since: int | None) -> tuple[list[Fact], Table]:
    """What the log says of it, and the table then. `since`: when no time ran any more, as nobody was here."""
    now, jump = room.now(), room.now.behind()
    used = None if room.presence.begins else room.table.clocks.elapsed(now if since is None else since)
    room.presence.begins = False
    if since is not None:
        room.table = rested(room.table, since, now)
        room.presence.rested(now)
    if jump:
        log.info("the computer's clock was set forward", table=room.id, ms=jump)
        room.now.forward(jump)
        room.table = shifted(room.table, jump)
        room.presence.forward(jump)
    facts, table, _ = woke(room.table, room.now(), used)
    return facts, table
