"""Who has which seat, as the facts determine it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kartentisch.table.facts import Fact


@dataclass(frozen=True, slots=True)
class Chair:
    """Who has a seat. With both a `person` and a `bot`, the bot plays for the person, who keeps the seat.

    A `guest` took a bot's chair in the middle of a round. The bot plays until the next deal, and until then the guest
    sees no more than a bystander.
    """

    person: bool = False
    bot: str = ""
    """The level of the bot that plays the seat now; "" for none."""
    guest: bool = False
    program: bool = False
    """The person is a program that the host has let in. It plays, and is asked nothing but its moves."""
    once: bool = False
    """The bot plays one move, and then the person plays again."""
    sat: int = field(default=0, compare=False)
    """The number of the fact with which the person came; 0 without a person."""

    @property
    def open(self) -> bool:
        """Whether nobody has this chair."""
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
    """The chairs after a bot that plays only one move has played it, or once nothing is left to play."""
    return tuple(replace(chair, bot="", once=False) if chair.once else chair for chair in chairs)


def dealt(chairs: Chairs) -> Chairs:
    """The chairs after a deal: guests begin to play."""
    return tuple(replace(chair, bot="", guest=False) if chair.guest else chair for chair in played(chairs))


def voters(chairs: Chairs) -> tuple[int, ...]:
    """The seats of people who vote on questions to everyone."""
    people = [(seat, chair) for seat, chair in enumerate(chairs) if chair.person and not chair.program]
    return tuple(seat for seat, chair in people if not chair.bot or chair.once)


def longest(chairs: Chairs) -> list[int]:
    """The seats of people, those who have sat here longest first."""
    people = (seat for seat, chair in enumerate(chairs) if chair.person and not chair.program)
    return sorted(people, key=lambda seat: chairs[seat].sat)
