"""The doctor's checks of a proxy: it requests a page and a socket at the public address and sees what arrives."""

from __future__ import annotations

import asyncio
import email.utils
import http.client
import ipaddress
import json
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from kartentisch.cli.findings import Finding
from kartentisch.web.access.addresses import UNNAMED

if TYPE_CHECKING:
    from kartentisch.words.language import Language

PATIENCE = 10.0
ASKEW = 120
"""Seconds by which the clocks of proxy and server may differ."""


def check_proxy(t: Language, folder: Path, url: str, state: dict[str, Any] | None) -> Iterator[Finding]:
    """All findings about the way from the public address to the server."""
    from kartentisch.web.network.control import NoControl, ask

    about = t.say("proxy")
    try:
        path = ask(folder, do="probe").get("path", "")
    except NoControl:
        path = ""
    if not path or state is None:
        text = t.say(
            "No server runs on this folder, so its proxy cannot be tried. Start it, then ask the doctor again."
        )
        yield Finding("warning", about, text)
        return
    if state["url"] != url:
        text = t.say(
            "The server was started with {theirs}, not with --url {url}: forms and sockets are refused there. Start it "
            "with that option.",
            theirs=f"--url {state['url']}" if state["url"] else t.say("no --url"),
            url=url,
        )
        yield Finding("fault", about, text)
        return
    try:
        status, seen, date = _get(url + path)
    except (OSError, http.client.HTTPException) as error:
        yield Finding("fault", about, _unreached(t, url, error))
        return
    if seen is None:
        yield Finding("fault", about, _not_ours(t, url, status, state["port"]))
        return
    faults = [Finding("fault", about, text) for text in ([] if _direct(url, state) else _headers(t, url, seen))]
    if (why := _no_socket(url + path)) is not None:
        text = t.say(
            "WebSockets do not get through ({why}), so tables stay empty. Make the proxy forward Upgrade and "
            "Connection; nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; "
            'proxy_set_header Connection "upgrade";',
            why=why,
        )
        faults.append(Finding("fault", about, text))
    yield from faults
    if not faults:
        yield Finding("ok", about, t.say("Pages, sockets and the addresses of visitors come through {url}.", url=url))
    if date is not None and abs(date - time.time()) > ASKEW:
        text = t.say(
            "The clocks of proxy and server differ by {time}. Set the wrong one.",
            time=f"{abs(date - time.time()):.0f} s",
        )
        yield Finding("warning", t.say("clock"), text)


def _get(url: str) -> tuple[int, dict[str, Any] | None, float | None]:
    """The status, what the server saw (None if this is no answer of ours), and the time that the answer names."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        line.request("GET", parts.path)
        answer = line.getresponse()
        text = answer.read(10_000)
    finally:
        line.close()
    named = email.utils.parsedate_to_datetime(answer.headers["date"]).timestamp() if answer.headers["date"] else None
    try:
        seen = json.loads(text)
    except ValueError:
        seen = None
    return answer.status, seen if isinstance(seen, dict) and "client" in seen else None, named


def _unreached(t: Language, url: str, error: Exception) -> str:
    match error:
        case ssl.SSLCertVerificationError():
            why = error.verify_message
            return t.say("The certificate of {url} is not valid: {why}. Renew it in the proxy.", url=url, why=why)
        case ssl.SSLError():
            return t.say("{url} does not speak TLS. Is it http, or is another program at its port?", url=url)
        case socket.gaierror():
            return t.say("The host name in {url} does not resolve. Add it to the DNS, or correct --url.", url=url)
        case ConnectionRefusedError():
            return t.say("Nothing listens at {url}. Start the proxy, or correct --url.", url=url)
        case TimeoutError():
            return t.say("{url} does not answer. Is its port open in router and firewall?", url=url)
        case _:
            return t.say("{url} cannot be reached: {why}. Check the proxy, or correct --url.", url=url, why=error)


def _not_ours(t: Language, url: str, status: int, port: int) -> str:
    if status in (502, 503, 504):
        return t.say(
            "The proxy at {url} does not reach the server (status {status}). Point it to 127.0.0.1:{port}.",
            url=url,
            status=status,
            port=port,
        )
    return t.say(
        "Something else answers at {url} (status {status}). Point the proxy to 127.0.0.1:{port}.",
        url=url,
        status=status,
        port=port,
    )


def _headers(t: Language, url: str, seen: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the headers that arrived."""
    parts = urlsplit(url)
    if seen["host"].lower().removesuffix(":443" if parts.scheme == "https" else ":80") != parts.netloc.lower():
        yield t.say(
            "The proxy says the host is {host}, so forms and sockets are refused. Make it forward Host; nginx: "
            "proxy_set_header Host $host;",
            host=seen["host"],
        )
    unnamed = seen["client"] == UNNAMED
    trusted = unnamed or not seen["x-forwarded-for"] or seen["client"] in seen["x-forwarded-for"]
    if unnamed:
        yield t.say(
            "The proxy says that a visitor comes from “{said}”, which is no address of another computer. All visitors "
            "of whom it says so share their limits. Make it set X-Forwarded-For; nginx: proxy_set_header "
            "X-Forwarded-For $remote_addr;",
            said=seen["x-forwarded-for"][:40],
        )
    elif not seen["x-forwarded-for"] and _local(seen["client"]):
        yield t.say(
            "The proxy does not pass on the addresses of visitors, so there are no limits for any of them. Make it set "
            "X-Forwarded-For; nginx: proxy_set_header X-Forwarded-For $remote_addr;"
        )
    elif not seen["x-forwarded-for"]:
        yield t.say(
            "The proxy does not pass on the addresses of visitors, so all share the limits of {client}. Make it set "
            "X-Forwarded-For; nginx: proxy_set_header X-Forwarded-For $remote_addr;",
            client=seen["client"],
        )
    elif not trusted:
        yield t.say(
            "The server does not trust the proxy at {client}, so all visitors share its limits. Start it with "
            "--proxy {client}",
            client=seen["client"],
        )
    if trusted and parts.scheme == "https" and seen["scheme"] not in ("https", "wss"):
        yield t.say(
            "The proxy does not say that visitors come by https, so cookies are not marked as secure. Make it set "
            "X-Forwarded-Proto; nginx: proxy_set_header X-Forwarded-Proto $scheme;"
        )


def _direct(url: str, state: dict[str, Any]) -> bool:
    """Whether there is no proxy: the address is that of the server itself."""
    parts = urlsplit(url)
    return bool((parts.port or {"http": 80, "https": 443}[parts.scheme]) == state["port"])


def _local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _no_socket(url: str) -> str | None:
    """Why no WebSocket comes through; None if one does."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import WebSocketException

    async def tried() -> None:
        async with (
            asyncio.timeout(PATIENCE),
            connect("ws" + url.removeprefix("http"), proxy=None, close_timeout=1) as line,
        ):
            json.loads(await line.recv())

    try:
        asyncio.run(tried())
    except TimeoutError:
        return "timeout"
    except (OSError, WebSocketException, ValueError) as error:
        return str(error)
    return None
