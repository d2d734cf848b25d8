"""What a page that reloads costs the others, and the server: nothing that nobody sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live import feed
from kartentisch.web.live.presence import SHOWN
from tests.processes import PATIENCE
from tests.web.support.kit import House, Page, in_house, settled, step, two_people


def scenes(page: Any) -> int:
    return len(page.heard("scene"))


async def until(page: Page, holds: Callable[[dict[str, Any]], Any]) -> None:
    """Wait until this is so of the newest scene: scenes of several pages are drawn in turn."""
    async with asyncio.timeout(PATIENCE):
        while not holds(page.scene):
            await asyncio.sleep(0.005)


def test_a_page_that_reloads_sends_the_other_seats_nothing() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        watcher = await house.page(room, -1)
        await until(other, lambda scene: scene.get("watchers", {}).get("n") == 1)
        sent = scenes(other), scenes(watcher)
        seat, have = mine.scene["seat"], mine.scene["n"]
        await mine.go()
        again = await house.page(room, seat, have=have)
        assert again.scene["n"] == have
        await settled()
        assert (scenes(other), scenes(watcher)) == sent

    in_house(work)


def test_a_seat_that_was_shown_as_away_is_shown_as_back() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        seat = mine.scene["seat"]
        await mine.go()
        await house.later(room, SHOWN + 10)
        assert other.scene["seats"][seat]["away"]
        await house.page(room, seat)
        await until(other, lambda scene: not scene["seats"][seat].get("away"))

    in_house(work)


def test_watchers_are_counted_at_once() -> None:
    async def work(house: House) -> None:
        room, (mine, _) = await two_people(house)
        watcher = await house.page(room, -1)
        await until(mine, lambda scene: scene.get("watchers", {}).get("n") == 1)
        await watcher.go()
        await until(mine, lambda scene: "watchers" not in scene)

    in_house(work)


def test_pages_that_have_the_log_get_no_line_twice_and_none_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart, a page with everything costs no look at the log. One with less gets what it lacks."""
    store = MemoryStore()
    looks: list[int] = []
    whole = feed.log_entries

    def counted(facts: Any, tables: Any, reader: int) -> Any:
        looks.append(reader)
        return whole(facts, tables, reader)

    async def before(house: House) -> tuple[str, list[str], int, int]:
        room, (mine, _) = await two_people(house)
        await mine.play(step(mine))
        page = await house.page(room, mine.scene["seat"])
        return room.id, page.log, page.scene["seat"], page.scene["n"]

    table_id, log, seat, newest = in_house(before, store=store)

    async def after(house: House) -> None:
        monkeypatch.setattr(feed, "log_entries", counted)
        room = await house.rooms.get(table_id)
        assert room is not None
        page = await house.page(room, seat, have=newest)
        other = await house.page(room, 1 - seat, have=newest)
        assert (page.log, other.log, looks) == ([], [], [])
        assert not page.heard("scene")[-1]["fresh"]
        mover = page if page.scene.get("steps") else other
        await mover.play(step(mover))
        assert len(page.log) == len(other.log) == 1
        assert looks == []
        page.say({"t": "fetch", "have": -1})  # it has lost everything
        for _ in range(200):
            await asyncio.sleep(0.005)
            if page.heard("scene")[-1]["fresh"]:
                break
        found = page.heard("scene")[-1]
        assert found["fresh"]
        assert [line["text"] for line in found["log"]] == [*log, page.log[0]]
        assert looks == [seat]
        new = await house.page(room, 1 - seat)
        assert len(new.log) == len(log) + 1
        assert looks == [seat, 1 - seat]

    in_house(after, store=store)
