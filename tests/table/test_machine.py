"""A live table under random asks: honest, repeated, late, dropped, foreign; bots, pauses, restarts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kartentisch.engine import moves, states, views
from kartentisch.engine.reasons import Reason
from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.table.deciding import wants
from kartentisch.table.facts import Ask
from kartentisch.table.settings import WATCHERS
from kartentisch.table.ticking import zero_at
from kartentisch.table.windows import due, window_length, woken
from tests.table.clock_rules import ClockRules
from tests.table.draw_rules import DrawRules
from tests.table.tables import LEVELS, Live, told

SEATS = st.integers(-1, 3)
NAMES = ("take", "give", "1", "3", "to:0", "to:2", "dare", "stand", "fold", "snap", "quiet", "nonsense", "")


class TableMachine(ClockRules, DrawRules, RuleBasedStateMachine):
    """What a fold over the facts says, the table says, whatever happens."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[Ask, bool]] = []
        self.count = 0

    @initialize(
        bots=st.lists(st.booleans(), min_size=1, max_size=3),
        rounds=st.integers(1, 3),
        seed=st.integers(0, 2**32),
        window=st.sampled_from([0, 5000]),
        clock=st.sampled_from(KINDS),
        zero=st.sampled_from(ZEROS),
        luck=st.sampled_from(["system", "drawn"]),
    )
    def open(self, bots: list[bool], rounds: int, seed: int, window: int, clock: str, zero: str, luck: str) -> None:
        more: dict[str, Any] = {"window": window, "clock": clock, "zero": zero, "luck": luck}
        plan = ["you", *("bot:random" if bot else "open" for bot in bots)]
        self.live = Live.open(*plan, options={"rounds": rounds}, seed=seed, **more)
        if luck == "drawn":
            self.draw_luck()
        for seat, bot in enumerate(bots, start=1):
            if not bot:
                self.send("sit", arg=str(seat))

    # ---- Asks ----

    def send(self, do: str, seat: int = -1, *texts: str, away: bool = False, **more: Any) -> Reason | None:
        """Send an ask of its own id, and look at what its verdict must keep."""
        self.count += 1
        more.setdefault("id", f"ask{self.count}")
        more.setdefault("since", self.live.since(seat))
        ask = Ask(do, seat, moves=texts, **more)
        self.sent.append((ask, away))
        return self.again(ask, away)

    def again(self, ask: Ask, away: bool) -> Reason | None:
        before, number, done = told(self.live.table), self.live.table.number, self.live.table.done(ask.id)
        more = {"id": ask.id, "since": ask.since, "arg": ask.arg, "by": ask.by}
        reason = self.live.ask(ask.do, ask.seat, *ask.moves, away=away, **more)
        if done is not None:
            assert reason is not None
            assert (reason.code, reason.args["n"]) == ("done_before", done)
        if self.live.table.number == number:
            assert told(self.live.table) == before, "something changed without a fact"
        else:
            answered = [fact.number for fact in self.live.facts[number:] if fact.ask == ask.id]
            assert self.live.table.done(ask.id) == answered[-1]
            assert {fact.kind for fact in self.live.facts[answered[-1] :]} <= {"secret"}
            assert done is None
        return reason

    @rule(data=st.data())
    @precondition(lambda self: self.live.table.phase == "playing")
    def honest(self, data: Any) -> None:
        """A seat that may act makes a legal move, person or bot."""
        live = self.live
        seat = data.draw(st.sampled_from(live.table.actors()))
        view = live.table.view(seat)
        assert view is not None
        text = moves.write(live.table.game, data.draw(st.sampled_from(view.complete(200))))
        by = "bot" if live.table.chairs[seat].bot else "person"
        number = live.table.number
        assert self.send("play", seat, text, by=by) is None
        rested = text == "quiet" or (text == "fold" and live.table.settings.window > 0)
        kinds = [fact.kind for fact in live.facts[number:]]
        assert kinds.count("moved") == (not rested)
        assert set(kinds) <= {"moved", "secret"}

    @rule(seat=SEATS, texts=st.lists(st.sampled_from(NAMES), max_size=3), data=st.data())
    def anything(self, seat: int, texts: list[str], data: Any) -> None:
        """Any seat, any text, any idea of the time."""
        since = data.draw(st.integers(-1, self.live.table.number + 1))
        join = data.draw(st.booleans())
        self.send("play", seat, *([" ".join(texts)] if join else texts), since=since)

    @rule(data=st.data())
    @precondition(lambda self: self.sent)
    def repeated(self, data: Any) -> None:
        """The same ask once more, with the same id: a double click, or an answer that was lost."""
        self.again(*data.draw(st.sampled_from(self.sent[-6:])))

    @rule(seat=SEATS)
    @precondition(lambda self: self.live.table.phase == "playing")
    def late(self, seat: int) -> None:
        if 0 <= seat < self.live.table.seats:
            reason = self.send("play", seat, "take", since=self.live.since(seat) - 1)
            assert reason is not None

    @rule(data=st.data(), words=st.integers(1, 3))
    @precondition(lambda self: self.live.table.actors())
    def begun(self, data: Any, words: int) -> None:
        live = self.live
        seat = data.draw(st.sampled_from(live.table.actors()))
        view = live.table.view(seat)
        assert view is not None
        move = data.draw(st.sampled_from(view.complete(200)))
        text = moves.write(live.table.game, move[:words])
        reason = self.send("begin", seat, text)
        if live.table.chairs[seat].bot:
            assert reason is not None
        else:
            assert (reason is None) == (words < len(move))
            assert live.table.prefix(seat) == (text if words < len(move) else live.table.prefix(seat))

    @rule(seat=SEATS, do=st.sampled_from(["pause", "resume", "next", "again", "back", "leave", "host", "start", "fly"]))
    def around(self, seat: int, do: str) -> None:
        self.send(do, seat)

    @rule(seat=SEATS, other=st.integers(0, 4), away=st.booleans(), level=st.sampled_from([*LEVELS, "clever"]))
    def hand(self, seat: int, other: int, away: bool, level: str) -> None:
        table, known = self.live.table, len(self.live.facts)
        self.send("bot", seat, arg=f"{other} {level}", away=away)
        for fact in self.live.facts[known:]:
            if fact.kind == "handed" and table.chairs[fact.seat].person:
                assert seat in (table.host, fact.seat) or (seat < 0 and away)
                assert fact.text == f"bot {level} {'away' if seat < 0 else f'by {seat}'}"

    @rule(other=st.integers(0, 4))
    def sit(self, other: int) -> None:
        self.send("sit", arg=str(other))

    @rule(seat=SEATS, other=st.integers(0, 4), do=st.sampled_from(["remove", "give", "in", "back", "program"]))
    def host(self, seat: int, other: int, do: str) -> None:
        """What the host may do with the seats of others, asked for by anybody."""
        done = self.send(do, seat, arg=str(other)) is None
        assert not done or seat == self.live.table.host or do == "back"

    @rule(seat=SEATS, who=st.sampled_from([*WATCHERS, "friends"]))
    def watchers(self, seat: int, who: str) -> None:
        self.send("watchers", seat, arg=who)

    @rule(seat=SEATS, where=st.sampled_from(["next0", "next1"]))
    def goes_on(self, seat: int, where: str) -> None:
        self.send("again", seat, arg=where)

    # ---- Time ----

    @rule(milliseconds=st.one_of(st.integers(0, 21_000), st.integers(60_000, 400_000)))
    def wait(self, milliseconds: int) -> None:
        table, known = self.live.table, len(self.live.facts)
        times = [when for when in (due(table), zero_at(table)) if when is not None]
        self.live.wait(milliseconds)
        facts = self.live.facts[known:]
        if facts:
            assert min(times) <= self.live.now
        else:
            assert all(when > self.live.now for when in times)

    @rule(asleep=st.integers(0, 100_000))
    def restart(self, asleep: int) -> None:
        """The server goes down, and comes back with the facts alone."""
        folded = self.live.folded()
        assert told(folded, times=False) == told(self.live.table, times=False)
        self.live.now += asleep
        self.live.table = woken(folded, self.live.now)
        self.live.wake()
        for when in (due(self.live.table), zero_at(self.live.table)):
            assert when is None or when >= self.live.now

    # ---- What always holds ----

    @invariant()
    def facts_are_in_order(self) -> None:
        facts = self.live.facts
        assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
        assert all(one.time <= other.time for one, other in pairwise(facts))
        assert all(len(fact.luck) == {"moved": 16, "dealt": 32}.get(fact.kind, 0) for fact in facts)

    @invariant()
    def the_newest_digest_is_right(self) -> None:
        table = self.live.table
        if table.records is not None:
            said = [fact.digest for fact in self.live.facts if fact.digest]
            assert said[-1] == states.digest(table.game, table.records)

    @invariant()
    def since_is_a_fact_that_is_there(self) -> None:
        assert all(1 <= since <= self.live.table.number for since in self.live.table.since)

    @invariant()
    def begun_moves_can_go_on(self) -> None:
        table = self.live.table
        for seat, prefix in table.begun:
            view = table.view(seat)
            assert view is not None
            follow = view.steps(prefix)
            assert follow
            assert not isinstance(follow, Reason)

    @invariant()
    def idle_seats_are_not_asked(self) -> None:
        table = self.live.table
        assert not any(wants(table, seat) for seat in table.idle)
        if table.phase != "playing":
            assert not any(wants(table, seat) for seat in range(table.seats))

    @invariant()
    def the_host_is_a_person_or_nobody(self) -> None:
        table = self.live.table
        assert table.host == -1 or table.chairs[table.host].person
        assert window_length(table) == 0 or table.phase == "playing"
        assert table.host >= 0 or not any(chair.person for chair in table.chairs)

    @invariant()
    def a_guest_has_a_bot_and_reads_nothing(self) -> None:
        table = self.live.table
        for seat, chair in enumerate(table.chairs):
            assert (chair.sat > 0) == chair.person
            assert not chair.guest or (chair.person and bool(chair.bot))
            assert table.reads(seat) == (chair.person and not chair.guest)

    @invariant()
    def a_view_has_no_fact_in_it(self) -> None:
        """Views follow from the truth alone, not from notes, asks or facts."""
        table = self.live.table
        if table.records is not None:
            for seat in range(table.seats):
                seen = table.view(seat)
                assert seen is not None
                plain = views.view(table.game, table.game.layout.copy(table.records), seat)
                assert seen.records.tobytes() == plain.records.tobytes()


TableMachine.TestCase.settings = settings(settings.get_profile("same"), max_examples=40, stateful_step_count=40)
TestTable = pytest.mark.slow(TableMachine.TestCase)


class LongTableMachine(TableMachine):
    """The same for minutes."""


LongTableMachine.TestCase.settings = settings(
    deadline=None, max_examples=600, derandomize=False, stateful_step_count=80
)
TestTableAtLength = pytest.mark.long(LongTableMachine.TestCase)
