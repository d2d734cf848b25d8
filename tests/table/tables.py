"""Live tables of the toy game for tests: asks in, facts kept, time by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import seeded
from kartentisch.engine.reasons import Reason
from kartentisch.table import contents
from kartentisch.table.after import after
from kartentisch.table.dealing import gathered
from kartentisch.table.deciding import MOST_MOVES, decide, tick
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.luck import DrawnLuck, Luck
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.table.table import Table, opened
from kartentisch.table.timing import at_zero, woke
from kartentisch.table.windows import due
from tests.toy import TOY

LEVELS = ("random", "greedy")


@dataclass
class Live:
    """A table with its log and a clock."""

    table: Table
    facts: list[Fact]
    now: int = 1_000
    drawn: int = 0
    seed: int = 1
    refused: list[Reason] = field(default_factory=list)
    draws: Callable[[Table], DrawnLuck] | None = None
    """The luck of a table that draws it."""

    @classmethod
    def open(
        cls,
        *plan: str,
        game: Game = TOY,
        options: dict[str, Any] | None = None,
        seed: int = 1,
        luck: str = "system",
        **more: Any,
    ) -> Live:
        settings = checked_settings(game, plan, options or {}, LEVELS, **more)
        assert isinstance(settings, Settings), settings
        settings = msgspec.structs.replace(settings, luck=luck)
        fact = Fact(1, "opened", text=msgspec.json.encode(settings).decode(), time=1_000)
        return cls(opened(game, fact), [fact], seed=seed)

    def luck(self, n: int) -> Luck:
        if self.draws is not None:
            return self.draws(self.table)
        self.drawn += 1
        return seeded(self.seed, self.drawn, n)

    def ask(self, do: str, seat: int = -1, *texts: str, away: bool = False, **more: Any) -> Reason | None:
        """Ask, keep the facts, return the refusal."""
        more.setdefault("since", self.since(seat))
        ask, luck = Ask(do, seat, moves=texts, **more), self.luck(MOST_MOVES)
        self._twice(replace(ask, id="sent-twice"), luck, away)
        return self._keep(*decide(self.table, ask, self.now, luck, LEVELS, away))

    def _twice(self, ask: Ask, luck: Luck, away: bool) -> None:
        """Whatever an ask brings: sent again it is known, and brings nothing more."""
        facts, table, _ = decide(self.table, ask, self.now, luck, LEVELS, away)
        if any(fact.ask for fact in facts):
            more, _, reason = decide(table, ask, self.now, luck, LEVELS, away)
            assert more == []
            assert reason is not None
            assert reason.code == "done_before", f"{ask.do} sent again: {reason.code}"

    def since(self, seat: int) -> int:
        return self.table.since[seat] if 0 <= seat < self.table.seats else -1

    def play(self, seat: int, *texts: str, **more: Any) -> str:
        """Play; the code of the refusal, "" if there is none."""
        reason = self.ask("play", seat, *texts, **more)
        return reason.code if reason else ""

    def wait(self, milliseconds: int) -> list[Fact]:
        """Let time pass; what the table does by itself, while somebody is here."""
        known = len(self.facts)
        self.now += milliseconds
        self._keep(*tick(self.table, self.now, self.luck(max(2, self.table.seats))))
        self._keep(*at_zero(self.table, self.now, LEVELS))
        return self.facts[known:]

    def gathered(self) -> None:
        """All pages are here for which a deal has waited."""
        self._keep(*gathered(self.table, self.now, self.luck(2)))

    def wake(self, used: int | None = None) -> None:
        """Somebody is here again, after a restart or after nobody was."""
        self._keep(*woke(self.table, self.now, used))

    def until_due(self) -> int | None:
        when = due(self.table)
        return None if when is None else when - self.now

    def _keep(self, facts: list[Fact], table: Table, reason: Reason | None) -> Reason | None:
        here = self.table
        for fact in facts:
            assert contents.text(fact.content) == fact.text
            here = after(here, fact)
        assert told(here) == told(table), "facts and table of a verdict disagree"
        self.table = table
        self.facts += facts
        if reason is not None:
            self.refused.append(reason)
        return reason

    def folded(self) -> Table:
        """The table after a restart: from its facts alone."""
        table = opened(self.table.game, self.facts[0])
        for fact in self.facts[1:]:
            table = after(table, fact)
        return table

    def truth(self) -> Records:
        assert self.table.records is not None
        return self.table.records

    def state(self) -> dict[str, Any]:
        return states.dump(self.table.game, self.truth())

    def legal(self, seat: int) -> list[str]:
        return [self.table.game.tokens[step] for step in moves.legal(self.table.game, self.truth(), seat)]


def _with(table: Table, records: Records, changes: dict[str, Any]) -> Table:
    return replace(table, records=states.load(table.game, {**states.dump(table.game, records), **changes}))


def told(table: Table, times: bool = True) -> tuple[Any, ...]:
    """What follows from the facts: all but the notes (and the times, which begin anew after a restart)."""
    truth = None if table.records is None else states.dump(table.game, table.records)
    return (
        *(table.number, table.chairs, table.host, table.pace, truth, table.dealt, table.matches, table.paused),
        *(table.closed, table.since, table.asks, table.watchers, table.next_table),
        tuple(chair.sat for chair in table.chairs),
        *(table.shuffling, table.secret, table.played, table.draw and (table.draw.promise, table.draw.seals)),
        *((table.draw.numbers,) if table.draw and not table.shuffling else ()),
        *(table.paused_by,),
        *(table.clocks.kind, table.clocks.zero, table.clocks.reserve),
        *((table.newest, table.moved, table.clocks) if times else ()),
    )


def dealt(*plan: str, **more: Any) -> Live:
    """A table at which a match has begun. With `hands`, `deck` ...: that truth."""
    truth = {key: more.pop(key) for key in list(more) if key in ("hands", "deck", "laid", "top", "turn")}
    live = Live.open(*plan, **more)
    for seat, what in enumerate(plan):
        if what == "open":
            assert live.ask("sit", arg=str(seat)) is None
    if live.table.phase == "waiting":
        assert live.ask("start", live.table.host) is None
    assert live.table.phase == "playing"
    if truth:
        live.table = _with(live.table, live.truth(), truth)
    return live


def rest(*hands: list[str], top: str, copies: int = 4) -> dict[str, Any]:
    """Hands and a top card; all other cards lie in the deck."""
    used = [card for hand in hands for card in hand] + [top]
    deck = [card for card in "12345" for _ in range(copies - used.count(card))]
    return {"hands": [list(hand) for hand in hands], "top": top, "deck": deck, "laid": []}


THREE = {**rest(["1", "2", "3"], ["1", "4"], ["2", "5"], top="1"), "turn": 0}
"""Seat 0 is in turn and holds a twin of the top card; so does seat 1."""


def three(**more: Any) -> Live:
    return dealt("you", "open", "open", **{**THREE, **more})
