"""Waiting for the rules to be compiled: each game can be played as soon as it is ready."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from kartentisch.bots.compiling import Compilation
from kartentisch.engine.game import Game
from kartentisch.engine.reasons import Reason
from kartentisch.table.logs import UnreadableLog


def not_ready(compilation: Compilation | None, game: str) -> Reason | None:
    """Why a game cannot be played yet; None if it can."""
    if compilation is None or compilation.ready(game):
        return None
    left = compilation.left(game)
    seconds = 0 if left is None else max(1, math.ceil(left))
    return Reason("compiling", {"name": game, "percent": int(100 * compilation.share(game)), "seconds": seconds})


async def compiled(compilation: Compilation | None) -> None:
    """Wait until everything is compiled."""
    while compilation and not compilation.done:
        await asyncio.sleep(0.5)


def only_ready(find: Callable[[str], Game], compilation: Compilation) -> Callable[[str], Game]:
    """A function like `find` that raises UnreadableLog for a game that cannot be played yet."""

    def found(name: str) -> Game:
        if reason := not_ready(compilation, name):
            raise UnreadableLog(reason.code, **reason.args)
        return find(name)

    return found
