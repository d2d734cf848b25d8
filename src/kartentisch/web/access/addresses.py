"""Where requests come from, and who counts as one visitor."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from; "" for this computer itself, which has no limits.

    Behind a proxy named by the person who runs the server, uvicorn has already put in the address that the proxy gives.
    """
    host = connection.client.host if connection.client else ""
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
