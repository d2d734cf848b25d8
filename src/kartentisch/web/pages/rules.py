"""The rules page of each game."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.pages import rules_passage, rules_text, static_files
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.pad import has_pad
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.pages.sub_path import base_of
from kartentisch.words.language import LANGUAGES


async def show(context: AppContext, request: Request) -> Response:
    t, name = language_of(request), _game(request)
    code, text = _text(name, t.code)
    labels = tuple(rules_passage.labels(t.code).items())
    heading, _, rules = (await _rendered(text, labels, _sheet(request, name))).partition("</h1>")
    return render(
        request,
        "rules.html",
        preview=preview(
            context.public_address,
            t.say("{game}: the rules", game=words.of(name).title),
            words.of(name).goal(t),
            f"/rules/{name}",
        ),
        title=words.of(name).title,
        game=name,
        has_pad=has_pad(name),
        has_desk=words.desk(name) is not None,
        spoken=code,
        contents=rules_passage.sections(text),
        heading=f"{heading}</h1>",
        rules=rules,
    )


async def show_short(context: AppContext, request: Request) -> Response:
    """The short form: at most two printed pages."""
    t, name = language_of(request), _game(request)
    for code in dict.fromkeys((t.code, LANGUAGES[0])):
        with suppress(LookupError):
            text = rules_text.load_short(name, code)
            break
    else:
        raise PageError(404, "page_unknown")  # a game from elsewhere
    rules = await _rendered(text, (), _sheet(request, name))
    page = f"{base_of(request)}/rules/{name}"
    linked = _NUMBER.sub(rf'(<a href="{page}#p-\1">\1</a>)', rules)
    title = words.of(name).title
    return render(
        request,
        "rules_short.html",
        preview=preview(
            context.public_address,
            t.say("{game}: the rules in short", game=title),
            words.of(name).goal(t),
            f"/rules/{name}/short",
        ),
        title=title,
        game=name,
        spoken=code,
        rules=linked,
    )


_NUMBER = re.compile(r"\((\d+\.\d+)\)")
"""A paragraph that a short form names."""


def _sheet(request: Request, game: str) -> str:
    """The address of a game's drawings; "" if it has none."""
    name = f"cards/{game}.svg"
    return base_of(request) + static_files.static(name) if name in static_files.files() else ""


async def show_passage(context: AppContext, request: Request) -> Response:
    """One paragraph with its neighbours: a page of its own, of which a table shows the part `#passage` beside it."""
    t, name, number = language_of(request), _game(request), request.path_params["number"]
    code, _ = _text(name, t.code)
    try:
        found = rules_passage.passage(name, code, number, f"{base_of(request)}/rules/{name}", _sheet(request, name))
    except LookupError:
        raise PageError(404, "paragraph_unknown", game=words.of(name).title, number=number[:12]) from None
    return render(request, "rule.html", title=words.of(name).title, game=name, spoken=code, passage=found)


def _game(request: Request) -> str:
    """The game of the address. Raises PageError."""
    name: str = request.path_params["game"]
    if name not in games():
        raise PageError(404, "game_unknown", game=name[:40], allowed=", ".join(games()))
    return name


def _text(game: str, code: str) -> tuple[str, str]:
    """The rules, and the language that they are in: English, if they are not yet in the reader's. Raises PageError."""
    for spoken in dict.fromkeys((code, LANGUAGES[0])):
        with suppress(LookupError):
            return spoken, rules_text.load(game, spoken)
    raise PageError(404, "page_unknown")  # a game from elsewhere


_RENDERING = threading.Lock()


async def _rendered(text: str, labels: tuple[tuple[str, str], ...], sheet: str) -> str:
    """The rules as HTML. The first request renders them in a thread; requests that come meanwhile wait for it."""

    def work() -> str:
        with _RENDERING:
            return rules_text.render_once(text, labels, sheet)

    return await asyncio.to_thread(work)
