"""The score pad of a game, for people with real cards. The page holds its sheet, so it works without the server."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.engine.options import Choice, Count, Option, Switch
from kartentisch.play.games import games, sheet
from kartentisch.web.live.people import FIGURES
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.pages.texts import texts
from kartentisch.words.language import Language
from kartentisch.words.sheet import Sheet, as_json


async def show(context: AppContext, request: Request) -> Response:
    """The page of a game's pad, or of a shared pad: its address has the pad's id in place of a game."""
    game = request.path_params["game"]
    if game not in games():
        return await _shared(context, request, game)
    t, score = language_of(request), sheet_of(game)
    about = preview(
        context.public_address,
        t.say("{game}: score pad", game=words.of(game).title),
        words.of(game).goal(t),
        f"/pad/{game}",
    )
    return page(request, game, score, about)


async def _shared(context: AppContext, request: Request, pad_id: str) -> Response:
    """The page of a shared pad: it gets the entries by its connection."""
    room = await context.pads.get(pad_id)
    if room is None:
        if (why := await context.pads.why_not(pad_id)).code == "pad_gone":
            raise PageError(410, why.code)
        raise PageError(404, "pad_or_game", value=pad_id[:40], allowed=", ".join(games()))
    opened = room.pad.opened
    settings = {"id": pad_id, "options": opened.options, "people": opened.people, "at": opened.begun}
    return page(request, opened.game, room.pad.sheet, shared=_json(settings))


def sheet_of(game: str) -> Sheet:
    """The score sheet of the game in an address. Raises PageError."""
    if game not in games():
        raise PageError(404, "game_unknown", game=game[:40], allowed=", ".join(games()))
    try:
        return words.score_sheet(game)
    except ValueError as error:
        raise PageError(404, "pad_none", game=words.of(game).title) from error


def has_pad(game: str) -> bool:
    """Whether there is a score pad for a game."""
    try:
        words.score_sheet(game)
    except ValueError:
        return False
    return True


def page(request: Request, game: str, score: Sheet, about: Any = None, shared: str = "") -> Response:
    """The page of a pad. It is the same for everybody. `shared`: what a shared one was opened with, as JSON."""
    t = language_of(request)
    return render(
        request,
        "pad.html",
        preview=about,
        public_page=about is not None,
        game=game,
        title=words.of(game).title,
        score=_json(as_json(t, score)),
        options=_json([option_json(t, game, sheet(game).options[name]) for name in score.options]),
        shared=shared,
        figures=" ".join(FIGURES),
        texts=texts(t.code, "pad"),
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def option_json(t: Language, game: str, option: Option) -> dict[str, Any]:
    """An option as the pad asks for it."""
    said = words.of(game)
    label, meaning = said.option(t, option.name)
    found: dict[str, Any] = {"name": option.name, "label": label, "help": meaning, "value": option.default}
    match option:
        case Count():
            return {**found, "kind": "count", "low": option.low, "high": min(option.high, 100_000)}
        case Choice():
            values = [[word, said.option_value(t, option.name, word)] for word in option.words]
            return {**found, "kind": "choice", "values": values}
        case Switch():
            return {**found, "kind": "switch"}
        case _:
            raise ValueError(f"a pad cannot ask for {option.name!r}")
