"""Facts and asks: the two languages of a live table.

A fact is a line of the log: something that happened. Folding the facts of a table gives the table. An ask is what
somebody wants; it becomes facts, or a reason for a refusal. Facts refer to seats, never to names.
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
    sat     "": a person took the seat; "late": the same, and the seat's bot plays until the next deal;
            "program", "late program": the host let a program sit down
    left    the person gave the seat up: "" leaves it open, else the level of the bot that plays it; "removed" before
            that if the host took the seat from the person
    handed  one of these texts:
            "bot <level>": a bot plays the seat; if a person has the seat, the text adds who wanted the bot:
            "bot <level> by <seat>", or "bot <level> away" if the table did, as the person was away (the first version
            added nothing)
            "back": the person plays again; "back by <seat>": the same, as the host wants
            "in": a guest plays from now on
            "given": the host gave the seat to another person; with a level: that bot plays until the next deal
            "host": this seat now has the host's role
            "once <level>": time was up, and a bot plays this one move
            "zero <level>": time was up, and a bot plays the seat
    dealt   "first": a match begins; "next": its next round begins; "given <state>": a match continues from this truth,
            as JSON, which was possible in somebody's view of another match
    moved   the move
    paused  "on" or "off"
    pace    for bots: "calm", "quick" or "step"; for people: "clock <kind> <zero>" (see `clocks`), or "more": the seat
            gets another minute
    woke    time has passed that counts for nobody: the server was down, nobody was here, or the computer's clock was
            set forward. "": the decision begins again; "<milliseconds>": it continues and has used that much time
    hinted  the seat asked for a hint
    watchers who may watch: "anyone", "link" or "nobody"
    again   the id of the table where the people here continue
    closed  why: "host", "rules", or "unused <days>": nobody has played for that many days
    """

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


def begins(fact: Fact) -> bool:
    """Whether a match begins with this fact."""
    return fact.kind == "dealt" and fact.text != "next"


def given(fact: Fact) -> str:
    """The truth from which a match continues, as JSON; "" for all other facts."""
    return fact.text.removeprefix("given ") if fact.kind == "dealt" and fact.text.startswith("given ") else ""


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody wants of a table. Values of `do`:

    sit start play begin hint next again pause resume pace clock refuse more bot back leave host remove give in
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
    away: bool = False
    """The host has been away long enough; for an ask of the table itself, the seat's owner has. The room knows who is
    present."""


_BRINGS: dict[str, tuple[Kind, ...]] = {
    "sit": ("sat",),
    "program": ("sat",),
    "start": ("handed", "dealt"),  # first, bots take the free seats
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
"""For each `do`, the possible kinds of the first fact that the ask leads to."""


class Done(NamedTuple):
    """The outcome of an ask: its first fact, and the number of its last one."""

    kind: Kind
    seat: int
    text: str
    number: int

    def answers(self, ask: Ask, aim: int | None) -> bool:
        """Whether this ask, about the seat `aim`, can have had this outcome. If not, another ask used its id before."""
        if self.kind not in _BRINGS.get(ask.do, ()) or self.text not in (_texts(ask) or (self.text,)):
            return False
        return ask.do == "start" or self.seat in (ask.seat, aim)


def _texts(ask: Ask) -> tuple[str, ...]:
    """The texts that the first fact can have. Empty if the ask does not determine them."""
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
    """The outcomes of asks, by their ids, after one more fact."""
    if not fact.ask:
        return asks
    first = asks.get(fact.ask, Done(fact.kind, fact.seat, fact.text, 0))
    return {**asks, fact.ask: first._replace(number=fact.number)}
