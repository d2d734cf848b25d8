"""Six ways to be gone and back: what the others see, what the page shows that comes back, whose clock ran meanwhile.

Presence, transport and forfeiture are three clocks: who is called away, when a line is given up, what absence costs.
Times are scripted: the server's clock by `jump`, the pages' timers by `run_for` and `fast_forward`.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from kartentisch.store import SqliteStore
from kartentisch.table.clocks import ALLOWANCE, RESERVE
from kartentisch.web.live.presence import HANDED, SHOWN
from kartentisch.web.live.room import Room
from tests import processes
from tests.browser import live
from tests.browser.clocked import BRISK, Clocked, clocked, eventually, left, says, shift, start, until
from tests.plain_store import plain

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOST = "No connection."


@pytest.fixture(scope="module")
def server() -> Iterator[Clocked]:
    with clocked() as found:
        yield found


def told_away(page: Page, seat: int) -> bool:
    return bool(page.locator(f".seat[data-seat='{seat}'].off").count())


def hand(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('.fan.mine > .card')].map(c => c.dataset.card)")
    return found


def moves(server: Clocked, room: Room) -> list[str]:
    return [fact.text for fact in server.facts(room) if fact.kind == "moved"]


def in_turn(pages: list[Page]) -> Page:
    found: list[Page] = []

    def says_so() -> bool:
        found[:] = [page for page in pages if page.locator(".prompt .now").count()]
        return bool(found)

    eventually(says_so)
    return found[0]


NEWER = "n => Number(document.querySelector('.page').dataset.number) > n"

PONGS = """() => {
  window.pongs = 0;
  const parse = JSON.parse;
  JSON.parse = text => {
    const found = parse(text);
    if (found?.t === 'pong') window.pongs += 1;
    return found;
  };
}"""
"""Counts the pongs that the page reads: between two jumps of its clock it has to hear one."""

SEEN = """() => { window.lost = []; new MutationObserver(() => {
  const said = document.querySelector('.say')?.innerText ?? '';
  if (said.includes('No connection')) window.lost.push(said);
}).observe(document.getElementById('app'), {subtree: true, childList: true, characterData: true}); }"""
"""Notes every time that the page speaks of a lost line."""


def test_network_gone_for_two_seconds_nobody_hears_of_it_and_a_move_made_meanwhile_is_played_once(
    chromium: Browser, server: Clocked
) -> None:
    room, seat, other = start(server, clock="brisk", zero="pass")
    line = server.line()
    me, ben = server.sit(chromium, room, seat, line), server.sit(chromium, room, other)
    me.evaluate(SEEN)
    server.jump(room, 1_000)
    until(me, "() => Number(document.querySelector('.prompt .clock')?.dataset.left) < 79500")
    before, number = left(ben), server.facts(room)[-1].number
    server.hold(line)
    shift(me)
    me.clock.run_for(2_000)
    server.jump(room, 2_000)
    until(ben, "n => Number(document.querySelector('.prompt .clock').dataset.left) <= n", before - 2_000)
    assert not told_away(ben, seat)
    assert moves(server, room) == []
    assert me.locator(".say").inner_text() == "Sent, not yet answered."
    server.mend(line)
    until(ben, NEWER, number)
    me.clock.run_for(3_000)
    until(me, NEWER, number)
    assert len(moves(server, room)) == 1, "sent again, played once"
    assert me.evaluate("window.lost") == []
    assert room.table.clocks.reserve[seat] == RESERVE["brisk"], "the allowance covers it"


def test_network_gone_for_twenty_seconds_the_seat_is_away_its_clock_runs_and_the_picture_is_right_afterwards(
    chromium: Browser, server: Clocked
) -> None:
    room, seat, other = start(server, clock="brisk", zero="pass")
    line = server.line()
    me, ben = server.sit(chromium, room, seat, line), server.sit(chromium, room, other)
    cards = hand(me)
    me.locator(".fan.mine > .card").first.click()
    raised = me.locator(".fan.mine > .card.up").get_attribute("data-card")
    assert raised
    server.lose(line, room, seat)
    for _ in range(4):
        me.clock.run_for(5_000)
    until(me, "() => document.querySelector('.say').innerText.includes('No connection.')")
    assert "Your seat is kept." in says(me)
    server.jump(room, 20_000)
    until(ben, "s => document.querySelector(`.seat[data-seat='${s}'].off`)", seat)
    name = room.names[seat]
    assert says(ben).startswith(f"Waiting for {name}, who is away.")
    assert f"The seat is held: {name} can come back any time." in says(ben)
    about = ben.locator(f".seat[data-seat='{seat}']").text_content() or ""
    assert f"on their turn, a bot steps in after 1 minute, until {name} is back." in about
    assert left(ben) <= HANDED - 19_000, "it says when the bot steps in"
    server.mend(line)
    for _ in range(3):
        me.clock.run_for(4_000)
    until(me, "() => !document.querySelector('.say').innerText.includes('No connection.')")
    until(ben, "s => !document.querySelector(`.seat[data-seat='${s}'].off`)", seat)
    assert hand(me) == cards
    assert me.locator(".fan.mine > .card.up").get_attribute("data-card") == raised
    until(me, "n => Number(document.querySelector('.prompt .clock').dataset.left) < n", BRISK - 20_000)
    assert room.table.people == (0, 1)


def test_phone_asleep_the_table_goes_on_as_was_said_and_the_phone_wakes_without_a_word(
    chromium: Browser, server: Clocked
) -> None:
    room, seat, other = start(server, clock="brisk", zero="pass")
    line = server.line()
    me, ben = server.sit(chromium, room, seat, line), server.sit(chromium, room, other)
    me.evaluate(SEEN)
    asleep = me.context.new_cdp_session(me)
    asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    server.lose(line, room, seat)
    server.jump(room, SHOWN + 1)
    until(ben, "s => document.querySelector(`.seat[data-seat='${s}'].off`)", seat)
    server.jump(room, HANDED)
    until(ben, "s => /a bot plays/.test(document.querySelector(`.seat[data-seat='${s}']`).innerText)", seat)
    assert server.facts(room)[-1].kind in ("handed", "moved")
    server.mend(line)
    asleep.send("Page.setWebLifecycleState", {"state": "active"})
    me.clock.fast_forward(120_000)
    me.clock.run_for(600)
    until(me, "() => document.querySelector('.say').innerText.includes('A bot plays for you.')")
    until(ben, "s => !document.querySelector(`.seat[data-seat='${s}'].off`)", seat)
    assert me.evaluate("window.lost") == [], "no network fault is claimed"
    me.locator("[data-control=back]").click()
    me.clock.run_for(600)
    until(ben, "s => !/a bot plays/.test(document.querySelector(`.seat[data-seat='${s}']`).innerText)", seat)
    assert room.table.people == (0, 1)
    me.clock.run_for(600)
    assert hand(me) == hand(server.sit(chromium, room, seat)), "the picture is that of a page opened now"


def test_tab_in_the_background_the_seat_is_here_the_clock_runs_and_the_scene_is_fresh(
    chromium: Browser, server: Clocked
) -> None:
    """Browsers let such a page run its timers once a minute."""
    room, seat, other = start(server, clock="relaxed", zero="wait")
    line = server.line()
    ben, me = server.sit(chromium, room, seat), server.sit(chromium, room, other, line)
    me.evaluate(SEEN)
    hidden = "h => { Object.defineProperty(document, 'visibilityState', {value: h, configurable: true}); \
        document.dispatchEvent(new Event('visibilitychange')); }"
    me.evaluate(hidden, "hidden")
    me.evaluate(PONGS)
    for pongs in range(3):
        me.clock.fast_forward(60_000)
        until(me, "n => window.pongs > n", pongs)
        server.jump(room, 60_000)
    assert not told_away(ben, other)
    assert left(ben) <= ALLOWANCE["relaxed"] + RESERVE["relaxed"] - 180_000, "the clock of who is in turn runs"
    number = server.facts(room)[-1].number
    shift(ben)
    until(me, NEWER, number)
    me.evaluate(hidden, "visible")
    me.clock.run_for(1_000)
    eventually(lambda: room.presence.here(other))
    assert not told_away(ben, other)
    assert me.evaluate("window.lost") == []


def test_two_devices_one_seat_both_are_live_and_one_is_enough_to_be_here(chromium: Browser, server: Clocked) -> None:
    room, seat, other = start(server, clock="brisk", zero="pass")
    line = server.line()
    phone, ben = server.sit(chromium, room, seat, line), server.sit(chromium, room, other)
    phone.goto(f"{phone.url}/link")
    link = phone.locator("#link").input_value().replace(line.address, server.address)
    phone.go_back()
    tablet = chromium.new_context(viewport={"width": 820, "height": 1180}, reduced_motion="reduce").new_page()
    tablet.goto(link)
    tablet.wait_for_selector(".fan.mine")
    assert "#" not in tablet.url
    assert hand(tablet) == hand(phone)
    number = server.facts(room)[-1].number
    shift(tablet)
    until(phone, NEWER, number)
    until(ben, NEWER, number)
    server.lose(line, room, seat, here=True)
    server.jump(room, 3 * SHOWN)
    assert not told_away(ben, seat), "the tablet is here"
    assert left(ben) < BRISK
    tablet.context.close()
    eventually(lambda: not room.presence.here(seat))
    server.jump(room, SHOWN + 1)
    until(ben, "s => document.querySelector(`.seat[data-seat='${s}'].off`)", seat)
    server.mend(line)
    for _ in range(5):
        phone.clock.run_for(3_000)
    until(ben, "s => !document.querySelector(`.seat[data-seat='${s}'].off`)", seat)
    assert len(moves(server, room)) == 1


# ---- A server of its own ---------------------------------------------------------------------------------------------


@contextmanager
def served(data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = ("-m", "kartentisch", "serve", "--port", str(port), "--data", data)
    with processes.python(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        eventually(lambda: bool(urlopen(f"http://127.0.0.1:{port}/healthz", timeout=20).read()))
        yield process


def sits_down(chromium: Browser, address: str, name: str) -> Page:
    page = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    page.goto(address)
    page.locator("#name").fill(name)
    if "/open/" in address:
        live.unfold(page)
        page.locator("#clock-brisk").check()
        page.locator("#zero-pass").check()
    page.locator(".go .button").first.click()
    page.wait_for_url("**/t/*/*")
    return page


def test_server_restarted_all_come_back_unasked_and_the_decision_begins_anew(chromium: Browser, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with served(tmp_path, port) as process:
        anna = sits_down(chromium, f"http://127.0.0.1:{port}/open/schwupps", "Anna")
        table = anna.url.split("/")[4]
        ben = sits_down(chromium, f"http://127.0.0.1:{port}/t/{table}", "Ben")
        pages = [anna, ben]
        for page in pages:
            page.wait_for_selector(".fan.mine")
        me = in_turn(pages)
        shift(me)
        until(me, "() => document.querySelector('.page').dataset.number >= 4")
        hands = [hand(page) for page in pages]
        number = int(me.locator(".page").get_attribute("data-number") or 0)
        me.wait_for_timeout(1_200)
        process.send_signal(signal.SIGKILL)
        process.wait(processes.PATIENCE)
    me.locator(".actions .button:not(.not-now)").last.click()  # in flight while there is no server
    with served(tmp_path, port) as process:
        up = time.monotonic()
        for page in pages:
            until(page, "n => Number(document.querySelector('.page').dataset.number) >= n + 2", number)
            assert LOST not in says(page)
            assert not page.locator(".seat.off").count()
        assert [len(hand(page)) >= len(one) - 1 for page, one in zip(pages, hands, strict=True)] == [True, True]
        now = in_turn(pages)
        since = 1_000 * (time.monotonic() - up)
        assert left(now) > BRISK - 1_000 - since, "nobody's time ran while the server was down"
        process.send_signal(signal.SIGTERM)
        process.wait(processes.PATIENCE)
    store = SqliteStore(tmp_path)
    facts = plain(store).facts(table)
    store.close()
    assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
    kinds = [fact.kind for fact in facts[number:]]
    assert sorted(kinds[:2]) == ["moved", "woke"], kinds
    assert len([fact for fact in facts if fact.kind == "moved"]) == 2, "the move in flight was played once"
