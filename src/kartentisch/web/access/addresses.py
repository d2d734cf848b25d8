"""Where requests come from, and who counts as one visitor."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line asks for a name of this module, and fetches nothing slow
    from starlette.requests import HTTPConnection

UNNAMED = "unknown"
"""The address of all visitors to whom a proxy gives none. They count as one."""


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from; "" for this computer itself, which has no limits.

    Behind a proxy named by the person who runs the server, `named` has already put in the address that the proxy gives.
    """
    host = connection.client.host if connection.client else ""
    if host == UNNAMED:
        return UNNAMED
    address = ip_of(host)
    return "" if address is None or address.is_loopback else neighborhood(host)


def ip_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address of a host; None if it is none. IPv4 in the form that dual-stack sockets use becomes plain IPv4."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, ipaddress.IPv6Address) else address


def neighborhood(host: str) -> str:
    """The visitors who share credits: an IPv4 address, or an IPv6 network, as one machine has many IPv6 addresses."""
    address = ip_of(host)
    if address is None:
        return host
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if address.version == 6 else str(address)


def named(proxy: str, host: str) -> str:
    """Where a request comes from for which a trusted proxy names this host.

    A word, a name or nothing is no address. "This computer" is only what a proxy on this computer says: for another
    one it is the computer of the proxy. Those visitors count as one, since none of them is known.
    """
    address, of_proxy = ip_of(host), ip_of(proxy)
    if address is None or address.is_unspecified:
        return UNNAMED
    if address.is_loopback and (of_proxy is None or not of_proxy.is_loopback):
        return UNNAMED
    return host
