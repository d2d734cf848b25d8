"""Who may use a seat: the secret of its link, the cookie that it is traded for, and the token of a program.

All are signed and contain the table, the seat and the version of the seat's tokens; renewing a seat changes the
version. The secret is behind the `#` of a link, so that it reaches no log and no referrer; the cookie is bound to the
seat's path.
"""

from __future__ import annotations

from itsdangerous import BadData, Signer, URLSafeSerializer
from starlette.datastructures import URL
from starlette.responses import Response

from kartentisch.store import Store

COOKIE = "seat"
YEAR = 365 * 24 * 3600


class Tokens:
    def __init__(self, key: bytes, store: Store) -> None:
        self._links = URLSafeSerializer(key, salt="link")
        self._cookies = URLSafeSerializer(key, salt="cookie")
        self._programs = URLSafeSerializer(key, salt="program")
        self._lists = Signer(key, salt="list")
        self._store = store

    def secret(self, table_id: str, seat: int) -> str:
        """The part behind the `#` of the seat's link."""
        return _text(self._links.dumps([seat, self._store.token_version(table_id, seat), table_id]))

    def cookie(self, table_id: str, seat: int) -> str:
        return _text(self._cookies.dumps([seat, self._store.token_version(table_id, seat), table_id]))

    def opens(self, secret: str, table_id: str, seat: int) -> bool:
        """Whether this is the secret of the seat's link."""
        return self._good(self._links, secret, table_id, seat)

    def holds(self, cookie: str, table_id: str, seat: int) -> bool:
        """Whether this cookie is the seat's."""
        return self._good(self._cookies, cookie, table_id, seat)

    def program(self, table_id: str, seat: int) -> str:
        """The token that a program shows when it connects."""
        return _text(self._programs.dumps([seat, self._store.token_version(table_id, seat), table_id]))

    def lets_in(self, token: str, table_id: str, seat: int) -> bool:
        """Whether this is the token of a program for the seat."""
        return self._good(self._programs, token, table_id, seat)

    def _good(self, signed: URLSafeSerializer, text: str, table_id: str, seat: int) -> bool:
        try:
            said = signed.loads(text)
        except BadData:
            return False
        return bool(said == [seat, self._store.token_version(table_id, seat), table_id])

    def list_sign(self, table_id: str, seat: int) -> str:
        """The signature beside the seat in the list of a browser that holds it."""
        return self._lists.get_signature(self._listed(table_id, seat)).decode()

    def listed(self, sign: str, table_id: str, seat: int) -> bool:
        """Whether the browser with this signature has held the seat since its links were last renewed."""
        return self._lists.verify_signature(self._listed(table_id, seat), sign)

    def _listed(self, table_id: str, seat: int) -> str:
        return f"{table_id}.{seat}.{self._store.token_version(table_id, seat)}"

    def give(self, response: Response, url: URL, table_id: str, seat: int) -> None:
        """Put the seat's cookie into a response."""
        response.set_cookie(
            COOKIE,
            self.cookie(table_id, seat),
            max_age=YEAR,
            path=path(table_id, seat),
            secure=url.scheme == "https",
            httponly=True,
            samesite="lax",
        )


def path(table_id: str, seat: int) -> str:
    """The address of a seat's page, to which its cookie is bound."""
    return f"/t/{table_id}/{seat}"


def _text(signed: str | bytes) -> str:
    return signed if isinstance(signed, str) else signed.decode()
