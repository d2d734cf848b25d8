"""What the machine of the live table does with clocks, and what always holds of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from kartentisch.engine.reasons import Reason
from kartentisch.table.chairs import voters
from kartentisch.table.clocks import KINDS, MORE, MOST, ZEROS
from kartentisch.table.facts import Fact
from kartentisch.table.ticking import decides, left, running, ticking, zero_at
from kartentisch.table.windows import window_length
from tests.table.tables import Live

SEATS = st.integers(-1, 3)


def _begins(fact: Fact) -> bool:
    """Whether a decision begins with it; after a restart the one that ran does."""
    return fact.kind in ("dealt", "moved") or (fact.kind == "woke" and not fact.text)


class ClockRules:
    """Mixed into the machine."""

    live: Live

    def __init__(self) -> None:
        super().__init__()
        self.least: dict[tuple[int, str], tuple[int, int]] = {}
        """By decision and clock: the least that its seat had left, and the minutes it had been given by then."""

    def send(self, do: str, seat: int = -1, *texts: str, **more: Any) -> Reason | None:
        raise NotImplementedError

    @rule(seat=SEATS, kind=st.sampled_from([*KINDS, "hasty"]), zero=st.sampled_from(ZEROS), do=st.booleans())
    def clock(self, seat: int, kind: str, zero: str, do: bool) -> None:
        """Somebody asks all people for another clock, or answers what was asked."""
        asked = self.live.table.question
        if asked is not None and do:
            kind, zero = asked.kind, asked.zero
        before = voters(self.live.table.chairs)
        if self.send("clock", seat, arg=f"{kind} {zero}") is None and (self.live.table.question is None):
            assert seat in before
            assert len(before) == 1 or (asked is not None and asked.yes | {seat} >= set(before))

    @rule(seat=SEATS, do=st.sampled_from(["refuse", "more"]), other=st.integers(0, 4))
    def about_time(self, seat: int, do: str, other: int) -> None:
        if self.send(do, seat, arg=str(other)) is None and do == "more":
            assert seat != other

    @rule(asleep=st.integers(0, 100_000))
    def alone(self, asleep: int) -> None:
        """Nobody is here for a while: no time was anybody's."""
        reserve, used = self.live.table.clocks.reserve, self.live.table.clocks.elapsed(self.live.now)
        self.live.now += asleep
        self.live.wake(used)
        assert self.live.table.clocks.reserve == reserve
        if running(self.live.table):
            assert self.live.table.clocks.elapsed(self.live.now) == used

    @invariant()
    def what_leads_back_to_the_same_decision_gives_nothing_back(self) -> None:
        table, facts = self.live.table, self.live.facts
        seat, clocks = decides(table), table.clocks
        if seat < 0 or clocks.kind == "none":
            return
        begun = max(fact.number for fact in facts if _begins(fact))
        runs = ticking(table) == seat
        has = left(table, seat, self.live.now) if runs else clocks.allowance + clocks.reserve[seat] - clocks.spent
        more = sum(fact.text == "more" and fact.seat == seat for fact in facts)
        key = (begun, clocks.kind)
        if key in self.least:
            least, given = self.least[key]
            assert has <= least + MORE * (more - given)
        self.least[key] = has, more

    @invariant()
    def a_clock_runs_for_a_person_who_may_act_and_nobody_has_less_than_nothing(self) -> None:
        table, seat = self.live.table, ticking(self.live.table)
        if seat >= 0:
            assert table.chairs[seat].person
            assert not table.chairs[seat].bot
            assert table.phase == "paused" or (table.actors()[0] == seat and not window_length(table))
        assert all(0 <= one <= MOST for one in table.clocks.reserve)
        assert (table.clocks.stopped >= 0) <= (table.phase == "paused" or table.clocks.kind == "none")
        waits = table.clocks.zero == "wait"
        assert (zero_at(table) is None) == (seat < 0 or waits or table.phase == "paused")

    @invariant()
    def a_question_is_one_that_somebody_has_not_answered(self) -> None:
        table = self.live.table
        if table.question is not None:
            assert table.question.seat in table.question.yes
            assert not table.question.yes >= set(voters(table.chairs))
            assert (table.question.kind, table.question.zero) != (table.clocks.kind, table.clocks.zero)

    @invariant()
    def a_bot_that_plays_one_move_has_one_to_play(self) -> None:
        table = self.live.table
        for seat, chair in enumerate(table.chairs):
            if chair.once:
                assert chair.person
                assert seat == next(iter(table.actors()), seat)
