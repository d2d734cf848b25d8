"""Who has which seat, and how that follows from facts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kartentisch.table.facts import Fact


@dataclass(frozen=True, slots=True)
class Chair:
    """Who has a seat. `person` with a `bot`: the bot stands in, the seat stays the person's.

    A `guest` came on a bot's chair in the middle of a round: the bot plays on until the next deal, and until then the
    guest sees no more than a bystander.
    """

    person: bool = False
    bot: str = ""
    """Level of the bot that plays it now; "" if none does."""
    guest: bool = False
    program: bool = False
    """Its person is a program that the host has let in: it plays, and is asked nothing else."""
    once: bool = False
    """The bot plays one move, then the person again."""
    sat: int = field(default=0, compare=False)
    """Number of the fact with which its person came; 0: it has none."""

    @property
    def open(self) -> bool:
        """Nobody plays it."""
        return not self.person and not self.bot


Chairs = tuple[Chair, ...]


def planned(plan: tuple[str, ...], number: int) -> Chairs:
    """The chairs of a new table."""
    chairs = {"you": Chair(person=True, sat=number), "open": Chair()}
    return tuple(chairs.get(what) or Chair(bot=what[4:]) for what in plan)


def changed(chairs: Chairs, fact: Fact) -> Chairs:
    """The chairs after a fact about one of them."""
    chair, (what, _, level) = chairs[fact.seat], fact.text.partition(" ")
    match fact.kind, what:
        case "sat", "late":
            now = replace(chair, person=True, guest=True, program=level == "program", sat=fact.number)
        case "sat", _:
            now = Chair(person=True, program=what == "program", sat=fact.number)
        case "left", "removed":
            now = Chair(bot=level)
        case "left", _:
            now = Chair(bot=what)
        case _, "given":
            now = Chair(person=True, bot=level, guest=bool(level), sat=fact.number)
        case _, "bot" | "zero" | "once":
            now = replace(chair, bot=level.partition(" ")[0], once=what == "once")
        case _:
            now = replace(chair, bot="", guest=False, once=False)
    return (*chairs[: fact.seat], now, *chairs[fact.seat + 1 :])


def played(chairs: Chairs) -> Chairs:
    """A bot that plays one move has done so, or there is nothing to be played any more."""
    return tuple(replace(chair, bot="", once=False) if chair.once else chair for chair in chairs)


def dealt(chairs: Chairs) -> Chairs:
    """With a deal, guests begin to play."""
    return tuple(replace(chair, bot="", guest=False) if chair.guest else chair for chair in played(chairs))


def voters(chairs: Chairs) -> tuple[int, ...]:
    """Seats of people who are asked when all people are."""
    people = [(seat, chair) for seat, chair in enumerate(chairs) if chair.person and not chair.program]
    return tuple(seat for seat, chair in people if not chair.bot or chair.once)


def longest(chairs: Chairs) -> list[int]:
    """Seats of people, who has sat here longest first."""
    people = (seat for seat, chair in enumerate(chairs) if chair.person and not chair.program)
    return sorted(people, key=lambda seat: chairs[seat].sat)
