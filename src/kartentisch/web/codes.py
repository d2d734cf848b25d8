"""Codes of five to seven letters that lead to a table, for those who can neither click a link nor scan its picture."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

import structlog

from kartentisch.engine.reasons import Reason
from kartentisch.store import Store, StoreFailed, written
from kartentisch.web.credits import Credits
from kartentisch.web.lasting import lasting
from kartentisch.web.world import CODE, CODE_LENGTHS

if TYPE_CHECKING:
    from kartentisch.web.room import Room

log = structlog.get_logger()
TRIES = 50
WRONG = 10
"""Wrong codes that may come from one address at once ..."""
AGAIN = 1 / 30
"""... and how many more each second."""
WRONG_IN_ALL, AGAIN_IN_ALL = 600, 2.0
"""The same for all addresses that have guessed wrong lately, together: who guesses from many gets no further."""
GUESSES = 18_895
"""So many guesses it takes to hit one table: a hundred tables have codes of five letters, 1,800 more of six."""
ADDRESSES = 100_000
"""Addresses remembered; the oldest are forgotten."""


def read(text: str) -> str | Reason:
    """A code as it was typed in, in any case and with gaps."""
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    if len(code) not in CODE_LENGTHS:
        example = CODE[: 2 * CODE_LENGTHS.start : 2]
        return Reason("code_form", {"example": example, "low": CODE_LENGTHS.start, "high": CODE_LENGTHS.stop - 1})
    if wrong := [sign for sign in code if sign not in CODE]:
        return Reason("code_letter", {"letter": wrong[0], "allowed": " ".join(CODE)})
    return code


def length(store: Store) -> int:
    """How long the next code is: the shortest with which a guess hits often enough no table."""
    short = (letters for letters in CODE_LENGTHS if store.codes(letters) < len(CODE) ** letters // GUESSES)
    return next(short, CODE_LENGTHS.stop - 1)


async def follow(room: Room) -> None:
    """A table that can be joined has a code; any other gives its code back. Also if whoever asked is gone meanwhile."""
    if room.table.joinable == bool(room.code):
        return
    try:
        await lasting(_give(room) if room.table.joinable else _take(room))
    except StoreFailed as error:
        log.warning("codes cannot be written", table=room.id, code=error.code)


async def _give(room: Room) -> None:
    """It may be joined without a code all the same."""
    for _ in range(TRIES):
        code = room.world.new_code(length(room.store))
        if await written(room.store.set_code(room.id, code, room.world.clock())):
            room.code = code
            room.touch()
            return


async def _take(room: Room) -> None:
    await written(room.store.free_code(room.id, room.world.clock()))
    room.code = ""


def ip_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address of IP, that of IPv4 also where a socket for both versions has it as one of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, ipaddress.IPv6Address) else address


def neighborhood(host: str) -> str:
    """Who shares their credits: an address of IPv4, a network of IPv6, in which one machine has many."""
    address = ip_of(host)
    if address is None:
        return host
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if address.version == 6 else str(address)


class Guesses:
    """Who has typed in wrong codes lately. Nobody else is ever slowed down."""

    def __init__(self) -> None:
        self._credits: dict[str, Credits] = {}
        self._in_all = Credits(0.0, WRONG_IN_ALL, AGAIN_IN_ALL)

    def may(self, address: str, now: float) -> bool:
        """Whether a code from there is looked up at all."""
        known = self._credits.get(address)
        if known is None or known.has(now, WRONG):
            return True
        return known.has(now) and self._in_all.has(now)

    def wrong(self, address: str, now: float) -> None:
        known = self._credits.pop(address, None) or Credits(now, WRONG, AGAIN)
        known.take(now)
        self._in_all.take(now)
        self._credits[address] = known
        while len(self._credits) > ADDRESSES:
            del self._credits[next(iter(self._credits))]
