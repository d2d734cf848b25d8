"""The cards that seats know in each other's hands, because they have seen them go there.

A hand has a row of slots: for each kind, as many as the pack has cards of it. A slot holds a mask of seats. A seat that
knows n cards of a kind in the hand has its bit in the first n slots of that kind. So a card that leaves the hand openly
is one shift for all seats, and a hand that changes its owner takes its row along.
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
    """The first slot of each kind, and at the end the number of slots: an array of kinds + 1 entries.

    Raises TypeError for a pack whose counts are an option.
    """
    counts = pack.counts
    if isinstance(counts, str):
        raise TypeError("slots need a pack whose counts are not an option")
    return np.array([sum(counts[:kind]) for kind in range(len(counts) + 1)], np.int16)


@rule
def spend(row: Any, starts: Any, kind: Any) -> None:
    """A card leaves the hand openly: every seat that knew such a card knows one fewer."""
    last = starts[at(kind + 1)] - 1
    for slot in range(starts[at(kind)], last):
        row[at(slot)] = row[at(slot + 1)]
    row[at(last)] = 0


@rule
def learn(row: Any, starts: Any, kind: Any, seat: Any) -> None:
    """A seat has seen a card of this kind go into the hand: it knows one more."""
    slot = starts[at(kind)]
    while (row[at(slot)] >> np.int64(seat)) & 1 != 0:
        slot += 1
    row[at(slot)] |= bags.bit(seat)


@rule
def lose(row: Any, starts: Any, kind: Any, seat: Any) -> None:
    """Only this seat has seen a card of this kind leave the hand. If it knew one there, it knows one fewer now."""
    slot = starts[at(kind + 1)] - 1
    while slot > starts[at(kind)] and (row[at(slot)] >> np.int64(seat)) & 1 == 0:
        slot -= 1
    row[at(slot)] &= ~bags.bit(seat)


@rule
def keep(row: Any, seats: Any) -> None:
    """Only these seats (a mask) still know what they knew of the hand."""
    for slot in range(row.shape[0]):
        row[at(slot)] &= seats


@rule
def know_all(row: Any, starts: Any, bag: Any, seat: Any) -> None:
    """A seat knows the whole hand, whose cards are `bag`."""
    present = bags.held(bag)
    while present != 0:
        kind = bags.lowest(present)
        present &= present - 1
        for copy in range(bags.copies(bag, kind)):
            row[at(starts[at(kind)] + copy)] |= bags.bit(seat)


def _known(record: Any, column: str, hand: int, seat: int) -> list[int]:
    """The slots of a hand that have the bit of `seat`, ascending."""
    row = np.asarray(record[column][hand])
    if seat < 0 or not row.any():
        return []
    found: list[int] = np.flatnonzero((row >> seat) & 1).tolist()
    return found


@dataclass(frozen=True, kw_only=True)
class Hands(Cards):
    """Hands, one per seat, of which others may know some cards.

    JSON of a hidden hand: the tokens that the viewer knows, then a `null` for each other card. `known`: the name of the
    `Known` field.
    """

    known: str
    """The name of the `Known` field of these hands."""
    per_seat: bool = True
    """Each seat has a hand."""
    nulls: bool = True
    """Hidden cards are listed as `null`."""

    @cached_property
    def starts(self) -> list[int]:
        """The first slot of each kind, and at the end the number of slots."""
        return [int(start) for start in slots(self.pack)]

    @cached_property
    def faces(self) -> list[str]:
        """The token of the card of each slot."""
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
            raise BadState(f"{self.name} must be hidden from anyone without a seat")
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
    """The cards that each seat knows in each hand.

    JSON of a seat: a list of tokens for each hand, or `null` if it is hidden. Column: a row of slots for each hand.
    `hands`: the field of the hands, which is declared before this one.
    """

    hands: Hands
    """The hands that it is about."""
    per_seat: bool = True
    """Each seat knows some cards."""

    @property
    def pack(self) -> Pack:
        """The pack of the hands."""
        return self.hands.pack

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int16, (seats, self.hands.starts[-1]))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        return self.dump(record, viewer)[index]

    def dump(self, record: Any, viewer: int) -> Any:
        seats = range(int(record["seats"]))
        known: list[list[list[str]] | None]
        known = [[[] for _ in seats] if self.sees(record, seat, viewer) else None for seat in seats]
        rows = np.asarray(record[self.name])
        for hand, slot in zip(*(places.tolist() for places in np.nonzero(rows)), strict=True):
            mask, face = int(rows[hand, slot]), self.hands.faces[slot]
            for seat, cards in enumerate(known):
                if cards is not None and (mask >> seat) & 1:
                    cards[hand].append(face)
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
                raise BadState(f"the shown cards of seat {hand} must be those that seat {index} knows")

    def hide(self, record: Any, index: int) -> None:
        record[self.name][...] &= ~(1 << index)
