"""Who may use a seat: the secret of its link, the cookie that it is traded for, and the token of a program.

All are signed and contain the table, the seat and the version of the seat's tokens; renewing a seat changes the
version. The secret is behind the `#` of a link, so that it reaches no log and no referrer; the cookie is bound to the
seat's path.
"""

from __future__ import annotations

from typing import NamedTuple

from itsdangerous import BadData, Signer, URLSafeSerializer
from starlette.datastructures import URL
from starlette.responses import Response

COOKIE = "seat"
YEAR = 365 * 24 * 3600


class SeatToken(NamedTuple):
    """What every token of a seat says. One with an older version opens nothing any more."""

    table: str
    seat: int
    version: int


class Tokens:
    def __init__(self, key: bytes) -> None:
        self._links = URLSafeSerializer(key, salt="link")
        self._cookies = URLSafeSerializer(key, salt="cookie")
        self._programs = URLSafeSerializer(key, salt="program")
        self._pads = URLSafeSerializer(key, salt="pad")
        self._lists = Signer(key, salt="list")

    def secret(self, token: SeatToken) -> str:
        """The part behind the `#` of the seat's link."""
        return _text(self._links.dumps(_said(token)))

    def cookie(self, token: SeatToken) -> str:
        return _text(self._cookies.dumps(_said(token)))

    def opens(self, secret: str, token: SeatToken) -> bool:
        """Whether this is the secret of the seat's link."""
        return _good(self._links, secret, token)

    def holds(self, cookie: str, token: SeatToken) -> bool:
        """Whether this cookie is the seat's."""
        return _good(self._cookies, cookie, token)

    def program(self, token: SeatToken) -> str:
        """The token that a program shows when it connects."""
        return _text(self._programs.dumps(_said(token)))

    def lets_in(self, shown: str, token: SeatToken) -> bool:
        """Whether this is the token of a program for the seat."""
        return _good(self._programs, shown, token)

    def pad(self, token: SeatToken) -> str:
        """The part behind the `#` of the link with which a shared pad is written."""
        return _text(self._pads.dumps(_said(token)))

    def opens_pad(self, secret: str, token: SeatToken) -> bool:
        """Whether this is that part."""
        return _good(self._pads, secret, token)

    def list_sign(self, token: SeatToken) -> str:
        """The signature beside the seat in the list of a browser that holds it."""
        return self._lists.get_signature(_listed(token)).decode()

    def listed(self, sign: str, token: SeatToken) -> bool:
        """Whether the browser with this signature has held the seat since its links were last renewed."""
        return self._lists.verify_signature(_listed(token), sign)

    def give(self, response: Response, url: URL, token: SeatToken) -> None:
        """Put the seat's cookie into a response."""
        response.set_cookie(
            COOKIE,
            self.cookie(token),
            max_age=YEAR,
            path=path(token.table, token.seat),
            secure=url.scheme == "https",
            httponly=True,
            samesite="lax",
        )


def _said(token: SeatToken) -> list[int | str]:
    return [token.seat, token.version, token.table]


def _good(signed: URLSafeSerializer, text: str, token: SeatToken) -> bool:
    try:
        return bool(signed.loads(text) == _said(token))
    except BadData:
        return False


def _listed(token: SeatToken) -> str:
    return f"{token.table}.{token.seat}.{token.version}"


def path(table_id: str, seat: int) -> str:
    """The address of a seat's page, to which its cookie is bound."""
    return f"/t/{table_id}/{seat}"


def _text(signed: str | bytes) -> str:
    return signed if isinstance(signed, str) else signed.decode()
