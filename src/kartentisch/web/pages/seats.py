"""The seats that a browser has used: a cookie with a list, which opens no seat. The page of a seat signs its entry.

Anyone can forge an entry if they know the id of a table, even one that they may not watch. An entry without a
signature, or with one from before the seat's links were renewed, therefore shows only the game, if anything. One with a
good signature comes from a browser that has held the seat, so it can be taken along to another device (`take`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from kartentisch.web.access.tokens import SeatToken, Tokens
from kartentisch.web.pages.cookies import remember, remember_person

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
    return read(request.cookies.get(SEATS_COOKIE, "").split("+"))[:MOST_SEATS]


def read(texts: Iterable[str]) -> list[Entry]:
    """The entries that these texts are, without those that are none."""
    found = map(_ENTRY.fullmatch, texts)
    return [Entry(one[1], int(one[2]), one[3] or "") for one in found if one]


def seats_of(request: HTTPConnection) -> list[tuple[str, int]]:
    """Tables and seats that this browser has used, newest first. They open nothing; only the seat's own cookie does."""
    return [(one.table, one.seat) for one in entries(request)]


def add(request: Request, response: Response, tokens: Tokens, token: SeatToken) -> None:
    """Put a seat at the front of the list."""
    others = [one for one in entries(request) if one[:2] != token[:2]]
    keep(request, response, [Entry(*token[:2], tokens.list_sign(token)), *others])


def sign(request: Request, response: Response, tokens: Tokens, token: SeatToken) -> None:
    """Sign the seat's entry, if it is listed and not signed yet: a seat's holder may see its state in the list."""
    found = entries(request)
    signed = [one._replace(sign=tokens.list_sign(token)) if one[:2] == token[:2] else one for one in found]
    if signed != found:
        keep(request, response, signed)


def remove_seat(request: Request, response: Response, table_id: str, seat: int) -> None:
    keep(request, response, [one for one in entries(request) if one[:2] != (table_id, seat)])


def remove_tables(request: Request, response: Response, table_ids: Collection[str]) -> None:
    keep(request, response, [one for one in entries(request) if one.table not in table_ids])


def keep(request: Request, response: Response, seats: list[Entry]) -> None:
    remember(response, SEATS_COOKIE, "+".join(map(str, seats[:MOST_SEATS])), request.url.scheme == "https")


def seated(
    tokens: Tokens, request: Request, response: Response, token: SeatToken, name: str = "", figure: str = ""
) -> None:
    """Set the cookies of a browser that has got a seat."""
    tokens.give(response, request.url, token)
    add(request, response, tokens, token)
    remember_person(request, response, name, figure)
