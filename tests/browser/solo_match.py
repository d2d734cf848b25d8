"""A table of Solo in real browsers: two people, two bots, somebody who watches, a clock that is set, a slow store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kartentisch.store import MemoryStore
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.bot_pool import BotPool
from tests.browser import live
from tests.processes import PATIENCE
from tests.web.support.kit import KEY, House
from tests.web.support.solo_tables import lay, run

if TYPE_CHECKING:
    from concurrent.futures import Future

    from playwright.sync_api import Browser, Page

ANNA, BEN, LEFT, RIGHT = range(4)
"""The seats: Anna and Ben, then the bots at Ben's left and at Anna's right."""


class SlowStore(MemoryStore):
    """Takes its time with writing while it is held, as a disk may."""

    def __init__(self) -> None:
        super().__init__()
        self.held = False
        self.late: list[tuple[Future[None], Future[None]]] = []

    def append(self, *what: Any) -> Future[None]:
        done = super().append(*what)
        if not self.held:
            return done
        later: Future[None] = type(done)()
        self.late.append((later, done))
        return later

    def go_on(self) -> None:
        self.held = False
        for later, done in self.late:
            later.set_result(done.result())
        self.late.clear()


def plain(text: str) -> str:
    """With ordinary spaces."""
    return text.replace("\u00a0", " ")


class Person:
    """Somebody at a page: with a mouse and keys, or with a finger."""

    def __init__(self, chromium: Browser, size: tuple[int, int], language: str, touch: bool = False) -> None:
        width, height = size
        viewport: Any = {"width": width, "height": height}
        self.page: Page = chromium.new_context(locale=language, viewport=viewport, has_touch=touch).new_page()
        self.faults: list[str] = []
        self.heard: list[str] = []
        """Every text that came down to the page."""
        self.touch = touch
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda text: self.heard.append(str(text))))

    def press(self, selector: str) -> None:
        found = self.page.locator(selector)
        if self.touch:
            found.tap()
        else:
            found.click()

    def raises(self, card: str) -> None:
        self.press(f'.fan.mine > .card[data-element="hand/{card}"]')

    def button(self, element: str) -> None:
        self.press(f'.actions [data-element="{element}"]')

    def plays(self, card: str) -> None:
        self.raises(card)
        self.button("to:discard")

    @property
    def hand(self) -> list[str]:
        """The faces in the hand, in the order of the cards."""
        return [card.rpartition(".")[0] for card in live.hand(self.page)]

    @property
    def says(self) -> str:
        return plain(self.page.locator(".say").inner_text())

    @property
    def log(self) -> list[str]:
        return [plain(line) for line in self.page.locator(".side .lines li").all_text_contents()]

    def count(self, seat: int) -> int:
        """How many cards somebody else holds, as it stands at their figure."""
        return int(self.page.locator(f'.others .seat[data-seat="{seat}"] .count').inner_text())

    def known(self, seat: int) -> str:
        """The cards that are known of another hand, in words."""
        look = self.page.locator(f'.others .seat[data-seat="{seat}"] .hit[data-look]')
        label = plain(look.get_attribute("aria-label") or "") if look.count() else ""
        return label.partition(": ")[2].partition(". ")[0]

    @property
    def top(self) -> str:
        """The card on top of the discard pile."""
        card = self.page.locator('[data-zone="discard"] .lay > .card').get_attribute("data-card") or ""
        return card.rpartition(".")[0]

    def cut_off(self, selector: str) -> list[str]:
        """What of these reaches beyond the window."""
        script = """nodes => nodes.map(node => node.getBoundingClientRect()).filter(box =>
            box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight).map(JSON.stringify)"""
        found: list[str] = self.page.eval_on_selector_all(selector, script)
        return found

    def figures(self, rows: str) -> list[list[int]]:
        """The figures in these rows of a table."""
        script = (
            "rows => rows.map(row => [...row.querySelectorAll('td:not(.rank, .points)')].map(td => +td.textContent))"
        )
        found: list[list[int]] = self.page.eval_on_selector_all(rows, script)
        return found


class Table:
    """A table with two people, two bots and somebody who watches, a clock that is set, and a slow store."""

    def __init__(self, chromium: Browser, deal: dict[str, Any], limit: int) -> None:
        """`deal`: hands and piles as `solo_tables.lay` takes them."""
        self.cards, self.limit = deal, limit
        self.store = SlowStore()
        self.house = House(self.store)
        self.house.rooms.bot_pool = BotPool()
        self.anna = Person(chromium, (1440, 900), "en-GB")
        self.ben = Person(chromium, (390, 844), "de-DE", touch=True)
        self.watcher = Person(chromium, (820, 1180), "en-GB")
        self.people = (self.anna, self.ben, self.watcher)

    @contextmanager
    def open(self) -> Iterator[Table]:
        app = create_app(self.house.rooms, Tokens(KEY), self.house.public_address)
        with live.serving(app) as self.server:
            self.sit_down()
            yield self

    def sit_down(self) -> None:
        """Through the pages: Anna opens the table, Ben comes by its address."""
        anna, ben = self.anna.page, self.ben.page
        anna.goto(f"{self.server.address}/open/solo")
        anna.locator("#name").fill("Anna")
        anna.locator("#lot").uncheck()
        for seat in (LEFT, RIGHT):
            anna.locator(f"#seat-{seat}").select_option("bot:greedy")
        live.unfold(anna)
        anna.locator("#option-limit").fill(str(self.limit))
        anna.locator(".go .button").click()
        anna.wait_for_url("**/t/**/*")
        address = anna.url.rsplit("/", 1)[0]
        ben.goto(address)
        ben.locator("#name").fill("Ben")
        ben.locator(".go .button").tap()
        ben.wait_for_selector(".fan.mine > .card")
        self.watcher.page.goto(address)
        self.watcher.page.get_by_role("link", name="Just watch").click()
        for person in self.people:
            person.page.wait_for_selector(".page[data-phase='playing']")
        self.room = self.house.rooms.open_rooms()[0]
        self.server.do(self.deal())
        for person in self.people:
            person.page.wait_for_selector(f'[data-zone="discard"] [data-card="{self.cards["top"]}.1"]')

    async def deal(self) -> None:
        cards = dict(self.cards)
        lay(self.room, *cards.pop("hands"), **cards, steps=0, options={"limit": self.limit})

    def told(self) -> None:
        """All pages show the newest state of the table."""
        for person in self.people:
            person.page.wait_for_selector(f'.page[data-number="{self.room.table.number}"]', state="attached")

    def later(self, ms: int) -> None:
        """Time goes by: bots play, and a window ends."""
        self.server.do(run(self.house, self.room, ms))
        self.told()

    @contextmanager
    def facts(self, n: int) -> Iterator[None]:
        """What is done here leaves so many facts, and everybody sees them."""
        number = self.room.table.number + n
        yield
        self.wait(lambda: self.room.table.number >= number)
        assert self.room.table.number == number
        self.told()

    def wait(self, ready: Callable[[], object]) -> None:
        """Until something is so, while the pages go on."""
        until = time.monotonic() + PATIENCE
        while not ready() and time.monotonic() < until:
            self.anna.page.wait_for_timeout(5)
        assert ready()

    def counts(self) -> list[int]:
        """The sizes of all hands, read from the two screens."""
        anna, ben = self.anna, self.ben
        others = [anna.count(seat) for seat in (LEFT, RIGHT)]
        assert others == [ben.count(seat) for seat in (LEFT, RIGHT)]
        assert (len(anna.hand), len(ben.hand)) == (ben.count(ANNA), anna.count(BEN))
        found = [len(anna.hand), len(ben.hand), *others]
        assert found == [self.watcher.count(seat) for seat in range(4)]
        return found

    def race(self, winner: Callable[[], None], loser: Callable[[], None]) -> None:
        """Both act before either has heard of the other: the store is still writing what came first."""
        with self.facts(1):
            self.store.held = True
            winner()
            self.wait(lambda: self.store.late)
            loser()
            self.store.go_on()
