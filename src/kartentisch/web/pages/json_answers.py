"""Requests that a page's own code sends, with JSON in both directions. A refusal is a status and a sentence."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.pages.request import PageError, language_of, not_ours
from kartentisch.web.phrases import refusals

T = TypeVar("T")


def answer(status: int, value: Any) -> Response:
    return Response(json.dumps(value), status, {"Cache-Control": "no-store"}, "application/json")


async def answered(request: Request, work: Callable[[], Awaitable[Response]]) -> Response:
    """The answer of this work, or the sentence that says why there is none."""
    try:
        return await work()
    except PageError as error:
        request.app.state.meters.refused("page", error.reason.code)
        said = refusals.sentence(language_of(request), "", error.reason)
        return answer(error.status, {"code": error.reason.code, "text": said})
    except StoreFailed as error:
        request.app.state.meters.store_failed(error.code)
        return answer(503, {"code": "store", "text": refusals.store_failed(language_of(request), error.code)})


async def read(request: Request, public_address: PublicAddress, what: type[T], most: int, too_large: Reason) -> T:
    """What a page of this site has sent. Raises PageError."""
    if (foreign := not_ours(request.headers, public_address)) is not None:
        raise refused(foreign, 403)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise refused(too_large, 413)
    try:
        return msgspec.json.decode(body, type=what)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise PageError(400, "malformed") from error


def refused(why: Reason, status: int = 400) -> PageError:
    return PageError(status, why.code, **why.args)
