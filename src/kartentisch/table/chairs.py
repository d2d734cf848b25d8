"""Who has which seat, as the facts determine it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kartentisch.table.contents import BotPlays, ChairChange, GuestPlays, Left, PlaysAgain, Sat, SeatGiven, TimeUp


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


def changed(chair: Chair, content: ChairChange, number: int) -> Chair:
    """The chair after a fact about it. `number`: the number of the fact."""
    match content:
        case Sat(late=True):
            return replace(chair, person=True, guest=True, program=content.program, sat=number)
        case Sat():
            return Chair(person=True, program=content.program, sat=number)
        case Left():
            return Chair(bot=content.level)
        case SeatGiven():
            return Chair(person=True, bot=content.level, guest=bool(content.level), sat=number)
        case BotPlays():
            return replace(chair, bot=content.level, once=False)
        case TimeUp():
            return replace(chair, bot=content.level, once=content.once)
        case PlaysAgain() | GuestPlays():
            return replace(chair, bot="", guest=False, once=False)


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
