"""What a reader learns of the facts of a table: events as words know them, and which cards went where.

Made from the reader's views before and after, never from the truth; sentences are made of them when they are sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from kartentisch import words
from kartentisch.engine import moves
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.engine.views import View
from kartentisch.table.facts import Fact, given
from kartentisch.table.table import Table
from kartentisch.web import scenes
from kartentisch.web.phrases.log import OWN, sentence
from kartentisch.web.scene import Line, Moved
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, subject

KEPT = 300
"""Facts whose lines are kept for readers."""

_EVENTS = msgspec.json.Decoder(list[tuple[str, dict[str, Any]]])


class CachedView(View):
    """A view whose JSON is made once; nobody changes it."""

    _json: dict[str, Any] | None = None

    def json(self) -> dict[str, Any]:
        if self._json is None:
            self._json = super().json()
        return self._json


class LogEntry(NamedTuple):
    """What one fact told one reader."""

    number: int
    seat: int
    """Who moved; -1: it was no move."""
    events: bytes
    """JSON, so that a long match takes little room."""
    own: bool = True
    """False: the seat was another's, or its person a guest. What it did then was not done by the reader."""


def seen_by(table: Table, reader: int) -> CachedView | None:
    """What a reader (the person of a seat, or BYSTANDER) sees of the table."""
    seen = table.view(reader if table.reads(reader) else None)
    return None if seen is None else CachedView(seen.game, seen.records, seen.seat)


def heard(game: Game, before: View, seat: int, text: str) -> list[str | None]:
    """The steps of a move as far as a reader may know them. `before`: what the reader saw."""
    steps = moves.read(game, text)
    assert isinstance(steps, tuple)
    mine, reader = before.seat == seat, before.viewer
    return [game.tokens[step] if mine or game.heard(before.record, seat, step, reader) else None for step in steps]


def events(game: Game, fact: Fact, before: CachedView | None, after: CachedView | None) -> list[Event]:
    """What a fact tells the reader of these views."""
    if fact.kind == "moved":
        assert before is not None
        assert after is not None
        return words.of(game.name).tell(before, after, fact.seat, heard(game, before, fact.seat, fact.text))
    if given(fact):
        return [("given", {"seat": -1, "text": ""})]
    if fact.kind == "dealt":
        assert after is not None
        return shared.dealt(after)
    if fact.kind in OWN:
        return [(fact.kind, {"seat": fact.seat, "text": fact.text})]
    return []


def told(game: Game, fact: Fact, before: CachedView | None, after: CachedView | None) -> LogEntry:
    seen = before or after
    return LogEntry(
        fact.number,
        fact.seat if fact.kind == "moved" else -1,
        msgspec.json.encode(events(game, fact, before, after)),
        fact.kind in OWN or seen is None or seen.seat is not None,
    )


def moved(game: Game, fact: Fact, before: CachedView | None, after: CachedView | None) -> list[Moved]:
    """Which cards went where, for the reader of these views."""
    if fact.kind != "moved" or before is None or after is None:
        return []
    tokens = heard(game, before, fact.seat, fact.text)
    return scenes.of(game.name).moved(before, after, fact.seat, tokens)


def cheers(game: Game, fact: Fact, before: CachedView | None, after: CachedView | None) -> bool:
    """Whether a fact is celebrated."""
    if fact.kind != "moved" or before is None or after is None:
        return False
    tokens = heard(game, before, fact.seat, fact.text)
    return scenes.of(game.name).cheers(before, after, fact.seat, tokens)


def history(game: Game, facts: Sequence[Fact], tables: Sequence[Table], reader: int) -> list[LogEntry]:
    """What the facts of a table so far have told a reader; the last ones of a long log. `tables[k]`: after `facts[k]`.

    What happened before a person had the seat is told as to a bystander.
    """
    facts = facts[: len(tables)]  # somebody else may be folding newer ones
    came = max((fact.number for fact in facts if fact.seat == reader and comes(fact)), default=0)
    first = max(1, len(facts) - KEPT)
    seen = [seen_by(tables[k], reader if facts[k].number >= came else BYSTANDER) for k in range(first - 1, len(facts))]
    lines: list[LogEntry] = []
    for place, fact in enumerate(facts[first:]):
        told_now = told(game, fact, seen[place], seen[place + 1])
        lines.append(told_now if fact.number >= came else told_now._replace(own=False))
    return lines


def comes(fact: Fact) -> bool:
    """Whether the seat has another person from this fact on."""
    return fact.kind == "sat" or (fact.kind == "handed" and fact.text.startswith("given"))


def lines(t: Language, game: str, told: Iterable[LogEntry], names: list[str], reader: int) -> list[Line]:
    """The log as this reader reads it."""
    found = []
    for number, seat, encoded, own in told:
        for code, args in _EVENTS.decode(encoded):
            you = reader if own and reader != BYSTANDER else None
            text = sentence(t, game, (code, args), names, you)
            if not text:
                continue
            about = args.get("seat", -1)
            name = subject(t, about, names, you) if 0 <= about < len(names) else ""
            bold = name if name and text.startswith(name) else ""
            done_to_you = own and 0 <= reader != seat >= 0 and reader in (about, args.get("to"))
            mover = seat if own or seat != reader else -1
            found.append(Line(number, text, mover, bold, done_to_you))
    return found
