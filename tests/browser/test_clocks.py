"""Clocks, a pause and a question to all in the browser: seen, heard once, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kartentisch.table.clocks import LEEWAY
from tests.browser.clocked import BRISK, Clocked, clocked, left, start, until
from tests.browser.line import GUARD
from tests.browser.test_pages import faults
from tests.ways import first_now

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def server() -> Iterator[Clocked]:
    with clocked() as found:
        yield found


def test_what_zero_means_is_said_once_and_the_pause_stops_everything_by_keyboard(
    chromium: Browser, server: Clocked
) -> None:
    room, seat, other = start(server, clock="brisk", zero="bot")
    me, ben, name = server.sit(chromium, room, seat), server.sit(chromium, room, other), room.names[seat]
    assert not me.locator(".clock.little").count(), "calm"
    server.jump(room, BRISK - 21_000)
    until(me, "() => document.querySelector('.prompt .clock.little')")
    for page, words in (
        (me, r"Your time: (20|1\d) seconds left\. At zero a bot plays this move for you\."),
        (ben, rf"Time of {name}: (20|1\d) seconds left\. At zero a bot plays this move for {name}\."),
    ):
        until(page, "() => /seconds left/.test(document.getElementById('spoken').innerText)")
        page.wait_for_timeout(1_200)
        spoken = page.locator("#spoken").inner_text()
        assert re.search(words, spoken), spoken
        assert spoken.count("seconds left") == 1
        assert page.locator(".prompt .then").is_visible()
    assert ben.locator(f".seat[data-seat='{seat}'] .clock.little .digits").inner_text().startswith("0:1")
    assert faults(ben) == []
    ben.locator(".prompt [data-control=more]").click()
    until(ben, "() => !document.querySelector('.prompt .clock.little')")
    ben.locator(".pause").focus()
    ben.keyboard.press("Enter")
    until(me, "() => document.querySelector('.paused')?.innerText.includes('has paused the match.')")
    assert ben.evaluate("document.activeElement.matches('.pause')"), "the same button goes on"
    assert faults(me) == []
    number = server.facts(room)[-1].number
    server.jump(room, 3_600_000)
    assert server.facts(room)[-1].number == number
    ben.wait_for_timeout(GUARD)  # or it is the second half of a double press
    ben.keyboard.press("Enter")
    until(me, "() => !document.querySelector('.paused')")
    assert 60_000 < left(me) < 60_000 + 20_000
    server.jump(room, BRISK + LEEWAY)
    until(ben, "n => Number(document.querySelector('.page').dataset.number) > n + 2", number)
    assert any(fact.text.startswith("once ") for fact in server.facts(room))


@pytest.mark.parametrize("size", first_now([(360, 640), (1440, 900)]))
def test_another_clock_is_asked_for_in_the_menu_and_answered_over_the_table(
    chromium: Browser, server: Clocked, size: tuple[int, int]
) -> None:
    room, seat, other = start(server)
    view = {"width": size[0], "height": size[1]}
    me, ben = (server.sit(chromium, room, one, viewport=view) for one in (seat, other))
    me.locator(".menu").click()
    me.locator("[data-control=clock][data-arg='brisk wait']").click()
    assert not me.locator("#sheet-menu").is_visible(), "the table shows what was asked"
    until(me, "() => document.querySelector('.question')?.innerText.includes('Still to answer')")
    until(ben, "() => document.querySelector('.question')?.innerText.includes('asks for another clock')")
    until(ben, "() => document.getElementById('spoken').innerText.includes('asks for another clock')")
    assert faults(ben) == []
    yes = ben.locator(".question [data-control=clock]")
    for _ in range(40):
        if yes.evaluate("e => e === document.activeElement"):
            break
        ben.keyboard.press("Tab")
    ben.keyboard.press("Enter")
    until(ben, "() => !document.querySelector('.question') && document.querySelector('.prompt .clock .digits')")
    assert room.table.clocks.kind == "brisk"
    until(me, "() => /^1:[012]/.test(document.querySelector('.prompt .digits')?.innerText ?? '')")
