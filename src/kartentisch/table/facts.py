"""Facts and asks: what happens at a live table, and what somebody wants to happen there.

A fact is a line of the log: something that happened. Folding the facts of a table gives the table. An ask is what
somebody wants; it becomes facts, or a reason for a refusal. Facts refer to seats, never to names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from kartentisch.table import contents
from kartentisch.table.contents import BotPace, Content, Dealt, Kind, MayWatch, Move, Paused, SeatGiven


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the log. Its kind and text say what happened (see `contents`)."""

    number: int
    """1 for the `opened` fact, then counted up without a gap."""
    kind: Kind
    seat: int = -1
    """The seat that the fact is about; -1 for none."""
    ask: str = ""
    """The id of the ask that it answers; "" for acts of the table or a bot."""
    text: str = ""
    luck: str = ""
    """The luck of a deal or move in hex: 16 digits for a move, 32 for a deal, else empty."""
    digest: str = ""
    """The digest of the truth after a deal or move."""
    time: int = 0
    """Milliseconds since 1970 by the server's clock."""

    @classmethod
    def of(cls, number: int, content: Content, seat: int = -1, ask: str = "", **more: Any) -> Fact:
        """The fact that says `content`. `more`: the other fields of the fact."""
        return cls(number, content.kind, seat, ask, contents.text(content), **more)

    @property
    def content(self) -> Content:
        """What the fact says, parsed on each access. Raises ValueError if this program does not know the text."""
        return contents.read(self.kind, self.text)


def begins(fact: Fact) -> bool:
    """Whether a match begins with this fact."""
    return fact.kind == "dealt" and fact.content != Dealt(first=False)


def comes(fact: Fact) -> bool:
    """Whether the seat has another person from this fact on."""
    return fact.kind == "sat" or (fact.kind == "handed" and isinstance(fact.content, SeatGiven))


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody wants of a table. Values of `do`:

    sit start unseal play begin hint next again pause resume pace clock refuse more bot back leave host remove give in
    program watchers close
    """

    do: str
    seat: int = -1
    """Who asks: the seat that showed its token, or -1 for watchers."""
    id: str = ""
    since: int = -1
    moves: tuple[str, ...] = ()
    arg: str = ""
    by: Literal["person", "bot"] = "person"


_BRINGS: dict[str, tuple[Kind, ...]] = {
    "sit": ("sat",),
    "program": ("sat",),
    "start": ("handed", "sealed", "dealt"),  # first, bots take the free seats
    "next": ("sealed", "dealt"),
    "play": ("moved",),
    "hint": ("hinted",),
    "again": ("again",),
    "pause": ("paused",),
    "resume": ("paused",),
    "pace": ("pace",),
    "clock": ("pace",),
    "refuse": ("pace",),
    "more": ("pace",),
    "bot": ("handed",),
    "back": ("handed",),
    "host": ("handed",),
    "give": ("handed",),
    "in": ("handed",),
    "leave": ("left",),
    "remove": ("left",),
    "watchers": ("watchers",),
    "close": ("closed",),
}
"""For each `do`, the possible kinds of the first fact that the ask leads to."""


class Effect(NamedTuple):
    """What an ask has led to: its first fact, and the number of its last one."""

    content: Content
    seat: int
    number: int

    def fits(self, ask: Ask, about: int | None) -> bool:
        """Whether this can be the effect of `ask`, which is about the seat `about`. If not, its id was used before."""
        if self.content.kind not in _BRINGS.get(ask.do, ()):
            return False
        possible = _contents(ask)
        if possible and self.content not in possible:
            return False
        return ask.do == "start" or self.seat in (ask.seat, about)


def _contents(ask: Ask) -> tuple[Content, ...]:
    """The possible contents of the first fact. Empty if the ask does not determine them."""
    match ask.do:
        case "play":
            return tuple(Move(" ".join(move.split())) for move in ask.moves)
        case "pause" | "resume":
            return (Paused(on=ask.do == "pause"),)
        case "pace":
            return (BotPace(ask.arg),)
        case "watchers":
            return (MayWatch(ask.arg),)
        case _:
            return ()


def with_effect(effects: Mapping[str, Effect], fact: Fact, content: Content) -> Mapping[str, Effect]:
    """The effects of asks, by the id of the ask, after one more fact, which says `content`."""
    if not fact.ask:
        return effects
    first = effects.get(fact.ask, Effect(content, fact.seat, 0))
    return {**effects, fact.ask: first._replace(number=fact.number)}
