"""Entries of a pad, and which of them are in force: nothing is ever removed, an undo is an entry too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kartentisch.pad.reading import NOBODY, Place, Value
from kartentisch.words.sheet import Sheet


@dataclass(frozen=True)
class Entry:
    id: str
    do: Literal["enter", "name", "undo", "end"]
    round: int = 0
    """Of `enter`: from 1."""
    person: int = NOBODY
    """Of `enter` and `name`; NOBODY for values of the whole round."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Of `enter`: values by cell; for a personal cell of the whole round, values by person. Of `name`: the name."""
    of: str = ""
    """Of `undo`: the id of the entry that no longer counts. It may be an undo itself."""


def in_force(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that nothing has undone, in their order, without the undos themselves."""
    undone: set[str] = set()
    left = []
    for entry in reversed(entries):  # only a later entry undoes one
        if entry.id in undone:
            continue
        if entry.do == "undo":
            undone.add(entry.of)
        else:
            left.append(entry)
    return left[::-1]


def values_of(sheet: Sheet, entries: Sequence[Entry]) -> dict[Place, Value]:
    """The values that these entries give; a later one replaces an earlier one of the same place."""
    return {place: value for entry in in_force(entries) for place, value in placed(sheet, entry)}


def placed(sheet: Sheet, entry: Entry) -> Iterator[tuple[Place, Value]]:
    """Each value of an entry with its place. A cell that the sheet does not have is left out."""
    for name, value in entry.values.items() if entry.do == "enter" else ():
        if (cell := sheet.cell.get(name)) is None:
            continue
        if not cell.personal:
            yield (entry.round, name, NOBODY), value
        elif entry.person != NOBODY:
            yield (entry.round, name, entry.person), value
        else:
            for person, one in value.items():
                yield (entry.round, name, int(person)), one


def ended(entries: Sequence[Entry]) -> bool:
    """Whether somebody has ended the match before it was over."""
    return any(entry.do == "end" for entry in in_force(entries))
