"""What a server puts before a request that it forwards, so that the other one knows that it comes from a server.

A pass is signed with a key that all servers of a database share. It holds for one server, one address and a minute, and
it is used once. It says who really asks, since the line comes from another server.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections import deque
from collections.abc import Callable

import msgspec

HEADER = "x-kartentisch-pass"
LASTS = 60_000
"""Milliseconds, also before its time: clocks of a cluster follow the database, but not perfectly."""


class Pass(msgspec.Struct, frozen=True):
    to: str
    """The id of the node that is meant."""
    at: int
    """Milliseconds since 1970, by the clock of the database."""
    nonce: str
    method: str
    target: str
    """Path and query."""
    client: str
    """The address of the visitor; "" if unknown."""
    scheme: str
    host: str
    """The host that the visitor has asked for."""
    hops: int
    """How often the request has been forwarded, with this time."""


class Misdirected(Exception):  # noqa: N818 - not a fault of this program
    """The request was meant for another server, or comes from none."""


class Passes:
    """Writes passes, and reads those that are for this node."""

    def __init__(self, key: bytes, node: Callable[[], str], clock: Callable[[], int]) -> None:
        """`key`: the key of the seats' links. `node`: the id of this node now. `clock`: the one of the database."""
        self._key = hmac.digest(key, b"passes between servers\0", "sha256")
        self._node, self._clock = node, clock
        self._used: set[str] = set()
        self._times = deque[tuple[int, str]]()
        """When each nonce was used, the oldest first: thousands, of which each reading looks at a few."""

    def write(self, to: str, method: str, target: str, client: str, scheme: str, host: str, hops: int) -> str:
        one = Pass(to, self._clock(), secrets.token_hex(12), method, target, client, scheme, host, hops)
        body = msgspec.json.encode(one)
        return f"{base64.urlsafe_b64encode(body).decode()}.{self._sign(body)}"

    def read(self, text: str, method: str, target: str) -> Pass:
        """The pass of a request. Raises Misdirected."""
        body, _, sign = text.partition(".")
        try:
            given = base64.urlsafe_b64decode(body)
            if not hmac.compare_digest(sign, self._sign(given)):
                raise Misdirected
            found = msgspec.json.decode(given, type=Pass)
        except (ValueError, TypeError, msgspec.DecodeError) as error:
            raise Misdirected from error
        now = self._clock()
        wanted = (self._node(), method, target)
        if (found.to, found.method, found.target) != wanted or abs(now - found.at) > LASTS:
            raise Misdirected
        self._forget(now)
        if found.nonce in self._used:
            raise Misdirected
        self._used.add(found.nonce)
        self._times.append((now, found.nonce))
        return found

    def receipt(self, text: str) -> str:
        """What the server for which this pass was written puts before its answer, so that no stranger who is at its
        address now is taken for it.
        """
        return self._sign(b"receipt\0" + text.encode())

    def knows(self, text: str, receipt: str) -> bool:
        """Whether an answer to a request with this pass comes from a server that shares the key."""
        return hmac.compare_digest(receipt.encode(), self.receipt(text).encode())

    def _forget(self, now: int) -> None:
        """A pass that is too old needs no note that it was used."""
        while self._times and now - self._times[0][0] > 2 * LASTS:
            self._used.discard(self._times.popleft()[1])

    def _sign(self, body: bytes) -> str:
        return hmac.new(self._key, body, "sha256").hexdigest()
