"""The log of a shared pad: what each of its facts says, and the only place that reads and writes their texts.

The first fact has the kind `pad`, so a program that knows no pads leaves the whole log alone. Names are not in the log:
the text of a `named` fact has none, and the name lies with the names of the log under the number of the fact.
"""

from __future__ import annotations

from typing import Any, Final, Literal, cast

import msgspec

from kartentisch.pad.entries import Entry
from kartentisch.table.contents import Kind
from kartentisch.table.facts import Fact

PAD: Final = "pad"
"""The kind of a log, and of its first fact."""

_KINDS: dict[str, Literal["enter", "name", "undo", "end"]] = {
    "entered": "enter",
    "named": "name",
    "undone": "undo",
    "ended": "end",
}


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text of the first fact."""

    game: str
    rules: int
    """The number of the game's rules under which the pad was opened."""
    options: dict[str, Any]
    people: int
    begun: int = 0
    """When the pad was begun on a device, in milliseconds since 1970, if it was before."""


class _Text(msgspec.Struct, omit_defaults=True):
    """The text of every other fact."""

    round: int = 0
    values: dict[str, Any] = {}
    of: int = 0
    """Of `undone`: the number of the fact that no longer counts."""
    by: int = -1
    """The person whose device it came from; -1: not said."""


class UnreadablePad(Exception):  # noqa: N818 - named by what was found
    """This program cannot continue from this log. It stays as it is."""


def opening(opened: Opened, ask: str, time: int) -> Fact:
    """The first fact."""
    return Fact(1, cast("Kind", PAD), ask=ask, text=msgspec.json.encode(opened).decode(), time=time)


def read_opening(fact: Fact) -> Opened:
    """Raises UnreadablePad."""
    if str(fact.kind) != PAD:
        raise UnreadablePad(f"fact {fact.number} opens no pad")
    try:
        return msgspec.json.decode(fact.text, type=Opened)
    except msgspec.MsgspecError as error:
        raise UnreadablePad("unknown settings of a pad") from error


def written(entry: Entry, number: int, of: int, by: int, time: int) -> Fact:
    """The fact that an entry becomes. `of`: the number of the fact that it undoes, 0 for none."""
    kind = next(kind for kind, do in _KINDS.items() if do == entry.do)
    said = _Text(entry.round, dict(entry.values) if entry.do == "enter" else {}, of, by)
    text = msgspec.json.encode(said).decode()
    return Fact(number, cast("Kind", kind), entry.person, entry.id, text, time=time)


def read(fact: Fact) -> tuple[Entry, int, int]:
    """The entry of a fact without its `of`, the number of the fact that it undoes, and whose device it came from.

    Raises UnreadablePad.
    """
    kind: str = fact.kind
    try:
        said = msgspec.json.decode(fact.text, type=_Text)
        return Entry(fact.ask, _KINDS[kind], said.round, fact.seat, said.values), said.of, said.by
    except (msgspec.MsgspecError, KeyError) as error:
        raise UnreadablePad(f"fact {fact.number} is unknown") from error
