"""Tables without a network: a clock that is set, luck that is handed in, pages that remember every byte."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient
from starlette.websockets import WebSocketState

from kartentisch.engine.luck import seeded
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import sheet
from kartentisch.store import MemoryStore
from kartentisch.table.facts import Ask
from kartentisch.table.settings import checked_settings
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.bot_pool import BotPool
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.web.live.world import CODE, World
from kartentisch.web.network.visitors import Visitors
from kartentisch.web.socket.connection import Socket

KEY = b"k" * 32
START = 1_800_000_000_000
BOT = "bot:greedy"
BOT_POOL = BotPool()
"""The bots of all tests: their threads are started once."""


class Hands:
    """Everything that a world takes from outside; the same seed gives the same."""

    def __init__(self, seed: int = 1) -> None:
        self.now = START
        self.jumped = 0
        """Milliseconds by which the computer's clock has been set forward (or back); durations do not notice."""
        self._lucks = (seeded(seed, n, 1)[0] for n in itertools.count())
        self._lots = (seeded(99, n, 1)[0] for n in itertools.count())
        self._ids = itertools.count()
        self._codes = itertools.count()

    def world(self) -> World:
        return World(
            clock=lambda: self.now + self.jumped,
            steady=lambda: self.now,
            luck=lambda: next(self._lucks),
            lot=lambda n: next(self._lots) % n,
            new_id=lambda: f"table{next(self._ids):04d}",
            new_join_code=lambda length: code_of(next(self._codes), length),
            lesson_pace=0,
        )


def code_of(n: int, length: int = 5) -> str:
    """The code of the n-th table: BBBBB, BBBBC, ..."""
    return "".join(CODE[n // len(CODE) ** place % len(CODE)] for place in reversed(range(length)))


class Wire:
    """The two ends of a connection: what a page sends, and every text that it was sent."""

    def __init__(self) -> None:
        self.scope, self.sent = dict[str, Any](), list[str]()
        self.closed: int | None = None
        self.application_state = WebSocketState.CONNECTED
        self._up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = True

    async def receive(self) -> dict[str, Any]:
        return await self._up.get()

    async def send_text(self, text: str) -> None:
        while not self.reading:
            await asyncio.sleep(0.01)
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed = code
        self.application_state = WebSocketState.DISCONNECTED

    def push(self, text: str | bytes) -> None:
        self._up.put_nowait({"type": "websocket.receive", "text" if isinstance(text, str) else "bytes": text})

    def hang_up(self) -> None:
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1001})


class Page:
    """A browser at a seat (or watching)."""

    def __init__(
        self,
        house: House,
        room: Room,
        seat: int,
        language: str = "en",
        scheduler: Scheduler | None = None,
        screen: bool = False,
    ) -> None:
        self.wire = Wire()
        self.room = room
        self.house = house
        self._ids = itertools.count()
        scheduler = scheduler or house.rooms.scheduler(room.id)
        socket = Socket(self.wire, room, scheduler, house.public_address, seat, language, screen)  # type: ignore[arg-type]
        self.task = asyncio.ensure_future(socket.run())

    async def hello(self, **more: Any) -> Page:
        self.say({"t": "hello", "version": 1, "have": -1, "wants": "scene", "seals": True, **more})
        for _ in range(400):  # what happened so far is looked up in a thread
            await settled()
            if len(self.wire.sent) > 1 or self.task.done():
                break
            await asyncio.sleep(0.005)
        return self

    def say(self, message: Any) -> None:
        self.wire.push(message if isinstance(message, str | bytes) else json.dumps(message))

    async def ask(self, do: str, ask_id: str = "", **more: Any) -> dict[str, Any]:
        """Ask, and return the answer."""
        ask_id = ask_id or f"ask-{id(self)}-{next(self._ids)}"
        before = len(self.heard())
        if do == "play" and "since" not in more:
            more["since"] = self.scene["since"]
        self.say({"t": "ask", "id": ask_id, "do": do, **more})
        for attempt in range(400):
            await settled()
            if attempt > 3:  # the store may have a thread of its own
                await asyncio.sleep(0.005)
            for message in self.heard()[before:]:
                if message["t"] in ("done", "refused") and message["id"] == ask_id:
                    return message
        raise AssertionError(f"no answer to {do}: {self.heard()[before:]}")

    async def play(self, move: str) -> dict[str, Any]:
        return await self.ask("play", moves=[move])

    def heard(self, kind: str = "") -> list[dict[str, Any]]:
        messages = [json.loads(text) for text in self.wire.sent]
        return [message for message in messages if not kind or message["t"] == kind]

    @property
    def scene(self) -> dict[str, Any]:
        """The newest scene."""
        found: dict[str, Any] = self.heard("scene")[-1]["scene"]
        return found

    @property
    def log(self) -> list[str]:
        return [line["text"] for message in self.heard("scene") for line in message["log"]]

    async def go(self) -> None:
        self.wire.hang_up()
        await self.task


class House:
    """A server without a network."""

    def __init__(self, store: MemoryStore | None = None, seed: int = 1, base: str = "") -> None:
        self.hands = Hands(seed)
        self.store = store or MemoryStore()
        self.rooms = RoomRegistry(self.store, self.hands.world(), BOT_POOL)
        self.public_address, self.offline = PublicAddress(base), True
        self.pages: list[Page] = []

    async def open(self, *plan: str, game: str = "schwupps", name: str = "Anna", **options: Any) -> Room:
        settings = checked_settings(sheet(game), plan, options, BOT_POOL.levels)
        assert not isinstance(settings, Reason)
        return await self.rooms.open(settings, name)

    async def dealt(self, *plan: str, **options: Any) -> Room:
        """A table at which play has begun."""
        room = await self.open(*plan, **options)
        answer = await room.ask(Ask("start", room.table.host, "start-00000"))
        assert answer.reason is None, answer
        return room

    async def page(self, room: Room, seat: int, language: str = "en", screen: bool = False, **hello: Any) -> Page:
        page = Page(self, room, seat, language, screen=screen)
        self.pages.append(page)
        await page.hello(language=language, **hello)
        return page

    def scheduler(self, room: Room) -> Scheduler:
        return self.rooms.scheduler(room.id)

    async def later(self, room: Room, ms: int) -> None:
        """Let time pass, then do what is due."""
        for _ in range(200):  # bots think in threads
            await settled()
            thoughts = self.scheduler(room)._thoughts.values()
            if all(thought.move is not None for thought in thoughts):
                break
            await asyncio.sleep(0.005)
        self.hands.now += ms
        await self.scheduler(room).run_due()
        await settled()

    async def close(self) -> None:
        for page in self.pages:
            if not page.task.done():
                await page.go()
        for room in self.rooms.open_rooms():
            await self.rooms.scheduler(room.id).stop()


async def settled() -> None:
    """Let all tasks run as far as they can."""
    for _ in range(30):
        await asyncio.sleep(0)


def in_house(work: Callable[[House], Any], **how: Any) -> Any:
    """Run a test in a house of its own."""

    async def run() -> Any:
        house = House(**how)
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(run())


@contextmanager
def browser(
    house: House | None = None, limits: Limits | None = None, address: str = "testclient", proxies: Sequence[str] = ()
) -> Iterator[tuple[TestClient, House]]:
    """A browser over the whole application, at this address."""
    house = house or House()
    app: Any = create_app(house.rooms, Tokens(KEY), house.public_address, limits, offline=house.offline)
    if proxies:
        app = Visitors(app, proxies)
    with kept_bot_pool(), TestClient(app, client=(address, 50_000), follow_redirects=False) as client:
        yield client, house


@contextmanager
def kept_bot_pool() -> Iterator[None]:
    """Keep the bots of all tests running when an application ends."""
    close, BOT_POOL.close = BOT_POOL.close, lambda: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        BOT_POOL.close = close  # type: ignore[method-assign]


def turn(room: Room) -> int:
    return room.table.actors()[0]


async def two_people(house: House) -> tuple[Room, list[Page]]:
    """A table of two after the deal, with both pages open, the page of the player in turn first."""
    room = await house.open("you", "open")
    await room.sit("Ben", "join-ben-0001")
    pages = [await house.page(room, seat) for seat in (0, 1)]
    return room, sorted(pages, key=lambda page: not page.scene["prompt"].get("yours"))


def step(page: Page, first: str = "") -> str:
    """A step that this page offers."""
    found: str = next(step["token"] for step in page.scene["steps"] if step["token"].startswith(first))
    return found


# ---- Browsers --------------------

FORM = {"name": "Anna", "seat-0": "you", "seat-1": "open", "option-match": "single", "pace": "calm"}


def call(client: TestClient, work: Callable[..., Any], *args: Any) -> Any:
    """Do something on the server's loop."""
    assert client.portal is not None
    return client.portal.call(work, *args)


def opened(client: TestClient, **more: str) -> tuple[str, str]:
    """Open a table; return its id and the address of the host's seat."""
    answer = client.post("/open/schwupps", data=FORM | more)
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    return address.split("/")[2], address


def room_of(client: TestClient, house: House, table: str) -> Room:
    room: Room = call(client, house.rooms.get, table)
    return room
