"""Without the server, what was stored opens, and nothing else was stored. The line is really cut: nobody listens."""

from __future__ import annotations

import re
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from kartentisch.play.games import games
from kartentisch.store import MemoryStore
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from kartentisch.web.pages import installable, static_files
from tests.browser import live
from tests.browser.waits import until_promised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STORED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found.sort();
}"""
CONTROLLED = "() => navigator.serviceWorker?.controller !== null"
NO_WORKER = (
    "async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && !(await caches.keys()).length"
)


@contextmanager
def served(at: tuple[str, int] = ("127.0.0.1", 0), offline: bool = True) -> Iterator[live.Running]:
    """A server at this address. Afterwards nobody listens there."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(at)
    rooms = RoomRegistry(MemoryStore(), World())
    with found, live.serving(create_app(rooms, Tokens(b"k" * 32), offline=offline), found) as running:
        yield running


def where(running: live.Running) -> tuple[str, int]:
    return "127.0.0.1", int(running.address.rpartition(":")[2])


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(locale="de-DE", viewport={"width": 390, "height": 844}, service_workers="allow")
    page = context.new_page()
    yield page
    context.close()


def forget_http_cache(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.clearBrowserCache")
    line.detach()


def test_without_the_server_stored_rules_open_and_all_else_says_what_works(page: Page) -> None:
    with served() as running:
        at = running.address
        page.goto(f"{at}/rules/solo")
        page.wait_for_function(CONTROLLED)
        page.goto(f"{at}/pad/solo", wait_until="networkidle")
        page.goto(at)
        page.locator("#ways-schwupps form button").click()
        page.locator(".hand .card").first.wait_for()
        table = page.url
        page.goto(f"{at}/open/solo")
    forget_http_cache(page)

    page.goto(f"{at}/rules/solo")
    assert page.locator("h1").inner_text() == "Solo"
    assert page.evaluate("document.fonts.load('16px Atkinson Hyperlegible Next').then((fonts) => fonts.length)") == 1
    assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length)")
    page.goto(f"{at}/pad/solo")
    page.locator("[data-do=begin]").click()
    page.locator("[data-do=round]").click()
    page.locator(".round").wait_for()
    assert page.locator(".round .card, .round svg").count() > 10, "faces of cards are its keys"
    for lost in (table, at, f"{at}/open/solo", f"{at}/rules/swup"):
        page.goto(lost)
        assert page.locator("h1").inner_text() == "Keine Verbindung."
        rules = page.locator("h3", has_text="Regeln").locator("+ ul")
        rules.locator("li", has_text="(auf diesem Gerät nicht gespeichert)").nth(2).wait_for()
        assert rules.locator("li", has_text="Solo").inner_text() == "Solo"
    stored = page.evaluate(STORED)
    assert [path for path in stored if not path.startswith("/static/")] == [
        "/offline",
        "/pad/solo",
        "/rules/solo",
    ]


ASKED = {  # a question by its link, with what was said of it
    "/ask/solo/play?top=b%2B2&card=%2B4&phase=owed&owed=2": "Nein. Darf ich diese Karte spielen? · Solo",
    "/ask/swup/take?loose=y9&card=b9&picks=y9": "Ja. Darf ich das nehmen? · SWUP",
    "/ask/schwupps/play?top=b4&card=b9": "Kommt darauf an. Darf ich diese Karte dort spielen? · Schwupps",
}


@pytest.mark.long
def test_the_answers_read_last_open_without_the_server(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limited number; the one that was read longest ago goes first. The next version has none."""
    monkeypatch.setattr(installable, "KEPT_ANSWERS", 2)
    first, second, third = ASKED
    with served() as running:
        at = running.address
        page.goto(f"{at}/ask/solo")
        page.wait_for_function(CONTROLLED)
        for link in (first, second, first, third):
            page.goto(at + link)
        page.goto(f"{at}/ask/solo/play?top=r7&card=r1&phase=owed")
        assert page.locator(".problem").count() == 1, "what cannot be is no answer"
    forget_http_cache(page)

    for link in (third, first, first.replace("%2B", "%2b")):
        page.goto(at + link)
        assert page.title() == f"{ASKED[link.replace('%2b', '%2B')]} · Kartentisch"
        assert page.locator(".answered .word").is_visible()
        assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length)")
    page.goto(at + second)
    assert page.locator("h1").inner_text() == "Keine Verbindung."
    page.locator("#answers li").nth(1).wait_for()
    assert page.locator("#answers a").all_inner_texts() == [ASKED[third], ASKED[first]]
    assert page.locator("#answers p").last.inner_text().startswith("liegt oben: Zieh 2 in Blau · ")
    page.locator("#answers a").last.click()
    assert page.locator("h1").inner_text() == "Darf ich diese Karte spielen?"

    monkeypatch.setattr(static_files, "version", lambda: "v0123456789")
    with served(where(running)):
        page.goto(f"{at}/ask/solo")
        page.locator(".update button", has_text="Laden").click()
        until_promised(page, "async () => (await caches.keys()).length === 1")
        assert [path for path in page.evaluate(STORED) if path.count("/") == 3 and path.startswith("/ask")] == []


def test_a_stored_page_opens_without_the_server_whatever_its_query_says(page: Page) -> None:
    kept = ("/ask/swup", "/rules/solo", "/pad/solo")
    with served() as running:
        at, titles = running.address, {}
        page.goto(f"{at}{kept[0]}")
        page.wait_for_function(CONTROLLED)
        for path in kept:
            page.goto(f"{at}{path}")
            titles[path] = page.title()
    forget_http_cache(page)

    for path in kept:
        page.goto(f"{at}{path}?q=take&loose=y9")
        assert page.title() == titles[path]
    page.goto(f"{at}/ask/schwupps?q=play")
    assert page.locator("h1").inner_text() == "Keine Verbindung.", "this one was never opened"


def test_all_that_may_be_stored_is_stored_by_one_press_and_moves_to_the_next_version(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served() as running:
        at = running.address
        page.goto(f"{at}/install")
        page.wait_for_function(CONTROLLED)
        page.locator("#keep").click()
        page.locator("#progress", has_text="Alles ist auf diesem Gerät gespeichert.").wait_for()
    version = static_files.version()
    monkeypatch.setattr(static_files, "version", lambda: "v0123456789")
    with served(where(running)):
        page.goto(f"{at}/rules/swup")
        page.locator(".update button", has_text="Laden").wait_for()
        old = page.evaluate(STORED)
        with page.expect_navigation():
            page.locator(".update button").click()
        until_promised(page, "async () => (await caches.keys()).length === 1")
        stored = page.evaluate(STORED)
    assert any(version in path for path in old)
    assert {f"/rules/{game}{form}" for game in games() for form in ("", "/short")} <= set(stored)
    assert {path.split("/")[2] for path in stored if path.startswith("/static/")} == {"v0123456789"}
    forget_http_cache(page)
    page.goto(f"{at}/rules/schwupps")
    assert page.locator("h1").inner_text() == "Schwupps"


def test_a_server_without_a_worker_removes_it_and_all_that_it_stored(page: Page) -> None:
    with served() as running:
        at = running.address
        page.goto(f"{at}/rules/solo")
        page.wait_for_function(CONTROLLED)
    with served(where(running), offline=False):
        page.goto(f"{at}/rules/solo")
        until_promised(page, NO_WORKER)
        page.goto(f"{at}/rules/swup")
        assert page.locator("h1").inner_text() == "SWUP"
        assert not re.search("offline.js", page.content())
