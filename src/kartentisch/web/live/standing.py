"""How a table stands, as its row in the store has it."""

from __future__ import annotations

from kartentisch.store import Standing
from kartentisch.table.settings import BOT_WAIT
from kartentisch.table.table import Table
from kartentisch.table.windows import due, waited, window_seats


def standing(table: Table) -> Standing:
    return Standing(table.phase, invites(table), wake_at(table))


def invites(table: Table) -> bool:
    """Whether it is a public table that waits for people: not one from which the only person has gone again."""
    waits = table.settings.public and table.phase == "waiting"
    return waits and (table.number == 1 or any(chair.person for chair in table.chairs))


def wake_at(table: Table) -> int | None:
    """When it does something though nobody is there: a window or a result ends, or a bot is up that waits for nobody.

    None: it waits for people. Bots that could act out of turn can wait for them too.
    """
    if (when := due(table)) is not None:
        return when
    asked = [table.chairs[seat] for seat in waited(table) if seat not in table.idle]
    if not window_seats(table) and BOT_WAIT[table.pace] < 0:
        asked = [chair for chair in asked if chair.once]
    return table.moved if any(chair.bot for chair in asked) else None
