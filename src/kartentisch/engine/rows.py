"""Fields of cards that lie open in the middle: a line of different cards, piles that seats own; and words of a begun move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kartentisch.engine.fields import NOBODY, Field, SeenBy
from kartentisch.engine.packs import BadState, listed, spread, whole
from kartentisch.engine.piles import Cards


@dataclass(frozen=True, kw_only=True)
class Line(Cards):
    """Cards lying side by side in the order they were laid; the pack has one of each (one plane). Lies open.

    Columns: `name` with the cards as a set, `name_n` with their number, `name_at` with the place of each kind, and
    `name_next`, the place of the next card. So a card is taken up by leaving the set, and places only grow.
    """

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [
            *super().columns(seats),
            (f"{self.name}_at", np.int8, (len(self.pack.tokens),)),
            (f"{self.name}_next", np.int16),
        ]

    def kinds(self, record: Any) -> list[int]:
        """The kinds lying there, in the order they were laid."""
        places = record[f"{self.name}_at"]
        return sorted(spread(self.bag(record, 0)), key=lambda kind: int(places[kind]))

    def value(self, record: Any, index: int, viewer: int) -> Any:
        return [self.pack.tokens[kind] for kind in self.kinds(record)]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        super().store(record, index, value, viewer)
        self._place(record, [self.pack.kind(token) for token in value])

    def tidy(self, record: Any, index: int) -> None:
        self._place(record, self.kinds(record))

    def _place(self, record: Any, kinds: list[int]) -> None:
        places = record[f"{self.name}_at"]
        places[...] = 0
        for place, kind in enumerate(kinds):
            places[kind] = place
        record[f"{self.name}_next"] = len(kinds)


@dataclass(frozen=True, kw_only=True)
class Owned(Cards):
    """At most one open pile of cards a seat. JSON: a list of objects with `owner`, the keys of `more`, and `cards`.

    Columns: `name` and `name_n` by seat, and those of `more`, which are zero for a seat that owns no pile.
    """

    per_seat: bool = True
    more: tuple[tuple[str, Field], ...] = ()
    """What else is said of a pile: key and field, one value a seat."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        own = super().columns(seats)
        return own + [column for _, field in self.more for column in field.columns(seats)]

    def dump(self, record: Any, viewer: int) -> Any:
        return [
            {
                "owner": seat,
                **{key: field.value(record, seat, viewer) for key, field in self.more},
                "cards": self.value(record, seat, viewer),
            }
            for seat in self.places(int(record["seats"]))
            if self.number(record, seat) > 0
        ]

    def load(self, record: Any, value: Any, viewer: int) -> None:
        keys = {"owner", "cards", *(key for key, _ in self.more)}
        for pile in listed(value, None, self.name):
            if not isinstance(pile, dict) or set(pile) != keys:
                raise BadState(f"each of {self.name} must have exactly the keys {', '.join(sorted(keys))}")
            owner = whole(pile["owner"], 0, int(record["seats"]) - 1, f"owner in {self.name}")
            if self.number(record, owner) > 0:
                raise BadState(f"seat {owner} owns two of {self.name}")
            self.store(record, owner, pile["cards"], viewer)
            if self.number(record, owner) == 0:
                raise BadState(f"one of {self.name} has no cards")
            for key, field in self.more:
                field.store(record, owner, pile[key], viewer)


@dataclass(frozen=True, kw_only=True)
class Word(Field):
    """63 bits of a begun move."""

    seen_by: SeenBy = NOBODY
    begun: bool = True

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int64, self.shape(seats))]

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)
