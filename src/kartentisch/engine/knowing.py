"""What seats know of each other's hands: cards that they have seen go there.

A hand has a row of slots, as many for each kind as there are such cards at most; a slot holds a mask of seats. Who
knows n cards of a kind in that hand has its bit in the first n slots of the kind. So a card that leaves the hand openly
is one shift for all, and a hand that moves takes its row along.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import Field
from kartentisch.engine.packs import BadState, Pack, listed, spread, tally
from kartentisch.engine.piles import Cards


def slots(pack: Pack) -> NDArray[np.int16]:
    """Where the slots of each kind begin, and where the last ones end."""
    counts = pack.counts
    if isinstance(counts, str):
        raise TypeError("slots need a pack whose counts are no option")
    return np.array([sum(counts[:kind]) for kind in range(len(counts) + 1)], np.int16)


@rule
def spend(row: Any, starts: Any, kind: Any) -> None:
    """A card leaves the hand openly: whoever knew one like it knows one less."""
    last = starts[at(kind + 1)] - 1
    for slot in range(starts[at(kind)], last):
        row[at(slot)] = row[at(slot + 1)]
    row[at(last)] = 0


@rule
def learn(row: Any, starts: Any, kind: Any, seat: Any) -> None:
    """A seat has seen one more such card go into the hand."""
    slot = starts[at(kind)]
    while (row[at(slot)] >> np.int64(seat)) & 1 != 0:
        slot += 1
    row[at(slot)] |= bags.bit(seat)


@rule
def lose(row: Any, starts: Any, kind: Any, seat: Any) -> None:
    """A seat, and no other, has seen such a card leave the hand: if it knew one, it knows one less."""
    slot = starts[at(kind + 1)] - 1
    while slot > starts[at(kind)] and (row[at(slot)] >> np.int64(seat)) & 1 == 0:
        slot -= 1
    row[at(slot)] &= ~bags.bit(seat)


@rule
def keep(row: Any, seats: Any) -> None:
    """Only what these seats (a mask) know of the hand stays known."""
    for slot in range(row.shape[0]):
        row[at(slot)] &= seats


@rule
def know_all(row: Any, starts: Any, bag: Any, seat: Any) -> None:
    """A seat knows the whole hand."""
    present = bags.held(bag)
    while present != 0:
        kind = bags.lowest(present)
        present &= present - 1
        for copy in range(bags.copies(bag, kind)):
            row[at(starts[at(kind)] + copy)] |= bags.bit(seat)


def _known(record: Any, column: str, hand: int, seat: int) -> list[int]:
    """The slots of a hand in which `seat` stands, ascending."""
    if seat < 0:
        return []
    found: list[int] = np.flatnonzero((np.asarray(record[column][hand]) >> seat) & 1).tolist()
    return found


@dataclass(frozen=True, kw_only=True)
class Hands(Cards):
    """Hands, one a seat, of which others may know some cards: these come first, a `null` for each other card follows.

    `known`: name of the field that says what they know.
    """

    known: str
    per_seat: bool = True
    nulls: bool = True

    @cached_property
    def starts(self) -> list[int]:
        """Where the slots of each kind begin."""
        return [int(start) for start in slots(self.pack)]

    @cached_property
    def faces(self) -> list[str]:
        """The card of each slot."""
        numbers = np.diff(slots(self.pack)).tolist()
        return [token for token, number in zip(self.pack.tokens, numbers, strict=True) for _ in range(number)]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        if self.sees(record, index, viewer):
            return super().value(record, index, viewer)
        cards = [self.faces[slot] for slot in _known(record, self.known, index, viewer)]
        return [*cards, *[None] * (self.number(record, index) - len(cards))]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        if self.sees(record, index, viewer):
            super().store(record, index, value, viewer)
            return
        number = len(listed(value, None, self.name))
        shown = [card for card in value if card is not None]
        if shown and viewer < 0:
            raise BadState(f"{self.name} must be hidden from who has no seat")
        self._lay(record, index, tally(self.pack, shown))
        self.write(record, f"{self.name}_n", index, number)

    def hide_from(self, record: Any, index: int, viewer: int) -> None:
        cards = [self.faces[slot] for slot in _known(record, self.known, index, viewer)]
        self._lay(record, index, tally(self.pack, cards))

    def _lay(self, record: Any, index: int, counts: dict[int, int]) -> None:
        bag = self.bag(record, index)
        bag[...] = 0
        for kind, count in counts.items():
            if count >= 1 << self.pack.planes:
                raise BadState(f"{count} cards {self.pack.tokens[kind]} in {self.name} are too many")
            for plane in range(self.pack.planes):
                bag[plane] |= ((count >> plane) & 1) << kind


@dataclass(frozen=True, kw_only=True)
class Known(Field):
    """For each seat the cards that it knows in each hand, as a list of lists; `null` for a seat that is not seen.

    Column: a row of slots for each hand. `hands`: the field that holds the hands, declared before this one.
    """

    hands: Hands
    per_seat: bool = True

    @property
    def pack(self) -> Pack:
        """The cards of which something can be known."""
        return self.hands.pack

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int16, (seats, self.hands.starts[-1]))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        if not self.sees(record, index, viewer):
            return None
        known: list[list[str]] = [[] for _ in range(int(record["seats"]))]
        stands = (np.asarray(record[self.name]) >> index) & 1
        if stands.any():
            for hand, slot in np.argwhere(stands).tolist():
                known[hand].append(self.hands.faces[slot])
        return known

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        if not self.sees(record, index, viewer):
            if value is not None:
                raise BadState(f"{self.name} of seat {index} must be hidden")
            return
        starts = self.hands.starts
        for hand, cards in enumerate(listed(value, int(record["seats"]), self.name)):
            if hand == index and cards != []:
                raise BadState(f"{self.name} of seat {index} must be empty for its own hand")
            if cards == [] and self.hands.sees(record, hand, viewer):
                continue
            there = spread(self.hands.bag(record, hand))
            for kind, count in tally(self.pack, listed(cards, None, self.name)).items():
                if count > there.count(kind):
                    raise BadState(f"seat {index} cannot know {count} cards {self.pack.tokens[kind]} of seat {hand}")
                for slot in range(starts[kind], starts[kind] + count):
                    record[self.name][hand, slot] |= 1 << index
            if len(cards) != len(there) and not self.hands.sees(record, hand, viewer):
                raise BadState(f"the cards shown of seat {hand} are not those that seat {index} knows")

    def hide(self, record: Any, index: int) -> None:
        record[self.name][...] &= ~(1 << index)
