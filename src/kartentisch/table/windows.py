"""What a table does by itself, and when: reaction windows and the display of a result. The caller passes times in."""

from __future__ import annotations

from dataclasses import replace

from kartentisch.table import settings
from kartentisch.table.draw import OPENING, SHUFFLED
from kartentisch.table.table import Table


def full(table: Table) -> bool:
    """Whether only pages are missing for the first deal of a table whose luck is drawn: the last seat was taken, or the
    match was started. The wait for them is a note, but this follows from the facts.
    """
    return table.settings.luck == "drawn" and table.phase == "waiting" and not any(chair.open for chair in table.chairs)


def _unopened(table: Table) -> bool:
    """Whether a closed draw waits for numbers."""
    return table.shuffling and table.draw is not None and not table.draw.opened


def woken(table: Table, now: int, used: int = 0) -> Table:
    """The table as it continues after a restart, or at another server. Windows and waits begin again; the time in
    between is charged to nobody. A deal that waited for pages or their numbers waits for all of them again, and long
    enough for those that have to connect again.

    `used`: milliseconds of the running decision that still count.
    """
    clocks = table.clocks if table.clocks.stopped >= 0 else table.clocks.goes(now, used)
    return replace(
        table,
        moved=now,
        window_from=now,
        shuffling_from=now + (OPENING - SHUFFLED if _unopened(table) else 0),
        gathers_until=now + OPENING if full(table) and not table.shuffling else 0,
        newest=now,
        clocks=clocks,
    )


def rested(table: Table, since: int, now: int) -> Table:
    """The table after some time in which nobody was there. A window in which people have to answer continues where it
    was.
    """
    if not asks_people(table):
        return table
    return replace(table, window_from=table.window_from + now - max(since, table.window_from))


def shifted(table: Table, milliseconds: int) -> Table:
    """The table with all its times moved forward by `milliseconds`."""
    clocks = table.clocks
    stopped = clocks.stopped if clocks.stopped < 0 else clocks.stopped + milliseconds
    return replace(
        table,
        newest=table.newest + milliseconds,
        moved=table.moved + milliseconds,
        window_from=table.window_from + milliseconds,
        shuffling_from=table.shuffling_from + milliseconds,
        gathers_until=table.gathers_until and table.gathers_until + milliseconds,
        clocks=replace(clocks, start=clocks.start + milliseconds, stopped=stopped),
    )


def window_seats(table: Table) -> tuple[int, ...]:
    """The seats for which the table answers when the reaction window ends."""
    return table.window


def asks_people(table: Table) -> bool:
    """Whether there is a running window in which people have to answer."""
    return any(seat in table.people for seat in window_seats(table))


def waited(table: Table) -> tuple[int, ...]:
    """The seats that the game waits for: in a window all seats that are asked, else the seat to move."""
    return window_seats(table) or table.actors()[:1]


def grace(table: Table) -> int:
    """Milliseconds after every move in which bots, programs and the table do not act, if others may react to the move.

    It gives everyone the same time to make a call before the next move. It depends only on the game, so it reveals
    nothing.
    """
    return settings.REACTION if table.game.reacts else 0


def grace_ends(table: Table) -> int:
    """The time at which the running grace ends."""
    return table.moved + grace(table) if table.phase == "playing" else table.moved


def window_length(table: Table) -> int:
    """The length of the running window in milliseconds; 0: it has no limit, or there is none."""
    seats = window_seats(table)
    if not seats or not table.settings.window:
        return 0
    if all(table.chairs[seat].bot for seat in seats):
        return max(settings.WINDOW_OF_BOTS, grace(table))
    return table.settings.window


def due(table: Table) -> int | None:
    """The time at which the table next acts by itself: at the end of a window, a draw, or the display of a result."""
    if table.shuffling:
        return table.shuffling_from + SHUFFLED if _unopened(table) else min(table.shuffling_from, table.newest)
    if table.gathers_until:
        return table.gathers_until
    if length := window_length(table):
        return table.window_from + length
    if table.phase == "result":
        return table.moved if not table.people else table.moved + settings.RESULT_SHOWN
    return None
