"""The Solo table as it is drawn at a position."""

from __future__ import annotations

from functools import partial
from typing import Any

from kartentisch.engine import states
from kartentisch.engine.views import View, view
from kartentisch.games.solo import GAME
from kartentisch.web.scenes import Drawn, solo
from tests.games.solo_positions import position
from tests.web.support.scenes import drawing

draw = partial(drawing, solo.draw)


def at(*hands: str, seat: int | None = 0, begun: str = "", **more: Any) -> Drawn:
    """How a position is drawn for a seat."""
    return draw(seen(*hands, seat=seat, **more), begun)


def seen(*hands: str, seat: int | None = 0, **more: Any) -> View:
    """What a seat sees of a position."""
    return view(GAME, states.load(GAME, position(*hands, **more)), seat)


def tokens(drawn: Drawn) -> list[str]:
    return [step.token for step in drawn.steps]
