"""The record of a game: common columns, options, and the fields its rule sheet declares."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.fields import ALL, Field, Number
from kartentisch.engine.options import Option
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Kind, Stack
from kartentisch.engine.rows import Line, Owned

Records = NDArray[Any]
"""A structured array of records, one a match. Compiled verbs take it with an index: the fast way from Python."""

_SMALL = 512
"""Entries of a column that `plain` turns into a list; a larger one stays an array, which its field reads as a whole."""

HEADER: tuple[tuple[Any, ...], ...] = (
    ("seats", np.int8),
    ("turn", np.int8),  # the seat in turn, -1 when the round is over
    ("round_over", np.int8),
    ("over", np.int8),
    ("winners", np.int16),  # one bit a seat
    ("number", np.int16),  # of the round, from 1 (a column called round would be a method when interpreted)
    ("begun", np.int16),  # steps of the move begun; 0 in every truth, view and dump
    ("steps", np.int32),
    ("rules", np.int16),  # the number of the rules under which this match is played
)


@dataclass(frozen=True)
class Layout:
    """What a state of a game is made of. `max_seats` sizes the columns that have an entry a seat."""

    max_seats: int
    options: tuple[Option, ...]
    fields: tuple[Field, ...]

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record, its size a multiple of eight bytes."""
        columns: list[tuple[Any, ...]] = [*HEADER]
        columns += [("points", np.int32, (self.max_seats,)), ("totals", np.int32, (self.max_seats,))]
        columns += [option.columns() for option in self.options]
        for field in self.fields:
            columns += field.columns(self.max_seats)
        columns.sort(key=lambda column: -np.dtype(column[1]).itemsize)
        names = [column[0] for column in columns]
        if clash := [name for name in names if hasattr(np.record, name)]:
            raise TypeError(f"columns named like methods of a record cannot be read interpreted: {clash}")
        return np.dtype(columns, align=True)

    @cached_property
    def stamp(self) -> str:
        """Names the layout: bytes of a record say something to the same one only."""
        return hashlib.blake2b(repr(self.dtype.descr).encode(), digest_size=8).hexdigest()

    def new(self, count: int = 1) -> Records:
        """Empty records."""
        records: Records = np.zeros(count, self.dtype)
        return records if COMPILED else records.view(np.recarray)

    def copy(self, records: Records) -> Records:
        """Other records with the same content."""
        twin = self.new(len(records))
        twin[...] = records
        return twin

    def plain(self, records: Records) -> dict[str, Any]:
        """The first record as Python numbers and lists, for readers: some times quicker than reading the record."""
        values = records[0].item()
        return {
            name: value.tolist() if isinstance(value, np.ndarray) and value.size <= _SMALL else value
            for name, value in zip(self.dtype.names or (), values, strict=True)
        }

    @property
    def shown(self) -> tuple[Field, ...]:
        """The fields that appear in views and dumps under the newest rules."""
        return tuple(field for field in self.fields if not field.begun)

    @cached_property
    def veiled(self) -> tuple[Field, ...]:
        """The fields that not everybody sees."""
        return tuple(field for field in self.fields if field.begun or field.seen_by is not ALL)

    @cached_property
    def untidy(self) -> tuple[Field, ...]:
        """The fields with room in which something old may stand."""
        return tuple(field for field in self.fields if type(field).tidy is not Field.tidy)

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """The packs of cards whose number is kept."""
        packs: list[Pack] = []
        for field in self.fields:
            if isinstance(field, Cards | Kind | Line | Owned | Stack) and field.pack not in packs:
                packs.append(field.pack)
        return tuple(packs)

    def lying(self, record: Any, pack: Pack) -> list[int]:
        """How many cards of each kind lie in the record where their faces are written."""
        counts = [0] * len(pack.tokens)
        for field in self.fields:
            if _pack_of(field) == pack:
                for index in field.places(int(record["seats"])):
                    _count(field, record, index, counts)
        return counts

    def face_down(self, record: Any, pack: Pack, viewer: int) -> list[tuple[Cards, int, int]]:
        """The places of this pack that `viewer` does not see: (field, index, number of cards)."""
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
    """Add the cards that lie in one place; for all matches and views, so no card is looked at that is not there."""
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
