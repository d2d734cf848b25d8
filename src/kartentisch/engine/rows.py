"""Fields of open cards in the middle of the table: a line, and piles that seats own. And a word of a begun move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kartentisch.engine.fields import NOBODY, Field, SeenBy
from kartentisch.engine.packs import BadState, Pack, listed, spread, whole
from kartentisch.engine.piles import Cards


@dataclass(frozen=True, kw_only=True)
class Line(Field):
    """Cards side by side, open, in the order in which they were laid. The pack has one of each kind.

    JSON: a list of tokens in this order. Columns: `name` has the cards as a set (one plane), `name_n` their number,
    `name_at` the place of each kind, and `name_next` the place of the next card. A card that is picked up only leaves
    the set, so places only grow.
    """

    pack: Pack
    """The pack that the cards are from."""

    @cached_property
    def cards(self) -> Cards:
        """The cards as a field without an order."""
        return Cards(name=self.name, seen_by=self.seen_by, pack=self.pack)

    def bag(self, record: Any, index: int) -> Any:
        """The cards as a set, writable."""
        return self.cards.bag(record, index)

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        own = [(f"{self.name}_at", np.int8, (len(self.pack.tokens),)), (f"{self.name}_next", np.int16)]
        return self.cards.columns(seats) + own

    def value(self, record: Any, index: int, viewer: int) -> Any:
        return [self.pack.tokens[kind] for kind in self._kinds(record)]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        self.cards.store(record, index, value, viewer)
        self._place(record, [self.pack.kind(token) for token in value])

    def hide(self, record: Any, index: int) -> None:
        self.cards.hide(record, index)
        self._place(record, [])

    def tidy(self, record: Any, index: int) -> None:
        self._place(record, self._kinds(record))

    def _kinds(self, record: Any) -> list[int]:
        places = record[f"{self.name}_at"]
        return sorted(spread(self.bag(record, 0)), key=lambda kind: int(places[kind]))

    def _place(self, record: Any, kinds: list[int]) -> None:
        places = record[f"{self.name}_at"]
        places[...] = 0
        for place, kind in enumerate(kinds):
            places[kind] = place
        record[f"{self.name}_next"] = len(kinds)


@dataclass(frozen=True, kw_only=True)
class Owned(Field):
    """Open piles of cards, at most one per seat.

    JSON: a list of objects with the key `owner` (a seat), those of `more`, and `cards` (a list of tokens). Columns, by
    seat: `name` and `name_n` as for `Cards`, and those of `more`, which are zero for a seat without a pile.
    """

    pack: Pack
    """The pack that the cards are from."""
    per_seat: bool = True
    """Each seat has at most one pile."""
    more: tuple[tuple[str, Field], ...] = ()
    """Other values of a pile: (key in JSON, field with one value per seat)."""

    @cached_property
    def cards(self) -> Cards:
        """The cards of the piles, as a field by seat."""
        return Cards(name=self.name, seen_by=self.seen_by, per_seat=True, pack=self.pack)

    def bag(self, record: Any, index: int) -> Any:
        """The planes of one seat's pile, writable."""
        return self.cards.bag(record, index)

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return self.cards.columns(seats) + [column for _, field in self.more for column in field.columns(seats)]

    def hide(self, record: Any, index: int) -> None:
        self.cards.hide(record, index)
        for _, field in self.more:
            field.hide(record, index)

    def dump(self, record: Any, viewer: int) -> Any:
        return [
            {
                "owner": seat,
                **{key: field.value(record, seat, viewer) for key, field in self.more},
                "cards": self.cards.value(record, seat, viewer),
            }
            for seat in self.places(int(record["seats"]))
            if self.cards.number(record, seat) > 0
        ]

    def load(self, record: Any, value: Any, viewer: int) -> None:
        keys = ["owner", *(key for key, _ in self.more), "cards"]
        for pile in listed(value, None, self.name):
            if not isinstance(pile, dict) or set(pile) != set(keys):
                raise BadState(f"each item of {self.name} must have exactly the keys {', '.join(keys)}")
            owner = whole(pile["owner"], 0, int(record["seats"]) - 1, f"owner in {self.name}")
            if self.cards.number(record, owner) > 0:
                raise BadState(f"seat {owner} owns two items of {self.name}")
            self.cards.store(record, owner, pile["cards"], viewer)
            if self.cards.number(record, owner) == 0:
                raise BadState(f"an item of {self.name} has no cards")
            for key, field in self.more:
                field.store(record, owner, pile[key], viewer)


@dataclass(frozen=True, kw_only=True)
class Word(Field):
    """63 bits of a begun move, in no JSON."""

    seen_by: SeenBy = NOBODY
    begun: bool = True

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int64, self.shape(seats))]

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)
