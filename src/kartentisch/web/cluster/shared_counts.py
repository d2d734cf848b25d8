"""What addresses have done lately at all servers of a database. No address is stored.

An address is known there by a digest that is made with a key of the day. The key follows from the one that signs links,
which is not in the database.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kartentisch.store.peers import Peers
from kartentisch.web.access.counts import Counts
from kartentisch.web.access.guesses import AGAIN, AGAIN_IN_ALL, WRONG, WRONG_IN_ALL
from kartentisch.web.access.table_limits import DAY, Counted, Opened


class Pseudonyms:
    """The names under which addresses are known, of one kind of count."""

    def __init__(self, key: bytes, kind: str) -> None:
        self._key = hmac.digest(key, f"counts of {kind}\0".encode(), "sha256")

    def of(self, address: str, now: int) -> list[str]:
        """Today's name and yesterday's. `now`: milliseconds since 1970."""
        return [self._on(address, now // DAY - back) for back in (0, 1)]

    def _on(self, address: str, day: int) -> str:
        of_day = hmac.digest(self._key, str(day).encode(), "sha256")
        return hmac.new(of_day, address.encode(), "sha256").hexdigest()[:32]


class SharedOpenings:
    """See `Openings`."""

    def __init__(self, peers: Peers, names: Pseudonyms) -> None:
        self._peers, self._names = peers, names

    async def of(self, address: str) -> Counted:
        now = self._peers.now()
        times, running = await self._peers.tallies.openings(self._names.of(address, now), now)
        return Counted([now - at for at in times], running)

    @asynccontextmanager
    async def opening(self, address: str) -> AsyncIterator[Opened]:
        now, log_id = self._peers.now(), secrets.token_hex(8)
        who = self._names.of(address, now)[0]
        one = Opened(now)
        await self._peers.tallies.open(who, now, log_id)
        try:
            yield one
        finally:
            await self._peers.tallies.note_opened(who, log_id, one.table)


class SharedGuesses:
    """See `Guesses`."""

    def __init__(self, peers: Peers, names: Pseudonyms) -> None:
        self._peers, self._names = peers, names

    async def may(self, address: str) -> bool:
        now, tallies = self._peers.now(), self._peers.tallies
        own = await tallies.guessed(self._names.of(address, now), now, AGAIN)
        if own <= 0:
            return True
        everybody = await tallies.guessed(self._names.of(EVERYBODY, now), now, AGAIN_IN_ALL)
        return own <= WRONG - 1 and everybody <= WRONG_IN_ALL - 1

    async def wrong(self, address: str) -> None:
        now, tallies = self._peers.now(), self._peers.tallies
        await tallies.guess_wrong(self._names.of(address, now)[0], now, AGAIN)
        await tallies.guess_wrong(self._names.of(EVERYBODY, now)[0], now, AGAIN_IN_ALL)


EVERYBODY = "everybody"
"""All addresses together. No address is written like this."""


def shared_counts(peers: Peers, key: bytes) -> Counts:
    """`key`: the key of the seats' links, which all servers share."""

    async def forget() -> None:
        await peers.tallies.forget(peers.now() - DAY)

    return Counts(
        SharedOpenings(peers, Pseudonyms(key, "tables")),
        SharedOpenings(peers, Pseudonyms(key, "pads")),
        SharedGuesses(peers, Pseudonyms(key, "codes")),
        SharedGuesses(peers, Pseudonyms(key, "parcels")),
        forget,
    )
