"""A live table as a value.

There is no I/O and no clock here: the caller passes times in, as milliseconds. `after` folds facts into a table and
`deciding` turns asks into facts. Notes (who is ready, begun moves, idle seats) are in the table only, in no fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.views import View, view
from kartentisch.table import clocks
from kartentisch.table.chairs import Chairs, planned
from kartentisch.table.clocks import Clocks, Question
from kartentisch.table.facts import Done, Fact, noted
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
