"""A shared pad as a value: folded from its facts, and what is decided about asks. No I/O, no clock."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from kartentisch.engine.reasons import Reason
from kartentisch.pad import log
from kartentisch.pad.entries import Entry
from kartentisch.pad.log import Opened
from kartentisch.pad.reading import NOBODY
from kartentisch.table.facts import Fact
from kartentisch.words.sheet import Cell, Sheet

MOST_ENTRIES = 3_000
"""Entries of a pad, undos too."""
MOST_ROUNDS = 200
_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


class Line(NamedTuple):
    """An entry as the log of the pad has it."""

    number: int
    entry: Entry
    """Its `of` is the id of the entry that it undoes."""
    by: int
    time: int


@dataclass(frozen=True)
class Pad:
    opened: Opened
    sheet: Sheet
    lines: tuple[Line, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The number of the fact that answered an ask, by its id."""
    newest: int = 1
    time: int = 0
    """When its newest fact was written."""

    @property
    def entries(self) -> list[Entry]:
        return [line.entry for line in self.lines]


class Verdict(NamedTuple):
    """Facts to append, the pad after them, and why the first entry that is refused is refused."""

    facts: list[Fact]
    pad: Pad
    reason: Reason | None = None


def opened(sheet: Sheet, fact: Fact) -> Pad:
    """The pad of its first fact. Raises UnreadablePad."""
    return Pad(log.read_opening(fact), sheet, numbers={fact.ask: 1}, time=fact.time)


def after(pad: Pad, fact: Fact) -> Pad:
    """The pad after one more fact. Raises UnreadablePad if it does not fit the facts before it."""
    entry, of, by = log.read(fact)
    if fact.number != pad.newest + 1 or (entry.do == "undo") != bool(of):
        raise log.UnreadablePad(f"fact {fact.number} does not fit")
    if of:
        undone = next((line.entry.id for line in pad.lines if line.number == of), None)
        if undone is None:
            raise log.UnreadablePad(f"fact {fact.number} undoes nothing")
        entry = replace(entry, of=undone)
    return replace(
        pad,
        lines=(*pad.lines, Line(fact.number, entry, by, fact.time)),
        numbers={**pad.numbers, fact.ask: fact.number},
        newest=fact.number,
        time=fact.time,
    )


def folded(sheet: Sheet, facts: Sequence[Fact]) -> Pad:
    """The pad that these facts give. Raises UnreadablePad."""
    pad = opened(sheet, facts[0])
    for fact in facts[1:]:
        pad = after(pad, fact)
    return pad


def decide(pad: Pad, entries: Sequence[tuple[Entry, int]], now: int) -> Verdict:
    """What becomes of entries, each with whose device it came from. One that is in the log already does nothing.

    All of them come in, or none.
    """
    facts, new = list[Fact](), pad
    for entry, by in entries:
        if (number := new.numbers.get(entry.id)) is not None:
            if number > pad.newest or number == 1 or not _same(new, number, entry):
                return Verdict([], pad, Reason("id_used"))
            continue
        if (why := refusal(new, entry)) or (why := _bad_person("by", by, new)):
            return Verdict([], pad, why)
        of = new.numbers[entry.of] if entry.do == "undo" else 0
        fact = log.written(entry, new.newest + 1, of, by, max(now, pad.time))
        facts.append(fact)
        new = after(new, fact)
    return Verdict(facts, new)


def _same(pad: Pad, number: int, entry: Entry) -> bool:
    """Whether this entry has become that fact. Names are not compared: the log has none."""
    known = pad.lines[number - 2].entry
    return (known.do, known.round, known.person, known.of) == (entry.do, entry.round, entry.person, entry.of) and (
        entry.do != "enter" or known.values == entry.values
    )


# ---- Refusals --------------------------------------------------------------------------------------------------------


def refusal(pad: Pad, entry: Entry) -> Reason | None:
    """Why an entry is refused; None if it is not."""
    if not _ID.fullmatch(entry.id):
        return Reason("id_bad")
    if len(pad.lines) >= MOST_ENTRIES:
        return Reason("pad_full", {"n": MOST_ENTRIES})
    match entry.do:
        case "end":
            return None
        case "undo":
            known = pad.numbers.get(entry.of, 1) > 1
            return None if known else Reason("pad_nothing", {"value": entry.of[:40]})
        case "name":
            return _bad_person("person", entry.person, pad, least=0)
        case "enter":
            return _bad_values(pad, entry)


def _bad_values(pad: Pad, entry: Entry) -> Reason | None:
    if not _whole(entry.round, 1, MOST_ROUNDS):
        return Reason("pad_round", {"value": entry.round, "high": MOST_ROUNDS})
    if why := _bad_person("person", entry.person, pad):
        return why
    if not entry.values:
        return Reason("pad_empty")
    for name, value in entry.values.items():
        if (cell := pad.sheet.cell.get(name)) is None:
            return Reason("pad_cell", {"value": name, "allowed": ", ".join(pad.sheet.cell)})
        if why := _bad_value(pad, cell, entry.person, value):
            return why
    return None


def _bad_value(pad: Pad, cell: Cell, person: int, value: Any) -> Reason | None:
    """Why a value cannot stand in a cell."""
    people = pad.opened.people
    if not cell.personal:
        low, high = (NOBODY, people - 1) if cell.kind == "one" else (0, 1)
        return None if _whole(value, low, high) else _bad(cell, value, f"{low}-{high}")
    if person != NOBODY:
        return _bad_own(cell, value)
    if not isinstance(value, Mapping) or not value:
        return _bad(cell, value, f"0-{people - 1}")
    for one, own in value.items():
        if one not in map(str, range(people)):
            return _bad(cell, one, f"0-{people - 1}")
        if why := _bad_own(cell, own):
            return why
    return None


def _bad_own(cell: Cell, value: Any) -> Reason | None:
    """Why a value of one person cannot stand in a cell."""
    if cell.kind == "steps":
        return None if _whole(value, 0, cell.high) else _bad(cell, value, f"0-{cell.high}")
    if not isinstance(value, Mapping):
        return _bad(cell, value, ", ".join(key.name for key in cell.keys))
    numbers = {key.name: key.number for key in cell.keys}
    for name, n in value.items():
        if name not in numbers:
            return Reason("pad_card", {"value": name, "allowed": ", ".join(numbers)})
        if not _whole(n, 0, numbers[name]):
            return Reason("pad_cards", {"card": name, "value": n, "high": numbers[name]})
    return None


def _bad(cell: Cell, value: Any, allowed: str) -> Reason:
    return Reason("pad_value", {"cell": cell.name, "value": value, "allowed": allowed})


def _bad_person(what: str, person: Any, pad: Pad, least: int = NOBODY) -> Reason | None:
    high = pad.opened.people - 1
    return None if _whole(person, least, high) else Reason("pad_person", {"value": person, "low": least, "high": high})


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
