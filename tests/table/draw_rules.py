"""Draws in the machine of the live table: seals and numbers that come, do not come or come late; keys that are lost."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from kartentisch.engine.reasons import Reason
from kartentisch.proof import draws
from kartentisch.table.contents import Sealed, Secret, Unsealed
from kartentisch.table.luck import DrawnLuck, draws_next
from kartentisch.table.table import Table
from tests.table.tables import Live

BIND = draws.bind("machine")
SYSTEM = 7
"""The luck of the system, where none is drawn."""
SEAT = st.integers(0, 3)


class DrawRules:
    """Mixed into the machine, for tables whose luck is drawn."""

    live: Live

    def send(self, do: str, seat: int = -1, *texts: str, away: bool = False, **more: Any) -> Reason | None:
        raise NotImplementedError

    def honest(self, data: Any) -> None:
        raise NotImplementedError

    def draw_luck(self) -> None:
        """The luck of this table is drawn."""
        self.server_key = b"k" * 32
        self.sealed: dict[int, tuple[int, str]] = {}
        """By seat: the draw, and the newest seal for it, of a page that is here."""
        self.numbers: dict[str, str] = {}
        """By seal; of pages that are gone too."""
        self.pages: dict[int, int] = {}
        """By seat: the person whose page has been here."""
        self.live.draws = self._drawn

    @property
    def is_drawn(self) -> bool:
        return self.live.draws is not None

    def secret(self, match: int) -> str:
        return draws.secret(self.server_key, BIND, match)

    def _drawn(self, table: Table) -> DrawnLuck:
        seals = {
            seat: seal for seat, (draw, seal) in self.sealed.items() if draw == table.dealt + 1 and seat in table.people
        }
        return DrawnLuck(BIND, self.secret, lambda: SYSTEM, seals, self._awaited)

    def _awaited(self, table: Table) -> list[int]:
        return [seat for seat in table.people if self.pages.get(seat) != table.chairs[seat].sat]

    # ---- Rules ----

    @rule(seat=SEAT, number=st.sampled_from("0123456789abcdef"))
    @precondition(lambda self: self.is_drawn and draws_next(self.live.table))
    def seals(self, seat: int, number: str) -> None:
        """A page of this seat seals a number for the next draw, perhaps another one than before."""
        table = self.live.table
        if seat in table.people:
            draw = table.dealt + 1 + table.shuffling
            seal = draws.seal(BIND, draw, seat, number * 64)
            self.numbers[seal] = number * 64
            self.sealed[seat] = draw, seal
            self.pages[seat] = table.chairs[seat].sat
            if table.gathers_until and not self._awaited(table):
                self.live.gathered()
                assert self.live.table.deals or self.live.table.phase == "playing"

    @rule(numbers=st.lists(st.sampled_from("0123456789abcdef"), min_size=4, max_size=4), data=st.data())
    @precondition(lambda self: self.is_drawn and self.live.table.phase in ("waiting", "result", "playing"))
    def all_take_part(self, numbers: list[str], data: Any) -> None:
        """Most evenings: everybody seals, the cards are dealt, everybody opens, and some moves are made."""
        for seat, number in enumerate(numbers):
            if draws_next(self.live.table):
                self.seals(seat, number)
        if self.live.table.phase == "waiting":
            self.send("start", self.live.table.host)
        for seat in self.live.table.people:
            if self.live.table.phase == "result":
                self.send("next", seat)
        for seat, _ in self.live.table.draw.seals if self.live.table.draw and self.live.table.shuffling else ():
            self.unseals(seat, seat, False)
        self.live.wait(0)
        for _ in range(4):
            if self.live.table.phase == "playing" and self.live.table.actors():
                self.honest(data)

    @rule(seat=SEAT)
    @precondition(lambda self: self.is_drawn)
    def page_goes(self, seat: int) -> None:
        """Nobody may know its number any more, so its seal goes too, unless the draw is closed."""
        self.sealed.pop(seat, None)

    @rule(seat=st.integers(-1, 3), whose=SEAT, late=st.booleans())
    @precondition(lambda self: self.is_drawn and self.live.table.draw is not None)
    def unseals(self, seat: int, whose: int, late: bool) -> None:
        """A seat gives a number: its own, that of another seat, or one for a draw that is over."""
        draw = self.live.table.draw
        assert draw is not None
        shuffling = self.live.table.shuffling
        number = self.numbers.get(dict(draw.seals).get(whose, ""), "0" * 64)
        reason = self.send("unseal", seat, arg=f"{draw.number - late} {number}")
        if not shuffling or late:
            assert reason is not None
        elif reason is None:
            fits = draws.seal(BIND, draw.number, seat, number) == dict(draw.seals)[seat]
            assert fits
            assert dict(self.live.table.draw.numbers)[seat] == number  # type: ignore[union-attr]
        else:
            assert reason.code in ("seal_wrong", "watching", "no_seat", "seat_unknown", "bot_plays") or seat != whose

    @rule(lost=st.sampled_from([False] * 9 + [True]))
    @precondition(lambda self: self.is_drawn)
    def another_key(self, lost: bool) -> None:
        """The server finds another key after a restart."""
        if lost:
            self.server_key = b"x" * 32

    # ---- What always holds ----

    @invariant()
    @precondition(lambda self: self.is_drawn)
    def each_draw_is_closed_once_and_dealt_from(self) -> None:
        """One list, one mix, one deal, whatever came between; and the luck of each fact is what they give."""
        draw: Sealed | None = None
        secret = ""
        numbers: dict[int, str] = {}
        promises: set[str] = set()
        lost, dealt, mix, played = False, 0, "", dict.fromkeys(range(4), 0)
        keys = [draws.secret(key, BIND, 1) for key in (b"k" * 32, b"x" * 32)]
        for fact in self.live.facts:
            content = fact.content if fact.kind in ("sealed", "unsealed", "secret") else None
            if isinstance(content, Sealed):
                assert draw is None, "a draw is not closed twice"
                assert content.draw == dealt + 1
                draw, numbers = content, {}
                promises.add(content.promise)
                secret = next(key for key in keys if draws.promise(BIND, 1, key) == content.promise)
            elif isinstance(content, Unsealed):
                assert draw is not None
                assert draw.seals
                numbers, seals = dict(content.numbers), dict(draw.seals)
                assert {*numbers} | {*content.missing} == {*seals}
                assert all(draws.seal(BIND, draw.draw, seat, one) == seals[seat] for seat, one in numbers.items())
            elif isinstance(content, Secret):
                assert content.secret in ("", secret)
                lost, draw, mix = not content.secret, None, mix if content.secret else ""
            elif fact.kind == "dealt":
                dealt, played = dealt + 1, dict.fromkeys(range(4), 0)
                mix = "" if draw is None else draws.mix(BIND, dealt, draw.promise, dict(draw.seals), numbers)
                luck = draws.deal_luck(secret, mix) if mix else (SYSTEM, SYSTEM)
                assert fact.luck == "".join(f"{word:016x}" for word in luck)
                assert lost or mix
                draw = None
            elif fact.kind == "moved":
                seat = fact.seat
                assert fact.luck == f"{draws.move_luck(secret, mix, seat, played[seat]) if mix else SYSTEM:016x}"
                played[seat] += 1
        assert len(promises) <= 1, "one promise for the whole match"

    @invariant()
    @precondition(lambda self: self.is_drawn)
    def the_secret_is_told_when_the_match_is_over_and_not_before(self) -> None:
        told = [fact for fact in self.live.facts if fact.kind == "secret"]
        assert len(told) <= 1
        table = self.live.table
        if table.draw is not None and table.phase in ("over", "closed"):
            assert told
        if told and isinstance(told[0].content, Secret) and told[0].content.secret:
            assert table.phase in ("over", "closed")
