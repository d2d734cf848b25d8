"""The doctor tries the way through a proxy and names what the proxy leaves out."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from kartentisch.cli import check_proxy as check_proxy_module
from kartentisch.cli.check_proxy import check_proxy
from kartentisch.web.network import control as control_module
from kartentisch.web.network.control import ask
from kartentisch.words.language import language
from tests.cli.running import running
from tests.processes import PATIENCE
from tests.store.test_backups import filled

# ---- Through a proxy -------------------------------------------------------------------------------------------------


class ProxyOnPurpose:
    """A proxy on this computer. `edit` says what it makes of the lines of a head."""

    def __init__(self, edit: Callable[[list[str]], list[str]]) -> None:
        self._edit = edit
        self.to = 0
        """The port that it leads to; 0: it answers 502 itself."""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._serve, args=(self._socket.accept()[0],), daemon=True).start()

    def _serve(self, here: socket.socket) -> None:
        with here, contextlib.suppress(OSError):
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += here.recv(1)
            if not self.to:
                here.sendall(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 3\r\n\r\nno\n")
                return
            lines = self._edit(head.decode("latin-1").split("\r\n")[:-2])
            with socket.create_connection(("127.0.0.1", self.to)) as there:
                there.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
                back = threading.Thread(target=_pass_on, args=(here, there), daemon=True)
                back.start()
                _pass_on(there, here)
                here.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while part := source.recv(65_536):
            target.sendall(part)


def good(lines: list[str]) -> list[str]:
    return [*lines, "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: http"]


def without(name: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [line for line in good(lines) if not line.lower().startswith(name.lower())]


@contextmanager
def proxied(folder: Path, edit: Callable[[list[str]], list[str]], trusted: Sequence[str]) -> Iterator[ProxyOnPurpose]:
    proxy = ProxyOnPurpose(edit)
    filled(folder)
    try:
        with running(folder, proxy.url, trusted) as server:
            proxy.to = server.port
            yield proxy
    finally:
        proxy.close()


def faults(folder: Path, url: str, code: str = "en") -> list[str]:
    state = ask(folder, do="state")
    return [one.text for one in check_proxy(language(code), folder, url, state) if one.level != "ok"]


@pytest.mark.parametrize(
    ("edit", "trusted", "sentence"),
    [
        (good, ["127.0.0.1"], ""),
        (
            without("x-forwarded-for"),
            ["127.0.0.1"],
            "The proxy does not pass on the addresses of visitors, so there are no",
        ),
        (
            good,
            ["192.0.2.1"],
            "The server does not trust the proxy at 127.0.0.1, so all visitors share its limits. Start it",
        ),
        (without("upgrade"), ["127.0.0.1"], "WebSockets do not get through ("),
        (
            lambda lines: ["Host: inner:8000" if line.startswith("Host") else line for line in good(lines)],
            ["127.0.0.1"],
            "The proxy says the host is inner:8000, so forms and sockets are refused. Make it forward Host; nginx:",
        ),
    ],
    ids=["good", "no address", "not trusted", "no upgrade", "another host"],
)
def test_what_a_proxy_leaves_out_is_named(
    edit: Callable[[list[str]], list[str]], trusted: list[str], sentence: str, tmp_path: Path
) -> None:
    with proxied(tmp_path / "data", edit, trusted) as proxy:
        found = faults(tmp_path / "data", proxy.url)
        assert [text[: len(sentence)] for text in found] == ([sentence] if sentence else [])
        assert bool(faults(tmp_path / "data", proxy.url, "de")) == bool(sentence)


def test_an_address_that_leads_elsewhere_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with proxied(folder, good, ["127.0.0.1"]) as proxy:
        (other,) = faults(folder, "http://cards.example.org")
        assert other.startswith(
            f"The server was started with --url {proxy.url}, not with --url http://cards.example.org:"
        )
        proxy.to = 0
        (dead,) = faults(folder, proxy.url)
        assert dead.startswith(
            f"The proxy at {proxy.url} does not reach the server (status 502). Point it to 127.0.0.1:"
        )
        proxy.close()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ConnectionRefusedError(), "Nothing listens at https://x. Start the proxy, or correct --url."),
        (socket.gaierror(), "The host name in https://x does not resolve. Add it to the DNS, or correct --url."),
        (TimeoutError(), "https://x does not answer. Is its port open in router and firewall?"),
        (ssl.SSLError(), "https://x does not speak TLS. Is it http, or is another program at its port?"),
        (OSError("odd"), "https://x cannot be reached: odd. Check the proxy, or correct --url."),
    ],
)
def test_why_an_address_cannot_be_reached_is_said(
    error: Exception, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(url: str) -> None:
        raise error

    monkeypatch.setattr(check_proxy_module, "_get", fail)
    monkeypatch.setattr(control_module, "ask", lambda folder, **order: {"path": "/doctor/x"})
    found = check_proxy(language("en"), tmp_path, "https://x", {"url": "https://x", "port": 8000})
    assert [finding.text for finding in found] == [sentence]


def test_without_a_server_the_proxy_cannot_be_tried(tmp_path: Path) -> None:
    (found,) = check_proxy(language("en"), tmp_path, "https://x", None)
    assert (found.level, found.text[:29]) == ("warning", "No server runs on this folder")


def test_nobody_else_learns_what_the_server_sees(tmp_path: Path) -> None:
    filled(tmp_path / "data")
    with running(tmp_path / "data") as server:
        path = ask(server.folder, do="probe")["path"]
        for guess, status in ((path, 200), ("/doctor/", 404), (path[:-1], 404)):
            with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
                line.request("GET", guess)
                assert line.getresponse().status == status
