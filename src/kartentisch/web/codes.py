"""Codes of five letters that lead to a table, for those who can neither click a link nor scan its picture."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

import structlog

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed, written
from kartentisch.web.credits import Credits
from kartentisch.web.world import CODE, CODE_LENGTH

if TYPE_CHECKING:
    from kartentisch.web.room import Room

log = structlog.get_logger()
TRIES = 50
WRONG = 10
"""Wrong codes that may come from one address at once ..."""
AGAIN = 1 / 30
"""... and how many more each second: with a hundred tables, one guess in 19,000 hits."""
ADDRESSES = 10_000
"""Addresses remembered; the oldest are forgotten."""


def read(text: str) -> str | Reason:
    """A code as it was typed in, in any case and with gaps."""
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE):
        return Reason("code_form", {"example": CODE[: 2 * CODE_LENGTH : 2]})
    return code


async def give_code(room: Room) -> None:
    """A code for a table that has none. A table without one can be joined all the same."""
    for _ in range(0 if room.code else TRIES):
        code = room.world.new_code()
        try:
            if await written(room.store.set_code(room.id, code)):
                room.code = code
                return
        except StoreFailed as error:
            log.warning("no code", table=room.id, code=error.code)
            return


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
    """Who has typed in wrong codes lately."""

    def __init__(self) -> None:
        self._credits: dict[str, Credits] = {}

    def may(self, address: str, now: float) -> bool:
        """Whether a code from there is looked up at all."""
        return address not in self._credits or self._credits[address].has(now)

    def wrong(self, address: str, now: float) -> None:
        known = self._credits.pop(address, None) or Credits(now, WRONG, AGAIN)
        known.take(now)
        self._credits[address] = known
        while len(self._credits) > ADDRESSES:
            del self._credits[next(iter(self._credits))]
