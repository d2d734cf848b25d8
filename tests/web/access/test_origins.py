"""A server that knows its addresses accepts forms and sockets only from them and under their names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from structlog.testing import capture_logs

from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.network.listening import origins
from kartentisch.web.pages import request
from tests.web.support.kit import FORM, House, browser, opened

URL = "https://cards.example.org"
LAN = "http://192.168.1.7:8000"


@contextmanager
def named(url: str = URL) -> Iterator[TestClient]:
    """A browser at a server that was started with `--url` and `--lan`."""
    house = House()
    house.public_address = PublicAddress(url, origins(url, [LAN], 8000))
    with browser(house) as (client, _):
        yield client


def opens(client: TestClient, host: str, **headers: str) -> int:
    return client.post("/open/schwupps", data=FORM, headers={"host": host, **headers}).status_code


def looks_on(client: TestClient, table: str, host: str, **headers: str) -> bool:
    try:
        with client.websocket_connect(f"/t/{table}/watch/socket", headers={"host": host, **headers}) as socket:
            socket.send_text('{"t":"hello","version":1}')
            return "welcome" in socket.receive_text()
    except WebSocketDenialResponse as error:
        return error.status_code != 403


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("cards.example.org", URL),
        ("Cards.Example.org", URL),
        ("cards.example.org:443", URL),
        ("192.168.1.7:8000", LAN),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("localhost:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("127.0.0.1:8000", URL),
        ("cards.example.org", ""),
    ],
)
def test_the_address_that_was_named_and_those_announced_are_good(host: str, origin: str) -> None:
    """Also where a proxy hands on its own name for this computer, or a program says no origin."""
    headers = {"origin": origin} if origin else {}
    with named() as client:
        table, _ = opened_at(client)
        assert opens(client, host, **headers) == 303
        assert looks_on(client, table, host, **headers)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example", "https://evil.example"),
        ("evil.example", URL),
        ("evil.example", ""),
        ("cards.example.org", "http://cards.example.org"),
        ("cards.example.org", "https://cards.example.org:8443"),
        ("cards.example.org:8000", URL),
        ("192.168.1.7:8000", "https://192.168.1.7:8000"),
        ("192.168.1.8:8000", "http://192.168.1.8:8000"),
        ("", ""),
    ],
)
def test_another_name_or_another_scheme_is_refused(host: str, origin: str) -> None:
    headers = {"origin": origin} if origin else {}
    with named() as client:
        table, _ = opened_at(client)
        assert opens(client, host, **headers) == 403
        assert not looks_on(client, table, host, **headers)


def opened_at(client: TestClient) -> tuple[str, str]:
    answer = client.post("/open/schwupps", data=FORM, headers={"host": "cards.example.org"})
    assert answer.status_code == 303
    return answer.headers["location"].split("/")[2], answer.headers["location"]


def test_who_is_refused_is_told_the_right_address() -> None:
    with named() as client:
        answer = client.post("/open/schwupps", data=FORM, headers={"host": "evil.example"})
        assert f"This server was called by a name that is not its own. Open it at {URL}." in answer.text


@pytest.mark.parametrize("url", ["http://Cards.example", "http://cards.example:80"])
def test_the_usual_port_goes_without_saying(url: str) -> None:
    with named(url) as client:
        for host, origin in (("cards.example", "http://cards.example"), ("cards.example:80", "http://cards.example")):
            assert opens(client, host, origin=origin) == 303


def test_without_a_known_address_the_one_that_was_called_is_good() -> None:
    with browser() as (client, _):
        opened(client)
        assert opens(client, "whatever:8000", origin="http://whatever:8000") == 303
        assert opens(client, "whatever:8000", origin="http://evil.example") == 403


@pytest.mark.parametrize(
    ("host", "origin", "code", "hint"),
    [
        ("cards.example.org", "null", "origin", "sent with Referrer-Policy: no-referrer; it must be same-origin"),
        ("cards.example.org", "https://evil.example", "origin", "opened at the address that its form is sent to"),
        ("evil.example", URL, "host", "start the server with --url"),
    ],
)
def test_the_log_says_what_was_expected_of_a_form_and_says_it_once(
    host: str, origin: str, code: str, hint: str
) -> None:
    request.tell_why.cache_clear()
    with capture_logs() as logs, named() as client:
        for _ in range(3):
            assert opens(client, host, origin=origin, cookie="seats=secret") == 403
    (line,) = [line for line in logs if line["event"] == "not from a page of ours"]
    assert (line["log_level"], line["code"], line["host"], line["origin"]) == ("warning", code, host, origin)
    assert URL in line["expected"]
    assert hint in line["hint"]
    assert "secret" not in str(line)
