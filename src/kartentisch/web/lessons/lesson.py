"""What a lesson is made of: a script of moments over a real table.

All names in it are the game's own: zones, faces and buttons of its scene, tokens of its moves, codes of its refusals.
A text may print words in bold, between asterisks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

LEARNER = 0
"""The seat of the person who learns."""
FIGURES = ("teapot", "salt")
"""The kitchen figures at the other seats, in their order."""

# ---- Anchors: what a note is about ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class In:
    """A card that lies open in a zone."""

    zone: str
    face: str


@dataclass(frozen=True)
class Pile:
    """A whole zone."""

    zone: str


@dataclass(frozen=True)
class Space:
    """A space of a ring."""

    zone: str
    space: int


@dataclass(frozen=True)
class Press:
    """A button of the action row."""

    name: str


@dataclass(frozen=True)
class At:
    """The figure of a seat."""

    seat: int


Anchor = In | Pile | Space | Press | At


def element(anchor: Anchor) -> str:
    """The element of a scene that an anchor stands for (see `web.scene`)."""
    match anchor:
        case In(zone, face):
            return f"{zone}/{face}"
        case Pile(zone):
            return zone
        case Space(zone, space):
            return f"{zone}:{space}"
        case Press(name):
            return f"button:{name}"
        case At(seat):
            return f"seat:{seat}"


# ---- Script ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reply:
    """A move of a kitchen figure. `gives`: what its luck must bring (see `Moment.gives`)."""

    seat: int
    move: str
    gives: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Moment:
    """One thing to try."""

    id: str
    """Stable: the progress of a learner is kept by it."""
    say: str
    """The note, at most 25 words in each language."""
    do: str
    """What to do, as a short sentence for the prompt."""
    at: tuple[Anchor, ...]
    """What the note is about."""
    why: str
    """The paragraph of the rules behind it."""
    done: tuple[str, ...] = ()
    """The moves that count, as patterns: `*` stands for any text. Empty: there is nothing to do but to go on."""
    show: str = ""
    """The move that "Show me" plays, one that counts."""
    gives: Mapping[str, Any] = field(default_factory=dict)
    """What the luck of the learner's move must bring: parts of the truth after it, by their path (`hands.0`). A list
    must be in it, in any order; anything else must be equal."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """A kind word for a wrong try, by the code of the refusal, or for an allowed move that is not meant, by its
    pattern. "" is for every other refusal."""
    then: tuple[Reply, ...] = ()
    """What the kitchen figures do next."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """What is changed in the truth before this moment, to jump to a later situation."""


@dataclass(frozen=True)
class Taught:
    """Something that the lesson teaches: its name, the moment where, and patterns of moves that are played there."""

    name: str
    moment: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Left:
    """Something that the lesson leaves out, with its paragraph."""

    name: str
    paragraph: str


@dataclass(frozen=True)
class Lesson:
    game: str
    start: Mapping[str, Any]
    """The truth at the beginning, as `Match.state_json` returns it."""
    moments: tuple[Moment, ...]
    teaches: tuple[Taught, ...]
    leaves_out: tuple[Left, ...]

    def place(self, moment_id: str) -> int | None:
        """The place of a moment; None if the lesson has no such moment."""
        return next((place for place, one in enumerate(self.moments) if one.id == moment_id), None)


# ---- Patterns -------------------------------------------------------------------------------------------------------


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")))


def fits(pattern: str, move: str) -> bool:
    """Whether a move has the form of a pattern."""
    return _compiled(pattern).fullmatch(" ".join(move.split())) is not None


def holds(state: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a truth has all these parts."""
    return all(_has(_at(state, path), value) for path, value in wanted.items())


def _at(state: Any, path: str) -> Any:
    for name in path.split("."):
        state = state[int(name)] if isinstance(state, list) else state[name]
    return state


def _has(found: Any, value: Any) -> bool:
    if not isinstance(value, list | tuple):
        return bool(found == value)
    left = list(found)
    for one in value:
        if one not in left:
            return False
        left.remove(one)
    return True
