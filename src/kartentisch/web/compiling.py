"""While the rules of a game are being compiled: what pages say of it. Each game opens as soon as it is ready."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.bots.compiling import Compilation
from kartentisch.engine.game import Game
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games
from kartentisch.table.logs import UnreadableLog
from kartentisch.web.visit import page, speaks
from kartentisch.words.language import Language

WAIT = 3
"""Seconds after which a program may ask again."""


def not_ready(compilation: Compilation | None, game: str) -> Reason | None:
    """Why a game cannot be played yet; None if it can."""
    if compilation is None or compilation.ready(game):
        return None
    left = compilation.left(game)
    seconds = 0 if left is None else max(1, math.ceil(left))
    return Reason("compiling", {"name": game, "percent": int(100 * compilation.share(game)), "seconds": seconds})


async def compiled(compilation: Compilation | None) -> None:
    """Wait until nothing is left to be compiled."""
    while compilation and not compilation.done:
        await asyncio.sleep(0.5)


def only_ready(find: Callable[[str], Game], compilation: Compilation) -> Callable[[str], Game]:
    """Finds rule sheets by name as `find` does; raises UnreadableLog for one that cannot be played yet."""

    def found(name: str) -> Game:
        if reason := not_ready(compilation, name):
            raise UnreadableLog(reason.code, **reason.args)
        return find(name)

    return found


def said(t: Language, args: Mapping[str, Any]) -> str:
    """How far it is: "Getting ready: 40 %, about 20 seconds left"."""
    percent, seconds = args["percent"], args["seconds"]
    if not seconds:
        return t.say("Getting ready: {percent} %", percent=percent)
    return t.many(
        "Getting ready: {percent} %, about {n} second left",
        "Getting ready: {percent} %, about {n} seconds left",
        seconds,
        percent=percent,
    )


def answer(request: Request, reason: Reason) -> Response:
    """A page that waits and opens by itself what was asked for."""
    t, name = speaks(request), reason.args["name"]
    title = words.of(name).title if name in games() else name
    values = {"title": title, "text": said(t, reason.args), "percent": reason.args["percent"]}
    response = page(request, "compiling.html", 503, **values)
    response.headers["Retry-After"] = str(WAIT)
    return response
