"""What is answered when a request cannot be: a page with a sentence."""

from __future__ import annotations

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kartentisch.store import HeldElsewhere, StoreFailed
from kartentisch.web.pages import compiling
from kartentisch.web.pages.request import PageError, language_of, refusal, render
from kartentisch.web.phrases import refusals

log = structlog.get_logger()
HELD = "kartentisch.held"
"""Where a request notes whether another server has its log, for the layer that then forwards it there."""
WAIT = 5
"""Seconds after which a visitor who has exceeded a budget may retry (Retry-After)."""


async def rejected(request: Request, error: Exception) -> Response:
    assert isinstance(error, PageError)
    if error.reason.code == "compiling":
        return compiling.answer(request, error.reason)
    request.app.state.meters.refused("page", error.reason.code)
    response = refusal(request, error.status, error.reason)
    if error.status == 429:
        response.headers["Retry-After"] = str(WAIT)
    return response


async def gone(request: Request, error: Exception) -> Response:
    """The client hung up in the middle of the request, so nobody reads this."""
    return Response(status_code=400)


async def store_failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreFailed)
    if isinstance(error, HeldElsewhere) and error.log_id in (held := request.scope.get(HELD, {})):
        held[error.log_id] = True
        return Response(status_code=503)
    log.error("store failed", code=error.code)
    request.app.state.meters.store_failed(error.code)
    text = refusals.store_failed(language_of(request), error.code)
    response = render(request, "message.html", 503, title=None, text=text)
    if error.code == "moved":
        response.headers["Retry-After"] = "1"
    return response


async def no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    t = language_of(request)
    if error.status_code == 405:
        return render(request, "message.html", 405, title=None, text=t.say("This address cannot be used that way."))
    return render(request, "message.html", error.status_code, title=None, text=t.say("There is no such page."))


async def fault(request: Request, error: Exception) -> Response:
    t = language_of(request)
    return render(request, "message.html", 500, title=None, text=t.say("Something went wrong here. It was not you."))
