"""Kartentisch as an app: the manifest, the service worker, and the pages about both.

The worker stores only pages that are the same for everyone with one language: see `kept_pages`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.pages import static_files
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import language_of, render
from kartentisch.web.pages.sub_path import base_of
from kartentisch.web.pages.ways import WAYS

OFFLINE = "/offline"
ICONS = (
    {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    {"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml"},
)
SHELL = (
    "css/tokens.css",
    "css/base.css",
    "css/pages.css",
    "fonts/atkinson-latin.woff2",
    "fonts/fraunces-latin.woff2",
    "icons.svg",
    "favicon.svg",
    *dict.fromkeys((*static_files.modules("js/offline.js"), *static_files.modules("js/kept-answers.js"))),
)
"""The files that the page shown without a server needs, each once."""


KEPT = (
    "/install",
    "/rules",
    "/rules/{game:str}",
    "/rules/{game:str}/short",
    "/ask",
    "/ask/{game:str}",
    "/pad",
    "/pad/{game:str}",
)
"""The pages that may be stored in a browser. None holds a table, a form to send or anything that belongs to someone.

With a page, the worker stores every file that its HTML names, and every module that these import.
"""


KEPT_ANSWERS = 50
"""The number of answers of the desk that are stored. They hold what their link says, and what the rules say to it."""


def answers() -> tuple[str, ...]:
    """The addresses of all questions, without what is asked."""
    desks = ((game, words.desk(game)) for game in games())
    return tuple(f"/ask/{game}/{one.name}" for game, desk in desks if desk for one in desk.questions)


def kept_pages(routes: Iterable[BaseRoute]) -> tuple[str, ...]:
    """The addresses of these pages, of each game."""
    known = {route.path for route in routes if isinstance(route, Route)}
    each = [path.replace("{game:str}", game) for path in KEPT if path in known for game in games()]
    return tuple(dict.fromkeys(each))


async def manifest(context: AppContext, request: Request) -> Response:
    """The web app manifest, in the reader's language."""
    t, base = language_of(request), base_of(request)
    light = static_files.grounds()[0]
    body = {
        "id": f"{base}/",
        "name": "Kartentisch",
        "short_name": "Kartentisch",
        "description": t.say("Card games at one kitchen table."),
        "lang": t.code,
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "display": "standalone",
        "background_color": light,
        "theme_color": light,
        "categories": ["games", "entertainment"],
        "icons": [icon | {"src": base + static_files.static(icon["src"])} for icon in ICONS],
    }
    text = json.dumps(body, ensure_ascii=False)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return Response(text, headers=headers, media_type="application/manifest+json")


async def worker(context: AppContext, request: Request) -> Response:
    """The service worker; on a server without one, the worker that removes it from browsers that have it."""
    base = base_of(request)
    told = {
        "base": base,
        "version": static_files.version(),
        "offline": OFFLINE,
        "pages": kept_pages(request.app.routes),
        "answers": answers(),
        "most": KEPT_ANSWERS,
        "shell": [base + static_files.static(name) for name in SHELL],
    }
    name = "js/service-worker.js" if request.app.state.offline else "js/service-worker-off.js"
    body = f"const WORKER = {json.dumps(told)};\n".encode() + static_files.files()[name].plain
    return Response(body, headers={"Cache-Control": "no-cache"}, media_type="text/javascript")


async def offline(context: AppContext, request: Request) -> Response:
    """The page that a browser shows when it cannot reach the server; it says what works all the same."""
    kept = kept_pages(request.app.routes)
    ways = [(way.title, [name for name in games() if f"/{way.name}/{name}" in kept], way.name) for way in WAYS]
    titles = {name: words.of(name).title for name in games()}
    return render(request, "offline.html", kept=[one for one in ways if one[1]], titles=titles)


async def show(context: AppContext, request: Request) -> Response:
    """The page about installing."""
    return render(request, "install.html")
