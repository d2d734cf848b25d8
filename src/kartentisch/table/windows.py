"""What a table does by itself and when: reaction windows, the showing of a result. Times are handed in."""

from __future__ import annotations

from dataclasses import replace

from kartentisch.table import settings
from kartentisch.table.table import Table


def woken(table: Table, now: int, used: int = 0) -> Table:
    """The table as it goes on after a restart: windows and waits begin anew, the time between counts for nobody.

    `used`: milliseconds of the running decision that count all the same.
    """
    clocks = table.clocks if table.clocks.stopped >= 0 else table.clocks.goes(now, used)
    return replace(table, moved=now, window_from=now, newest=now, clocks=clocks)


def rested(table: Table, since: int, now: int) -> Table:
    """The table after nobody was there for a while: a window in which people have to answer goes on where it stood."""
    if not asks_people(table):
        return table
    return replace(table, window_from=table.window_from + now - max(since, table.window_from))


def shifted(table: Table, milliseconds: int) -> Table:
    """The same moment by a clock that is so much ahead."""
    clocks = table.clocks
    stopped = clocks.stopped if clocks.stopped < 0 else clocks.stopped + milliseconds
    return replace(
        table,
        newest=table.newest + milliseconds,
        moved=table.moved + milliseconds,
        window_from=table.window_from + milliseconds,
        clocks=replace(clocks, start=clocks.start + milliseconds, stopped=stopped),
    )


def window_seats(table: Table) -> tuple[int, ...]:
    """Seats for which the table answers when the reaction window ends."""
    if table.records is None or table.phase != "playing":
        return ()
    mask = int(table.game.run.window(table.records, 0))
    return tuple(seat for seat in range(table.seats) if (mask >> seat) & 1)


def asks_people(table: Table) -> bool:
    """Whether a window runs in which people have to answer."""
    return any(seat in table.people for seat in window_seats(table))


def waited(table: Table) -> tuple[int, ...]:
    """Whom the game waits for: all who are asked in a window, else the one in turn."""
    return window_seats(table) or table.actors()[:1]


def grace(table: Table) -> int:
    """Milliseconds after every move in which neither bots nor programs nor the table act, where others may react to it.

    So everybody has the same time for what has to be said before the next move. It rests on the game alone, so that it
    tells nothing.
    """
    return settings.REACTION if table.game.reacts else 0


def grace_ends(table: Table) -> int:
    """When the running grace is over."""
    return table.moved + grace(table) if table.phase == "playing" else table.moved


def window_length(table: Table) -> int:
    """Milliseconds of the running window; 0: without limit, or there is none."""
    seats = window_seats(table)
    if not seats or not table.settings.window:
        return 0
    if all(table.chairs[seat].bot for seat in seats):
        return max(settings.WINDOW_OF_BOTS, grace(table))
    return table.settings.window


def due(table: Table) -> int | None:
    """When the table acts by itself next: the end of a window, or of a result's showing."""
    if length := window_length(table):
        return table.window_from + length
    if table.phase == "result":
        return table.moved if not table.people else table.moved + settings.RESULT_SHOWN
    return None
