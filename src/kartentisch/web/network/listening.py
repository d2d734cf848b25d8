"""How others reach this computer: the socket the server listens on, its addresses, and the proxies it trusts."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
import sys
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import ifaddr
import segno

from kartentisch.web.access.public_address import PublicAddress

EVERYWHERE = ""
"""The host that means all addresses of this computer."""
_UNSPECIFIED = (EVERYWHERE, "0.0.0.0", "::")
_OUTSIDE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses that belong to nobody: looking up the route to them sends nothing."""
_OTHERS_SHOWN = 4
_PATH = re.compile(r"/?|(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/?")
"""A path that means the same to browsers, cookies and proxies: plain letters, no empty part, none with a dot first."""

# ---- Options of the command line ------------------------------------------------------------------------------------


def checked(url: str | None) -> str:
    """The address by which people reach the server, perhaps with a path, without a slash at its end."""
    if not url:
        return ""
    try:
        scheme, netloc, path, query, fragment = urlsplit(url)
    except ValueError:
        scheme = netloc = path = query = fragment = ""
    if scheme not in ("http", "https") or not netloc or query or fragment or not _PATH.fullmatch(path):
        raise ValueError(f"{url} is no address like https://cards.example.org or https://example.org/games/.")
    return f"{scheme}://{netloc}{path.rstrip('/')}"


def trusted(proxy: str | None, base: str) -> list[str]:
    """The proxies trusted to say where a request comes from: the named ones, else one on this computer with --url."""
    named = proxy.split(",") if proxy else ["127.0.0.1", "::1"] if base else []
    found = []
    for text in named:
        try:
            network = ipaddress.ip_network(text.strip(), strict=False)
        except ValueError:
            raise ValueError(f"{text.strip() or 'an empty word'} is no address of a proxy, like 172.18.0.2.") from None
        single = network.prefixlen == network.max_prefixlen
        found.append(str(network.network_address) if single else str(network))
        if isinstance(network, ipaddress.IPv4Network):  # as a dual-stack socket names it
            mapped = f"::ffff:{network.network_address}"
            found.append(mapped if single else f"{mapped}/{network.prefixlen + 96}")
    return found


_PORTS = {"http": 80, "https": 443}
"""The ports that browsers leave out."""


def origins(base: str, addresses: Sequence[str], port: int) -> frozenset[str]:
    """The origins of this server's pages: the named address, the announced ones, and this computer itself."""
    here = [_url(name, port) for name in ("127.0.0.1", "localhost", "::1")]
    named = "/".join(base.split("/")[:3])  # without its path, which an origin does not have
    return frozenset(way for origin in (named, *addresses, *here) for way in _written(origin.lower()))


def _written(origin: str) -> Iterator[str]:
    """An address with and without its default port."""
    scheme, _, host = origin.partition("://")
    usual = _PORTS[scheme]
    yield origin
    if urlsplit(origin).port in (None, usual):
        bare = host.removesuffix(f":{usual}")
        yield from (f"{scheme}://{bare}", f"{scheme}://{bare}:{usual}")


LOCAL = "127.0.0.1"
SHARED = ipaddress.ip_network("100.64.0.0/10")
"""More internal addresses, such as those of private networks between one's own computers."""


def inner_address(text: str, option: str = "--metrics") -> tuple[str, int]:
    """Host and port of `9100` or `10.0.0.5:9100`. Raises ValueError unless only an inner network can reach it."""
    host, _, port = text.rpartition(":")
    host = host.strip("[]") or LOCAL
    try:
        address = ipaddress.ip_address(LOCAL if host == "localhost" else host)
        number = int(port)
    except ValueError:
        raise ValueError(f"{text} is no address for {option}. Examples: 9100, 10.0.0.5:9100.") from None
    inner = (address.is_private and not address.is_unspecified) or address in SHARED
    if not inner or not 0 <= number <= 65_535:
        raise ValueError(f"{option} is not public: {text} must be an internal address, such as 127.0.0.1:9100.")
    return str(address), number


def bound_address(bound: socket.socket) -> str:
    """Host and port of a socket, as they stand in an address."""
    host, port = bound.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


# ---- Listening -------------------------------------------------------------------------------------------------------


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A listening socket. Raises OSError with a sentence."""
    try:
        return _listen(host, port)
    except socket.gaierror as error:
        raise OSError(error.errno, f"there is no host “{host}”") from None
    except OSError as error:
        raise OSError(error.errno, _why(error, host, port, option)) from None


def _listen(host: str, port: int) -> socket.socket:
    if host == EVERYWHERE and socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=512)
        except OSError as error:
            if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):  # this computer has no IPv6
                raise
    family, *_, found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(found[:2], family=family, backlog=512)


def _why(error: OSError, host: str, port: int, option: str) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} is taken, perhaps by another Kartentisch; choose one with {option}"
        case errno.EACCES | errno.EPERM:
            return f"port {port} is only for administrators; choose one from 1024 on with {option}"
        case errno.EADDRNOTAVAIL:
            own = ", ".join(["127.0.0.1", *own_addresses()])
            return f"this computer has no address {host}; it has {own}"
        case _:
            return error.strerror or str(error)


# ---- Addresses -------------------------------------------------------------------------------------------------------


def lan_addresses(host: str, port: int) -> list[str]:
    """Addresses for phones in the same network, the best first; empty if only this computer can reach the server."""
    if host in _UNSPECIFIED:
        return [_url(own, port) for own in own_addresses()]
    try:
        reachable = not ipaddress.ip_address(host).is_loopback
    except ValueError:
        reachable = host != "localhost"
    return [_url(host, port)] if reachable else []


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_addresses() -> list[str]:
    """This computer's addresses in its networks: the one it uses for outgoing connections first, then private ones.

    IPv6 only if there is nothing else: a computer has many of these long addresses, and browsers want them in brackets.
    """
    found = [address for address in map(ipaddress.ip_address, _interfaces()) if _useful(address)]
    found = [address for address in found if address.version == 4] or found
    ways = [_way_out(*outside) for outside in _OUTSIDE]
    found.sort(key=lambda address: (str(address) not in ways, not address.is_private))
    return list(dict.fromkeys(map(str, found)))


def _useful(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _interfaces() -> list[str]:
    """All addresses of all network interfaces."""
    ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return [ip if isinstance(ip, str) else ip[0] for ip in ips]


def _way_out(outside: str, family: int) -> str:
    """The address this computer would use to reach `outside`; empty if there is no route."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((outside, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


# ---- What is printed -------------------------------------------------------------------------------------------------


def announce(host: str, port: int, reach: PublicAddress, addresses: list[str]) -> None:
    """Print where the server can be reached."""
    here = "127.0.0.1" if host in _UNSPECIFIED or host == "localhost" else host
    print(f"Kartentisch is ready. On this computer: {_url(here, port)}")
    if reach.base:
        print(f"For everybody else: {reach.base}")
        if sys.stdout.isatty():
            segno.make(reach.base, error="m", micro=False).terminal(compact=True, border=2)
        others = [address for address in addresses if address != reach.base][:_OTHERS_SHOWN]
        if others and reach.base in addresses:
            print(f"If that does not open on a phone: {' or '.join(others)}")
    elif host in _UNSPECIFIED:
        print("This computer is in no network, so nobody else can reach it. Connect it, then start again.")
    print("Stop it with Ctrl+C.", flush=True)
