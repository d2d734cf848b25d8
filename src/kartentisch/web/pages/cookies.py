"""Cookies that a browser keeps for a year."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from kartentisch.web.access.tokens import YEAR
from kartentisch.web.live.people import FIGURES
from kartentisch.web.pages.request import FIGURE_COOKIE, NAME_COOKIE


def remember(response: Response, key: str, value: str, secure: bool) -> None:
    response.set_cookie(key, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def remember_person(request: Request, response: Response, name: str, figure: str) -> None:
    """Remember a person's name and figure."""
    secure = request.url.scheme == "https"
    if name:
        remember(response, NAME_COOKIE, quote(name), secure)
    if figure in FIGURES:
        remember(response, FIGURE_COOKIE, figure, secure)
