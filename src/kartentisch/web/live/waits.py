"""For what the bots of a table wait: until somebody asks for their step, or so that people can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.ticking import used_up
from kartentisch.table.windows import window_length

if TYPE_CHECKING:
    from kartentisch.web.live.scheduler import Clockwork


def step(clockwork: Clockwork) -> bool:
    """Whether a bot waits until somebody asks for its step."""
    return BOT_WAIT[clockwork.room.table.pace] < 0 and _bot_waits(clockwork)


def skip(clockwork: Clockwork) -> bool:
    """Whether somebody alone with bots need not wait for the one in turn."""
    return len(clockwork.room.table.people) == 1 and _bot_waits(clockwork)


def _bot_waits(clockwork: Clockwork) -> bool:
    table = clockwork.room.table
    if clockwork.stepped == table.number or window_length(table):
        return False
    asked = next(iter(table.actors()), -1)  # who else may act is for nobody to see
    return asked >= 0 and bool(table.chairs[asked].bot) and not used_up(table, asked)
