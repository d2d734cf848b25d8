"""The form of the desk: its slots with their values, the picker's cards in groups, and the examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kartentisch.web.desk import reading, telling
from kartentisch.web.desk.telling import Shown
from kartentisch.words.language import Language
from kartentisch.words.question import Desk, Question, Slot, Values
from kartentisch.words.shared import capital, colour

COLOURS = "rgbvyk"
FEW = 10
"""Up to this many cards a picker has no groups."""


@dataclass(frozen=True)
class Field:
    """A slot in the form."""

    name: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...]
    """Values with their words."""
    value: str
    when: str
    open: bool
    """It may be left open."""
    most: int


@dataclass(frozen=True)
class Kept:
    """An example on the page."""

    address: str
    shown: tuple[Shown, ...]
    word: str


@dataclass(frozen=True)
class Asked:
    """A question to choose, with its examples."""

    name: str
    label: str
    examples: tuple[Kept, ...]


def form(t: Language, game: str, desk: Desk, question: Question, values: Values) -> dict[str, Any]:
    """What the page needs to put the question together."""
    fields = [_field(t, game, slot, values) for slot in question.slots]
    return {
        "questions": examples(t, game, desk),
        "question": question.name,
        "label": t.say(question.label),
        "hint": t.say(question.hint),
        "fields": fields,
        "picker": json.dumps(_picker(t, game, desk, question), ensure_ascii=False),
    }


def _field(t: Language, game: str, slot: Slot, values: Values) -> Field:
    given = values.get(slot.name, "")
    choices = tuple((one, telling.value(t, game, slot, one)) for one in slot.values)
    value = ",".join(given) if isinstance(given, tuple) else str(given)
    default = slot.unset if slot.unset != "*" and not value else value
    return Field(
        slot.name,
        t.say(slot.label),
        slot.kind,
        choices,
        value if slot.kind in ("card", "cards") else default,
        slot.when,
        slot.unset in ("*", ""),
        slot.most,
    )


def _picker(t: Language, game: str, desk: Desk, question: Question) -> dict[str, Any]:
    """The cards of the question by colour, each with its name, and how many of it there are."""
    tokens = list(
        dict.fromkeys(one for slot in question.slots if slot.kind in ("card", "cards") for one in slot.values)
    )
    names = {one: telling.label(t, game, one) for one in tokens}
    slots = {slot.name: _compressed(slot.values, tokens) for slot in question.slots if slot.kind in ("card", "cards")}
    return {
        "game": game,
        "names": names,
        "groups": _groups(t, tokens),
        "slots": slots,
        "copies": {one: 1 if question.single else desk.pack[one] for one in tokens},
        "among": {slot.name: slot.among for slot in question.slots if slot.among},
    }


def _compressed(values: tuple[str, ...], tokens: list[str]) -> list[str] | None:
    """The cards of a slot; None for all of them."""
    return None if list(values) == tokens else list(values)


def _groups(t: Language, tokens: Iterable[str]) -> list[tuple[str, str, list[str]]]:
    """Letter, name and cards of each colour. What has no colour of its own goes with black."""
    every = list(tokens)
    if len(every) <= FEW:
        return [("", "", every)]
    found: dict[str, list[str]] = {}
    for token in every:
        found.setdefault(token[0] if token[0] in COLOURS and len(token) > 1 else "k", []).append(token)
    return [(letter, capital(colour(t, letter)), cards) for letter, cards in found.items()]


@lru_cache(100)
def examples(t: Language, game: str, desk: Desk) -> tuple[Asked, ...]:
    """All questions, each with the examples that are kept."""
    return tuple(
        Asked(question.name, t.say(question.label), tuple(_kept(t, game, desk, question)))
        for question in desk.questions
    )


def _kept(t: Language, game: str, desk: Desk, question: Question) -> Iterable[Kept]:
    for example in desk.examples:
        if example.question == question.name:
            values: Mapping[str, Any] = reading.read(question, example.given)
            link = reading.write(question, values)
            yield Kept(
                f"/ask/{game}/{question.name}?{link}",
                tuple(telling.shown(t, game, question, values)),
                telling.word(t, example.answer),
            )
