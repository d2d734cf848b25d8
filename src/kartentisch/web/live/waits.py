"""What the bots of a table wait for: somebody asks for their step, or people need time to follow."""

from __future__ import annotations

from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.table import Table
from kartentisch.table.ticking import used_up
from kartentisch.table.windows import window_length


def step(table: Table, stepped: int) -> bool:
    """Whether a bot waits until somebody asks for its step. `stepped`: the fact at which somebody last asked."""
    return BOT_WAIT[table.pace] < 0 and _bot_waits(table, stepped)


def skip(table: Table, stepped: int) -> bool:
    """Whether somebody alone with bots can skip the pause of the bot to move."""
    return len(table.people) == 1 and _bot_waits(table, stepped)


def _bot_waits(table: Table, stepped: int) -> bool:
    if stepped == table.number or window_length(table):
        return False
    asked = next(iter(table.actors()), -1)  # nobody may learn who else can act
    return asked >= 0 and bool(table.chairs[asked].bot) and not used_up(table, asked)
