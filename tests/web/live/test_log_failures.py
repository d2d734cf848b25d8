"""Where memory and log could diverge: rooms behind their log, stores that fail, connections that break."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

from kartentisch.store import Lease, Said, StoreFailed
from kartentisch.store.futures import running
from kartentisch.table.contents import BotPace
from kartentisch.table.facts import Ask
from kartentisch.table.verdict import one
from kartentisch.web.live.rematch import rematch
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, Page, in_house, settled, step
from tests.web.support.tables import over


async def cut(page: Page) -> None:
    """The line is gone, and the server has noticed it."""

    async def gone(text: str) -> None:
        raise OSError("the line is gone")

    page.wire.send_text = gone  # type: ignore[method-assign]
    page.room.mark_changed()
    await settled()


def test_a_room_that_is_behind_its_log_is_looked_up_anew() -> None:
    """Somebody held an older room of the table and wrote: an ask is not answered, and comes again."""

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        page = await house.page(room, room.table.actors()[0])
        twin = await house.rooms._load(room.id)
        assert twin is not None
        assert (await twin.ask(Ask("pause", 0, "pause-0001"))).reason is None
        page.say({"t": "ask", "id": "ask-late1", "do": "play", "since": page.scene["since"], "moves": [step(page)]})
        await settled()
        assert not page.heard("done") + page.heard("refused")
        bye = page.heard("bye")[-1]
        assert (bye["code"], bye.get("again", True)) == ("stale", True)
        fresh = await house.rooms.get(room.id)
        assert fresh is not None
        assert fresh is not room
        assert (fresh.table.number, fresh.table.phase) == (plain(house.store).facts(room.id)[-1].number, "paused")
        assert (await fresh.ask(Ask("resume", 0, "resume-0001"))).reason is None

    in_house(work)


def test_a_store_that_fails_when_a_page_enters_is_said_and_the_page_comes_again() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        facts = house.store.facts

        def broken(*_: object, **__: object) -> None:
            raise StoreFailed("gone")

        house.store.facts = broken  # type: ignore[assignment, method-assign]
        page = await house.page(room, 0)
        await settled()
        bye = page.heard("bye")[-1]
        assert (bye["code"], bye.get("again", True)) == ("store", True)
        assert bye["text"]
        house.store.facts = facts  # type: ignore[method-assign]
        assert (await house.page(room, 0)).scene["phase"] == "playing"

    in_house(work)


def test_what_was_begun_is_done_although_the_line_breaks() -> None:
    """A line of talk that is in the store is in the memory too: sent again it is not said twice."""

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        page = await house.page(room, 0)
        write, waiting = house.store.say, running(Future[None]())

        def slow(lease: Lease, said: Said) -> Future[None]:
            write(lease, said)
            return waiting

        house.store.say = slow  # type: ignore[method-assign]
        page.say({"t": "ask", "id": "say-000001", "do": "say", "arg": "Hello"})
        await settled()
        await cut(page)
        waiting.set_result(None)
        await asyncio.wait_for(page.task, 60)
        await settled()
        house.store.say = write  # type: ignore[method-assign]
        page = await house.page(room, 0)
        assert (await page.ask("say", "say-000001", arg="Hello"))["t"] == "done"
        assert [said.text for said in plain(house.store).talk(room.id)] == ["Hello"]
        assert [said.text for said in room.talk.lines] == ["Hello"]

    in_house(work)


def test_a_table_to_go_on_at_is_opened_and_said_although_the_line_breaks() -> None:
    """Else a table would play on to which nothing leads."""

    async def work(house: House) -> None:
        room, _ = await over(house)
        begin, go = house.rooms.begin, asyncio.Event()

        async def slow(*arguments: Any) -> Room:
            new = await begin(*arguments)
            await go.wait()
            return new

        house.rooms.begin = slow  # type: ignore[assignment, method-assign]
        asking = asyncio.ensure_future(rematch(room, Ask("again", 0, "again-00001", arg="now")))
        await settled()
        asking.cancel()
        await settled()
        go.set()
        await settled()
        opened = [one.id for one in plain(house.store).tables() if one.id != room.id]
        assert [room.table.next_table] == opened

    in_house(work)


def test_a_line_of_talk_that_cannot_be_kept_leaves_no_connection_behind() -> None:
    """The store fails while the line breaks: who was there is gone all the same."""

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        page = await house.page(room, 0)
        waiting = running(Future[None]())
        house.store.say = lambda lease, said: waiting  # type: ignore[method-assign]
        page.say({"t": "ask", "id": "say-000001", "do": "say", "arg": "Hello"})
        await settled()
        await cut(page)
        waiting.set_exception(StoreFailed("full"))
        await asyncio.wait_for(page.task, 60)
        assert room.pages == 0
        assert not room.talk.lines

    in_house(work)


def test_bots_play_on_in_a_room_that_was_looked_up_anew() -> None:
    """Nobody has the table open."""

    async def work(house: House) -> None:
        room = await house.dealt(BOT, BOT)
        twin = await house.rooms._load(room.id)
        assert twin is not None
        assert (await twin.ledger.write_and_tell(one(twin.table, BotPace("quick"), Ask("pace"), 0))).failed == ""
        await house.later(room, 5_000)
        for _ in range(50):
            await settled()
        fresh = await house.rooms.get(room.id)
        assert fresh is not None
        assert fresh is not room
        number = fresh.table.number
        await house.later(fresh, 20_000)
        assert fresh.table.number > number

    in_house(work)
