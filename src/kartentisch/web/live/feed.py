"""What a reader learns from the facts of a table: events, which `words` turns into sentences, and moving cards.

Both come from the reader's views before and after a fact, never from the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from kartentisch import words
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.engine.moves import Steps
from kartentisch.engine.views import Showing, View
from kartentisch.table.contents import Continued, Secret
from kartentisch.table.facts import Fact, comes
from kartentisch.table.table import Table
from kartentisch.web import scenes
from kartentisch.web.phrases.log import CONTINUED, LUCK_LOST, OWN, sentence
from kartentisch.web.scene import Line, Moved
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, subject

KEPT = 300
"""The number of facts whose lines are kept for each reader."""

_EVENTS = msgspec.json.Decoder(list[tuple[str, dict[str, Any]]])


class CachedView(View):
    """A view that computes its JSON once. It must not be changed. `showing`: its table, as its readers are shown it."""

    def __init__(self, showing: Showing, seat: int | None) -> None:
        super().__init__(showing.game, showing.to(seat).records, seat)
        self._showing = showing
        self._json: dict[str, Any] | None = None

    def json(self) -> dict[str, Any]:
        if self._json is None:
            self._json = self._showing.json(self)
        return self._json


class LogEntry(NamedTuple):
    """What one fact told one reader."""

    number: int
    seat: int
    """The seat that moved; -1 if it was not a move."""
    events: bytes
    """As JSON, so that a long match takes little memory."""
    own: bool = True
    """False: somebody else had the seat, or the reader was a guest, so the reader did not make the move."""


def seen_by(table: Table, reader: int, showing: Showing | None = None) -> CachedView | None:
    """What a reader sees of the table: the person of a seat, or BYSTANDER. None before the first deal.

    `showing`: that of the table. Without one, it is made and not kept, since a history has thousands of tables.
    """
    if table.records is None:
        return None
    return CachedView(showing or Showing(table.game, table.records), reader if table.reads(reader) else None)


def visible_tokens(game: Game, before: View, seat: int, steps: Steps) -> list[str | None]:
    """The tokens of a move; None for those that the reader may not know. `before`: what the reader saw."""
    mine, reader = before.seat == seat, before.viewer
    return [game.tokens[step] if mine or game.heard(before.record, seat, step, reader) else None for step in steps]


@dataclass(frozen=True, slots=True)
class Change:
    """A fact as one reader sees it."""

    game: Game
    fact: Fact
    before: CachedView | None
    """What the reader saw before it."""
    after: CachedView | None
    tokens: list[str | None]
    """The tokens of its move (see `visible_tokens`); empty if it is not a move."""


def change(fact: Fact, now: Table, before: CachedView | None, after: CachedView | None) -> Change:
    """A fact for the reader of these views. `now`: the table after it."""
    tokens = [] if before is None else visible_tokens(now.game, before, fact.seat, now.steps)
    return Change(now.game, fact, before, after, tokens)


def events(seen: Change) -> list[Event]:
    """What a fact tells its reader."""
    fact = seen.fact
    if fact.kind == "moved":
        assert seen.before is not None
        assert seen.after is not None
        return words.of(seen.game.name).tell(seen.before, seen.after, fact.seat, seen.tokens)
    if fact.kind == "dealt":
        if isinstance(fact.content, Continued):
            return [(CONTINUED, {"seat": -1, "text": ""})]
        assert seen.after is not None
        return shared.dealt(seen.after)
    if fact.kind == "secret":
        return [(LUCK_LOST, {"seat": -1, "text": ""})] if fact.content == Secret() else []
    if fact.kind in OWN:
        return [(fact.kind, {"seat": fact.seat, "text": fact.text})]
    return []


def log_entry(seen: Change) -> LogEntry:
    fact, view = seen.fact, seen.before or seen.after
    return LogEntry(
        fact.number,
        fact.seat if fact.kind == "moved" else -1,
        msgspec.json.encode(events(seen)),
        fact.kind in OWN or view is None or view.seat is not None,
    )


def moved(seen: Change) -> list[Moved]:
    """The cards that the reader sees move, and where to."""
    if seen.fact.kind != "moved" or seen.before is None or seen.after is None:
        return []
    return scenes.of(seen.game.name).moved(seen.before, seen.after, seen.fact.seat, seen.tokens)


def celebrates(seen: Change) -> bool:
    """Whether a fact is celebrated."""
    if seen.fact.kind != "moved" or seen.before is None or seen.after is None:
        return False
    return scenes.of(seen.game.name).cheers(seen.before, seen.after, seen.fact.seat, seen.tokens)


def log_entries(facts: Sequence[Fact], tables: Sequence[Table], reader: int) -> list[LogEntry]:
    """What the newest facts of a table have told a reader. `tables[k]` is the table after `facts[k]`.

    For the time before they had the seat, a person learns only what a bystander learns.
    """
    facts = facts[: len(tables)]  # another reader may be folding newer ones
    came = max((fact.number for fact in facts if fact.seat == reader and comes(fact)), default=0)
    first = max(1, len(facts) - KEPT)
    seen = [seen_by(tables[k], reader if facts[k].number >= came else BYSTANDER) for k in range(first - 1, len(facts))]
    lines: list[LogEntry] = []
    for place, fact in enumerate(facts[first:]):
        entry = log_entry(change(fact, tables[first + place], seen[place], seen[place + 1]))
        lines.append(entry if fact.number >= came else entry._replace(own=False))
    return lines


def lines(t: Language, game: str, entries: Iterable[LogEntry], names: list[str], reader: int) -> list[Line]:
    """The lines of the log for this reader."""
    found = []
    for number, seat, encoded, own in entries:
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
