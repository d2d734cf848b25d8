"""Whom a trusted proxy names: an address of another computer, or somebody without a name, all of whom count as one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from kartentisch.web.access import budgets
from kartentisch.web.access.addresses import UNNAMED, address_of
from kartentisch.web.network.connections import BehindProxy, Proxies
from kartentisch.web.network.visitors import Visitors
from tests.web.support.kit import browser

HERE, THERE = "127.0.0.1", "10.0.0.2"
"""A proxy on this computer, and one on another."""
TRUSTED = [HERE, THERE, "::ffff:10.0.0.2"]
NO_ADDRESS = (
    *("unknown", "UNKNOWN", "-", "_hidden", "localhost", "cards.example", "null", "", " ", ",", " , ,"),
    *("0.0.0.0", "::", "[::]:80", "::ffff:0.0.0.0", "256.1.1.1", "127.1", "0x7f.1", "1.2.3", "203.0.113.7/24"),
    *(
        "[2001:db8::1",
        "2001:db8::1]",
        "203.0.113.7,",
        "for=203.0.113.7",
        "'203.0.113.7'",
        "a" * 5_000,
        "ä",
        "203.0.113.7, unknown",
    ),
)
LOOPBACK = ("127.0.0.1", "127.8.9.10:4711", "::1", "[::1]", "[::1]:80", "::ffff:127.0.0.1")


def said(proxy: str, *headers: str) -> str:
    """The address that counts for a request with these values of X-Forwarded-For."""
    found: list[str] = []

    async def app(*what: Any) -> Any:
        (scope, *_) = what
        found.append(address_of(HTTPConnection(scope)))
        assert "kartentisch.proxy" not in scope

    for kind in ("http", "websocket"):
        given = [(b"x-forwarded-for", value.encode("latin-1")) for value in headers]
        scope = {"type": kind, "scheme": kind, "path": "/", "headers": given, "client": (proxy, 4711)}
        asyncio.run(Visitors(app, TRUSTED)(scope, app, app))
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("proxy", [HERE, THERE, "::ffff:10.0.0.2"])
@pytest.mark.parametrize("value", NO_ADDRESS)
def test_who_is_given_no_address_has_limits_and_shares_them(proxy: str, value: str) -> None:
    assert said(proxy, value) == UNNAMED


@pytest.mark.parametrize("value", LOOPBACK)
def test_this_computer_is_what_a_proxy_on_this_computer_says(value: str) -> None:
    """For another proxy it is the computer of the proxy."""
    assert said(HERE, value) == ""
    assert said(THERE, value) == UNNAMED


@pytest.mark.parametrize("proxy", [HERE, THERE])
@pytest.mark.parametrize(
    ("values", "address"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8:1:2::3]:4711"], "2001:db8:1:2::/64"),
        (["unknown, 203.0.113.7"], "203.0.113.7"),
        (["unknown", "203.0.113.7"], "203.0.113.7"),
        (["127.0.0.1, 203.0.113.7, 10.0.0.2"], "203.0.113.7"),
        (["192.168.1.9"], "192.168.1.9"),
    ],
)
def test_an_address_counts_as_the_proxy_gives_it(proxy: str, values: list[str], address: str) -> None:
    """Proxies append: what the visitor has claimed stands before it."""
    assert said(proxy, *values) == address


def test_without_the_header_the_proxy_itself_counts_and_a_stranger_names_nobody() -> None:
    assert (said(HERE), said(THERE)) == ("", THERE)
    assert {said("198.51.100.1", value) for value in (*NO_ADDRESS, *LOOPBACK, "203.0.113.7")} == {"198.51.100.1"}


def test_those_without_an_address_share_one_limit_on_connections() -> None:
    refused: list[int] = []

    async def app(*_: Any) -> Any:
        await asyncio.sleep(0.05)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            refused.append(message["status"])

    async def work() -> None:
        whole = Visitors(BehindProxy(app, 2, Proxies(TRUSTED)), TRUSTED)
        values = ("unknown", "-", "", "203.0.113.7")
        scopes = [
            {"type": "http", "headers": [(b"x-forwarded-for", value.encode())], "client": (HERE, 1)} for value in values
        ]
        await asyncio.gather(*(whole(scope, app, send) for scope in scopes))

    asyncio.run(work())
    assert refused == [503]


def test_over_the_whole_application_they_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST", 2)
    with browser(address=HERE, proxies=[HERE]) as (client, _):
        found = [
            client.get("/", headers={"x-forwarded-for": value}).status_code for value in ("unknown", "-", "x", "y")
        ]
        assert found == [200, 200, 429, 429]
        assert [client.get("/", headers={"x-forwarded-for": HERE}).status_code for _ in range(5)] == [200] * 5
