"""What a link shows before it is opened: previews, icons, and what crawlers may list."""

from __future__ import annotations

import re
import struct
from html import unescape
from urllib.robotparser import RobotFileParser

import pytest
from starlette.testclient import TestClient

from kartentisch.web.pages import static_files
from tests.web.support.kit import House, browser, opened, room_of

BASE = "https://cards.example"


def meta(client: TestClient, path: str, code: str = "en") -> dict[str, str]:
    """What a crawler without cookies reads."""
    client.cookies.clear()
    html = client.get(path, headers={"Accept-Language": code, "Host": "cards.example"}, follow_redirects=True).text
    return {
        key: unescape(said) for key, said in re.findall(r'<meta (?:name|property)="([\w:-]+)" content="([^"]*)"', html)
    }


def test_an_invitation_says_game_host_and_free_seats() -> None:
    with browser(House(base=BASE)) as (client, house):
        table, _ = opened(client, name='Anna "O" <b>', **{"seat-2": "open"})
        found = meta(client, f"/t/{table}")
        assert found["og:title"] == "Schwupps"
        assert found["og:description"] == 'Anna "O" <b> invites you to a game of Schwupps. 2 seats are still free.'
        assert found["description"] == found["og:description"]
        assert found["og:url"] == f"{BASE}/t/{table}"
        assert found["og:image"] == f"{BASE}{static_files.static('preview.png')}"
        assert found["robots"] == "noindex"
        assert "lädt dich zu Schwupps ein. Noch 2 Plätze frei." in meta(client, f"/t/{table}", "de")["description"]
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        assert meta(client, f"/t/{table}")["description"].endswith("1 seat is still free.")
        room_of(client, house, table).names.clear()
        assert meta(client, f"/t/{table}")["description"].startswith("You are invited to a game of Schwupps.")


@pytest.mark.parametrize("watchers", ["nobody", "link"])
def test_nothing_is_said_where_nobody_may_watch_or_join_and_on_pages_of_a_seat(watchers: str) -> None:
    with browser(House(base=BASE)) as (client, _):
        table, address = opened(client, watchers=watchers)
        keys = dict(client.cookies)
        if watchers == "link":
            client.cookies.clear()
            client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        for path in (f"/t/{table}", f"/t/{table}/watch", address, f"{address}/link"):
            found = meta(client, path)
            assert not [key for key in found if key.startswith("og:") or key == "description"], (path, found)
            assert found["robots"] == "noindex"
        client.cookies.update(keys)
        html = client.get(f"{address}/link").text
        assert "og:" not in html, "the page with the secret of a seat"


def test_the_server_that_knows_no_address_of_its_own_names_none() -> None:
    with browser() as (client, _):
        found = meta(client, "/")
        assert found["description"].startswith("Card games at one kitchen table.")
        assert "og:url" not in found
        assert "og:image" not in found


@pytest.mark.parametrize("path", ["/", "/rules/solo", "/stored"])
def test_pages_for_everybody_may_be_listed_and_all_pages_name_the_colours_of_light_and_dark(path: str) -> None:
    with browser(House(base=BASE)) as (client, _):
        html = client.get(path, headers={"Host": "cards.example"}).text
        assert "noindex" not in html
        assert re.findall(r'theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)', html) == [
            ("#F7F3EA", "light"),
            ("#171513", "dark"),
        ]
        assert f'rel="apple-touch-icon" href="{static_files.static("apple-touch-icon.png")}"' in html


def test_icons_lie_where_browsers_look_for_them() -> None:
    with browser() as (client, _):
        touch = client.get("/apple-touch-icon.png")
        assert touch.headers["content-type"] == "image/png"
        assert struct.unpack(">II", touch.content[16:24]) == (180, 180)
        icon = client.get("/favicon.ico")
        assert icon.headers["content-type"] == "image/x-icon"
        kind, count = struct.unpack("<HH", icon.content[2:6])
        assert (kind, count) == (1, 3)
        for n in range(count):
            width, size, at = struct.unpack("<B7xII", icon.content[6 + 16 * n : 22 + 16 * n])
            picture = icon.content[at : at + size]
            assert struct.unpack(">I", picture[16:20]) == (width,)
        picture = client.get(static_files.static("preview.png")).content
        assert struct.unpack(">II", picture[16:24]) == (1200, 630)


def test_crawlers_are_told_what_is_public_and_previews_can_be_fetched() -> None:
    with browser() as (client, _):
        text = client.get("/robots.txt").text
        assert "User-agent: *\nAllow: /$\n" in text
        rules = RobotFileParser()
        rules.parse(text.splitlines())
        for path in ("/rules/solo", "/stored", "/static/v1/preview.png"):
            assert rules.can_fetch("Googlebot", path), path
        for path in ("/t/abc", "/t/abc/0", "/t/abc/record", "/open/solo", "/code", "/statistics"):
            assert not rules.can_fetch("Googlebot", path), path
        assert rules.can_fetch("Twitterbot", "/t/abc")
