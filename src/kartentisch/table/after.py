"""How a table follows from its facts: `after(table, fact)` returns the table after a fact."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import changed, dealt, longest, played, voters
from kartentisch.table.facts import Fact, begins, given, noted
from kartentisch.table.table import Table
from kartentisch.table.ticking import followed


def after(table: Table, fact: Fact) -> Table:
    """The table after the next fact. The fact is trusted, as facts come from `deciding` or from the log."""
    if fact.number != table.number + 1:
        raise ValueError(f"fact {fact.number} cannot follow fact {table.number}")
    follow = {
        "dealt": _dealt,
        "moved": _moved,
        "sat": _seated,
        "left": _seated,
        "handed": _seated,
        "paused": _paused,
        "pace": _pace,
        "woke": _woke,
        "watchers": _watchers,
        "hinted": _hinted,
        "again": _again,
        "closed": _closed,
    }[fact.kind]
    here = follow(table, fact)
    return replace(
        here,
        number=fact.number,
        newest=fact.time,
        asks=noted(table.asks, fact),
        clocks=followed(table, here, fact),
        question=here.question if voters(here.chairs) == voters(table.chairs) else None,
    )


def _dealt(table: Table, fact: Fact) -> Table:
    first = begins(fact)
    if state := given(fact):
        records = states.load(table.game, msgspec.json.decode(state))
    else:
        if first or table.records is None:
            records = table.game.new(table.seats, table.settings.options, table.settings.rules)
        else:
            records = table.game.layout.copy(table.records)
        luck = new_luck(int(fact.luck[:16], 16), int(fact.luck[16:], 16))
        deal = table.game.run.deal if first else table.game.run.next_round
        deal(records, 0, luck)
    return replace(
        table,
        records=records,
        chairs=dealt(table.chairs),
        dealt=table.dealt + 1,
        matches=table.matches + first,
        since=(fact.number,) * table.seats,
        moved=fact.time,
        window_from=fact.time,
        paused=False,
        ready=frozenset(),
        begun=(),
        idle=frozenset(),
    )


def _moved(table: Table, fact: Fact) -> Table:
    if table.records is None:
        raise ValueError("a move before the first deal")
    game, old = table.game, table.records
    steps = moves.read(game, fact.text)
    if not isinstance(steps, tuple):
        raise ValueError(f"fact {fact.number} holds no move: {fact.text!r}")  # noqa: TRY004 - the log is at fault
    records = game.layout.copy(old)
    luck = new_luck(int(fact.luck, 16))
    for step in steps:
        game.run.apply(records, 0, fact.seat, step, luck)
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


def _seated(table: Table, fact: Fact) -> Table:
    """A seat changes hands. The notes go with its person, and so does the host's role."""
    if fact.kind == "handed" and fact.text == "host":
        return replace(table, host=fact.seat)
    chairs, host = changed(table.chairs, fact), table.host
    if chairs[fact.seat].sat == table.chairs[fact.seat].sat:
        return replace(table, chairs=chairs)
    if host < 0 or not chairs[host].person:
        host = next(iter(longest(chairs)), -1)
    begun = tuple(pair for pair in table.begun if pair[0] != fact.seat)
    return replace(table, chairs=chairs, host=host, begun=begun, ready=table.ready - {fact.seat})


def _paused(table: Table, fact: Fact) -> Table:
    on = fact.text == "on"
    return replace(table, paused=on, paused_by=fact.seat if on else -1, moved=fact.time, window_from=fact.time)


def _pace(table: Table, fact: Fact) -> Table:
    """The pace of bots changes. `clocks` keeps that of people."""
    if fact.text.startswith("clock "):
        return replace(table, question=None)
    return table if fact.text == "more" else replace(table, pace=fact.text)


def _woke(table: Table, fact: Fact) -> Table:
    """Nobody has moved. Only the clocks are set."""
    return table


def _hinted(table: Table, fact: Fact) -> Table:
    """All hear of the hint. Nothing else changes."""
    return table


def _watchers(table: Table, fact: Fact) -> Table:
    return replace(table, watchers=fact.text)


def _again(table: Table, fact: Fact) -> Table:
    return replace(table, next_table=fact.text)


def _closed(table: Table, fact: Fact) -> Table:
    return replace(table, closed=fact.text)
