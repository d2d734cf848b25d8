"""A crowd of pages comes or goes: moves and pings are served between any two of them. Counts and order, no times."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from kartentisch.web.live.throttles import Throttle
from kartentisch.web.socket.newest import Redraw
from tests.web.support.kit import BOT, House, Page, in_house, settled, step, two_people

CROWD = 100


async def rounds(holds: Callable[[], bool], most: int = 20 * CROWD) -> int:
    """The number of rounds of the event loop until this holds."""
    for count in range(most):
        if holds():
            return count
        await asyncio.sleep(0)
    raise AssertionError("it never came about")


# ---- One throttle ----------------------------------------------------------------------------------------------------


class Pieces:
    """Pieces of work that note that they have begun."""

    def __init__(self) -> None:
        self.begun: list[int] = []

    def piece(self, n: int) -> Callable[[], bool]:
        def begin() -> bool:
            self.begun.append(n)
            return True

        return begin


def test_one_piece_begins_in_each_round_in_the_order_of_asking() -> None:
    async def run() -> None:
        throttle, pieces = Throttle(), Pieces()
        for n in range(CROWD):
            throttle.ask(pieces.piece(n))
        seen = [len(pieces.begun)]
        while len(pieces.begun) < CROWD:
            await asyncio.sleep(0)
            seen.append(len(pieces.begun))
        assert pieces.begun == list(range(CROWD))
        assert seen == list(range(1, CROWD + 1)), "the first at once, since nothing waited"
        await rounds(lambda: len(throttle) == 0)
        await asyncio.wait_for(throttle.turn(), 1)

    asyncio.run(run())


def test_what_is_no_longer_wanted_takes_no_turn() -> None:
    async def run() -> None:
        throttle, begun = Throttle(), list[int]()

        async def comes(n: int) -> None:
            await throttle.turn()
            begun.append(n)

        tasks = [asyncio.ensure_future(comes(n)) for n in range(CROWD)]
        throttle.ask(lambda: True)
        await asyncio.sleep(0)
        for task in tasks[1:-1]:
            task.cancel()
        await rounds(lambda: len(begun) == 2, 6)
        assert begun == [0, CROWD - 1]
        assert len(throttle) == 0

    asyncio.run(run())


def test_a_piece_that_fails_holds_up_nobody() -> None:
    async def run() -> None:
        throttle, pieces, failed = Throttle(), Pieces(), list[str]()
        asyncio.get_running_loop().set_exception_handler(lambda loop, about: failed.append(repr(about["exception"])))

        def fails() -> bool:
            raise ValueError("a piece")

        for begin in (pieces.piece(1), fails, pieces.piece(2)):
            throttle.ask(begin)
        await rounds(lambda: pieces.begun == [1, 2], 10)
        assert failed == ["ValueError('a piece')"]

    asyncio.run(run())


def test_a_redraw_is_asked_for_once_and_not_after_it_is_drawn() -> None:
    async def run() -> None:
        throttle, woken = Throttle(), list[int]()
        redraw = Redraw(throttle)

        def wake() -> None:
            woken.append(1)

        throttle.ask(lambda: True)
        assert not redraw.due(False, wake)
        assert not redraw.due(False, wake)
        assert len(throttle) == 1
        assert redraw.due(True, wake), "something has happened"
        await rounds(lambda: len(throttle) == 0)
        assert not woken
        throttle.ask(lambda: True)
        assert not redraw.due(False, wake)
        await rounds(lambda: woken == [1])
        assert redraw.due(False, wake)

    asyncio.run(run())


# ---- A crowd at tables -----------------------------------------------------------------------------------------------


async def coming(house: House) -> list[Page]:
    """Pages that all come back at this moment, each at a table of its own, whose log they know."""
    pages = [Page(house, await house.open("you", BOT), 0) for _ in range(CROWD)]
    house.pages += pages
    for page in pages:
        page.say({"t": "hello", "version": 1, "have": page.room.table.number, "wants": "scene", "seals": True})
    return pages


def arrived(pages: list[Page]) -> int:
    """The number of pages that were sent more than their welcome."""
    return sum(len(page.wire.sent) > 1 for page in pages)


def pongs(page: Page) -> int:
    return len(page.heard("pong"))


def test_a_ping_is_answered_between_the_pages_of_a_crowd() -> None:
    async def play(house: House) -> None:
        page = await house.page(await house.open("you", "open"), 0)
        crowd = await coming(house)
        await rounds(lambda: arrived(crowd) > 10)
        begun = arrived(crowd)
        page.say({"t": "ping"})
        await rounds(lambda: pongs(page) == 1)
        assert arrived(crowd) - begun <= 5, "of all that wait"
        assert house.rooms.throttles.arrivals
        await rounds(lambda: arrived(crowd) == CROWD)

    in_house(play)


def test_a_move_reaches_all_seats_between_the_pages_of_a_crowd() -> None:
    async def play(house: House) -> None:
        room, (mover, other) = await two_people(house)
        crowd = await coming(house)
        await rounds(lambda: arrived(crowd) > 10)
        begun, number = arrived(crowd), room.table.number
        since, token = mover.scene["since"], step(mover)
        mover.say({"t": "ask", "id": "ask-of-the-mover", "do": "play", "since": since, "moves": [token]})
        await rounds(lambda: mover.scene["n"] > number and other.scene["n"] > number)
        assert arrived(crowd) - begun <= 20, "of all that wait"
        assert house.rooms.throttles.arrivals
        await rounds(lambda: arrived(crowd) == CROWD)

    in_house(play)


def test_a_crowd_that_goes_does_not_hold_up_a_ping() -> None:
    async def play(house: House) -> None:
        page = await house.page(await house.open("you", "open"), 0)
        crowd = await coming(house)
        await rounds(lambda: arrived(crowd) == CROWD)
        await settled()
        for one in crowd:
            one.wire.hang_up()
        page.say({"t": "ping"})
        await rounds(lambda: pongs(page) == 1)
        for _ in range(10):
            await asyncio.sleep(0)
        assert sum(one.task.done() for one in crowd) <= 20, "of all that go"
        await rounds(lambda: all(one.task.done() for one in crowd))
        assert not any(one.room.pages for one in crowd)

    in_house(play)


def test_only_a_scene_in_which_nothing_has_happened_waits() -> None:
    """Who comes or goes is seen a moment later, while a crowd does. A fact is seen at once, also by itself."""

    async def play(house: House) -> None:
        room, (mover, other) = await two_people(house)
        await settled()
        line = house.rooms.throttles.redraws
        for _ in range(CROWD):
            line.ask(lambda: True)
        seen = {page: len(page.heard("scene")) for page in (mover, other)}

        def scenes(page: Page) -> int:
            return len(page.heard("scene")) - seen[page]

        room.mark_changed()
        other.say({"t": "ping"})
        await rounds(lambda: pongs(other) == 1, 10)
        assert scenes(other) == 0, "a pong waits for no such scene"
        assert (await mover.play(step(mover)))["t"] == "done"
        await rounds(lambda: scenes(mover) == 1 and scenes(other) == 1, 20)
        assert line, "the others still wait"
        await rounds(lambda: not line)
        await settled()
        assert (scenes(mover), scenes(other)) == (1, 1), "it is drawn once"

        line.ask(lambda: True)
        room.mark_changed()
        await rounds(lambda: scenes(mover) == 2 and scenes(other) == 2)

    in_house(play)


@pytest.mark.parametrize("kind", ["upgrades", "arrivals", "redraws", "departures", "requests"])
def test_each_kind_waits_on_its_own(kind: str) -> None:
    """A crowd of one kind does not hold up the others."""

    async def play(house: House) -> None:
        throttles = house.rooms.throttles
        for _ in range(CROWD):
            getattr(throttles, kind).ask(lambda: True)
        for other in vars(throttles):
            if other != kind:
                pieces = Pieces()
                getattr(throttles, other).ask(pieces.piece(1))
                assert pieces.begun == [1]

    in_house(play)
