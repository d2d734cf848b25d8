"""One pad on several phones: by links, with a network that goes and comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.browser import pads
from tests.browser.past import served
from tests.browser.test_pages import faults
from tests.plain_store import plain

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TOTALS = "want => [...document.querySelectorAll('tfoot td')].map(one => one.textContent).join(' ') === want"
KEPT = "game => JSON.parse(localStorage.getItem(`kartentisch.pads.${game}`))[0]"


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def address(store: MemoryStore) -> Iterator[str]:
    with served(RoomRegistry(store), reached=True) as running:
        yield running.address


def phone(chromium: Browser) -> Page:
    return chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()


def kept(page: Page, game: str = "schwupps") -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(KEPT, game)
    return found


def share(page: Page, address: str) -> tuple[str, str]:
    """Share a pad with the buttons; the link that writes and the one that only reads."""
    pads.open_pad(page, address, "schwupps")
    page.locator("[data-do=share]").click()
    page.locator("[data-do=share-now]").click()
    links = page.locator("#sheet-share input.field")
    links.nth(1).wait_for()
    page.locator("#sheet-share .qr svg").wait_for()
    page.wait_for_function(f"() => ({KEPT})('schwupps').entries.every(one => one.n)")
    return links.nth(0).input_value(), links.nth(1).input_value()


def close(page: Page) -> None:
    page.locator("dialog[open] header button").click()


def change(page: Page, person: int, n: str) -> None:
    """Enter the cards that somebody had left in round 1."""
    page.get_by_label("Change round 1").click()
    field = page.locator(".stepper input").nth(person)
    field.fill(n)
    field.press("Tab")
    page.locator("[data-do=save]").click()


def shows(page: Page, want: str) -> None:
    page.wait_for_function(TOTALS, arg=want)


def test_two_phones_enter_the_same_and_the_later_one_stands(
    chromium: Browser, store: MemoryStore, address: str
) -> None:
    """One of them was off line meanwhile: what it has entered comes in once, when the network is back."""
    anna, lea = phone(chromium), phone(chromium)
    writes, reads = share(anna, address)
    anna.locator("[name=whose]").first.check(force=True)
    assert faults(anna) == []
    close(anna)
    lea.goto(writes)
    shows(lea, "3 −4 −7")
    assert lea.url == reads, "the secret is not left in the address"
    assert lea.locator(".kept").inner_text() == "Shared: everybody with the link has it."

    anna.context.set_offline(True)
    change(anna, 1, "14")
    shows(anna, "3 −4 −17")
    change(lea, 1, "8")
    shows(lea, "3 −4 −11")
    anna.context.set_offline(False)
    shows(lea, "3 −4 −17")
    lea.locator('.notice span:text-is("Round 1 was changed on another device.")').wait_for()
    shows(anna, "3 −4 −17")
    assert anna.locator(".notice span").count() == 0, "what one enters oneself is no news"
    entries = [fact for fact in plain(store).facts(reads.rpartition("/")[2]) if fact.number > 6]
    assert [json.loads(fact.text)["values"] for fact in entries] == [{"left": {"2": 8}}, {"left": {"2": 14}}]

    lea.locator("[data-do=menu]").click()
    lea.locator("[data-do=history]").click()
    said = lea.locator(".entries li span").all_inner_texts()[:2]
    assert said == ["Anna’s device: Round 1: Cards left: Cem 14", "Round 1: Cards left: Cem 8"]
    lea.locator(".entries button").first.click()
    shows(anna, "3 −4 −11")
    close(lea)

    watching = phone(chromium)
    watching.goto(reads)
    shows(watching, "3 −4 −11")
    assert watching.locator("[data-do=round], [data-do=undo], tbody button").count() == 0
    assert watching.locator(".kept").inner_text() == "Shared: you can look on."


def test_without_a_network_the_page_says_so_and_a_reload_loses_nothing(chromium: Browser, address: str) -> None:
    anna = phone(chromium)
    share(anna, address)
    close(anna)
    anna.context.set_offline(True)
    change(anna, 0, "10")
    anna.wait_for_function("() => document.querySelector('.kept').textContent.includes('1 entry is sent later')")
    assert [one for one in kept(anna)["entries"] if not one.get("n")] != []
    anna.context.set_offline(False)
    anna.goto(f"{address}/pad/schwupps")
    anna.wait_for_function(f"() => ({KEPT})('schwupps').entries.every(one => one.n)")
    shows(anna, "3 −5 −7")


def test_a_pad_deleted_for_everybody_stays_on_each_device(chromium: Browser, address: str) -> None:
    anna, lea = phone(chromium), phone(chromium)
    writes, _ = share(anna, address)
    lea.goto(writes)
    shows(lea, "3 −4 −7")
    anna.locator("[data-do=delete]").click()
    assert anna.locator("[data-do=delete]").inner_text() == "Really delete for everybody?"
    anna.locator("[data-do=delete]").click()
    for page in (anna, lea):
        page.wait_for_function(f"() => !({KEPT})('schwupps').shared")
        assert page.locator(".notice span").inner_text() == (
            "This score pad was deleted. What your device has of it stays there."
        )
        shows(page, "3 −4 −7")
    close(anna)
    change(anna, 1, "5")
    shows(anna, "3 −4 −8")


def test_new_links_open_the_same_pad_and_the_old_ones_nothing(chromium: Browser, address: str) -> None:
    anna, lea, ben = phone(chromium), phone(chromium), phone(chromium)
    old_writes, old_reads = share(anna, address)
    for page in (lea, ben):
        page.goto(old_writes)
        shows(page, "3 −4 −7")
    ben.goto("about:blank")
    anna.locator("[data-do=renew]").click()
    assert anna.locator("[data-do=renew]").inner_text().startswith("Really?")
    anna.locator("[data-do=renew]").click()
    links = anna.locator("#sheet-share input.field")
    anna.wait_for_function(
        "old => ![...document.querySelectorAll('#sheet-share input.field')].some(one => one.value === old)"
        " && document.querySelectorAll('#sheet-share input.field').length === 2",
        arg=old_writes,
    )
    writes, reads = links.nth(0).input_value(), links.nth(1).input_value()
    assert {writes, reads}.isdisjoint({old_writes, old_reads})
    assert lea.locator(".notice span").inner_text() == (
        "This score pad has new links: ask the person who gave you the old one. What your device has of it stays there."
    )
    ben.goto(f"{address}/pad/schwupps")
    assert ben.locator(".notice span").inner_text() == (
        "This score pad was deleted or has new links: ask the person who gave you this one. "
        "What your device has of it stays there."
    )
    for old in (old_writes, old_reads):
        assert phone(chromium).request.get(old).status == 410
    assert anna.locator(".notice span").count() == 0, "on this device nothing was deleted"
    close(anna)
    change(anna, 1, "5")
    lea.goto(writes)
    shows(lea, "3 −4 −8")
    change(lea, 1, "6")
    shows(anna, "3 −4 −9")
    anna.reload()
    shows(anna, "3 −4 −9")


def test_a_server_that_refuses_says_why(chromium: Browser, address: str) -> None:
    anna = phone(chromium)
    pads.open_pad(anna, address, "schwupps", [pads.entered(1, out=0, left={"1": 999})])
    anna.locator("[data-do=share]").click()
    anna.locator("[data-do=share-now]").click()
    anna.locator("#sheet-share .problem").wait_for()
    assert anna.locator("#sheet-share .problem").inner_text() == "“left” cannot be 999; allowed is: 0-114."
    anna.context.set_offline(True)
    anna.locator("[data-do=share-now]").click()
    anna.wait_for_function(
        "() => document.querySelector('#sheet-share .problem')?.textContent.includes('cannot be reached now')"
    )
    anna.context.set_offline(False)
