"""For what the bots of a table wait: until somebody asks for their step, or so that people can follow."""

from __future__ import annotations

from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.table import Table
from kartentisch.table.ticking import used_up
from kartentisch.table.windows import window_length


def step(table: Table, stepped: int) -> bool:
    """Whether a bot waits until somebody asks for its step. `stepped`: the fact at which somebody last did."""
    return BOT_WAIT[table.pace] < 0 and _bot_waits(table, stepped)


def skip(table: Table, stepped: int) -> bool:
    """Whether somebody alone with bots need not wait for the bot in turn."""
    return len(table.people) == 1 and _bot_waits(table, stepped)


def _bot_waits(table: Table, stepped: int) -> bool:
    if stepped == table.number or window_length(table):
        return False
    asked = next(iter(table.actors()), -1)  # who else may act is for nobody to see
    return asked >= 0 and bool(table.chairs[asked].bot) and not used_up(table, asked)
