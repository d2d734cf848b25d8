"""The page shown while the rules of a game are being compiled. It then opens the requested page automatically."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games
from kartentisch.web.pages.request import language_of, render
from kartentisch.web.phrases.compiling import said

WAIT = 3
"""Seconds after which a program may retry (Retry-After)."""


def answer(request: Request, reason: Reason) -> Response:
    """The waiting page (503), which opens the requested page by itself."""
    t, name = language_of(request), reason.args["name"]
    title = words.of(name).title if name in games() else name
    values = {"title": title, "text": said(t, reason.args), "percent": reason.args["percent"]}
    response = render(request, "compiling.html", 503, **values)
    response.headers["Retry-After"] = str(WAIT)
    return response
