"""How each game is shown: a package for each game. All use the vocabulary of `web/scene.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Literal, Protocol, cast

from kartentisch.engine.homes import home
from kartentisch.engine.views import View
from kartentisch.web.orders import Look
from kartentisch.web.scene import Button, Counter, Moved, Step, Zone
from kartentisch.web.scorecard import Summary, Tally
from kartentisch.words.language import Language, once

Names = Sequence[str]
"""What each seat is called, seat 0 first."""


def look(label: str, sheet: str, cards: Sequence[str], name: Callable[[str], str], ordered: bool = True) -> Look | None:
    """An open pile, from bottom to top, that can be looked through. None if there is nothing under its top."""
    if not cards:
        return None
    faces = [f"{sheet}/{card}" for card in (reversed(cards) if ordered else cards)]
    return Look(label, faces, {f"{sheet}/{card}": name(card) for card in cards}, ordered)


@once
def backs(t: Language, name: str, seat: int, hidden: int, back: str, size: Literal["card", "small"] = "small") -> Zone:
    """The hand of somebody else, of whose cards the reader sees none."""
    label = t.say("Hand of {name}", name=name)
    return Zone(f"hand-{seat}", "fan", label, "seat", seat=seat, hidden=hidden, back=back, size=size)


def hand_of(seat: int, reader: int | None) -> str:
    """The zone of a seat's hand, for this reader."""
    return "hand" if seat == reader else f"hand-{seat}"


@dataclass
class Drawn:
    """What a game adds to a scene."""

    subtitle: str
    """A line under the title, such as the number of the round."""
    zones: list[Zone]
    """Where cards lie: on the table, in the reader's hand, at a seat."""
    columns: list[float]
    """Relative widths of the columns of the table's grid."""
    rows: int = 1
    """Rows of that grid."""
    buttons: list[Button] = field(default_factory=list)
    """The action row, the same in every scene of the game."""
    steps: list[Step] = field(default_factory=list)
    """The next steps of the reader, and how each is picked; none where the reader may not act."""
    prompt: str = ""
    """What can be done now, for those who may act."""
    lead: str = ""
    """Shown to the player in turn instead of "Your turn."."""
    sum: str = ""
    """The figures of the begun move, in large print."""
    counters: list[list[Counter]] = field(default_factory=list)
    """For each seat."""
    states: list[str] = field(default_factory=list)
    """For each seat, a note that is shown if there is nothing else to say about it."""
    picked: list[str] = field(default_factory=list)
    """The elements that the begun tokens stand for."""
    cheer: str = ""
    """The word that celebrates a move. The module's `cheers` says which moves are celebrated."""
    notice: str = ""
    """A sentence for the whole table."""
    way: Literal["", "left", "right"] = ""
    """The direction of play, where it can change."""
    next: int = -1
    """The seat that comes after the player to move, where the direction can change; -1: nobody, or it is clear."""
    summary: Summary | None = None
    """How things stand."""
    lines: list[Tally] = field(default_factory=list)
    """How the points of the round came about, with values by seat."""
    limit: int = 0
    """The total above which the match ends; 0: it ends in another way."""


@dataclass(frozen=True)
class What:
    """What something at a table is, for somebody who asks."""

    element: str
    """The element ids that it is about, as a regular expression for the whole id."""
    says: str
    """What it is, in one or two short sentences."""
    paragraph: str
    """The paragraph of the game's rules that tells more."""


class SceneModule(Protocol):
    """The interface of every package `web/scenes/<game>`."""

    emblem: tuple[str, ...]
    """Three faces that stand for the game, `<sheet>/<symbol>`."""

    def draw(self, view: View, t: Language, names: Names, begun: str = "") -> Drawn:
        """The table as the reader of this view sees it. `begun`: the first tokens of the reader's begun move."""

    def moved(self, before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
        """Which cards went where when `seat` moved, for the reader of these views."""

    def cheers(self, before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
        """Whether the reader of these views sees this move celebrated."""

    def move_for(self, view: View, path: Sequence[str]) -> str | None:
        """The move that the picked elements seem to mean, or None. The elements of a begun move come first."""


Hem = Literal["", "slant", "star", "sweep", "snout"]
"""The motifs of a tablecloth's hem; "" for none."""


def hem(game_name: str) -> Hem:
    """The motif of the hem of a game's tablecloth, `hem` in its package; "" without one."""
    return getattr(of(game_name), "hem", "")


def what(game_name: str, element: str) -> What | None:
    """What an element of a game is. None if its scenes do not say: `WHAT` of a package may be missing."""
    known: tuple[What, ...] = getattr(of(game_name), "WHAT", ())
    return next((one for one in known if re.fullmatch(one.element, element)), None)


def of(game_name: str) -> SceneModule:
    """The scenes of a game. Raises ValueError if there are none."""
    return _of(game_name, home("scenes", game_name, __name__))


@cache
def _of(game_name: str, module: str) -> SceneModule:
    if not game_name.isidentifier():
        raise ValueError(f"{game_name!r} is no name of a game")
    try:
        return cast(SceneModule, import_module(module))
    except ModuleNotFoundError as error:
        raise ValueError(f"there are no scenes for {game_name!r}") from error
