"""The fields a rule sheet declares: what a state is made of, who sees it, and how it is written as JSON.

Each field owns one or more columns of the record. `seen_by` has no default: who forgets it gets a TypeError, and what
no field declares nobody sees. The JSON forms are those of docs/rules/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kartentisch.engine import bags

SeenBy = Callable[[Any, int, int], bool]
"""`(record, viewer, index) -> bool`: may `viewer` (a seat, or BYSTANDER) see this field (of seat `index`)? Rests on public columns only."""

BYSTANDER = -1
TRUTH = -2
"""As a viewer: tests, tools and records, which see everything."""


def ALL(record: Any, viewer: int, index: int) -> bool:  # noqa: N802 - reads as a word of the sheet
    """Lies open."""
    return True


def OWNER(record: Any, viewer: int, index: int) -> bool:  # noqa: N802
    """Its seat; everybody once the round is over."""
    return viewer == index or bool(record["round_over"])


def NOBODY(record: Any, viewer: int, index: int) -> bool:  # noqa: N802
    """Face down for all, to the end."""
    return False


class BadState(ValueError):
    """A state that cannot be: the message says what is wrong with it."""


@dataclass(frozen=True)
class Pack:
    """Kinds of cards in sorting order, and how many of each there are.

    `counts` is one number a kind, or the name of the option column that says so.
    """

    tokens: tuple[str, ...]
    counts: tuple[int, ...] | str
    planes: int
    """Binary digits needed for the count of one kind."""

    def kind(self, token: Any) -> int:
        """The number of a card's token; raises BadState for anything else."""
        if not isinstance(token, str) or token not in self.tokens:
            raise BadState(f"{token!r} is no card of this game")
        return self.tokens.index(token)

    def totals(self, record: Any) -> list[int]:
        """How many cards of each kind the whole pack has."""
        if isinstance(self.counts, str):
            return [int(n) for n in record[self.counts]]
        return list(self.counts)


def whole(value: Any, low: int, high: int, what: str) -> int:
    """A whole number in a range; a bool is none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadState(f"{what} must be a whole number, not {value!r}")
    if not low <= value <= high:
        raise BadState(f"{what} must be from {low} to {high}, not {value}")
    return value


def listed(value: Any, length: int | None, what: str) -> list[Any]:
    """A list (of a certain length)."""
    if not isinstance(value, list):
        raise BadState(f"{what} must be a list, not {value!r}")
    if length is not None and len(value) != length:
        raise BadState(f"{what} must have {length} entries, not {len(value)}")
    return value


@dataclass(frozen=True, kw_only=True)
class Field:
    """Common to all fields. `keys`: one value for each key, as a JSON object; `per_seat`: one a seat, as a list."""

    name: str
    seen_by: SeenBy
    per_seat: bool = False
    keys: tuple[str, ...] = ()
    begun: bool = False
    """Holds a begun move: part of no view, digest or dump."""

    def places(self, seats: int) -> range:
        """The indices of its values: seats, keys, or one."""
        return range(seats if self.per_seat else len(self.keys) or 1)

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        """Columns of the record: (name, dtype[, shape]); `seats` is the most the game allows."""
        raise NotImplementedError

    def value(self, record: Any, index: int, viewer: int) -> Any:
        """One value as JSON, as `viewer` sees it."""
        raise NotImplementedError

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        """Write one value from JSON; raises BadState."""
        raise NotImplementedError

    def hide(self, record: Any, index: int) -> None:
        """Turn one value face down: what stays may be known to everybody."""
        raise NotImplementedError

    def sees(self, record: Any, index: int, viewer: int) -> bool:
        """Whether `viewer` sees the value at `index`."""
        return viewer == TRUTH or self.seen_by(record, viewer, index)

    def dump(self, record: Any, viewer: int) -> Any:
        """The whole field as JSON."""
        values = [self.value(record, i, viewer) for i in self.places(int(record["seats"]))]
        if self.per_seat:
            return values
        return dict(zip(self.keys, values, strict=True)) if self.keys else values[0]

    def load(self, record: Any, value: Any, viewer: int) -> None:
        """Write the whole field from JSON; raises BadState."""
        places = self.places(int(record["seats"]))
        if self.per_seat:
            parts = listed(value, len(places), self.name)
        elif self.keys:
            if not isinstance(value, dict) or set(value) != set(self.keys):
                raise BadState(f"{self.name} must have exactly the keys {', '.join(self.keys)}")
            parts = [value[key] for key in self.keys]
        else:
            parts = [value]
        for index, part in zip(places, parts, strict=True):
            self.store(record, index, part, viewer)

    def shape(self, seats: int) -> tuple[int, ...]:
        """Shape of a column with one entry a value."""
        if self.per_seat:
            return (seats,)
        return (len(self.keys),) if self.keys else ()

    def at(self, index: int) -> Any:
        """Where the value `index` stands in such a column."""
        return index if self.per_seat or self.keys else ()

    def read(self, record: Any, column: str, index: int) -> int:
        """One entry of such a column."""
        return int(record[column][self.at(index)])

    def write(self, record: Any, column: str, index: int, value: int) -> None:
        """Set one entry of such a column."""
        if self.per_seat or self.keys:
            record[column][index] = value
        else:
            record[column] = value


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number. `none`: may be null, held as -1. `cards`: it counts cards (pack, kind) that lie nowhere else."""

    low: int = 0
    high: int = 127
    none: bool = False
    words: tuple[str, ...] = ()
    """Names of the values 0, 1, ...: the JSON is the name."""
    cards: tuple[Pack, int] | None = None

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int8 if self.high < 128 and self.low > -128 else np.int32, self.shape(seats))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        number = self.read(record, self.name, index)
        if self.words:
            return self.words[number]
        return None if self.none and number < 0 else number

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        if self.words:
            if value not in self.words:
                raise BadState(f"{self.name} must be one of {', '.join(self.words)}, not {value!r}")
            number = self.words.index(value)
        elif self.none and value is None:
            number = -1
        else:
            number = whole(value, self.low, self.high, self.name)
        self.write(record, self.name, index, number)

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, -1 if self.none else 0)


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """Yes or no."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int8, self.shape(seats))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        return bool(self.read(record, self.name, index))

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        if not isinstance(value, bool):
            raise BadState(f"{self.name} must be true or false, not {value!r}")
        self.write(record, self.name, index, int(value))

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)


@dataclass(frozen=True, kw_only=True)
class Kind(Field):
    """One card lying open, by its kind."""

    pack: Pack

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
    """Cards without an order: a hand (`nulls` where hidden) or a bag (its number where hidden).

    Columns: `name` with the planes, `name_n` with the number of cards. `maybe`: may be null, held as number -1.
    """

    pack: Pack
    nulls: bool = False
    maybe: bool = False

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        shape = self.shape(seats)
        return [(self.name, np.int64, (*shape, self.pack.planes)), (f"{self.name}_n", np.int16, shape)]

    def bag(self, record: Any, index: int) -> Any:
        """The planes of one value, writable."""
        return record[self.name][self.at(index)]

    def number(self, record: Any, index: int) -> int:
        """How many cards lie there (-1: null)."""
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
    """Cards lying open one on another, from bottom to top. Columns: `name` with the kinds, `name_n` with their number."""

    pack: Pack
    room: int
    """Most cards that can lie there; the rule sheet says why."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        shape = self.shape(seats)
        return [(self.name, np.int8, (*shape, self.room)), (f"{self.name}_n", np.int16, shape)]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        number = self.read(record, f"{self.name}_n", index)
        return [self.pack.tokens[kind] for kind in record[self.name][self.at(index)][:number]]

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


def spread(bag: Any) -> list[int]:
    """The kinds in a bag, one entry a card, in sorting order."""
    words = [int(word) for word in bag]
    present = 0
    for word in words:
        present |= word
    cards: list[int] = []
    while present:
        low = present & -present
        count = sum(1 << plane for plane, word in enumerate(words) if word & low)
        cards.extend([low.bit_length() - 1] * count)
        present ^= low
    return cards


def tally(pack: Pack, tokens: Sequence[Any]) -> dict[int, int]:
    """How often each kind stands in a list of tokens; raises BadState for an unknown one."""
    counts: dict[int, int] = {}
    for token in tokens:
        kind = pack.kind(token)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def fill(bag: Any, counts: Sequence[int]) -> None:
    """Set a bag to so many cards of each kind."""
    bag[...] = 0
    for kind, count in enumerate(counts):
        for plane in range(len(bag)):
            bag[plane] |= ((count >> plane) & 1) << kind


assert bags.MAX_KINDS == 63, "spread and fill take kinds 0 to 62"
