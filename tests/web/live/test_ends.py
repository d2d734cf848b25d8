"""A write that nobody can confirm is not answered, and done once; a room whose log went to another node is left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any

import pytest

from kartentisch.store import EndUnknown, Memory, MemoryStore, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from kartentisch.table.facts import Ask
from kartentisch.web.live.closing import delete
from kartentisch.web.live.janitor import tidy
from kartentisch.web.live.retention import DAY, Retention
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.kit import BOT, FORM, House, browser, call, in_house, settled, step


class Uncertain(MemoryStore):
    """A store that cannot confirm some of its writes."""

    unsure = ""
    """The write that it cannot confirm, once."""
    stored = True
    """Whether that write is stored."""

    def _end(self, name: str, lease: Any, *args: Any) -> Any:
        write = getattr(super(), name)
        if self.unsure != name:
            return write(lease, *args)
        self.unsure = ""
        if self.stored:
            write(lease, *args).result()
        future: Future[Any] = Future()
        future.set_exception(EndUnknown())
        return future

    def append(self, lease: Any, *args: Any) -> Any:
        return self._end("append", lease, *args)

    def renew(self, lease: Any, *args: Any) -> Any:
        return self._end("renew", lease, *args)

    def say(self, lease: Any, *args: Any) -> Any:
        return self._end("say", lease, *args)

    def set_name(self, lease: Any, *args: Any) -> Any:
        return self._end("set_name", lease, *args)

    def delete(self, lease: Any, *args: Any) -> Any:
        return self._end("delete", lease, *args)


def uncertain(stored: bool) -> Uncertain:
    store = Uncertain()
    store.stored = stored
    return store


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("do", ["play", "say"])
def test_an_ask_with_an_unknown_end_is_not_answered_and_done_once_when_it_comes_again(do: str, stored: bool) -> None:
    store = uncertain(stored)

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        seat = room.table.actors()[0]
        page = await house.page(room, seat)
        before = room.table.number
        ask = {"do": "play", "moves": [step(page)], "since": page.scene["since"]} if do == "play" else {"do": "say"}
        ask |= {"t": "ask", "id": "unsure-0001", "arg": "" if do == "play" else "Hello"}
        store.unsure = "append" if do == "play" else "say"
        page.say(ask)
        await settled()
        assert page.heard("done") + page.heard("refused") == [], "nobody knows"
        assert page.heard("bye")[-1]["code"] == "stale"
        fresh = await house.rooms.get(room.id)
        assert fresh is not None
        assert fresh is not room
        page = await house.page(fresh, seat)
        page.say(ask)
        await settled()
        assert [one["id"] for one in page.heard("done")] == ["unsure-0001"]
        done = [one for one in plain(store).facts(room.id, before) if one.ask == "unsure-0001"]
        assert len(done) == (do == "play")
        assert [said.text for said in plain(store).talk(room.id)] == (["Hello"] if do == "say" else [])

    in_house(work, store=store)


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("write", ["append", "renew"])
def test_a_form_with_an_unknown_end_says_so_and_takes_one_seat_when_it_comes_again(write: str, stored: bool) -> None:
    store = uncertain(stored)
    with browser(House(store)) as (client, _):
        table = client.post("/open/schwupps", data={**FORM, "seat-2": "open"}).headers["location"].split("/")[2]
        client.cookies.clear()
        joining = {"name": "Ben", "seat": "1", "ask": "joining-0001"}
        store.unsure = write
        answer = client.post(f"/t/{table}/join", data=joining)
        assert answer.status_code == 503
        assert "cannot tell whether this is stored" in answer.text
        answer = client.post(f"/t/{table}/join", data=joining)
        assert answer.status_code == 303
        assert [fact.kind for fact in plain(store).facts(table)].count("sat") == 1
        assert client.get(answer.headers["location"]).status_code == 200


async def rename(room: Room) -> None:
    answer = await room.admission.rename(0, "Ada", "")
    assert answer.failed == "unknown"


async def new_link(room: Room) -> None:
    with pytest.raises(EndUnknown):
        await room.admission.renew_if(0, lambda: True)


async def leave(room: Room) -> None:
    """The seat is free, whatever became of its links."""
    assert (await room.ask(Ask("leave", 1, "leave-00001"))).reason is None


async def gone(room: Room) -> None:
    with pytest.raises(EndUnknown):
        await delete(room)


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize(
    ("write", "do"), [("set_name", rename), ("renew", new_link), ("renew", leave), ("delete", gone)]
)
def test_after_any_write_with_an_unknown_end_the_room_knows_what_the_store_has(
    write: str, do: Callable[[Room], Awaitable[None]], stored: bool
) -> None:
    """It is put aside, and its pages come again: in memory is what was before, which may no longer be so."""
    store = uncertain(stored)

    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001", seat=1)
        page = await house.page(room, 0)
        store.unsure = write
        await do(room)
        await settled()
        assert page.heard("bye")[-1]["code"] == "stale"
        fresh = await house.rooms.get(room.id)
        assert fresh is not room
        assert (fresh is None) == (write == "delete" and stored)
        if fresh is not None:
            versions = plain(store)
            assert [fresh.versions.of(seat) for seat in (0, 1)] == [versions.token_version(room.id, s) for s in (0, 1)]
            assert fresh.names == {seat: name.name for seat, name in versions.names(room.id).items() if name.name}

    in_house(work, store=store)


def test_a_log_without_a_room_is_given_back_however_its_closing_ends() -> None:
    """A node that closes or deletes old tables keeps none of them from others."""
    memory = Memory()
    store, other = MemoryStore(memory, "one"), MemoryStore(memory, "two")

    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        store.release(room.ledger.lease).result()
        later = House(store)
        later.hands.now += 400 * DAY
        append = store.append
        tried: list[int] = []
        vars(store)["append"] = lambda *args: failed(tried)
        await tidy(later.rooms, Retention(close_after=1, delete_after=0))
        vars(store)["append"] = append
        assert len(tried) == 1
        lease = other.take(room.id).result()
        other.release(lease).result()
        vars(store)["delete"] = lambda *args: failed(tried)
        with pytest.raises(StoreFailed):
            await later.rooms.delete(room.id)
        assert other.take(room.id).result().epoch == lease.epoch + 2
        await later.close()

    in_house(work, store=store)


def failed(tried: list[int]) -> Future[Any]:
    tried.append(1)
    future: Future[Any] = Future()
    future.set_exception(StoreFailed("full"))
    return future


def test_a_node_that_slept_writes_nothing_and_its_pages_come_again() -> None:
    seconds = [0.0]
    memory = Memory(lambda: seconds[0])
    one, two = MemoryStore(memory, "one"), MemoryStore(memory, "two")

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        seat = room.table.actors()[0]
        page = await house.page(room, seat)
        newest = room.table.number
        seconds[0] += NODE_LIVES - 1
        two.stay().result()
        seconds[0] += 2
        there = House(two)
        other = await there.rooms.get(room.id)
        assert other is not None
        moved = await (await there.page(other, seat)).ask("play", moves=[step(page)])
        assert moved["t"] == "done"
        asked: dict[str, Any] = {"since": page.scene["since"], "moves": [step(page)]}
        page.say({"t": "ask", "id": "ask-late1", "do": "play", **asked})
        await settled()
        assert page.heard("bye")[-1]["code"] == "stale"
        assert not page.heard("done") + page.heard("refused"), "its page asks again, where the table is now"
        again = await (await there.page(other, seat)).ask("play", "ask-late1", **asked)
        assert (again["t"], again["code"]) == ("refused", "late")
        facts = plain(two).facts(room.id)
        assert len([fact for fact in facts if fact.number > newest and fact.kind == "moved" and fact.seat == seat]) == 1

    in_house(work, store=one)


def test_a_table_that_another_node_has_is_not_opened_here() -> None:
    memory = Memory()
    one, two = MemoryStore(memory, "one"), MemoryStore(memory, "two")
    with browser(House(one)) as (client, house):
        table = client.post("/open/schwupps", data=FORM).headers["location"].split("/")[2]
        room = call(client, house.rooms.get, table)
        with browser(House(two)) as (elsewhere, there):
            answer = elsewhere.get(f"/t/{table}")
            assert answer.status_code == 503
            assert "moved to another server" in answer.text
            one.release(room.ledger.lease).result()
            assert elsewhere.get(f"/t/{table}").status_code == 200
            assert call(elsewhere, there.rooms.get, table).ledger.lease.epoch == 2


class Unreadable(MemoryStore):
    """A store whose next read of this kind fails."""

    fails = ""

    async def names(self, table_id: str) -> dict[int, Any]:
        if self.fails == "names":
            raise StoreFailed("gone")
        return await super().names(table_id)

    async def facts(self, table_id: str, *how: Any, **more: Any) -> list[Any]:
        if self.fails == "facts":
            raise StoreFailed("gone")
        return await super().facts(table_id, *how, **more)


@pytest.mark.parametrize("read", ["names", "facts"])
def test_a_table_that_is_unloaded_or_cannot_be_read_now_is_not_kept_from_other_nodes(read: str) -> None:
    memory = Memory()
    store = Unreadable(memory, "here")

    async def work(house: House) -> None:
        room = await house.open("you", BOT)
        house.rooms._used[room.id] -= 10_000_000
        await house.rooms.sweep()
        assert memory.leases.newest(room.id) is None
        store.fails = read
        with pytest.raises(StoreFailed):
            await house.rooms.get(room.id)
        assert memory.leases.newest(room.id) is None
        store.fails = ""
        assert await house.rooms.get(room.id) is not None
        assert memory.leases.newest(room.id) is not None

    in_house(work, store=store)
