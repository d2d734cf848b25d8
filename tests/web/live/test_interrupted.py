"""The table and the server can go on after anything that is interrupted halfway or fails once."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest

from kartentisch.store import StoreFailed
from kartentisch.table.facts import Ask
from kartentisch.web.live import janitor
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import RETRY
from kartentisch.web.live.tasks import cancelled
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, in_house, settled, step, turn, two_people


class Slow:
    """Holds back what the store says of an append, though it is written."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held: list[tuple[Future[Any], Future[Any]]] = []
        self.append = house.store.append
        monkeypatch.setattr(house.store, "append", self)

    def __call__(self, *given: Any) -> Future[Any]:
        told: Future[Any] = Future()
        told.set_running_or_notify_cancel()
        self.held.append((self.append(*given), told))
        return told

    def say(self) -> None:
        for real, told in self.held:
            told.set_result(real.result(60))
        self.held.clear()


def test_who_goes_while_a_move_is_written_leaves_a_table_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        slow = Slow(house, monkeypatch)
        mine, other = pages if turn(room) == pages[0].scene["seat"] else reversed(pages)
        number, move, shown = room.table.number, step(mine), len(other.heard("scene"))
        mine.say({"t": "ask", "id": "halfway-0001", "do": "play", "since": number, "moves": [move]})
        await settled()
        assert slow.held, "it is being written"
        mine.task.cancel()
        await settled()
        assert room.lock.locked(), "nobody decides anything before it is known what the log has"
        slow.say()
        await asyncio.sleep(0.02)
        await settled()
        assert room.table.number == number + 1 == len(plain(house.store).facts(room.id))
        assert len(other.heard("scene")) > shown, "the others are told"
        monkeypatch.undo()
        answer = await room.ask(Ask("pace", room.table.host, "halfway-0002", arg="quick"))
        assert (answer.failed, answer.reason) == ("", None)

    in_house(work)


def test_a_fact_that_cannot_be_told_has_happened_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room, _ = await two_people(house)

        def broken(*_: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(room, "_happened", broken)
        number = room.table.number
        assert not (await room.ask(Ask("pace", room.table.host, "halfway-0003", arg="quick"))).failed
        monkeypatch.undo()
        assert not (await room.ask(Ask("pace", room.table.host, "halfway-0004", arg="calm"))).failed
        assert room.table.number == number + 2

    in_house(work)


def test_a_fault_of_the_clockwork_is_not_the_end_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, "you")
        await house.page(room, 1)
        scheduler, play = house.scheduler(room), house.scheduler(room)._play

        async def broken(now: int) -> bool:
            raise ZeroDivisionError

        monkeypatch.setattr(scheduler, "_play", broken)
        await scheduler._run_guarded()
        assert scheduler._alarm is not None, "it rings again"
        monkeypatch.setattr(scheduler, "_play", play)
        number = room.table.number
        await house.later(room, RETRY)
        assert room.table.number == number + 1

    in_house(work)


def test_a_table_whose_bot_is_thinking_is_not_put_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        never = asyncio.Event()

        async def ponder(*_: Any) -> str:
            await never.wait()
            return ""

        monkeypatch.setattr(house.rooms.bot_pool, "think", ponder)
        room = await house.dealt(BOT, BOT)
        await settled()
        scheduler = house.scheduler(room)
        assert scheduler.next_due() is None
        assert scheduler.thinking
        house.rooms._used[room.id] -= 10_000_000
        await house.rooms.sweep()
        assert house.rooms.open_rooms() == [room]

    in_house(work)


@pytest.mark.parametrize("part", ["sweep", "tidy"])
def test_the_server_looks_through_its_tables_again_after_a_fault(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        calls: list[str] = []

        async def broken(*_: Any) -> None:
            calls.append(part)
            raise StoreFailed("locked")

        async def at_once(_: float) -> None:
            await pause(0)

        async def nothing(*_: Any) -> None: ...

        pause = asyncio.sleep
        monkeypatch.setattr(janitor, "TIDY", 1)
        monkeypatch.setattr(janitor, "tidy", broken if part == "tidy" else nothing)
        if part == "sweep":
            monkeypatch.setattr(house.rooms, "sweep", broken)
        monkeypatch.setattr(asyncio, "sleep", at_once)
        task = asyncio.create_task(janitor.keep_sweeping(house.rooms))
        while len(calls) < 3:
            await pause(0)
        await cancelled(task)

    in_house(work)


def test_tables_that_cannot_be_listed_at_the_start_are_woken_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        room: Room = await house.dealt("you", BOT)
        failing = [True, True]

        async def sometimes() -> list[str]:
            if failing:
                failing.pop()
                raise StoreFailed("locked")
            return [room.id]

        monkeypatch.setattr(house.store, "waking", sometimes)
        monkeypatch.setattr(janitor, "AGAIN", 0)
        await janitor.wake(house.rooms)
        assert not failing
        assert house.rooms.woken
        assert [one.id for one in house.rooms.open_rooms()] == [room.id]

    in_house(work)
