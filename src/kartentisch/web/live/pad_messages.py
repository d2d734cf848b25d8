"""The messages of a shared pad. All but these two are those of a table: see `web/wire.py`."""

from __future__ import annotations

from typing import Any

import msgspec

from kartentisch.engine.reasons import Reason
from kartentisch.pad.entries import Entry
from kartentisch.pad.pad import Line
from kartentisch.web.live.pads import Given
from kartentisch.web.live.people import checked_name


class EntryDown(msgspec.Struct, omit_defaults=True):
    """An entry of the pad's log."""

    n: int
    """The number of its fact."""
    id: str
    do: str
    round: int = 0
    person: int = -1
    values: dict[str, Any] = {}
    of: str = ""
    by: int = -1
    """The person whose device it came from; -1: not said."""
    at: int = 0


class PadDown(msgspec.Struct, tag="pad", tag_field="t"):
    """What was entered since the last message."""

    entries: list[EntryDown]


class EntryUp(msgspec.Struct):
    """An entry as a device sends it."""

    id: str
    do: str
    round: int = 0
    person: int = -1
    values: dict[str, Any] = {}
    of: str = ""
    by: int = -1


def down(line: Line, name: str) -> EntryDown:
    entry = line.entry
    values = {"name": name} if entry.do == "name" else dict(entry.values)
    return EntryDown(line.number, entry.id, entry.do, entry.round, entry.person, values, entry.of, line.by, line.time)


def given(up: EntryUp) -> Given | Reason:
    """A sent entry, or why it is none."""
    match up.do:
        case "enter":
            return Given(Entry(up.id, "enter", up.round, up.person, up.values), by=up.by)
        case "name":
            name = checked_name(up.values.get("name"))
            return name if isinstance(name, Reason) else Given(Entry(up.id, "name", person=up.person), name, up.by)
        case "undo":
            return Given(Entry(up.id, "undo", of=up.of), by=up.by)
        case "end":
            return Given(Entry(up.id, "end"), by=up.by)
        case _:
            return Reason("pad_do", {"do": up.do[:20]})
