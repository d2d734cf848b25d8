# mypy: ignore-errors
# This ran on one commit, whose types were other ones: it is kept to be read, and changes no more.
"""A table whose log is written down: asks in, facts out, with luck from a seed and a clock by hand."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import msgspec

from kartentisch.bots.bot import Bot
from kartentisch.engine import moves
from kartentisch.engine.luck import seeded
from kartentisch.play.games import sheet
from kartentisch.table.clocks import zero_at
from kartentisch.table.deciding import MOST_MOVES, decide, rests, tick
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings, settle
from kartentisch.table.table import after, opened
from kartentisch.table.timing import at_zero
from kartentisch.table.windows import due, window_seats
from kartentisch.web.crew import Crew
from tests.stored import kit

LEVELS = Crew().levels
START = 1_800_000_000_000


class Log:
    """A table with its log, its luck and its clock."""

    def __init__(self, game: str, *plan: str, seed: int = 1, options: dict | None = None, **more: object) -> None:
        settings = settle(sheet(game), plan, options or {}, LEVELS, **more)
        assert isinstance(settings, Settings), settings
        first = Fact(1, "opened", text=msgspec.json.encode(settings).decode(), time=START)
        self.table = opened(sheet(game), first)
        self.facts = [first]
        self.now = START
        self.seed = seed
        self.ids = itertools.count(1)
        self.bots = [Bot("random" if seat % 2 else "greedy", game, seed=seed) for seat in range(len(plan))]

    def luck(self, n: int) -> tuple[int, ...]:
        return tuple(word for part in range(n) for word in seeded(self.seed, 100 * len(self.facts) + part, 1))

    def ask(self, do: str, seat: int, arg: str = "", *texts: str, **more: object) -> None:
        since = self.table.since[seat] if 0 <= seat < self.table.seats else -1
        ask = Ask(do, seat, id=f"ask-{next(self.ids):04}", arg=arg, moves=texts, since=since, **more)
        self.now += 1_500
        verdict = decide(self.table, ask, self.now, self.luck(MOST_MOVES), LEVELS)
        assert verdict[2] is None, (do, seat, arg, texts, verdict[2])
        self.keep(verdict)

    def keep(self, verdict: tuple) -> bool:
        facts, self.table, _ = verdict
        self.facts += facts
        return bool(facts)

    def fact(self, kind: str, **more: object) -> None:
        """One that the server writes by itself."""
        fact = Fact(self.table.number + 1, kind, time=self.now, **more)
        self.keep(([fact], after(self.table, fact), None))

    def wait(self) -> None:
        """Until the table does something by itself."""
        self.now = max(self.now, due(self.table))
        assert self.keep(tick(self.table, self.now, self.luck(max(2, self.table.seats))))

    def zero(self) -> None:
        """Until somebody's time is up."""
        self.now = zero_at(self.table)
        assert self.keep(at_zero(self.table, self.now, LEVELS))

    def play(self, most: int) -> None:
        """So many moves, or until the round is over."""
        for _ in range(most):
            if self.table.phase != "playing":
                return
            self.move()

    def move(self) -> None:
        number = self.table.number
        for seat in reversed(self.table.actors()):
            if seat in self.table.idle:
                continue
            text = self.bots[seat].choose(self.table.view(seat))
            steps = moves.read(self.table.game, text)
            bot = bool(self.table.chairs[seat].bot)
            if len(steps) == 1 and rests(self.table, seat, steps[0]) and bot:
                continue
            if bot:
                ask = Ask("play", seat, since=self.table.since[seat], moves=(text,), by="bot")
                self.now += 900
                self.keep(decide(self.table, ask, self.now, self.luck(1), ()))
            else:
                self.ask("play", seat, "", text)
            if self.table.number > number:
                return
        if window_seats(self.table) and due(self.table) is not None:
            self.wait()
        elif self.table.number == number:  # all who could act rest: the one in turn has to do something
            seat = self.table.actors()[0]
            legal = moves.legal(self.table.game, self.table.records, seat)
            self.table = replace(self.table, idle=frozenset())
            text = next(self.table.game.tokens[step] for step in legal if not rests(self.table, seat, step))
            self.ask("play", seat, "", text)

    def save(self, folder: Path, name: str, expected: dict) -> None:
        lines = [msgspec.json.encode(fact).decode() for fact in self.facts]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
        here = list(kit.tables(self.facts))
        shown = [place for place in (len(here) // 3, len(here) - 1) if here[place].records is not None]
        expected[name] = {
            "folds": kit.folds(self.facts),
            "sentences": kit.sentences(self.facts),
            "views": {str(here[place].number): kit.views(here[place]) for place in shown},
        }
