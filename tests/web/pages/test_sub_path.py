"""A server below a path of its host: `--url https://cards.example/games/`."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.network.listening import checked, origins
from tests.web.support.kit import FORM, KEY, House, call, kept_bot_pool

URL = "https://cards.example/games"
_PATHS = re.compile(r'\b(?:href|src|action|data-[\w-]+)="(/[^"]*)"')
_NO_PATH = re.compile(
    r"^/games/(static/|t/|(rules|learn|ask|pad)(/|$)|open/|language/|code$|forget$|lobby$|stored$|take$|install$|manifest\.webmanifest$|$)"
)


@contextmanager
def below(strips: bool) -> Iterator[tuple[TestClient, House]]:
    """A browser over a proxy that passes the path on, or takes it off."""
    house = House()
    house.public_address = PublicAddress(URL, origins(URL, [], 8000))
    app = create_app(house.rooms, Tokens(KEY), house.public_address)

    async def proxy(scope: Scope, receive: Receive, send: Send) -> None:
        if strips and "path" in scope:
            scope = {**scope, "path": scope["path"].removeprefix("/games"), "raw_path": scope["raw_path"][6:]}
        await app(scope, receive, send)

    with kept_bot_pool(), TestClient(proxy, base_url="https://cards.example", follow_redirects=False) as client:
        yield client, house


@pytest.mark.parametrize("strips", [False, True])
def test_every_address_on_every_page_is_below_the_path(strips: bool) -> None:
    """From the home page on, along all links, as a host with an open table."""
    with below(strips) as (client, _):
        answer = client.post("/games/open/schwupps", data=FORM | {"seat-1": "bot:greedy", "public": "on"})
        assert (answer.status_code, answer.headers["location"][:9]) == (303, "/games/t/"), answer.text
        seat = answer.headers["location"]
        todo = ["/games/", seat, *(f"{seat}/{page}" for page in ("name", "link", "show", "delete", "screen"))]
        todo += [f"{seat}/give/1", f"{seat}/program/1", f"{seat}/replay", "/games/t/unknown", "/games/nowhere"]
        seen: set[str] = set()
        questions = Counter[str]()
        kinds = set()
        while todo:
            path = todo.pop()
            if path in seen or "/static/" in path:
                continue
            seen.add(path)
            answer = client.get(path)
            assert answer.status_code in (200, 303, 400, 403, 404, 409), (path, answer.text)
            if answer.status_code == 303:
                todo.append(answer.headers["location"])
            for found in map(html.unescape, _PATHS.findall(answer.text)):
                assert _NO_PATH.match(urlsplit(found).path), (path, found)
                kinds.add(found.split("/")[2])
                if any(word in found for word in ("/socket", "/code", "/forget", "/renew", "/trade", "/delete")):
                    continue
                # Questions lead to questions without end, so a few of each page are enough.
                questions[urlsplit(found).path] += bool(urlsplit(found).query)
                if questions[urlsplit(found).path] <= 3:
                    todo.append(found.partition("#")[0])
        assert {"static", "t", "rules", "open", "language", "code", "stored", ""} <= kinds
        assert len(seen) > 20


@pytest.mark.parametrize("strips", [False, True])
def test_cookies_forms_and_sockets_keep_to_the_path(strips: bool) -> None:
    with below(strips) as (client, house):
        origin = {"origin": "https://cards.example"}
        answer = client.post("/games/open/schwupps", data=FORM, headers=origin)
        seat = answer.headers["location"]
        cookies = answer.headers.get_list("set-cookie")
        paths = {re.search(r"path=([^;]*)", cookie, re.IGNORECASE)[1] for cookie in cookies}  # type: ignore[index]
        assert paths == {"/games/", seat}
        assert all("; Secure" in cookie for cookie in cookies)
        table = seat.split("/")[3]
        room = call(client, house.rooms.get, table)
        assert room.table.host == 0
        with client.websocket_connect(f"wss://cards.example{seat}/socket", headers=origin) as socket:
            socket.send_json({"t": "hello", "version": 1})
            assert socket.receive_json()["t"] == "welcome"
            scene = socket.receive_json()["scene"]
            invite = scene["invite"]
            assert invite["link"] == f"{URL}/t/{table}"
            assert invite["qr"].startswith("<svg ")
            assert "On cards.example/games, the code is enough." in invite["text"]
            socket.send_json({"t": "ask", "id": "language-1", "do": "language", "arg": "de"})
            while (said := socket.receive_json())["t"] != "done":
                pass
        back = client.get("/games" + said["text"])
        assert back.headers["location"] == seat, "the page puts the path on, here and there"
        link = re.search(r'id="link"[^>]*value="([^"]*)', client.get(f"{seat}/link").text)
        assert link is not None
        address, _, secret = link[1].partition("#")
        assert address == f"https://cards.example{seat}"
        client.cookies.clear()
        assert client.post(f"{seat}/trade", data={"secret": unquote(secret)}).json()["to"] == seat[6:]
        assert (
            client.post("/games/code", data={"code": "x"}, headers={"origin": "https://evil.example"}).status_code
            == 403
        )
        assert "evil" not in json.dumps(scene)


def test_the_bare_path_leads_to_the_home_page_with_all_headers() -> None:
    with below(strips=False) as (client, _):
        answer = client.get("/games")
        assert (answer.status_code, answer.headers["location"]) == (308, "/games/")
        assert answer.headers["content-security-policy"].startswith("default-src 'self'; ")
        robots = client.get("/games/robots.txt").text
        assert "Disallow: /games/t/*/*\n" in robots
        assert "Allow: /games/$\n" in robots
        assert client.get("/gamesters").status_code == 404
        assert client.get("/healthz").status_code == 200, "a check on this computer needs no path"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://a.example", "https://a.example"),
        ("https://a.example/", "https://a.example"),
        ("https://a.example/games", "https://a.example/games"),
        ("https://a.example:8443/our/games/", "https://a.example:8443/our/games"),
    ],
)
def test_an_address_may_have_a_path(url: str, base: str) -> None:
    assert checked(url) == base
    assert all(origin.count("/") == 2 for origin in origins(base, [], 8000))


@pytest.mark.parametrize("path", ["//", "/a//b", "/../x", "/.x", "/a b", "/a%20b", '/"', "/a;b", "/a?b", "/a#b", "/ä"])
def test_a_path_that_proxies_or_cookies_could_read_in_two_ways_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"no address like https://cards\.example\.org or https://example\.org/games/"):
        checked(f"https://a.example{path}")


# ---- What https brings -----------------------------------------------------------------------------------------------


def test_with_https_browsers_are_told_to_stay_with_it_and_windows_of_others_are_kept_out() -> None:
    with below(strips=False) as (client, _):
        headers = client.get("/games/").headers
        assert headers["strict-transport-security"] == "max-age=31536000"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        plain = client.get("http://cards.example/games/").headers
        assert not {"strict-transport-security", "cross-origin-opener-policy"} & set(plain)
