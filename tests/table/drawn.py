"""A table of the toy game whose luck is drawn, with its log and a clock by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from kartentisch.proof import draws
from kartentisch.table.after import after
from kartentisch.table.contents import Content
from kartentisch.table.deciding import decide, tick
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.luck import DrawnLuck
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.table.table import Table, opened
from kartentisch.table.verdict import Verdict
from tests.table.tables import LEVELS
from tests.toy import TOY

KEY = b"k" * 32
BIND = draws.bind("table")
NUMBERS = {0: "a0" * 32, 1: "b1" * 32, 2: "c2" * 32}


def seals(draw: int, *seats: int) -> dict[int, str]:
    return {seat: draws.seal(BIND, draw, seat, NUMBERS[seat]) for seat in seats}


class Drawn:
    """A table with its log, whose luck is drawn."""

    def __init__(self, *plan: str, key: bytes = KEY, options: dict[str, Any] | None = None) -> None:
        settings = checked_settings(TOY, plan, options or {}, LEVELS)
        assert isinstance(settings, Settings)
        settings = msgspec.structs.replace(settings, luck="drawn")
        self.facts = [Fact.of(1, settings, time=1_000)]
        self.table = opened(TOY, self.facts[0])
        self.key, self.now = key, 1_000
        self.seals: dict[int, str] = {}
        self.opening: frozenset[int] = frozenset()
        """Seats of people whose page is still opening, once they sit there."""

    def luck(self) -> DrawnLuck:
        def secret(match: int) -> str:
            return draws.secret(self.key, BIND, match) if self.key else ""

        still = self.opening - set(self.seals)
        return DrawnLuck(BIND, secret, lambda: 7, self.seals, lambda table: still & set(table.people))

    def keep(self, verdict: Verdict) -> str:
        facts, self.table, reason = verdict
        self.facts += facts
        return reason.code if reason else ""

    def ask(self, do: str, seat: int, *moves: str, arg: str = "") -> str:
        since = self.table.since[seat] if seat >= 0 else -1
        ask = Ask(do, seat, id=f"{do}-{len(self.facts)}", since=since, moves=moves, arg=arg)
        return self.keep(decide(self.table, ask, self.now, self.luck(), LEVELS))

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.keep(tick(self.table, self.now, self.luck()))

    def unseal(self, *seats: int) -> None:
        assert self.table.draw is not None
        for seat in seats:
            assert self.ask("unseal", seat, arg=f"{self.table.draw.number} {NUMBERS[seat]}") == ""
        self.wait(0)

    def start(self, *seats: int) -> None:
        """Deal with the numbers of these seats."""
        self.seals = seals(1, *seats)
        assert self.ask("start", 0) == ""
        self.unseal(*seats)
        assert self.table.phase == "playing"

    def move(self, pick: int = 0) -> Fact:
        seat = self.table.actors()[0]
        seen = self.table.view(seat)
        assert seen is not None
        moves = [" ".join(TOY.tokens[step] for step in move) for move in seen.complete(20)]
        assert self.ask("play", seat, moves[pick % len(moves)]) == ""
        return self.facts[-1]

    def play(self) -> None:
        """To the end of the round."""
        for _ in range(100):
            if self.table.phase == "playing":
                self.move()

    def kinds(self) -> list[str]:
        return [fact.kind for fact in self.facts]

    def folded(self) -> Table:
        table = opened(TOY, self.facts[0])
        for fact in self.facts[1:]:
            table = after(table, fact)
        return table

    @property
    def newest(self) -> Content:
        return self.facts[-1].content
