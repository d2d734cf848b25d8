"""The fields that a rule sheet declares: what a state consists of, who sees it, and how it looks as JSON.

Each field owns one or more columns of the record. `seen_by` has no default: a field without it raises a TypeError.
A column that no field declares is seen by nobody. See docs/rules/README.md for the JSON forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kartentisch.engine.packs import BadState, Pack, listed, whole

SeenBy = Callable[[Any, int, int], bool]
"""`(record, viewer, index) -> bool`: whether `viewer` (a seat, or BYSTANDER) may see the value `index` of a field.

It may read public columns only."""

BYSTANDER = -1
"""The viewer without a seat."""
TRUTH = -2
"""The viewer that sees everything: tests, tools and records."""


def ALL(record: Any, viewer: int, index: int) -> bool:  # noqa: N802 - reads as a word of the sheet
    """Everyone sees it."""
    return True


def OWNER(record: Any, viewer: int, index: int) -> bool:  # noqa: N802
    """The seat `index` sees it; once the round is over, everyone does."""
    return viewer == index or bool(record["round_over"])


def NOBODY(record: Any, viewer: int, index: int) -> bool:  # noqa: N802
    """Nobody ever sees it."""
    return False


@dataclass(frozen=True, kw_only=True)
class Field:
    """The base of all fields.

    With `per_seat` a field has one value per seat, in JSON a list. With `keys` it has one value per key, in JSON an
    object. Otherwise it has one value.
    """

    name: str
    """Its key in JSON, and the name of its first column."""
    seen_by: SeenBy
    """Who may see each value."""
    per_seat: bool = False
    """Whether it has one value per seat."""
    keys: tuple[str, ...] = ()
    """The keys of its values; () if it has no keys."""
    since: int = 1
    """The rules number from which it exists. In matches of lower numbers it is zero and left out of the JSON."""
    begun: bool = False
    """Whether it holds a begun move. Such a field is left out of views, digests and dumps."""

    def places(self, seats: int) -> range:
        """The indices of its values: one per seat, one per key, or one."""
        return range(seats if self.per_seat else len(self.keys) or 1)

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        """Its columns of the record: (name, dtype[, shape]). `seats`: the most seats of the game."""
        raise NotImplementedError

    def value(self, record: Any, index: int, viewer: int) -> Any:
        """One value as JSON, as `viewer` sees it."""
        raise NotImplementedError

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        """Write one value from JSON, as `viewer` sees it. Raises BadState, with a sentence."""
        raise NotImplementedError

    def hide(self, record: Any, index: int) -> None:
        """Turn one value face down. Everyone may know what remains."""
        raise NotImplementedError

    def hide_from(self, record: Any, index: int, viewer: int) -> None:
        """Turn one value face down for `viewer`, who may still know a part of it."""
        self.hide(record, index)

    def tidy(self, record: Any, index: int) -> None:
        """Clear the memory that still holds an earlier value."""

    def sees(self, record: Any, index: int, viewer: int) -> bool:
        """Whether `viewer` sees the value at `index`."""
        return viewer == TRUTH or self.seen_by(record, viewer, index)

    def dump(self, record: Any, viewer: int) -> Any:
        """The whole field as JSON, as `viewer` sees it."""
        if not self.per_seat and not self.keys:
            return self.value(record, 0, viewer)
        values = [self.value(record, i, viewer) for i in self.places(int(record["seats"]))]
        return values if self.per_seat else dict(zip(self.keys, values, strict=True))

    def load(self, record: Any, value: Any, viewer: int) -> None:
        """Write the whole field from JSON, as `viewer` sees it. Raises BadState, with a sentence."""
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
        """The shape of a column with one entry per value."""
        if self.per_seat:
            return (seats,)
        return (len(self.keys),) if self.keys else ()

    def at(self, index: int) -> Any:
        """The position of the value `index` in such a column."""
        return index if self.per_seat or self.keys else ()

    def read(self, record: Any, column: str, index: int) -> int:
        """One entry of such a column."""
        return int(record[column][index] if self.per_seat or self.keys else record[column])

    def write(self, record: Any, column: str, index: int, value: int) -> None:
        """Set one entry of such a column."""
        if self.per_seat or self.keys:
            record[column][index] = value
        else:
            record[column] = value


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number from `low` to `high`.

    With `none` it may be null, stored as -1, and it is null for a viewer that does not see it. `cards`: (pack, kind) of
    cards that it counts and that lie nowhere else.
    """

    low: int = 0
    """The lowest value."""
    high: int = 127
    """The highest value."""
    none: bool = False
    """Whether it may be null."""
    words: tuple[str, ...] = ()
    """Names of the values 0, 1, ..., which the JSON has instead of numbers."""
    cards: tuple[Pack, int] | None = None
    """(pack, kind) of the cards that it counts and that lie nowhere else."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int8 if self.high < 128 and self.low > -128 else np.int32, self.shape(seats))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        number = self.read(record, self.name, index)
        if self.none and (number < 0 or not self.sees(record, index, viewer)):
            return None
        return self.words[number] if self.words else number

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        if self.none and value is None:
            number = -1
        elif self.words:
            if not isinstance(value, str) or value not in self.words:
                raise BadState(f"{self.name} must be one of {', '.join(self.words)}, not {value!r}")
            number = self.words.index(value)
        else:
            number = whole(value, self.low, self.high, self.name)
        if number != (-1 if self.none else 0) and not self.sees(record, index, viewer):
            raise BadState(f"{self.name} must be hidden from this seat")
        self.write(record, self.name, index, number)

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, -1 if self.none else 0)


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """Yes or no, in JSON true or false."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int8, self.shape(seats))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        return bool(self.read(record, self.name, index))

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        if not isinstance(value, bool):
            raise BadState(f"{self.name} must be true or false, not {value!r}")
        if value and not self.sees(record, index, viewer):
            raise BadState(f"{self.name} must be hidden from this seat")
        self.write(record, self.name, index, int(value))

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)


@dataclass(frozen=True, kw_only=True)
class Numbers(Field):
    """A set of whole numbers from 0 to `high` (62 at most), one bit each. JSON: a list, ascending."""

    high: int
    """The highest value."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int64, self.shape(seats))]

    def value(self, record: Any, index: int, viewer: int) -> Any:
        word = self.read(record, self.name, index)
        return [number for number in range(self.high + 1) if (word >> number) & 1]

    def store(self, record: Any, index: int, value: Any, viewer: int) -> None:
        word = 0
        for entry in listed(value, None, self.name):
            number = whole(entry, 0, self.high, self.name)
            if (word >> number) & 1:
                raise BadState(f"{self.name} must not have {number} twice")
            word |= 1 << number
        if word and not self.sees(record, index, viewer):
            raise BadState(f"{self.name} must be hidden from this seat")
        self.write(record, self.name, index, word)

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)


@dataclass(frozen=True, kw_only=True)
class Seats(Field):
    """A set of seats, one bit each. JSON: a list.

    `seen_by` says for each seat who may see whether the set has it. `order(record)`: all seats in the order of the
    list; by default they ascend.
    """

    per_seat: bool = True
    """Each seat is a value: whether the set has it."""
    order: Callable[[Any], Iterable[int]] | None = None
    """`order(record)`: all seats in the order of the list; None: ascending."""

    def columns(self, seats: int) -> list[tuple[Any, ...]]:
        return [(self.name, np.int16)]

    def at(self, index: int) -> Any:
        return ()

    def dump(self, record: Any, viewer: int) -> Any:
        seats = range(int(record["seats"]))
        mask = int(record[self.name])
        return [
            seat
            for seat in (seats if self.order is None else self.order(record))
            if (mask >> seat) & 1 and self.sees(record, seat, viewer)
        ]

    def load(self, record: Any, value: Any, viewer: int) -> None:
        mask = 0
        for item in listed(value, None, self.name):
            seat = whole(item, 0, int(record["seats"]) - 1, self.name)
            if (mask >> seat) & 1 or not self.sees(record, seat, viewer):
                raise BadState(f"{self.name} must be different seats that the viewer may see there, not {value!r}")
            mask |= 1 << seat
        record[self.name] = mask

    def hide(self, record: Any, index: int) -> None:
        record[self.name] = int(record[self.name]) & ~(1 << index)
