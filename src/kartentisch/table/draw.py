"""A draw: where the luck of a round comes from, at a table that lets its people check it. See docs/trust.md.

It is closed by a list of seals, one for each seat that takes part. Then their numbers come in, and the cards are dealt.
"""

from __future__ import annotations

from dataclasses import dataclass

SHUFFLED = 3_000
"""Milliseconds that a draw waits for numbers, or, before it is closed, for people whose page is just opening."""
OPENING = 10_000
"""The same, where only one person plays and so nobody else waits; and for everybody after a restart, or at another
server: pages come again within some seconds.
"""


def opening(people: int) -> int:
    """Milliseconds that a draw waits, before it is closed, for the pages of so many people."""
    return SHUFFLED if people > 1 else OPENING


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that is closed."""

    number: int
    """Deals of the table are counted, from 1."""
    match: int
    promise: str
    seals: tuple[tuple[int, str], ...]
    numbers: tuple[tuple[int, str], ...] = ()
    """Those that came in time. Before the deal a note, in no fact."""

    @property
    def opened(self) -> bool:
        """Whether all numbers are here."""
        return len(self.numbers) == len(self.seals)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose numbers are not here."""
        return tuple(seat for seat, _ in self.seals if seat not in dict(self.numbers))
