"""Requests and sockets wait for their turns while a crowd comes, each kind on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.throttles import Throttle, Throttles
from kartentisch.web.network.throttled import Throttled
from tests.web.support.kit import KEY, House, kept_bot_pool
from tests.web.support.listening import GET, all_of, framed, listening, opened, status, until, upgrading


class Held(Throttle):
    """A throttle that begins pieces when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Callable[[], bool]] = []

    def ask(self, begin: Callable[[], bool]) -> None:
        self.held.append(begin)


def test_a_request_becomes_a_socket_in_its_turn_unless_it_is_gone_by_then() -> None:
    throttles, house = Throttles(), House()
    throttles.upgrades = held = Held()
    app = create_app(house.rooms, Tokens(KEY), house.public_address)
    with kept_bot_pool(), listening(app, throttles=throttles) as found:
        table, _ = opened(found)
        waiting, leaving, hasty = (upgrading(found, f"/t/{table}/watch/socket") for _ in range(3))
        until(lambda: len(held.held) == 3)
        assert status(all_of(found.connect(GET))) == 200, "requests do not wait for sockets"
        leaving.close()
        hasty.sendall(framed("{}"))
        assert all_of(hasty) == b"", "it spoke before it was answered"
        until(lambda: len(found.admissions) == 1)
        wanted: list[bool] = []

        def now(begin: Callable[[], bool]) -> None:
            wanted.append(begin())

        loop = found.server.servers[0].get_loop()  # type: ignore[union-attr]
        for begin in held.held:
            loop.call_soon_threadsafe(now, begin)
        assert status(waiting.recv(1000)) == 101
        until(lambda: len(wanted) == 3)
        assert sorted(wanted) == [False, False, True]


def test_a_page_is_asked_for_in_its_turn() -> None:
    served: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        served.append(scope["type"])

    async def run() -> None:
        throttle = Held()
        throttled = Throttled(app, throttle)
        page = asyncio.ensure_future(throttled({"type": "http"}, None, None))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        for kind in ("lifespan", "websocket"):
            await throttled({"type": kind}, None, None)  # type: ignore[arg-type]
        assert served == ["lifespan", "websocket"]
        assert throttle.held[0]()
        await page
        assert served[-1] == "http"

    asyncio.run(run())
