"""A live table as a value.

There is no I/O and no clock here: the caller passes times in, as milliseconds. `after` folds facts into a table and
`deciding` turns asks into facts. Notes (who is ready, begun moves, idle seats) are in the table only, in no fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kartentisch.engine import moves
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.views import Showing, View
from kartentisch.table import clocks
from kartentisch.table.chairs import Chairs, planned
from kartentisch.table.clocks import Clocks, Question
from kartentisch.table.contents import Closed
from kartentisch.table.draw import Draw
from kartentisch.table.facts import Effect, Fact, with_effect
from kartentisch.table.settings import Settings, read_settings

Phase = Literal["waiting", "playing", "paused", "result", "over", "closed"]


@dataclass(frozen=True)
class Table:
    """A live match. `records` holds the truth after the first deal. It never leaves the server.

    A table never changes, so what the rules say about it is asked once: each scene needs it many times.
    """

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
    closed: Closed | None = None
    """The reason why the table was closed; None while it is open."""
    watchers: str = "link"
    """Who may watch."""
    next_table: str = ""
    """The id of the table where the people here continue; "" if there is none yet."""
    since: tuple[int, ...] = ()
    """By seat: the number of the fact since which the seat has not moved and its moves have not changed."""
    steps: moves.Steps = ()
    """The steps of the newest fact if it is a move, so that its text is parsed only once."""
    newest: int = 0
    """The time of the newest fact."""
    moved: int = 0
    """The time of the newest deal, move, or end of a pause. Bots count from it."""
    window_from: int = 0
    """The time at which the running reaction window opened. One seat's answer gives the others no more time."""
    clocks: Clocks = field(default_factory=Clocks)
    paused_by: int = -1
    draw: Draw | None = None
    """Where the luck of the round, or, while the cards are shuffled, of the next one, comes from. None: the system."""
    shuffling: bool = False
    """The draw is closed, and the cards are not dealt yet."""
    shuffling_from: int = 0
    """The time since which the draw has waited for numbers."""
    secret: str | None = None
    """The secret of the match, once it is told; "" if it is lost, and with it the luck of the rounds to come."""
    played: tuple[int, ...] = ()
    """By seat: the number of its moves since the deal."""
    asks: Mapping[str, Effect] = field(default_factory=dict)
    """The effects of asks, by the id of the ask."""

    ready: frozenset[int] = frozenset()
    """Note: the seats that want the next round."""
    begun: tuple[tuple[int, str], ...] = ()
    """Note: (seat, first tokens) of each begun move."""
    idle: frozenset[int] = frozenset()
    """Note: the seats that have said they do not act or that they wait for the end of the window. It holds until their
    moves change."""
    question: Question | None = None
    """Note: a question to all people. It ends with a refusal, a new question, or another person at a seat."""
    gathers_until: int = 0
    """Note: the time until which the next deal waits for pages that are just opening; 0 if no deal waits."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.chairs)

    @cached_property
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
        """Whether cards are in play. Between two rounds, no hidden card matters any more."""
        return self.phase in ("playing", "paused")

    @property
    def deals(self) -> bool:
        """Whether a deal has been asked for that has not happened yet."""
        return self.shuffling or self.gathers_until > 0

    @property
    def joinable(self) -> bool:
        """Whether somebody could take a seat."""
        return not self.closed and not self.next_table and not all(chair.person for chair in self.chairs)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats that a person plays now, programs excluded."""
        people = [(seat, chair) for seat, chair in enumerate(self.chairs) if chair.person and not chair.program]
        return tuple(seat for seat, chair in people if not chair.bot)

    def view(self, seat: int | None) -> View | None:
        """What a seat may know, or, for None, a bystander. The result is None before the first deal."""
        return None if self.showing is None else self.showing.to(seat)

    @cached_property
    def showing(self) -> Showing | None:
        """The cards as all readers are shown them. None before the first deal."""
        return None if self.records is None else Showing(self.game, self.records)

    def reads(self, seat: int) -> bool:
        """Whether the person of this seat may know what the seat knows."""
        return 0 <= seat < self.seats and self.chairs[seat].person and not self.chairs[seat].guest

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now. The seat that the game waits for comes first."""
        return self._actors

    @cached_property
    def _actors(self) -> tuple[int, ...]:
        if self.records is None or self.phase != "playing":
            return ()
        mask = int(self.game.run.actors(self.records, 0))
        asked = int(self.game.run.asked(self.records, 0))
        others = [seat for seat in range(self.seats) if (mask >> seat) & 1 and seat != asked]
        return tuple([asked, *others] if (mask >> asked) & 1 else others)

    @cached_property
    def window(self) -> tuple[int, ...]:
        """The seats for which the table answers when the reaction window ends."""
        if self.records is None or self.phase != "playing":
            return ()
        mask = int(self.game.run.window(self.records, 0))
        return tuple(seat for seat in range(self.seats) if (mask >> seat) & 1)

    def prefix(self, seat: int) -> str:
        """The first tokens of the move that this seat has begun."""
        return dict(self.begun).get(seat, "")

    def done(self, ask: str) -> int | None:
        """The number of the last fact that answered this ask. None if the log has none."""
        return self.asks[ask].number if ask in self.asks else None


def opened(game: Game, fact: Fact) -> Table:
    """The table that an `opened` fact creates."""
    settings = read_settings(fact.text)
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
        played=(0,) * len(chairs),
        newest=fact.time,
        moved=fact.time,
        clocks=clocks.opened(settings.clock, settings.zero, len(chairs), fact.time),
        asks=with_effect({}, fact, settings),
    )
