"""A real server on a loopback port in a thread of the tests, and people who play in a browser."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import uvicorn

from kartentisch.store import MemoryStore
from kartentisch.table import settings
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from kartentisch.web.server import FRAME, GRACE
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from starlette.types import ASGIApp

T = TypeVar("T")
MOST_MOVES = 400
"""Moves of one person in a match of the tests: more means that it does not end."""

BACK_FROM_CACHE = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
"""Then a page connects at once; else it would notice only after some pings that the line is gone."""


class Running(NamedTuple):
    """A server that runs."""

    address: str
    loop: asyncio.AbstractEventLoop

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something on the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)


PORTS: list[int] = []
"""Loopback ports of this process that tests have used: from the same address a window has the files of the page."""


def bound() -> socket.socket:
    """A loopback port, the same as before if it is free again."""
    for port in [*PORTS, 0]:
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", port))
            found.listen()
        except OSError:
            found.close()
            continue
        if not port:
            PORTS.append(found.getsockname()[1])
        return found
    raise AssertionError("no loopback port is free")


def address_of(found: socket.socket) -> str:
    return f"http://127.0.0.1:{found.getsockname()[1]}"


@contextmanager
def serving(app: ASGIApp, found: socket.socket | None = None) -> Iterator[Running]:
    """An application on a loopback port, a free one if none is given."""
    found = found or bound()
    config = uvicorn.Config(
        app,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    running = uvicorn.Server(config)
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await running.serve(sockets=[found])

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        until = time.monotonic() + PATIENCE
        while not running.started and time.monotonic() < until:
            time.sleep(0.02)
        yield Running(address_of(found), loops[0])
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server has not ended"


@contextmanager
def server(bots_wait: int = 40, reached: bool = False, reaction: int = 2000, drawn: bool = False) -> Iterator[str]:
    """Its address. Bots wait `bots_wait` milliseconds at the pace "quick", and tables so long for what bots answer.

    `reached`: tables say how others come. `reaction`: milliseconds that bots leave for moves out of turn. `drawn`: luck
    is drawn together, as on a server of today, and so differs in each run.
    """
    kept = settings.BOT_WAIT["quick"], settings.REACTION, settings.WINDOW_OF_BOTS
    settings.BOT_WAIT["quick"] = settings.WINDOW_OF_BOTS = bots_wait
    settings.REACTION = reaction
    store = MemoryStore()
    found = bound()
    try:
        reach = PublicAddress(address_of(found) if reached else "")
        world = World(luck_key=b"l" * 32) if drawn else World()
        with serving(create_app(RoomRegistry(store, world), Tokens(b"k" * 32), reach), found) as running:
            yield running.address
    finally:
        settings.BOT_WAIT["quick"], settings.REACTION, settings.WINDOW_OF_BOTS = kept


def unfold(page: Page) -> None:
    """Press every closed fold of a form, so that all its fields are there."""
    for fold in page.locator("form details").all():
        if not fold.evaluate("e => e.open"):
            fold.locator("summary").first.click()


def phase(page: Page) -> str:
    """What the table is about, as the page knows it."""
    found: str | None = page.locator(".page").get_attribute("data-phase")
    return found or ""


STATE = """() => ({
  yours: !!document.querySelector('.prompt .now'),
  phase: document.querySelector('.page')?.dataset.phase,
  others: document.querySelectorAll('.others .seat').length,
  number: Number(document.querySelector('.page')?.dataset.number),
  cards: [...document.querySelectorAll('.fan.mine > .card')].map(c => [c.dataset.card, c.classList.contains('low')]),
  buttons: [...document.querySelectorAll('.actions .button')].map(
    b => [b.dataset.element ?? b.dataset.control, b.classList.contains('not-now')]),
})"""


def state(page: Page) -> dict[str, Any]:
    """What a person can see of the table at a glance."""
    found: dict[str, Any] = page.evaluate(STATE)
    return found


def wait_for_turn(page: Page, seconds: float = PATIENCE) -> dict[str, Any]:
    """Wait until it is this person's turn, or the match is over."""
    page.wait_for_function(
        "() => document.querySelector('.prompt .now') || ['over', 'result'].includes("
        "document.querySelector('.page')?.dataset.phase)",
        timeout=seconds * 1000,
    )
    return state(page)


def fitting(now: dict[str, Any]) -> list[str]:
    """The cards of the hand that fit somewhere, the freest ones first (an aggravation card last)."""
    cards = [card for card, low in now["cards"] if not low]
    return sorted(cards, key=lambda card: card.startswith("!"))


def ready(now: dict[str, Any]) -> list[str]:
    """Buttons that do something now, the last one first: to end a turn before a row is schwupped."""
    return [element for element, not_now in reversed(now["buttons"]) if not not_now]


def hand(page: Page) -> list[str]:
    """The cards of the hand, in their order."""
    return [card for card, _ in state(page)["cards"]]


def targets_of(card: str, now: dict[str, Any]) -> tuple[str, ...]:
    """Beginnings of the targets to be picked after a card: for an aggravation card a row, then a seat.

    The very last one of a hand has no target: its button is `to:`.
    """
    if not card.startswith("!"):
        return ("",)
    return ("row:", "seat:") if now["others"] > 1 else ("row:",)
