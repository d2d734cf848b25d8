"""The examples for nginx, Caddy and HAProxy, started: TLS, HTTP/2, redirects, cookies, forms, sockets, below a path."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kartentisch.cli import app
from tests.contrib.proxies import NAME, Inside, Proxy, before_it, inside
from tests.web.support.kit import FORM
from tests.web.support.listening import until
from tests.web.support.served import PATIENCE

NONE: Mapping[str, str] = {}
CONTACT = "a@cards.example"
FORM_TYPE = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Inside]]:
    """One for all proxies, and one below a path."""
    with ExitStack() as stack:
        yield {
            path: stack.enter_context(inside(path, tmp_path_factory.mktemp("cards"), "--security-contact", CONTACT))
            for path in ("", "/games")
        }


@pytest.fixture(scope="module", params=["nginx", "caddy", "haproxy", "nginx/games", "caddy/games"])
def proxy(request: pytest.FixtureRequest, servers: dict[str, Inside]) -> Iterator[Proxy]:
    kind, slash, name = request.param.partition("/")
    with before_it(kind, servers[slash + name]) as found:
        yield found


class Answer:
    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()


def path_of(proxy: Proxy) -> str:
    """/games, or nothing."""
    return proxy.url.partition(str(proxy.port))[2].rstrip("/")


def origin_of(proxy: Proxy) -> str:
    return f"https://{NAME}:{proxy.port}"


def fetched(proxy: Proxy, path: str, form: dict[str, str] | None = None, headers: Mapping[str, str] = NONE) -> Answer:
    """A page, or with `form` what a form leads to."""
    with closing(http.client.HTTPSConnection(NAME, proxy.port, context=proxy.tls, timeout=PATIENCE)) as line:
        if form is None:
            line.request("GET", path, headers=dict(headers))
        else:
            line.request(
                "POST", path, urlencode(form), {"content-type": FORM_TYPE, "origin": origin_of(proxy)} | dict(headers)
            )
        return Answer(line.getresponse())


def test_browsers_get_http_2_and_may_not_go_back_to_http(proxy: Proxy) -> None:
    proxy.tls.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection((NAME, proxy.port), PATIENCE) as plain,
        proxy.tls.wrap_socket(plain, server_hostname=NAME) as line,
    ):
        assert line.selected_alpn_protocol() == "h2"
        line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5))
        answer = line.recv(9)
        assert answer[3:4] == b"\x04", "the other side begins with its settings, as HTTP/2 has it"
    proxy.tls.set_alpn_protocols(["http/1.1"])
    headers = fetched(proxy, path_of(proxy) + "/").headers
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["content-security-policy"].count(f"{NAME}:{proxy.port}") == 2, "Host comes through with its port"
    assert len(headers.get_all("strict-transport-security") or []) == 1


def test_pages_files_and_cookies_come_through_and_nothing_is_packed_that_may_not_be(proxy: Proxy) -> None:
    base = path_of(proxy)
    page = fetched(proxy, base + "/", headers={"accept-encoding": "gzip", "cookie": "language=de"})
    assert (page.status, page.headers["content-encoding"]) == (200, None), "a page with a cookie may hold a secret"
    found = re.findall(r'(?:href|src)="(/[^"#]*)', page.body.decode())
    assert found
    assert all(path.startswith(base + "/") for path in found)
    sheet = next(path for path in found if path.endswith(".css"))
    packed = fetched(proxy, sheet, headers={"accept-encoding": "gzip"})
    assert (packed.status, packed.headers["content-encoding"]) == (200, "gzip")
    assert packed.headers["cache-control"] == "max-age=31536000, immutable"
    answer = fetched(proxy, f"{base}/language/de?back=/stored")
    assert (answer.status, answer.headers["location"]) == (303, base + "/stored")
    assert f"path={base}/;" in answer.headers["set-cookie"].lower() + ";"
    assert "; secure" in answer.headers["set-cookie"].lower(), "the proxy says that it is https"
    if base:
        bare = fetched(proxy, base)
        assert bare.status == 308
        assert bare.headers["location"].removeprefix(origin_of(proxy)) == base + "/"
        assert b"Kartentisch" not in fetched(proxy, "/t/abc").body, "the rest of the host is not the server's"
    contact = fetched(proxy, "/.well-known/security.txt")
    assert contact.body.decode().startswith("Contact: mailto:a@cards.example\n")
    assert f"Canonical: {proxy.url}.well-known/security.txt\n" in contact.body.decode()


async def played(proxy: Proxy, address: str, its: Mapping[str, str]) -> None:
    """A move at this socket; not with the client in threads: now and then it misses an answer over TLS."""
    origin = Origin(origin_of(proxy))
    async with asyncio.timeout(PATIENCE):
        async with connect(address, ssl=proxy.tls, origin=origin, additional_headers=its, compression=None) as line:
            await line.send('{"t":"hello","version":1}')
            scene: dict[str, object] = {}
            while not (steps := scene.get("steps")):
                message = json.loads(await line.recv())
                scene = message.get("scene", scene)
            ask = {"t": "ask", "id": "move-00001", "do": "play", "moves": [steps[0]["token"]], "since": scene["since"]}  # type: ignore[index]
            await line.send(json.dumps(ask))
            while (answered := json.loads(await line.recv()))["t"] not in ("done", "refused"):
                pass
            assert answered["t"] == "done"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, ssl=proxy.tls, origin=Origin("https://evil.example"), additional_headers=its)
        assert refused.value.response.status_code == 403


def test_a_table_is_opened_and_played_through_the_proxy(proxy: Proxy) -> None:
    base = path_of(proxy)
    answer = fetched(proxy, f"{base}/open/schwupps", FORM | {"seat-1": "bot:greedy"})
    seat = answer.headers["location"]
    assert (answer.status, seat.startswith(base + "/t/")) == (303, True)
    cookie = next(one for one in answer.headers.get_all("set-cookie", []) if one.startswith("seat=")).split(";")[0]
    page = fetched(proxy, seat, headers={"cookie": cookie}).body.decode()
    found = re.search(r'data-socket="([^"]+)"', page)
    assert found is not None
    assert found[1] == f"{seat}/socket"
    asyncio.run(played(proxy, f"wss://{NAME}:{proxy.port}{seat}/socket", {"cookie": cookie}))
    assert fetched(proxy, f"{base}/open/schwupps", FORM, {"origin": "https://evil.example"}).status == 403
    link = fetched(proxy, f"{seat}/link", headers={"cookie": cookie}).body.decode()
    assert f'value="{origin_of(proxy)}{seat}#' in link


def test_the_doctor_has_nothing_to_mend_but_the_certificate(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    until((proxy.data / "control").exists)  # it has said its address, and begins to listen
    doctor = ["doctor", "--data", str(proxy.data), "--warn-below", "1"]
    assert app.run([*doctor, "--url", proxy.url]) == 1
    said = capsys.readouterr().out
    assert said.count("FAULT") == 1
    assert f"The certificate of https://{NAME}:{proxy.port}{path_of(proxy)} is not valid: self" in said
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
    assert app.run(doctor) == 0, "the server says what its address is"
    assert f"come through https://{NAME}:{proxy.port}{path_of(proxy)}." in capsys.readouterr().out
