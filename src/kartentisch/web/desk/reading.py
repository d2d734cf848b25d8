"""A question out of a link, and into one. The format is for ever: see docs/ask.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from kartentisch.words.language import say
from kartentisch.words.question import VARY, Impossible, Question, Slot, Values

MOST_TEXT = 200
"""The most characters of a value."""


def read(question: Question, given: Mapping[str, str]) -> dict[str, Any]:
    """The values of the slots that are given and count. Raises Impossible, with a sentence, for what cannot be read."""
    names = [slot.name for slot in question.slots]
    for name in given:
        if name not in names:
            raise Impossible(
                say("This question has no “{name}”. It has: {names}."), name=name[:40], names=", ".join(names)
            )
    values: dict[str, Any] = {}
    for slot in question.slots:
        text = given.get(slot.name, "").strip()
        if text and counts(slot, values):
            values[slot.name] = _value(slot, text)
    return values


def counts(slot: Slot, values: Values) -> bool:
    """Whether a slot counts, given those before it. One that hangs on an open slot does not count yet."""
    if not slot.when:
        return True
    name, _, wanted = slot.when.partition("=")
    return bool(values.get(name)) if not wanted else values.get(name) in wanted.split(",")


def _value(slot: Slot, text: str) -> str | tuple[str, ...]:
    if len(text) > MOST_TEXT:
        raise Impossible(say("“{name}” is too long: at most {n} characters are read."), name=slot.name, n=MOST_TEXT)
    if slot.kind != "cards":
        return _one(slot, text)
    values = tuple(_one(slot, part) for part in text.split(",") if part.strip())
    if len(values) > slot.most:
        raise Impossible(say("“{name}” takes at most {n} cards."), name=slot.name, n=slot.most)
    return tuple(sorted(values, key=slot.values.index))


def _one(slot: Slot, text: str) -> str:
    """One value. A plus sign that was not escaped arrives as a space."""
    value = text.strip().replace(" ", "+")
    for candidate in (value, f"+{value}"):
        if candidate in slot.values:
            return candidate
    shown = slot.values if len(slot.values) <= 22 else (*slot.values[:20], "…")
    raise Impossible(
        say("“{value}” is nothing that “{name}” can be. It can be: {allowed}."),
        value=value[:40],
        name=slot.name,
        allowed=" ".join(shown),
    )


def write(question: Question, values: Values) -> str:
    """The values as the query of a link, slots in their order: the same question always has the same link."""
    pairs = []
    for slot in question.slots:
        value = values.get(slot.name)
        if value and counts(slot, values):
            text = ",".join(value) if isinstance(value, tuple) else str(value)
            pairs.append(f"{slot.name}={quote(text, safe=',@!:')}")
    return "&".join(pairs)


def open_slots(question: Question, values: Values) -> list[Slot]:
    """The slots that count, that nothing was said about, and on which the answer may depend."""
    return [slot for slot in question.slots if slot.unset == VARY and slot.name not in values and counts(slot, values)]
