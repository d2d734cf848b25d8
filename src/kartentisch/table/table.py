"""A live table as a value, and how it follows from its facts.

There is no I/O and no clock here: the caller passes times in, as milliseconds. `after(table, fact)` returns the table
after a fact; `deciding` turns asks into facts. Notes (who is ready, begun moves, idle seats) are in the table only, in
no fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.engine.views import View, view
from kartentisch.table import clocks
from kartentisch.table.chairs import Chairs, changed, dealt, longest, planned, played, voters
from kartentisch.table.clocks import Clocks, Question
from kartentisch.table.facts import Done, Fact, begins, given, noted
from kartentisch.table.settings import Settings

Phase = Literal["waiting", "playing", "paused", "result", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Table:
    """A live match. `records` holds the truth after the first deal. It never leaves the server."""

    game: Game
    settings: Settings
    number: int
    """The number of the newest fact."""
    chairs: Chairs
    host: int
    """The host's seat; -1 for none (a table of bots, or the host has left)."""
    pace: str
    records: Records | None = None
    dealt: int = 0
    """The number of deals so far. A new deal makes views of the old round stale."""
    matches: int = 0
    paused: bool = False
    closed: str = ""
    watchers: str = "link"
    """Who may watch."""
    next_table: str = ""
    """The id of the table where the people here continue; "" if there is none yet."""
    since: tuple[int, ...] = ()
    """By seat: the number of the fact since which the seat has not moved and its moves have not changed."""
    newest: int = 0
    """The time of the newest fact."""
    moved: int = 0
    """The time of the newest deal, move, or end of a pause. Bots count from it."""
    window_from: int = 0
    """The time at which the running reaction window opened. One seat's answer gives the others no more time."""
    clocks: Clocks = field(default_factory=Clocks)
    paused_by: int = -1
    asks: Mapping[str, Done] = field(default_factory=dict)
    """The outcomes of asks, by the id of the ask."""

    ready: frozenset[int] = frozenset()
    """Note: the seats that want the next round."""
    begun: tuple[tuple[int, str], ...] = ()
    """Note: (seat, first tokens) of each begun move."""
    idle: frozenset[int] = frozenset()
    """Note: the seats that have said they do not act or that they wait for the end of the window. It holds until their
    moves change."""
    question: Question | None = None
    """Note: a question to all people. It ends with a refusal, a new question, or another person at a seat."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.chairs)

    @property
    def phase(self) -> Phase:
        """What is going on at the table now."""
        if self.closed:
            return "closed"
        if self.records is None:
            return "waiting"
        s = self.records[0]
        if s["over"]:
            return "over"
        if s["round_over"]:
            return "result"
        return "paused" if self.paused else "playing"

    @property
    def running(self) -> bool:
        """Whether cards are in play. Between two rounds, nothing hidden matters later."""
        return self.phase in ("playing", "paused")

    @property
    def joinable(self) -> bool:
        """Whether somebody could take a seat."""
        return not self.closed and not self.next_table and not all(chair.person for chair in self.chairs)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that a person plays now, programs excluded."""
        people = [(seat, chair) for seat, chair in enumerate(self.chairs) if chair.person and not chair.program]
        return tuple(seat for seat, chair in people if not chair.bot)

    def view(self, seat: int | None) -> View | None:
        """What a seat may know, or, for None, a bystander. The result is None before the first deal."""
        return None if self.records is None else view(self.game, self.records, seat)

    def reads(self, seat: int) -> bool:
        """Whether the person of this seat may know what the seat knows."""
        return 0 <= seat < self.seats and self.chairs[seat].person and not self.chairs[seat].guest

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now. The seat that the game waits for comes first."""
        if self.records is None or self.phase != "playing":
            return ()
        mask = int(self.game.run.actors(self.records, 0))
        asked = int(self.game.run.asked(self.records, 0))
        others = [seat for seat in range(self.seats) if (mask >> seat) & 1 and seat != asked]
        return tuple([asked, *others] if (mask >> asked) & 1 else others)

    def prefix(self, seat: int) -> str:
        """The first tokens of the move that this seat has begun."""
        return dict(self.begun).get(seat, "")

    def done(self, ask: str) -> int | None:
        """The number of the last fact that answered this ask. None if the log has none."""
        return self.asks[ask].number if ask in self.asks else None


def opened(game: Game, fact: Fact) -> Table:
    """The table that an `opened` fact creates."""
    settings = msgspec.json.decode(fact.text, type=Settings)
    chairs = planned(settings.plan, fact.number)
    host = settings.plan.index("you") if "you" in settings.plan else -1
    return Table(
        game=game,
        settings=settings,
        number=fact.number,
        chairs=chairs,
        host=host,
        pace=settings.pace,
        watchers=settings.watchers,
        since=(fact.number,) * len(chairs),
        newest=fact.time,
        moved=fact.time,
        clocks=clocks.opened(settings.clock, settings.zero, len(chairs), fact.time),
        asks=noted({}, fact),
    )


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
        clocks=clocks.followed(table, here, fact),
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
