"""Replay a record, line by line."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from kartentisch.engine import states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.play import proof, texts
from kartentisch.play.checks import checked_options, checked_seats, load_state
from kartentisch.play.errors import IllegalMove, RecordError
from kartentisch.play.events import DEAL
from kartentisch.play.games import sheet
from kartentisch.play.match import Match
from kartentisch.play.proof import read_draw

_LINE = re.compile(r"(deal|0|[1-9][0-9]?): (?:(.*) \| )?([0-9a-f]{16}|[0-9a-f]{32}) \| ([0-9a-f]{16})")
_KEYS = ("game", "rules", "seats", "options")
_KNOWN = (*_KEYS, "state", *proof.KEYS, texts.KEY)


def replay(text: str) -> Match:
    """The match of a record, which is the text of `Match.record`. See docs/programs.md for its lines.

    If the record ends before its match is over, the result is the match so far, and its `over` is False. Raises
    RecordError, "line N: ...", at the first wrong line.

    >>> import kartentisch as kt
    >>> match = kt.Match(kt.games()[1], 2, seed=1)
    >>> again = kt.replay(match.record(hashed=True))
    >>> again.state_json() == match.state_json(), again.over
    (True, False)
    """
    if not isinstance(text, str):
        raise RecordError(f"line 1: a record is a text, not {type(text).__name__}")
    ((match, _, _),) = deque(follow(text), maxlen=1)
    return match


def follow(text: str) -> Iterator[tuple[Match, int, str]]:
    """Yield (match, seat, move) after each line: the seat that moved and its move, or DEAL and "" for a deal.

    Every step yields the same match object. If the match continued from a given state, that state is yielded first, as
    if it had been dealt. Raises RecordError like `replay`.
    """
    lines = texts.lines_of(text)
    match, number = _header(lines)
    if match._start is not None:
        yield match, DEAL, ""
    for place in range(number, len(lines)):
        if lines[place].startswith("draw: "):
            _draw(lines, place, number)
            continue
        try:
            _line(match, lines[place])
        except (IllegalMove, WrongLineError) as error:
            raise RecordError(f"line {place + 1}: {error}", place + 1) from error
        yield match, *match._history[-1][:2]
    if not match._history and match._start is None:
        raise RecordError(f"line {len(lines)}: the record ends before the first deal")
    texts.check(lines)


def _draw(lines: list[str], place: int, header: int) -> None:
    """Check the form of a draw. `proof.examine` checks what it says."""
    if read_draw(lines[place]) is None:
        raise RecordError(f"line {place + 1}: {lines[place][:60]!r} is no draw", place + 1)
    if not any(line.startswith("proof: ") for line in lines[:header]):
        raise RecordError(f"line {place + 1}: a draw, but the header says nothing of luck", place + 1)
    if place + 1 == len(lines) or not lines[place + 1].startswith("deal: "):
        raise RecordError(f"line {place + 2}: a deal must follow a draw", place + 2)


class WrongLineError(ValueError):
    """A line of a record is wrong. The text says why."""


def _header(lines: list[str]) -> tuple[Match, int]:
    """The match before its first deal or move, and the number of header lines, the empty line included."""
    said: dict[str, tuple[int, str]] = {}
    for place, line in enumerate(lines):
        if line == "":
            break
        key, colon, value = line.partition(": ")
        if colon and re.fullmatch(r"[a-z]{2,20}", key) and key not in (*_KNOWN, "deal", "draw"):
            raise RecordError(f"line {place + 1}: {key!r} is unknown: {texts.NEWER}", place + 1)
        if not colon or key not in _KNOWN or key in said:
            raise RecordError(f"line {place + 1}: {line[:60]!r} is no line of a header, or is there twice")
        said[key] = place + 1, value
    else:
        raise RecordError(f"line {len(lines)}: an empty line must follow the header")
    end = len(said) + 1
    if missing := [key for key in _KEYS if key not in said]:
        raise RecordError(f"line {end}: the header says nothing of: {', '.join(missing)}")
    proof.check_header(said)
    game = _at(said["game"], sheet)
    rules = _at(said["rules"], lambda value: _rules(game, value))
    seats = _at(said["seats"], lambda value: checked_seats(game, _number(value)))
    options = _at(said["options"], lambda value: checked_options(game, json.loads(value), rules))
    start = _at(said["state"], lambda value: _state(game, seats, options, value)) if "state" in said else None
    if start is not None and int(start[0]["rules"]) != rules:
        raise RecordError(f"line {said['state'][0]}: the rules of the state are not those of the header")
    return _before(game, seats, options, rules, start), end


def _at(said: tuple[int, str], read: Any) -> Any:
    try:
        return read(said[1])
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {said[0]}: {error}", said[0]) from error


def _number(text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", text):
        raise WrongLineError(f"{text[:60]!r} is no whole number")
    return int(text)


def _rules(game: Game, value: str) -> int:
    if _number(value) not in game.editions:
        raise WrongLineError(f"this record was made under rules {value} of {game.name}; here are rules {game.played}")
    return int(value)


def _state(game: Game, seats: int, options: dict[str, Any], value: str) -> Records:
    state = json.loads(value)
    records = load_state(game, state)
    if state["seats"] != seats or state["options"] != options:
        raise WrongLineError("seats and options of the state are not those of the header")
    return records


def _before(game: Game, seats: int, options: dict[str, Any], rules: int, start: Records | None) -> Match:
    """The match before its first deal, or before its first event after the truth in `start`."""
    if start is not None:
        return Match._from_records(game, game.layout.copy(start))
    match = Match.__new__(Match)
    match._set(game, game.new(seats, options, rules), None)
    return match


def _line(match: Match, line: str) -> None:
    found = _LINE.fullmatch(line)
    if found is None:
        raise WrongLineError(f"{line[:60]!r} is neither a deal nor a move with luck and digest")
    who, move, luck, digest = found.groups()
    words = tuple(int(luck[i : i + 16], 16) for i in range(0, len(luck), 16))
    fresh = not match._history and match._start is None
    if who == "deal":
        if len(words) != 2 or move is not None:
            raise WrongLineError("a deal has 32 hex digits of luck and nothing before them")
        if not fresh and (match.over or not match.round_over):
            raise WrongLineError(
                "nothing is dealt here: " + ("the match is over" if match.over else "the round is not over")
            )
        match._deal(words)
    else:
        if len(words) != 1 or move is None:
            raise WrongLineError("a move has its text and 16 hex digits of luck")
        if fresh:
            raise WrongLineError("a match begins with a deal")
        match._commit(int(who), move, words)
    if (is_now := states.digest(match._game, match._records)) != digest:
        raise WrongLineError(f"the digest is {digest}, the match gives {is_now}")
