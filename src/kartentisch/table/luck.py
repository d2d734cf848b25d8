"""The luck of a table: values that are given, or a function of its draws. What is hashed is in `proof.draws`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kartentisch.proof import draws
from kartentisch.table.contents import Sealed, Secret, Unsealed
from kartentisch.table.draw import Draw
from kartentisch.table.table import Table


@dataclass(frozen=True)
class DrawnLuck:
    """Luck as a function of draw, seat and the number of the seat's moves: nothing else at the table can shift it."""

    bind: str
    """Stands for the table."""
    secret: Callable[[int], str]
    """The secret of a match; empty if the server has no key."""
    system: Callable[[], int]
    """64 bits of the system's luck, for rounds without a draw."""
    seals: Mapping[int, str] = field(default_factory=dict)
    """The seals that count if a draw is closed now."""
    awaited: Callable[[Table], Collection[int]] = lambda table: ()
    """The seats of people who have just come to this table, perhaps by this very ask: their pages are still opening."""

    def promise(self, match: int) -> str:
        return draws.promise(self.bind, match, self.secret(match))

    def lost(self, table: Table) -> bool:
        """Whether this server does not know the secret that it has promised, or has none to promise."""
        if table.settings.luck != "drawn" or table.secret is not None:
            return False
        match = match_to_deal(table) if table.draw is None else table.draw.match
        secret = self.secret(match)
        return not secret or (table.draw is not None and table.draw.promise != self.promise(match))

    def deal(self, draw: Draw | None) -> tuple[int, int]:
        return (
            (self.system(), self.system()) if draw is None else draws.deal_luck(self.secret(draw.match), self.mix(draw))
        )

    def move(self, draw: Draw | None, seat: int, k: int) -> int:
        """`k`: the number of moves of this seat since the deal."""
        return self.system() if draw is None else draws.move_luck(self.secret(draw.match), self.mix(draw), seat, k)

    def mix(self, draw: Draw) -> str:
        return draws.mix(self.bind, draw.number, draw.promise, dict(draw.seals), dict(draw.numbers))


Luck = Sequence[int] | DrawnLuck
"""Unsigned 64-bit values from a secure source, one for each move of an ask, two for a deal; or a function."""


def of_move(luck: Luck, table: Table, seat: int, place: int) -> int:
    """The luck of the next move of a seat. `place`: that of its value among given ones."""
    return luck.move(table.draw, seat, table.played[seat]) if isinstance(luck, DrawnLuck) else luck[place]


def enough(luck: Luck, n: int) -> int:
    """How many of `n` moves there is luck for: drawn luck never ends."""
    return n if isinstance(luck, DrawnLuck) else min(n, len(luck))


def of_deal(luck: Luck, draw: Draw | None) -> tuple[int, int]:
    return luck.deal(draw) if isinstance(luck, DrawnLuck) else (luck[0], luck[1])


def match_to_deal(table: Table) -> int:
    """The number of the match to which the next deal belongs, counted from 1."""
    return table.matches + (table.records is None)


def draws_next(table: Table) -> bool:
    """Whether the luck of the next deal is drawn."""
    return table.settings.luck == "drawn" and table.secret is None


def told(table: Table, content: Sealed | Unsealed | Secret, time: int) -> Table:
    """The table after a fact of this content."""
    draw = table.draw
    match content:
        case Sealed():
            if table.shuffling or content.draw != table.dealt + 1:
                raise ValueError("this draw cannot be closed here")
            new = Draw(content.draw, match_to_deal(table), content.promise, content.seals)
            return replace(table, draw=new, shuffling=True, shuffling_from=time, gathers_until=0)
        case Unsealed():
            if draw is None or not table.shuffling or content.draw != draw.number:
                raise ValueError("these numbers belong to no draw")
            return replace(table, draw=replace(draw, numbers=content.numbers))
        case Secret():
            lost = not content.secret
            return replace(
                table, secret=content.secret, draw=None if lost else draw, shuffling=table.shuffling and not lost
            )
