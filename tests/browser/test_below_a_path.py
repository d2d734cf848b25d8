"""In a browser, through nginx, below a path: what the page's own code leads to is below the path, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.contrib.proxies import Proxy, behind

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

UNTRUSTED = "An SSL certificate error occurred when fetching the script."
"""No browser lets a service worker in behind a certificate that only the test trusts. All else works without one."""


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with behind("nginx", "/games", tmp_path_factory.mktemp("nginx")) as found:
        yield found


def test_a_table_is_opened_and_left_for_other_pages_and_nothing_is_asked_for_elsewhere(
    chromium: Browser, proxy: Proxy
) -> None:
    page = chromium.new_context(ignore_https_errors=True, locale="en-GB").new_page()
    wrong, asked = list[str](), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url.replace("wss://", "https://")))
    page.goto(proxy.url)
    assert page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
    page.locator("#ways-schwupps form button").click()
    page.wait_for_url(re.compile(re.escape(proxy.url) + r"t/\w+/\d$"))  # seats are drawn
    page.locator(".hand .card").first.wait_for()
    seat = page.url
    for control, leads in (("language", seat), ("name", f"{seat}/name"), ("device", f"{seat}/link")):
        press(page, control)
        page.wait_for_url(leads)
        if control == "language":
            page.locator("html[lang=de]").wait_for()
        else:
            assert [one for one in links(page) if not one.startswith(proxy.url)] == []
            page.goto(seat)
        page.locator(".hand .card").first.wait_for()
    page.locator(".menu").click()
    assert {f"{proxy.url}rules/schwupps", proxy.url, f"{proxy.url}stored"} <= set(links(page))
    assert [one for one in links(page) if not one.startswith(proxy.url)] == []
    assert any(one.endswith("/socket") for one in asked)
    assert [one for one in asked if not one.startswith((proxy.url, "data:"))] == []
    assert [one for one in wrong if one != UNTRUSTED] == []


def press(page: Page, control: str) -> None:
    """A control in the menu."""
    page.locator(".menu").click()
    page.locator(f"#sheet-menu [data-control={control}]").last.click()  # German is the last language


def links(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all("a[href]", "all => all.map(one => one.href)")
    return [one for one in found if "#" not in one.removeprefix(page.url)]


@pytest.mark.long
def test_a_seat_is_taken_along_below_the_path(chromium: Browser, proxy: Proxy) -> None:
    """And an answer with twelve cookies comes through the proxy."""
    first, second = (chromium.new_context(ignore_https_errors=True, locale="en-GB").new_page() for _ in range(2))
    for _ in range(12):
        form: dict[str, str | float | bool] = {"name": "Anna", "seat-0": "you", "seat-1": "bot:greedy"}
        first.request.post(f"{proxy.url}open/schwupps", form=form, headers={"origin": proxy.url.rstrip("/")[:-6]})
    first.goto(f"{proxy.url}take")
    first.locator("[data-do=make]").click()
    link = first.locator("#invite-link").input_value()
    assert link.startswith(f"{proxy.url}take#")
    second.goto(link)
    second.locator("[data-do=over]").click()
    second.locator(".came a").first.click()
    second.wait_for_url(re.compile(re.escape(proxy.url) + r"t/\w+/\d$"))
    second.locator(".hand .card").first.wait_for()
    second.goto(proxy.url)
    second.locator(".opening a[href='/games/take']").click()
    second.get_by_text("12 seats").wait_for()
