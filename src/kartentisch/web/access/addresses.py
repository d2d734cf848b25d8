"""Where requests come from, and who counts as one visitor."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; empty for this computer itself, on which nothing is limited.

    Behind a proxy that whoever runs the server has named, the server's library has put its word in place already.
    """
    host = connection.client.host if connection.client else ""
    address = ip_of(host)
    return "" if address is None or address.is_loopback else neighborhood(host)


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
