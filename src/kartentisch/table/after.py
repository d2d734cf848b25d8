"""How a table follows from its facts: `after(table, fact)` returns the table after a fact."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, assert_never

import msgspec

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import changed, dealt, longest, played, voters
from kartentisch.table.contents import (
    BecomesHost,
    BotPace,
    BotPlays,
    ChairChange,
    Closed,
    Content,
    Continued,
    Dealt,
    GuestPlays,
    Hinted,
    Left,
    MayWatch,
    MoreTime,
    Move,
    NewClock,
    NextTable,
    Paused,
    PlaysAgain,
    Sat,
    Sealed,
    SeatGiven,
    Secret,
    TimeUp,
    Unsealed,
    Woke,
)
from kartentisch.table.facts import Fact, with_effect
from kartentisch.table.luck import told
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table
from kartentisch.table.ticking import followed


class Reached(NamedTuple):
    """Where a move leads that the caller has played already, so that it need not be played again."""

    steps: moves.Steps
    records: Records
    """The truth after the move, with the luck of its fact."""


def after(table: Table, fact: Fact, reached: Reached | None = None) -> Table:
    """The table after the next fact. The fact is trusted, as facts come from `deciding` or from the log.

    `reached`: where its move leads, if the caller has played it. Raises ValueError if the fact cannot follow.
    """
    if fact.number != table.number + 1:
        raise ValueError(f"fact {fact.number} cannot follow fact {table.number}")
    content = fact.content
    if isinstance(content, Move) and reached is None:
        reached = _reached(table, fact, content)
    here = _applied(table, fact, content, reached)
    return replace(
        here,
        number=fact.number,
        steps=reached.steps if reached else (),
        newest=fact.time,
        asks=with_effect(table.asks, fact, content),
        clocks=followed(table, here, fact, content),
        question=here.question if voters(here.chairs) == voters(table.chairs) else None,
    )


def _reached(table: Table, fact: Fact, content: Move) -> Reached:
    """Where the move of a fact from the log leads."""
    steps = moves.read(table.game, content.move)
    if isinstance(steps, Reason):
        raise ValueError(f"fact {fact.number} holds no move: {content.move!r}")  # noqa: TRY004 - the log is at fault
    return play(table, fact.seat, steps, int(fact.luck, 16))


def play(table: Table, seat: int, steps: moves.Steps, value: int) -> Reached:
    """Play a legal move. `value`: its luck. Raises ValueError before the first deal."""
    if table.records is None:
        raise ValueError("a move before the first deal")
    records, luck = table.game.layout.copy(table.records), new_luck(value)
    for step in steps:
        table.game.run.apply(records, 0, seat, step, luck)
    return Reached(steps, records)


def _applied(table: Table, fact: Fact, content: Content, reached: Reached | None) -> Table:
    """What `content` changes, apart from what every fact changes."""
    match content:
        case Move():
            assert reached is not None
            return _moved(table, fact, reached.records)
        case Dealt() | Continued():
            return _dealt(table, fact, content)
        case Sat() | Left() | SeatGiven() | BotPlays() | TimeUp() | PlaysAgain() | GuestPlays():
            return _seated(table, fact, content)
        case Sealed() | Unsealed() | Secret():
            return told(table, content, fact.time)
        case BecomesHost():
            return replace(table, host=fact.seat)
        case Paused(on):
            return replace(table, paused=on, paused_by=fact.seat if on else -1, moved=fact.time, window_from=fact.time)
        case BotPace(pace):
            return replace(table, pace=pace)
        case NewClock():
            return replace(table, question=None)  # `ticking` changes the clock
        case MoreTime() | Woke():
            return table  # only the clocks change
        case Hinted():
            return table  # everyone is told, and nothing changes
        case MayWatch(who):
            return replace(table, watchers=who)
        case NextTable(id):
            return replace(table, next_table=id)
        case Closed():
            return replace(table, closed=content)
        case Settings():
            raise ValueError(f"fact {fact.number} opens a table that is open")
        case _:
            assert_never(content)


def _dealt(table: Table, fact: Fact, content: Dealt | Continued) -> Table:
    begins = content != Dealt(first=False)
    draw = table.draw if table.shuffling and isinstance(content, Dealt) else None
    return replace(
        table,
        records=_records(table, fact, content),
        chairs=dealt(table.chairs),
        dealt=table.dealt + 1,
        matches=table.matches + begins,
        since=(fact.number,) * table.seats,
        moved=fact.time,
        window_from=fact.time,
        paused=False,
        draw=draw,
        shuffling=False,
        gathers_until=0,
        played=(0,) * table.seats,
        ready=frozenset(),
        begun=(),
        idle=frozenset(),
    )


def _records(table: Table, fact: Fact, content: Dealt | Continued) -> Records:
    """The truth after a deal."""
    if isinstance(content, Continued):
        return states.load(table.game, msgspec.json.decode(content.state))
    if content.first or table.records is None:
        records = table.game.new(table.seats, table.settings.options, table.settings.rules)
    else:
        records = table.game.layout.copy(table.records)
    luck = new_luck(int(fact.luck[:16], 16), int(fact.luck[16:], 16))
    deal = table.game.run.deal if content.first else table.game.run.next_round
    deal(records, 0, luck)
    return records


def _moved(table: Table, fact: Fact, records: Records) -> Table:
    """`records`: the truth after the move."""
    assert table.records is not None
    game, old = table.game, table.records
    unchanged = tuple(
        seat != fact.seat and moves.legal(game, old, seat) == moves.legal(game, records, seat)
        for seat in range(table.seats)
    )
    kept = tuple(
        (seat, prefix)
        for seat, prefix in table.begun
        if seat != fact.seat and not isinstance(moves.next_tokens(game, records, seat, prefix), Reason)
    )
    return replace(
        table,
        chairs=played(table.chairs),
        records=records,
        played=tuple(n + (seat == fact.seat) for seat, n in enumerate(table.played)),
        since=tuple(old_since if same else fact.number for old_since, same in zip(table.since, unchanged, strict=True)),
        moved=fact.time,
        window_from=table.window_from if _still_open(game, old, records) else fact.time,
        begun=tuple(pair for pair in kept if moves.next_tokens(game, records, *pair)),
        idle=frozenset(seat for seat in table.idle if unchanged[seat]),
    )


def _still_open(game: Game, old: Records, new: Records) -> bool:
    """Whether the window from before a move still runs: some seats have answered, and no new seat was asked."""
    before, now = int(game.run.window(old, 0)), int(game.run.window(new, 0))
    return now != 0 and now & ~before == 0


def _seated(table: Table, fact: Fact, content: ChairChange) -> Table:
    """A seat changes hands. The notes go with its person, and so does the host's role."""
    old, chair = table.chairs[fact.seat], changed(table.chairs[fact.seat], content, fact.number)
    chairs, host = (*table.chairs[: fact.seat], chair, *table.chairs[fact.seat + 1 :]), table.host
    if chair.sat == old.sat:
        return replace(table, chairs=chairs)
    if host < 0 or not chairs[host].person:
        host = next(iter(longest(chairs)), -1)
    begun = tuple(pair for pair in table.begun if pair[0] != fact.seat)
    return replace(table, chairs=chairs, host=host, begun=begun, ready=table.ready - {fact.seat})
