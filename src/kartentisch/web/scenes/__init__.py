"""How each game is shown: one module a game, all speaking the vocabulary of `web/scene.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from kartentisch.engine.homes import home
from kartentisch.engine.views import View
from kartentisch.web.orders import Look
from kartentisch.web.scene import Button, Counter, Moved, Step, Zone
from kartentisch.web.scorecard import Tally
from kartentisch.words.language import Language

Names = Sequence[str]


def look(label: str, sheet: str, cards: Sequence[str], name: Callable[[str], str], ordered: bool = True) -> Look | None:
    """An open pile, from bottom to top, as something to look through; None where there is nothing under its top."""
    if not cards:
        return None
    faces = [f"{sheet}/{card}" for card in (reversed(cards) if ordered else cards)]
    return Look(label, faces, {f"{sheet}/{card}": name(card) for card in cards}, ordered)


@dataclass
class Drawn:
    """What a game adds to a scene."""

    subtitle: str
    zones: list[Zone]
    columns: list[float]
    rows: int = 1
    buttons: list[Button] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    prompt: str = ""
    """What can be done now, for whoever may act."""
    lead: str = ""
    """Said to the one in turn instead of "Your turn."."""
    sum: str = ""
    """Figures of the begun move, printed large."""
    counters: list[list[Counter]] = field(default_factory=list)
    """For each seat."""
    states: list[str] = field(default_factory=list)
    """For each seat what there is to say about it, if there is nothing else."""
    picked: list[str] = field(default_factory=list)
    """Elements that the begun tokens stand for."""
    cheer: str = ""
    """The word with which moves are celebrated of which the module's `cheers` says so."""
    notice: str = ""
    """A sentence for the whole table."""
    lines: list[Tally] = field(default_factory=list)
    """How the points of the round came about, the values by seat."""
    limit: int = 0
    """The total above which the match ends; 0: it ends otherwise."""


class SceneModule(Protocol):
    """What every module `web/scenes/<game>.py` offers."""

    emblem: tuple[str, ...]
    """Three faces that stand for the game, `<sheet>/<symbol>`."""

    def draw(self, view: View, t: Language, names: Names, begun: str = "") -> Drawn:
        """The table as the reader of this view sees it; `begun`: first tokens of the reader's begun move."""

    def moved(self, before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
        """Which cards went where when `seat` moved, for the reader of these views."""

    def cheers(self, before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
        """Whether the reader of these views sees this move celebrated."""

    def move_for(self, view: View, path: Sequence[str]) -> str | None:
        """The move that somebody seems to want who has picked these elements, those of a begun move first; None if
        there is none.
        """


def of(game_name: str) -> SceneModule:
    """The scenes of a game; raises ValueError where there are none."""
    return _of(game_name, home("scenes", game_name, __name__))


@cache
def _of(game_name: str, module: str) -> SceneModule:
    if not game_name.isidentifier():
        raise ValueError(f"{game_name!r} is no name of a game")
    try:
        return cast(SceneModule, import_module(module))
    except ModuleNotFoundError as error:
        raise ValueError(f"there are no scenes for {game_name!r}") from error
