"""Fields of cards: a single open card, a bag or hand without an order, and an open pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kartentisch.engine.fields import Field
from kartentisch.engine.packs import BadState, Pack, listed, spread, tally, whole


@dataclass(frozen=True, kw_only=True)
class Kind(Field):
    """One open card. JSON: its token. Column: its kind."""

    pack: Pack
    """The pack that the card is from."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int8, self.shape(seats))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        return self.pack.tokens[self.read(record, self.name, index)]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        self.write(record, self.name, index, self.pack.kind(value))

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)


@dataclass(frozen=True, kw_only=True)
class Cards(Field):
    """Cards without an order: a bag, or with `nulls` a hand.

    JSON: a list of tokens, ascending by kind. If it is hidden, a hand is a list of `null`, and a bag is the number of
    its cards. Columns: `name` has the planes, `name_n` the number of cards. `maybe`: it may be null, stored as number
    -1.
    """

    pack: Pack
    """The pack that the cards are from."""
    nulls: bool = False
    """Whether it is a hand: hidden cards are listed as `null`."""
    maybe: bool = False
    """Whether it may be null."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        shape = self.shape(seats)
        return [(self.name, np.int64, (*shape, self.pack.planes)), (f"{self.name}_n", np.int16, shape)]

    def bag(self, record: Any, index: int) -> Any:
        """The planes of one value, writable."""
        return record[self.name][index] if self.per_seat or self.keys else record[self.name]

    def number(self, record: Any, index: int) -> int:
        """The number of cards there (-1: null)."""
        return self.read(record, f"{self.name}_n", index)

    def value(self, record: Any, index: int, viewer: int) -> Any:
        number = self.number(record, index)
        if number < 0:
            return None
        if not self.sees(record, index, viewer):
            return [None] * number if self.nulls else number
        return [self.pack.tokens[kind] for kind in spread(self.bag(record, index))]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        column = f"{self.name}_n"
        bag = self.bag(record, index)
        bag[...] = 0
        if value is None and self.maybe:
            self.write(record, column, index, -1)
            return
        if not self.sees(record, index, viewer):
            if self.nulls:
                number = len(listed(value, None, self.name))
                if any(card is not None for card in value):
                    raise BadState(f"{self.name} must be hidden from this seat")
            else:
                number = whole(value, 0, 1000, self.name)
            self.write(record, column, index, number)
            return
        cards = listed(value, None, self.name)
        for kind, count in tally(self.pack, cards).items():
            if count >= 1 << self.pack.planes:
                raise BadState(f"{count} cards {self.pack.tokens[kind]} in {self.name} are too many")
            for plane in range(self.pack.planes):
                bag[plane] |= ((count >> plane) & 1) << kind
        self.write(record, column, index, len(cards))

    def hide(self, record: Any, index: int) -> None:
        self.bag(record, index)[...] = 0


@dataclass(frozen=True, kw_only=True)
class Stack(Field):
    """An open pile of cards. JSON: a list of tokens, from bottom to top.

    Columns: `name` has the kinds, `name_n` their number.
    """

    pack: Pack
    """The pack that the cards are from."""
    room: int
    """The most cards that can lie there. The rule sheet says why."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        shape = self.shape(seats)
        return [(self.name, np.int8, (*shape, self.room)), (f"{self.name}_n", np.int16, shape)]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        number = self.read(record, f"{self.name}_n", index)
        row = record[self.name][index] if self.per_seat or self.keys else record[self.name]
        return [self.pack.tokens[kind] for kind in row[:number]]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        cards = listed(value, None, self.name)
        if len(cards) > self.room:
            raise BadState(f"{self.name} can hold {self.room} cards, not {len(cards)}")
        row = record[self.name][self.at(index)]
        row[...] = 0
        for place, token in enumerate(cards):
            row[place] = self.pack.kind(token)
        self.write(record, f"{self.name}_n", index, len(cards))

    def hide(self, record: Any, index: int) -> None:
        record[self.name][self.at(index)][...] = 0

    def tidy(self, record: Any, index: int) -> None:
        row = record[self.name][self.at(index)]
        row[self.read(record, f"{self.name}_n", index) :] = 0
