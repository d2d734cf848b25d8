"""The seats that a browser has used: a cookie with a list, which opens nothing. The page of a seat signs its entry.

Whoever writes an entry of their own knows the name of a table, with which one may not be allowed to watch there: of an
entry without a signature, or one from before the seat's links were renewed, nothing is shown but the game.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from kartentisch.web.access.tokens import YEAR, Tokens

SEATS_COOKIE = "seats"
MOST_SEATS = 12
_ENTRY = re.compile(r"([a-z0-9]{6,20})\.([0-9])(?:\.([A-Za-z0-9_-]{20,60}))?")


class Entry(NamedTuple):
    table: str
    seat: int
    sign: str = ""
    """"" in lists of the first version."""

    def __str__(self) -> str:
        return f"{self.table}.{self.seat}.{self.sign}" if self.sign else f"{self.table}.{self.seat}"


def entries(request: HTTPConnection) -> list[Entry]:
    """What stands in the list, the newest first."""
    found = map(_ENTRY.fullmatch, request.cookies.get(SEATS_COOKIE, "").split("+"))
    return [Entry(one[1], int(one[2]), one[3] or "") for one in found if one][:MOST_SEATS]


def seats_of(request: HTTPConnection) -> list[tuple[str, int]]:
    """Tables and seats that this browser has used, the newest first. It opens nothing: the seat's own cookie does."""
    return [(one.table, one.seat) for one in entries(request)]


def add(request: Request, response: Response, tokens: Tokens, table_id: str, seat: int) -> None:
    """One more seat, in front."""
    others = [one for one in entries(request) if one[:2] != (table_id, seat)]
    keep(request, response, [Entry(table_id, seat, tokens.list_sign(table_id, seat)), *others])


def sign(request: Request, response: Response, tokens: Tokens, table_id: str, seat: int) -> None:
    """Whoever holds the seat may see how it stands there: sign its entry, if there is one that is not yet."""
    found = entries(request)
    signed = [one._replace(sign=tokens.list_sign(*one[:2])) if one[:2] == (table_id, seat) else one for one in found]
    if signed != found:
        keep(request, response, signed)


def remove_seat(request: Request, response: Response, table_id: str, seat: int) -> None:
    keep(request, response, [one for one in entries(request) if one[:2] != (table_id, seat)])


def remove_tables(request: Request, response: Response, table_ids: Collection[str]) -> None:
    keep(request, response, [one for one in entries(request) if one.table not in table_ids])


def keep(request: Request, response: Response, seats: list[Entry]) -> None:
    remember(response, SEATS_COOKIE, "+".join(map(str, seats[:MOST_SEATS])), request.url.scheme == "https")


def remember(response: Response, key: str, value: str, secure: bool) -> None:
    """A cookie that lasts for a year."""
    response.set_cookie(key, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
