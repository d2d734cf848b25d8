"""A page takes part in draws, keeps its receipt, and says what can be said of the luck at the end."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.play.proof import examine
from tests.browser import live
from tests.processes import PATIENCE
from tests.ways import long
from tests.web.support.draws import drawn, whole_match
from tests.web.support.kit import in_house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAME = """async ([record, receipt, here]) => {
  const { examine } = await import(new URL('./js/examine.js', here).href);
  const { sentences } = await import(new URL('./js/proof.js', here).href);
  const answer = await examine(record, receipt);
  const codes = (list) => list.map((why) => why.code);
  return [answer.missing, codes(answer.faults), codes(answer.reasons), sentences(answer, {}).length];
}"""
PLAIN = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
"""As on plain http of another computer, where browsers offer no hashes."""


def opened(browser: Browser, address: str, plain: bool) -> Page:
    page = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE").new_page()
    if plain:
        page.add_init_script(PLAIN)
    page.goto(address)
    page.locator('.games form[action="/open/schwupps"] button').click()
    page.wait_for_url("**/t/*/*")
    page.wait_for_function(
        "() => document.querySelector('.page')?.dataset.phase === 'playing'", timeout=PATIENCE * 1000
    )
    return page


def bot_plays(page: Page) -> None:
    """The person lets a bot play on."""
    page.locator("button.menu").click()
    page.locator("#sheet-menu [data-control=bot]").first.dispatch_event("click")


@pytest.mark.parametrize("plain", [True, long(False)])
def test_a_page_helps_to_shuffle_and_says_that_the_luck_is_proved(chromium: Browser, plain: bool) -> None:
    """A bot plays the match to its end for the person; a reload in between loses no receipt."""
    with live.server(bots_wait=10, drawn=True) as address:
        page = opened(chromium, address, plain)
        known = page.evaluate(
            "() => Object.entries(localStorage).find(([key]) => key.startsWith('kartentisch.luck.'))[1]"
        )
        first = json.loads(known)["1"]
        assert first["given"]
        assert first["number"]
        page.reload()
        page.wait_for_selector(".actions")
        bot_plays(page)
        page.wait_for_selector(".luck p", timeout=PATIENCE * 1000)
        assert page.locator(".luck p").first.inner_text().startswith("Zufall dieser Partie: bewiesen.")
        with page.expect_download() as download:
            page.locator("[data-receipt]").click()
        receipt = download.value.path().read_text()
        table = page.url.split("/t/")[1].split("/")[0]
        record = page.request.get(f"{address}/t/{table}/record?match=1").text()
        assert examine(record, receipt).kind == "proved"
        page.context.close()


@pytest.fixture(scope="module")
def fair() -> tuple[str, str]:
    async def work(house: Any) -> tuple[str, str]:
        _, members, text = await whole_match(drawn(house))
        return text, members[0].receipt()

    with ThreadPoolExecutor(1) as other:  # this thread has the loop of the browser
        found: tuple[str, str] = other.submit(in_house, work).result()
    return found


@pytest.mark.parametrize("plain", [False, long(True)])
def test_a_page_finds_what_check_finds(chromium: Browser, fair: tuple[str, str], plain: bool) -> None:
    record, receipt = fair
    lines = record.splitlines()
    at = {
        name: next(k for k, line in enumerate(lines) if line.startswith(name))
        for name in ("secret", "draw", "deal", "0:")
    }

    def cut(name: str, old: str, new: str) -> str:
        return "\n".join([*lines[: at[name]], lines[at[name]].replace(old, new, 1), *lines[at[name] + 1 :]]) + "\n"

    number = lines[at["draw"]].rpartition(":")[2]
    luck = lines[at["deal"]].split(": ")[1].split(" | ")[0]
    cases = [
        record,
        cut("secret", lines[at["secret"]][-5:], "00000"),
        cut("draw", number, "-"),
        cut("draw", number, "0" * 64),
    ]
    cases += [cut("deal", luck, "0" * 32), cut("0:", lines[at["0:"]].split(" | ")[-2], "0" * 16)]
    of_luck = ("proof: ", "bind: ", "match: ", "promise: ", "secret: ", "draw: ")
    cases += ["\n".join(line for line in lines if not line.startswith(of_luck)) + "\n"]
    with live.server(bots_wait=10, drawn=True) as address:
        page = opened(chromium, address, plain)
        here = page.evaluate(
            "() => document.querySelector('script[src*=\"js/table.js\"]').src.replace('js/table.js', '')"
        )
        for case in cases:
            answer = examine(case, receipt)
            found = page.evaluate(SAME, [case, json.loads(receipt), here])
            assert found[:3] == [
                answer.missing,
                [why.code for why in answer.faults],
                [why.code for why in answer.reasons],
            ]
        page.context.close()
