"""Facts and asks: the two languages a live table speaks.

A fact is a line of the log: it happened, and folding the facts of a table gives the table. An ask is what somebody
wants; it becomes facts or a reason why not. Facts know seats, never names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal[
    "opened",
    "sat",
    "left",
    "handed",
    "dealt",
    "moved",
    "paused",
    "pace",
    "woke",
    "watchers",
    "hinted",
    "again",
    "closed",
]


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the log. What `text` holds depends on `kind`:

    opened  the settings as JSON (see `settings.Settings`)
    sat     "": a person took the seat; "late": and its bot plays on until the next deal; "program", "late program":
            the host has let a program sit down
    left    the person gave the seat up: "" to nobody, else the level of the bot that plays it; "removed" before it if
            the host took it from them
    handed  "bot <level>": a bot plays the seat, where a person has it with who wanted that: "bot <level> by <seat>", or
            "bot <level> away": the table, as its person was away (the first version did not say who); "back": its
            person plays again, "back by <seat>": as the host wants; "in": a guest plays from now on;
            "given": the host gave it to another person, with a level: whose bot plays on until the next deal;
            "host": the host's role is this seat's; "once <level>": its time was up and a bot plays this one move;
            "zero <level>": its time was up and a bot plays the seat
    dealt   "first": a match begins; "next": its next round; "given <state>": a match goes on from this truth, as JSON,
            that somebody's view of another match left possible
    moved   the move
    paused  "on" or "off"
    pace    of the bots: "calm", "quick" or "step"; of people: "clock <kind> <zero>" (see `clocks`), or "more": the seat
            has a minute more
    woke    some time was nobody's: the server was down, nobody was here, or the computer's clock was set forward. "":
            the decision begins anew; "<milliseconds>": it goes on, and has used so many
    hinted  the seat has asked for a hint
    watchers who may watch: "anyone", "link" or "nobody"
    again   the id of the table where those who sit here play on
    closed  why: "host", "rules", or "unused <days>": nobody has played for so long
    """

    number: int
    """1 for opened, then without a gap."""
    kind: Kind
    seat: int = -1
    """Whose it is; -1: nobody's."""
    ask: str = ""
    """Id of the ask it answers; "" for what the table or a bot did."""
    text: str = ""
    luck: str = ""
    """Randomness it brought, in hex: 16 digits for a move, 32 for a deal, else empty."""
    digest: str = ""
    """Digest of the truth after a deal or move."""
    time: int = 0
    """Milliseconds since 1970, by the server's clock."""


def begins(fact: Fact) -> bool:
    """Whether a match begins with it."""
    return fact.kind == "dealt" and fact.text != "next"


def given(fact: Fact) -> str:
    """The truth from which a match goes on, as JSON; "" for all other facts."""
    return fact.text.removeprefix("given ") if fact.kind == "dealt" and fact.text.startswith("given ") else ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody wants of a table. `do`:

    sit start play begin hint next again pause resume pace clock refuse more bot back leave host remove give in
    program watchers close
    """

    do: str
    seat: int = -1
    """Who asks: a seat that showed its token, or -1 (watchers)."""
    id: str = ""
    since: int = -1
    moves: tuple[str, ...] = ()
    arg: str = ""
    by: Literal["person", "bot"] = "person"
    away: bool = False
    """The host has been away long enough, or, where the table asks, the owner of the seat: the room knows presence."""


_BRINGS: dict[str, tuple[Kind, ...]] = {
    "sit": ("sat",),
    "program": ("sat",),
    "start": ("handed", "dealt"),  # bots for the seats that are free come first
    "next": ("dealt",),
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
"""Of which kind the first fact is that an ask brings."""


class Done(NamedTuple):
    """What an ask has brought: its first fact, and the number of its last one."""

    kind: Kind
    seat: int
    text: str
    number: int

    def answers(self, ask: Ask, aim: int | None) -> bool:
        """Whether this ask, about the seat `aim`, can have brought it: else its id was used for another one before."""
        if self.kind not in _BRINGS.get(ask.do, ()) or self.text not in (_texts(ask) or (self.text,)):
            return False
        return ask.do == "start" or self.seat in (ask.seat, aim)


def _texts(ask: Ask) -> tuple[str, ...]:
    """What its first fact can say, where the ask tells that."""
    match ask.do:
        case "play":
            return tuple(" ".join(move.split()) for move in ask.moves)
        case "pause":
            return ("on",)
        case "resume":
            return ("off",)
        case "pace" | "watchers":
            return (ask.arg,)
        case _:
            return ()


def noted(asks: Mapping[str, Done], fact: Fact) -> Mapping[str, Done]:
    """What asks have brought, by their ids, with one fact more."""
    if not fact.ask:
        return asks
    first = asks.get(fact.ask, Done(fact.kind, fact.seat, fact.text, 0))
    return {**asks, fact.ask: first._replace(number=fact.number)}
