"""The seats that a browser has used: a cookie with a list, which opens nothing. The page of a seat signs its entry.

Anyone can forge an entry if they know the id of a table, even one that they may not watch. An entry without a
signature, or with one from before the seat's links were renewed, therefore shows only the game, if anything.
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
    """The entries of the list, the newest first."""
    found = map(_ENTRY.fullmatch, request.cookies.get(SEATS_COOKIE, "").split("+"))
    return [Entry(one[1], int(one[2]), one[3] or "") for one in found if one][:MOST_SEATS]


def seats_of(request: HTTPConnection) -> list[tuple[str, int]]:
    """Tables and seats that this browser has used, newest first. They open nothing; only the seat's own cookie does."""
    return [(one.table, one.seat) for one in entries(request)]


def add(request: Request, response: Response, tokens: Tokens, table_id: str, seat: int) -> None:
    """Put a seat at the front of the list."""
    others = [one for one in entries(request) if one[:2] != (table_id, seat)]
    keep(request, response, [Entry(table_id, seat, tokens.list_sign(table_id, seat)), *others])


def sign(request: Request, response: Response, tokens: Tokens, table_id: str, seat: int) -> None:
    """Sign the seat's entry, if it is listed and not signed yet: a seat's holder may see its state in the list."""
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
    """Set a cookie that lasts for a year."""
    response.set_cookie(key, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
