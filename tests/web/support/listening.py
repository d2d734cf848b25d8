"""The server on a real port, in a thread of the tests, with clients that speak to it byte by byte."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

from kartentisch.web.network.connections import Admissions, ConnectionLimits, Proxies
from kartentisch.web.network.control import Control
from kartentisch.web.network.listening import listen
from kartentisch.web.server import Server, server
from tests.web.support.kit import FORM

PATIENCE = 20.0
"""Seconds to wait for something that should happen."""


class Listening:
    """A server that runs: its port, and the connections that it counts."""

    def __init__(self, port: int, admissions: Admissions, server: Server | None = None) -> None:
        self.port = port
        self.server = server
        self.admissions = admissions
        self._lines: list[socket.socket] = []

    def connect(self, sends: bytes = b"", receive_buffer: int = 0) -> socket.socket:
        found = socket.socket()
        self._lines.append(found)
        if receive_buffer:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        found.settimeout(PATIENCE)
        found.connect(("127.0.0.1", self.port))
        if sends:
            found.sendall(sends)
        return found

    def hang_up(self) -> None:
        """Close what is still open."""
        for line in self._lines:
            line.close()


@contextmanager
def listening(
    app: Any,
    limits: ConnectionLimits | None = None,
    proxies: list[str] | None = None,
    control: Control | None = None,
    **more: Any,
) -> Iterator[Listening]:
    admissions = Admissions(limits or ConnectionLimits(0, 0), Proxies(proxies or []))
    with listen("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        running = server(app, proxies or [], admissions, **more)
        if control:
            running.obey(control)
        thread = threading.Thread(target=lambda: asyncio.run(running.serve([bound])))
        found = Listening(port, admissions, running)
        thread.start()
        try:
            until(lambda: running.started)
            yield found
        finally:
            found.hang_up()
            running.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server ends"


def posted(found: Listening, address: str, form: Mapping[str, str]) -> Message:
    """The headers of the answer to a form, which leads to another page."""
    with closing(HTTPConnection("127.0.0.1", found.port, timeout=PATIENCE)) as connection:
        connection.request("POST", address, urlencode(form), {"content-type": _FORM})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303
        return answer.headers


def opened(found: Listening) -> tuple[str, str]:
    """A new table, and the cookie of its host."""
    headers = posted(found, "/open/schwupps", FORM)
    cookies = headers.get_all("set-cookie", [])
    seat = next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("seat="))
    return headers["location"].split("/")[2], seat


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.01)


def all_of(connection: socket.socket) -> bytes:
    """Everything that arrives until the other side closes."""
    found = b""
    try:
        while part := connection.recv(65_536):
            found += part
    except ConnectionResetError:  # it had not read all that was sent
        pass
    return found


def upgrading(found: Listening, path: str, cookie: str = "") -> socket.socket:
    """A connection that asks to become a socket."""
    origin = f"127.0.0.1:{found.port}"
    head = f"GET {path} HTTP/1.1\r\nhost: {origin}\r\norigin: http://{origin}\r\ncookie: {cookie}\r\n"
    key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    return found.connect((head + "upgrade: websocket\r\nconnection: Upgrade\r\n" + key).encode())


def framed(text: str) -> bytes:
    """A short message as a client sends it through a socket."""
    assert len(text) < 126
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text.encode()


def status(answer: bytes) -> int:
    """The status of an answer; 0 if there is none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


GET = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: "
_FORM = "application/x-www-form-urlencoded"
HALF_FORM = f"POST /code HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\ncontent-type: {_FORM}\r\n\r\ncode=".encode()
