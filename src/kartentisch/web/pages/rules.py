"""The rules page of each game."""

from __future__ import annotations

import asyncio
import threading

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.pages import rules_text
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import PageError, page, speaks


async def show(site: AppContext, request: Request) -> Response:
    t, name = speaks(request), request.path_params["game"]
    if name not in games():
        raise PageError(404, "game_unknown", game=name[:40], allowed=", ".join(games()))
    labels = (
        ("ruling", t.say("our ruling")),
        ("data", t.say("our figures")),
        ("departs", t.say("departs from the sheet")),
    )
    try:
        text = rules_text.load(name, t.code)
    except LookupError as error:  # a game from elsewhere
        raise PageError(404, "page_unknown") from error
    return page(
        request,
        "rules.html",
        preview=preview(
            site.reach, t.say("{game}: the rules", game=words.of(name).title), words.of(name).goal(t), f"/rules/{name}"
        ),
        title=words.of(name).title,
        game=name,
        rules=await _rendered(text, labels),
    )


_RENDERING = threading.Lock()


async def _rendered(text: str, labels: tuple[tuple[str, str], ...]) -> str:
    """The rules as HTML. The first request renders them in a thread; requests that come meanwhile wait for it."""

    def work() -> str:
        with _RENDERING:
            return rules_text.render_once(text, labels)

    return await asyncio.to_thread(work)
