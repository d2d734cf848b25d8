"""Tables go on as before when the computer's clock is set back or forward, or runs on while the computer sleeps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kartentisch.store import MemoryStore
from kartentisch.table.clocks import LEEWAY
from kartentisch.web.live.hours import PARTED
from kartentisch.web.live.world import steady
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, Page, in_house, step, turn
from tests.web.support.tables import BRISK, timed

HOUR = 3_600_000
JUMPS = pytest.mark.parametrize("jump", [-60_000, -HOUR, HOUR, PARTED, -PARTED])
"""A clock that is set back by a minute, an hour either way, and by as much as changes nothing. A sleep is a jump
forward: the steady clock stands still in it."""


def stamps(house: House, table_id: str) -> list[int]:
    return [fact.time for fact in plain(house.store).facts(table_id)]


@JUMPS
def test_bots_go_on_whatever_the_computers_clock_does(jump: int) -> None:
    async def work(house: House) -> None:
        room = await house.dealt(BOT, BOT, "you")
        await house.page(room, 2)
        number = room.table.number
        house.hands.jumped += jump
        await house.later(room, 1_999)
        assert room.table.number == number
        await house.later(room, 1)
        assert room.table.number > number
        times = stamps(house, room.id)
        assert all(one <= other for one, other in pairwise(times))
        clock = house.hands.now + house.hands.jumped
        assert times[-1] == (clock if jump > PARTED else house.hands.now)

    in_house(work)


@JUMPS
def test_nobodys_clock_runs_out_by_it_and_nobody_gets_time(jump: int) -> None:
    async def work(house: House) -> None:
        room, (me, other, third) = await timed(house, zero="pass")
        seat = turn(room)
        await house.later(room, 30_000)
        house.hands.jumped += jump
        await house.later(room, 5_000)
        assert (await other.ask("more", arg=str(third.scene["seat"])))["t"] == "done"
        assert me.scene["seats"][seat]["left"] == BRISK - 35_000
        await house.later(room, BRISK - 35_000 + LEEWAY - 1)
        assert room.table.people == (0, 1, 2)
        await house.later(room, 1)
        assert seat not in room.table.people

    in_house(work)


@JUMPS
def test_the_log_says_the_same_as_the_table(jump: int) -> None:
    """Whoever reads it after a restart finds the reserve that was left."""
    store = MemoryStore()

    async def before(house: House) -> tuple[str, tuple[int, ...]]:
        room, (me, *_) = await timed(house, zero="pass")
        await house.later(room, 30_000)
        house.hands.jumped += jump
        assert (await me.play(step(me)))["t"] == "done"
        return room.id, room.table.clocks.reserve

    table_id, reserve = in_house(before, store=store)
    assert sorted(reserve) == [50_000, 60_000, 60_000]

    async def after(house: House) -> None:
        house.hands.now += 40_000
        house.hands.jumped += jump
        room = await house.rooms.get(table_id)
        assert room is not None
        assert room.table.clocks.reserve == reserve
        assert room.now() >= stamps(house, table_id)[-1], "never back"
        await house.page(room, turn(room))
        assert stamps(house, table_id)[-1] >= stamps(house, table_id)[-2]

    in_house(after, store=store)


@JUMPS
def test_talk_is_not_refused_as_too_fast(jump: int) -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house)
        for n in range(8):
            assert (await me.ask("say", arg=f"Line {n}"))["t"] == "done"
        assert (await me.ask("say", arg="One more"))["code"] == "talk_fast"
        house.hands.jumped += jump
        house.hands.now += 2_000
        assert (await me.ask("say", arg="Now"))["t"] == "done"
        assert (await other.ask("react", arg="well"))["t"] == "done"
        times = [line.time for line in room.talk.lines]
        assert times == sorted(set(times))

    in_house(work)


@JUMPS
def test_who_is_away_is_called_away_and_replaced_in_time(jump: int) -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house, clock="none")
        seat = turn(room)
        await me.go()
        house.hands.jumped += jump
        await house.later(room, 6_001)
        assert other.scene["seats"][seat]["away"]
        await house.later(room, 53_998)
        assert not room.table.chairs[seat].bot
        await house.later(room, 1)
        assert room.table.chairs[seat].bot

    in_house(work)


def test_a_log_that_is_ahead_of_the_computers_clock_goes_on_from_its_newest_stamp() -> None:
    store = MemoryStore()

    async def before(house: House) -> str:
        return (await house.dealt("you", BOT)).id

    table_id = in_house(before, store=store)
    newest = plain(store).facts(table_id)[-1].time

    async def after(house: House) -> None:
        house.hands.jumped -= HOUR
        room = await house.rooms.get(table_id)
        assert room is not None
        page: Page = await house.page(room, 0)
        while turn(room) == 0:
            await page.play(step(page, "end" if any(one["token"] == "end" for one in page.scene["steps"]) else ""))
        number = room.table.number
        await house.later(room, 2_000)
        assert room.table.number > number, "its bots go on"
        assert stamps(house, table_id)[-1] == newest + 2_000

    in_house(after, store=store)


def test_durations_are_measured_by_a_clock_that_stands_still_while_the_computer_sleeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.monotonic_ns", lambda: 5_000_000_000)
    assert steady() == 5_000
