"""The record of a game: common columns, options, and the fields its rule sheet declares."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.fields import ALL, NOBODY, Field, Number
from kartentisch.engine.options import Option
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Kind, Stack
from kartentisch.engine.rows import Line, Owned

Records = NDArray[Any]
"""A structured array of records, one per match. Compiled verbs take it with an index, which is fast from Python."""

_SMALL = 512
"""Columns of up to this number of entries become lists in `plain`. Larger ones stay arrays, read as a whole."""

HEADER: tuple[tuple[Any, ...], ...] = (
    ("seats", np.int8),
    ("turn", np.int8),  # the seat in turn, -1 when the round is over
    ("round_over", np.int8),
    ("over", np.int8),
    ("winners", np.int16),  # one bit per seat
    ("number", np.int16),  # of the round, from 1 (np.record has a method named round)
    ("begun", np.int16),  # the number of steps of the begun move; 0 in every truth, view and dump
    ("steps", np.int32),
    ("rules", np.int16),  # the number of the rules under which this match is played
)
"""The columns that every record has, whatever the game."""


@dataclass(frozen=True)
class Layout:
    """What the state of a game consists of. `max_seats` is the length of columns with one entry per seat."""

    max_seats: int
    """The most seats of the game."""
    options: tuple[Option, ...]
    """The options, in the order of the rule sheet."""
    fields: tuple[Field, ...]
    """All fields, in the order of the JSON."""

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The type of a record. Its size is a multiple of eight bytes.

        Raises TypeError for a column that is named like a method of `np.record`.
        """
        columns: list[tuple[Any, ...]] = [*HEADER]
        columns += [("points", np.int32, (self.max_seats,)), ("totals", np.int32, (self.max_seats,))]
        columns += [option.columns() for option in self.options]
        for field in self.fields:
            columns += field.columns(self.max_seats)
        columns.sort(key=lambda column: -np.dtype(column[1]).itemsize)
        names = [column[0] for column in columns]
        if clash := [name for name in names if hasattr(np.record, name)]:
            raise TypeError(f"columns must not be named like methods of a record: {clash}")
        return np.dtype(columns, align=True)

    @cached_property
    def stamp(self) -> str:
        """A hash of the layout: 16 hex digits. The bytes of a record have a meaning only in the same layout."""
        return hashlib.blake2b(repr(self.dtype.descr).encode(), digest_size=8).hexdigest()

    def new(self, count: int = 1) -> Records:
        """An array of `count` records, all zero."""
        records: Records = np.zeros(count, self.dtype)
        return records if COMPILED else records.view(np.recarray)

    def copy(self, records: Records) -> Records:
        """New records with the same content. Their bytes are copied, as NumPy would copy them column by column."""
        twin: Records = np.frombuffer(bytearray(records.tobytes()), self.dtype)
        return twin if COMPILED else twin.view(np.recarray)

    def plain(self, records: Records, columns: Iterable[str] = ()) -> dict[str, Any]:
        """The first record as Python numbers and lists, by column. Reading these is faster than reading the record.

        `columns`: the only ones to read, if any are named.
        """
        if columns:
            record = records[0]
            return {name: record[name] if name in self._large else record[name].tolist() for name in columns}
        values = dict(zip(self.dtype.names or (), records[0].item(), strict=True))
        for name in self._rows:
            values[name] = values[name].tolist()
        return values

    @cached_property
    def _rows(self) -> tuple[str, ...]:
        """The columns that become lists in `plain`."""
        return tuple(name for name in self.dtype.names or () if self.dtype[name].shape and name not in self._large)

    @cached_property
    def _large(self) -> frozenset[str]:
        """The columns that stay arrays in `plain`."""
        return frozenset(name for name in self.dtype.names or () if math.prod(self.dtype[name].shape) > _SMALL)

    @property
    def shown(self) -> tuple[Field, ...]:
        """The fields in views and dumps under the newest rules."""
        return tuple(field for field in self.fields if not field.begun)

    @cached_property
    def veiled(self) -> tuple[Field, ...]:
        """The fields that not everyone sees."""
        return tuple(field for field in self.fields if field.begun or field.seen_by is not ALL)

    @cached_property
    def parted(self) -> tuple[Field, ...]:
        """The fields that some readers see and others do not, such as hands."""
        return tuple(field for field in self.veiled if not field.begun and field.seen_by is not NOBODY)

    @cached_property
    def parted_columns(self) -> tuple[str, ...]:
        """The columns of these fields."""
        return tuple(name for field in self.parted for name, *_ in field.columns(self.max_seats))

    @cached_property
    def closed(self) -> tuple[Field, ...]:
        """The fields that no reader sees: bags, and begun moves."""
        return tuple(field for field in self.veiled if field not in self.parted)

    @cached_property
    def untidy(self) -> tuple[Field, ...]:
        """The fields whose memory may still hold an earlier value."""
        return tuple(field for field in self.fields if type(field).tidy is not Field.tidy)

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """The packs of all fields, each once."""
        packs: list[Pack] = []
        for field in self.fields:
            if isinstance(field, Cards | Kind | Line | Owned | Stack) and field.pack not in packs:
                packs.append(field.pack)
        return tuple(packs)

    def lying(self, record: Any, pack: Pack) -> list[int]:
        """The number of cards of each kind whose faces are written in the record."""
        counts = [0] * len(pack.tokens)
        for field in self.fields:
            if _pack_of(field) == pack:
                for index in field.places(int(record["seats"])):
                    _count(field, record, index, counts)
        return counts

    def face_down(self, record: Any, pack: Pack, viewer: int) -> list[tuple[Cards, int, int]]:
        """The places with cards of this pack that `viewer` does not see: (field, index, number of cards)."""
        return [
            (field, index, field.number(record, index))
            for field in self.fields
            if isinstance(field, Cards) and field.pack == pack
            for index in field.places(int(record["seats"]))
            if not field.sees(record, index, viewer) and field.number(record, index) > 0
        ]


def _pack_of(field: Field) -> Pack | None:
    if isinstance(field, Number):
        return field.cards[0] if field.cards is not None else None
    return field.pack if isinstance(field, Cards | Kind | Line | Owned | Stack) else None


def _count(field: Field, record: Any, index: int, counts: list[int]) -> None:
    """Add the cards in one place to `counts`. It runs for all matches and views, so it visits no empty slot."""
    if isinstance(field, Number) and field.cards is not None:
        counts[field.cards[1]] += field.read(record, field.name, index)
    elif isinstance(field, Kind):
        counts[field.read(record, field.name, index)] += 1
    elif isinstance(field, Stack):
        number = field.read(record, f"{field.name}_n", index)
        for kind in record[field.name][field.at(index)][:number].tolist():
            counts[kind] += 1
    elif isinstance(field, Cards | Line | Owned):
        for plane, word in enumerate(field.bag(record, index)):
            left = int(word)
            while left:
                lowest = left & -left
                counts[lowest.bit_length() - 1] += 1 << plane
                left ^= lowest
