"""What a reader learns of the facts of a table: events as words know them, and which cards went where.

Made from the reader's views before and after, never from the truth; sentences are made of them when they are sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from kartentisch import words
from kartentisch.engine import moves
from kartentisch.engine.game import Game
from kartentisch.engine.views import View
from kartentisch.table.facts import Fact, given
from kartentisch.table.table import Table
from kartentisch.web import clockwords, scenes
from kartentisch.web.keeping import why_closed
from kartentisch.web.scene import Line, Moved
from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Event, subject

BYSTANDER = -1
KEPT = 300
"""Facts whose lines are kept for readers."""

_OWN = ("sat", "left", "handed", "paused", "pace", "watchers", "hinted", "again", "closed")
_EVENTS = msgspec.json.Decoder(list[tuple[str, dict[str, Any]]])


class Kept(View):
    """A view whose JSON is made once; nobody changes it."""

    _json: dict[str, Any] | None = None

    def json(self) -> dict[str, Any]:
        if self._json is None:
            self._json = super().json()
        return self._json


class Told(NamedTuple):
    """What one fact told one reader."""

    number: int
    seat: int
    """Who moved; -1: it was no move."""
    events: bytes
    """JSON, so that a long match takes little room."""
    own: bool = True
    """False: the seat was another's, or its person a guest. What it did then was not done by the reader."""


def seen_by(table: Table, reader: int) -> Kept | None:
    """What a reader (the person of a seat, or BYSTANDER) sees of the table."""
    seen = table.view(reader if table.reads(reader) else None)
    return None if seen is None else Kept(seen.game, seen.records, seen.seat)


def heard(game: Game, before: View, seat: int, text: str) -> list[str | None]:
    """The steps of a move as far as a reader may know them. `before`: what the reader saw."""
    steps = moves.read(game, text)
    assert isinstance(steps, tuple)
    mine, reader = before.seat == seat, before.viewer
    return [game.tokens[step] if mine or game.heard(before.record, seat, step, reader) else None for step in steps]


def events(game: Game, fact: Fact, before: Kept | None, after: Kept | None) -> list[Event]:
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
    if fact.kind in _OWN:
        return [(fact.kind, {"seat": fact.seat, "text": fact.text})]
    return []


def told(game: Game, fact: Fact, before: Kept | None, after: Kept | None) -> Told:
    seen = before or after
    return Told(
        fact.number,
        fact.seat if fact.kind == "moved" else -1,
        msgspec.json.encode(events(game, fact, before, after)),
        fact.kind in _OWN or seen is None or seen.seat is not None,
    )


def moved(game: Game, fact: Fact, before: Kept | None, after: Kept | None) -> list[Moved]:
    """Which cards went where, for the reader of these views."""
    if fact.kind != "moved" or before is None or after is None:
        return []
    tokens = heard(game, before, fact.seat, fact.text)
    return scenes.of(game.name).moved(before, after, fact.seat, tokens)


def cheers(game: Game, fact: Fact, before: Kept | None, after: Kept | None) -> bool:
    """Whether a fact is celebrated."""
    if fact.kind != "moved" or before is None or after is None:
        return False
    tokens = heard(game, before, fact.seat, fact.text)
    return scenes.of(game.name).cheers(before, after, fact.seat, tokens)


def history(game: Game, facts: Sequence[Fact], tables: Sequence[Table], reader: int) -> list[Told]:
    """What the facts of a table so far have told a reader; the last ones of a long log. `tables[k]`: after `facts[k]`.

    What happened before a person had the seat is told as to a bystander.
    """
    facts = facts[: len(tables)]  # somebody else may be folding newer ones
    came = max((fact.number for fact in facts if fact.seat == reader and comes(fact)), default=0)
    first = max(1, len(facts) - KEPT)
    seen = [seen_by(tables[k], reader if facts[k].number >= came else BYSTANDER) for k in range(first - 1, len(facts))]
    lines: list[Told] = []
    for place, fact in enumerate(facts[first:]):
        told_now = told(game, fact, seen[place], seen[place + 1])
        lines.append(told_now if fact.number >= came else told_now._replace(own=False))
    return lines


def comes(fact: Fact) -> bool:
    """Whether the seat has another person from this fact on."""
    return fact.kind == "sat" or (fact.kind == "handed" and fact.text.startswith("given"))


def lines(t: Language, game: str, told: Iterable[Told], names: list[str], reader: int) -> list[Line]:
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


def sentence(t: Language, game: str, event: Event, names: list[str], reader: int | None) -> str:
    """An event in words; empty if there is nothing to say about it."""
    code, args = event
    if code == "given":
        return t.say("It goes on from a moment of another match. What could not be seen there was dealt anew.")
    if code not in _OWN:
        return words.of(game).sentence(t, event, names, reader)
    seat, text = args["seat"], args["text"]
    you, name = seat == reader, names[seat] if 0 <= seat < len(names) else ""
    if code == "sat":
        return _sits(t, text, you, name)
    if code == "left":
        return _left(t, text, name)
    if code == "handed":
        return _handed(t, text, seat, you, name, reader)
    if code == "paused":
        if text == "on":
            return t.say("You have paused the match.") if you else t.say("{name} has paused the match.", name=name)
        return t.say("The match goes on.")
    if code == "hinted":
        return t.say("You ask for a hint.") if you else t.say("{name} asks for a hint.", name=name)
    if code == "watchers":
        return _watchers(t, text)
    if code == "again":
        return t.say("It goes on at a new table.")
    if code == "closed":
        return f"{t.say('The table was closed.')} {why_closed(t, text)}"
    if code == "pace" and text == "more":
        return t.say("You have one more minute.") if you else t.say("{name} has one more minute.", name=name)
    if code == "pace" and text.startswith("clock "):
        return clockwords.changed(t, text)
    return ""


def _sits(t: Language, text: str, you: bool, name: str) -> str:
    if text == "program":
        return t.say("A program sits down: {name}.", name=name)
    if text == "late program":
        return t.say("A program sits down and plays from the next round on: {name}.", name=name)
    if text == "late":
        return t.say("You sit down.") if you else t.say("{name} sits down and plays from the next round on.", name=name)
    return t.say("You sit down.") if you else t.say("{name} sits down.", name=name)


def _left(t: Language, text: str, name: str) -> str:
    """By the time this is read, the seat has another name."""
    match text.partition(" "):
        case ("removed", _, ""):
            return t.say("The host has cleared a seat.")
        case ("removed", _, _):
            return t.say("The host has cleared a seat; {name} plays on.", name=name)
        case ("", _, _):
            return t.say("Somebody has left the table.")
        case _:
            return t.say("Somebody has left; {name} plays on.", name=name)


def _watchers(t: Language, text: str) -> str:
    if text == "nobody":
        return t.say("From now on nobody may watch.")
    return t.say("Everybody may watch now.") if text == "anyone" else t.say("Whoever has the link may watch now.")


def _handed(t: Language, text: str, seat: int, you: bool, name: str, reader: int | None) -> str:
    what, _, rest = text.partition(" ")
    who = rest.rpartition("by ")[2]
    if what in ("bot", "back") and who.isdigit() and int(who) != seat:
        return _by_host(t, what, you, name, int(who) == reader)
    match what:
        case "host":
            return t.say("You are the host now.") if you else t.say("{name} is the host now.", name=name)
        case "back":
            return t.say("You play yourself again.") if you else t.say("{name} plays again.", name=name)
        case "once":
            if you:
                return t.say("Your time is up: a bot plays this move for you.")
            return t.say("The time of {name} is up: a bot plays this move.", name=name)
        case "zero":
            if you:
                return t.say("Your time is up: a bot plays for you until you take your seat back.")
            return t.say("The time of {name} is up: a bot takes over.", name=name)
        case "in":
            return t.say("You play now.") if you else t.say("{name} plays from now on.", name=name)
        case "given":
            if you:
                return t.say("This seat is yours now.")
            return t.say("The host has given a seat to somebody else: {name}.", name=name)
    if rest.endswith(" away"):
        if you:
            return t.say("You were away for a minute: a bot plays for you.")
        return t.say("{name} has been away for a minute: a bot takes over.", name=name)
    if who.isdigit():
        return t.say("You let a bot play for you.") if you else t.say("{name} lets a bot play.", name=name)
    return t.say("A bot plays for you.") if you else t.say("A bot takes over: {name}.", name=name)


def _by_host(t: Language, what: str, you: bool, name: str, yours: bool) -> str:
    """The host has put a bot on somebody's seat, or lets its person play again. `yours`: the reader did."""
    if what == "bot":
        if yours:
            return t.say("You let a bot play for {name}.", name=name)
        return (
            t.say("The host lets a bot play for {name}.", name=name)
            if not you
            else t.say("The host lets a bot play for you.")
        )
    if yours:
        return t.say("You let {name} play again.", name=name)
    return t.say("The host lets you play again.") if you else t.say("The host lets {name} play again.", name=name)
