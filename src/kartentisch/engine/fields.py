"""The fields a rule sheet declares: what a state is made of, who sees it, and how it is written as JSON.

Each field owns one or more columns of the record. `seen_by` has no default: who forgets it gets a TypeError, and what
no field declares nobody sees. The JSON forms are those of docs/rules/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kartentisch.engine.packs import BadState, Pack, listed, whole

SeenBy = Callable[[Any, int, int], bool]
"""`(record, viewer, index) -> bool`: may `viewer` (a seat, or BYSTANDER) see this field (of seat `index`)?

Rests on public columns only."""

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


@dataclass(frozen=True, kw_only=True)
class Field:
    """Common to all fields. `keys`: one value for each key, as a JSON object; `per_seat`: one a seat, as a list."""

    name: str
    seen_by: SeenBy
    per_seat: bool = False
    keys: tuple[str, ...] = ()
    since: int = 1
    """Number of the rules from which it exists: in matches of lower numbers it is zero, and no JSON has it."""
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

    def hide_from(self, record: Any, index: int, viewer: int) -> None:
        """Turn one value face down for `viewer`, who may know a part of it all the same."""
        self.hide(record, index)

    def tidy(self, record: Any, index: int) -> None:
        """Wipe what memory still holds of an earlier value."""

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
        return int(record[column][index] if self.per_seat or self.keys else record[column])

    def write(self, record: Any, column: str, index: int, value: int) -> None:
        """Set one entry of such a column."""
        if self.per_seat or self.keys:
            record[column][index] = value
        else:
            record[column] = value


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number. `none`: may be null, held as -1, and is null where it is not seen. `words`: names of the values.

    `cards`: it counts cards (pack, kind) that lie nowhere else.
    """

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
    """Yes or no."""

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
    """Different whole numbers from 0 to `high` (62 at most), one bit each; as JSON a list, ascending."""

    high: int

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
                raise BadState(f"{self.name} has {number} twice")
            word |= 1 << number
        if word and not self.sees(record, index, viewer):
            raise BadState(f"{self.name} must be hidden from this seat")
        self.write(record, self.name, index, word)

    def hide(self, record: Any, index: int) -> None:
        self.write(record, self.name, index, 0)


@dataclass(frozen=True, kw_only=True)
class Seats(Field):
    """Some of the seats, as a list: one bit each. `seen_by` says of each seat who may see whether it is among them.

    `order`: all seats in the order of the list; ascending if it is not given.
    """

    per_seat: bool = True
    order: Callable[[Any], Iterable[int]] | None = None

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
                raise BadState(f"{self.name} must be different seats that may be seen there, not {value!r}")
            mask |= 1 << seat
        record[self.name] = mask

    def hide(self, record: Any, index: int) -> None:
        record[self.name] = int(record[self.name]) & ~(1 << index)
