"""How many connections may be open, from one address and in all, and which one makes room for a newer one.

A connection is *waiting* while its client owes it bytes: a request that is not complete, or not even begun. If there
are too many connections, the one that has waited longest is closed. A new connection is refused only if none waits. So
a client with many half-sent requests shuts out nobody but itself.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from kartentisch.web.access.addresses import ip_of, neighborhood

SHARE = 0.8
"""The share of the system's descriptors used for connections; the rest is for the store and its files."""

TOO_MANY = (
    "Too many connections are open. Try again in a moment.\n"
    "Es sind zu viele Verbindungen offen. Versuch es gleich noch einmal."
)
"""Sent to clients that have sent no whole request, so their language is unknown."""


@dataclass(frozen=True)
class ConnectionLimits:
    """0: no limit, although the descriptors still limit all of them together."""

    per_address: int = 200
    total: int = 6000

    def __post_init__(self) -> None:
        if self.per_address < 0 or self.total < 0:
            raise ValueError("A limit on connections is 1 or more, or 0 for none.")

    def within(self, descriptors: int) -> ConnectionLimits:
        """These limits, lowered to what `descriptors` allow. One address never gets more than half of the total."""
        most = int(SHARE * descriptors)
        total = min(self.total or most, most)
        return ConnectionLimits(min(self.per_address, max(1, total // 2)), total)


def descriptors() -> int:
    """The number of files and connections this process may have open, after raising it to the system's limit."""
    if sys.platform == "win32":
        return 1 << 16  # sockets are not files there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, 65_536, 10_240):  # some systems say "unlimited" and then refuse it
        if soft != resource.RLIM_INFINITY and (wanted == resource.RLIM_INFINITY or wanted > soft):
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
            except (ValueError, OSError):
                continue
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


class Proxies:
    """The proxies that the server trusts to say where a request comes from."""

    def __init__(self, named: Sequence[str]) -> None:
        self._networks = [ipaddress.ip_network(one) for one in named]
        self._has = lru_cache(1024)(self._look)

    def __contains__(self, host: str) -> bool:
        return self._has(host)

    def _look(self, host: str) -> bool:
        address = ip_of(host)
        return address is not None and any(address in network for network in self._networks)


class Admitted(Protocol):
    """A connection that counts."""

    transport: asyncio.Transport

    def give_up(self) -> None:
        """Close the connection at once: it has waited longest, and there are too many."""


class Admissions:
    """The open connections of a server. A proxy's connections count in the total, but not for the proxy's address."""

    def __init__(self, limits: ConnectionLimits, proxies: Proxies | None = None) -> None:
        self.limits = limits
        self._proxies = proxies or Proxies([])
        self._address: dict[Admitted, str] = {}
        self._of: dict[str, dict[Admitted, None]] = {}
        self._waiting: dict[Admitted, None] = {}
        """The one that has waited longest is first."""
        self._closing: set[Admitted] = set()
        self.refused = 0
        """New connections that were turned away."""
        self.given_up = 0
        """Waiting connections that made room."""

    def __len__(self) -> int:
        return len(self._address)

    def admit(self, one: Admitted, host: str) -> bool:
        """Count a new connection, which is waiting; False if there are too many."""
        address = "" if host in self._proxies else neighborhood(host)
        here = self._of.get(address, {}) if address else {}
        if 0 < self.limits.per_address <= len(here) and not self._make_room(here):
            return False
        if 0 < self.limits.total <= len(self._address) and not self._make_room(self._waiting):
            return False
        self._address[one] = address
        self._of.setdefault(address, {})[one] = None
        self._waiting[one] = None
        return True

    def _make_room(self, among: Iterable[Admitted]) -> bool:
        """Give up the first waiting connection among these; False if none waits."""
        one = next((one for one in among if one in self._waiting), None)
        if one is None:
            self.refused += 1
            return False
        self.given_up += 1
        self.leave(one)
        one.give_up()
        return True

    def waits(self, one: Admitted, waits: bool) -> None:
        """Set whether this connection is waiting for its client."""
        self._waiting.pop(one, None)
        if waits and one in self._address:
            self._waiting[one] = None

    def leave(self, one: Admitted) -> None:
        """Stop counting a closed connection."""
        address = self._address.pop(one, None)
        self._waiting.pop(one, None)
        self._closing.discard(one)
        if address is not None and (here := self._of.get(address)) is not None:
            here.pop(one, None)
            if not here:
                del self._of[address]

    def follow(self, one: Admitted, other: Admitted) -> None:
        """Count a connection under its new protocol: a request became a socket."""
        address = self._address.get(one)
        self.leave(one)
        if address is not None:
            self._address[other] = address
            self._of.setdefault(address, {})[other] = None

    def sweep(self) -> None:
        """Abort connections that were closing at the last sweep and still are: their clients have stopped reading."""
        closing = {one for one in self._address if one.transport.is_closing()}
        for one in closing & self._closing:
            one.transport.abort()
        self._closing = closing


class BehindProxy:
    """The same limit for each address that a proxy passes on: `most` requests and sockets may be open at a time.

    It wraps the application, where `Visitors` has replaced the proxy's address with the client's.
    """

    def __init__(self, app: ASGIApp, most: int, proxies: Proxies) -> None:
        self.app, self.most, self._proxies = app, most, proxies
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = scope["client"][0] if scope.get("client") else ""
        address = "" if host in self._proxies else neighborhood(host)
        if scope["type"] == "lifespan" or not address or not self.most:
            await self.app(scope, receive, send)
        elif self._open[address] >= self.most:
            await self._refuse(scope, receive, send)
        else:
            self._open[address] += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self._open[address] -= 1
                if not self._open[address]:
                    del self._open[address]

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013})
        else:
            await PlainTextResponse(TOO_MANY, 503, {"Retry-After": "5"})(scope, receive, send)
