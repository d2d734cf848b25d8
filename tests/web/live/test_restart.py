"""The log carries a table through repeated asks, restarts and a full disk."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.store import MemoryStore, StoreFailed
from kartentisch.table import logs as table_logs
from kartentisch.table.after import after
from kartentisch.table.table import opened
from kartentisch.web.live import history, janitor
from tests.numbered import fifth
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, browser, call, in_house, step, turn, two_people


def test_a_table_is_dealt_as_soon_as_all_open_seats_are_taken() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        answers = [await room.sit("Ben", "join-ben-0001"), await room.sit("Cleo", "join-cleo-001")]
        assert sorted(answer.seat for answer in answers) == [1, 2]
        assert room.table.phase == "playing"
        assert plain(house.store).facts(room.id)[-1].kind == "dealt"

    in_house(work)


def test_an_ask_sent_twice_is_played_once() -> None:
    async def work(house: House) -> None:
        room, (mine, _) = await two_people(house)
        since = mine.scene["since"]
        first = await mine.ask("play", "the-same-ask", moves=["~A"], since=since)
        number = room.table.number
        second = await mine.ask("play", "the-same-ask", moves=["~A"], since=since)
        assert second == first
        assert room.table.number == number

    in_house(work)


def test_an_ask_is_known_again_after_a_restart() -> None:
    store = MemoryStore()

    async def before(house: House) -> tuple[str, int, int, dict[str, Any]]:
        room, (mine, _) = await two_people(house)
        since, seat = mine.scene["since"], mine.scene["seat"]
        return room.id, seat, since, await mine.ask("play", "the-same-ask", moves=["~A"], since=since)

    table_id, seat, since, first = in_house(before, store=store)

    async def after(house: House) -> None:
        room = await house.rooms.get(table_id)
        assert room is not None
        page = await house.page(room, seat)
        assert await page.ask("play", "the-same-ask", moves=["~A"], since=since) == first
        assert page.log[-1].startswith("You schwupp row A")

    in_house(after, store=store)


def test_a_restart_brings_tables_back_and_their_bots_go_on() -> None:
    store = MemoryStore()

    async def before(house: House) -> tuple[str, int]:
        room = await house.dealt("you", BOT, BOT)
        page = await house.page(room, 0)
        while turn(room) == 0:
            await page.play(step(page, "~") if not any(s["token"] == "end" for s in page.scene["steps"]) else "end")
        return room.id, room.table.number

    table_id, number = in_house(before, store=store)

    async def after(house: House) -> None:
        await janitor.wake(house.rooms)
        assert house.rooms.woken
        room = await house.rooms.get(table_id)
        assert room is not None
        assert room.table.number == number
        await house.later(room, 2_000)
        assert room.table.number == number + 1

    in_house(after, store=store)


def test_when_the_disk_is_full_nothing_happens_and_the_one_who_asked_hears_why() -> None:
    async def work(house: House) -> None:
        room, (mine, other) = await two_people(house)
        table, heard = room.table, len(other.wire.sent)
        house.store.failing = StoreFailed("full")
        answer = await mine.play("~A")
        assert (answer["t"], answer["code"]) == ("refused", "store")
        assert "disk is full" in answer["text"]
        assert room.table is table
        assert len(other.wire.sent) == heard
        house.store.failing = None
        assert (await mine.play("~A"))["t"] == "done"

    in_house(work)


def test_a_table_whose_game_is_not_brought_any_more_keeps_its_log_and_hinders_no_page() -> None:
    store = MemoryStore()
    with fifth():
        table_id = in_house(lambda house: house.dealt("you", BOT, game="fifth"), store=store).id
    facts = list(plain(store).facts(table_id))
    with browser(House(store)) as (client, house):
        client.cookies.set("seats", f"{table_id}.0")
        assert client.get("/").status_code == 200
        for address in (f"/t/{table_id}", f"/t/{table_id}/0", f"/t/{table_id}/watch", f"/t/{table_id}/replay"):
            answer = client.get(address)
            assert answer.status_code == 404
            assert "The game of this table is not on this server now." in answer.text
        with client.websocket_connect(f"/t/{table_id}/0/socket") as socket:
            assert socket.receive_json()["code"] == "game_missing"
        call(client, janitor.wake, house.rooms)
        assert house.rooms.woken
        assert plain(store).facts(table_id) == facts
        with fifth():
            assert call(client, house.rooms.get, table_id).table.phase == "playing"


def test_a_room_that_nobody_needs_is_put_aside_and_found_again() -> None:
    async def work(house: House) -> None:
        room, pages = await two_people(house)
        for page in pages:
            await page.go()
        house.rooms._used[room.id] -= 1_000_000
        await house.rooms.sweep()
        assert house.rooms.open_rooms() == []
        again = await house.rooms.get(room.id)
        assert again is not None
        assert again.table.number == room.table.number

    in_house(work)


def test_facts_of_the_log_give_the_same_table_as_the_room_has() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        page = await house.page(room, 0)
        for _ in range(6):
            if turn(room) == 0:
                await page.play(step(page))
            await house.later(room, 2_000)
        folded, _scores = opened(room.table.game, plain(house.store).facts(room.id)[0]), None
        from kartentisch.table.after import after

        for fact in plain(house.store).facts(room.id)[1:]:
            folded = after(folded, fact)
        assert folded.number == room.table.number
        assert (folded.records == room.table.records).all()  # type: ignore[union-attr]

    in_house(work)


def test_after_a_restart_one_fold_serves_all_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits there, watches or looks back: the log is folded for the room, and by nobody else."""
    store = MemoryStore()

    async def before(house: House) -> tuple[str, list[list[str]]]:
        room, pages = await two_people(house)
        for _ in range(4):
            page = next(page for page in pages if page.scene.get("steps"))
            assert (await page.play(step(page)))["t"] == "done"
        seen = [await house.page(room, seat) for seat in (0, 1, -1)]
        return room.id, [page.log for page in seen]

    table_id, logs = in_house(before, store=store)
    folded: list[int] = []

    def counted(table: Any, fact: Any) -> Any:
        folded.append(fact.number)
        return after(table, fact)

    async def later(house: House) -> None:
        monkeypatch.setattr(table_logs, "after", counted)
        monkeypatch.setattr(history, "after", counted)
        room = await house.rooms.get(table_id)
        assert room is not None
        newest = room.table.number
        pages = [await house.page(room, seat) for seat in (0, 1, -1)]
        assert [page.log for page in pages] == [log[: len(found.log)] for log, found in zip(logs, pages, strict=True)]
        assert len((await house.rooms.histories.of(room)).moments) >= 4
        assert [number for number in folded if number <= newest] == list(range(2, newest + 1))

    in_house(later, store=store)


def test_of_pasts_the_ones_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        rooms = [await house.dealt("you", BOT) for _ in range(3)]
        histories = house.rooms.histories
        most = sum(room.table.number for room in rooms) - 1
        monkeypatch.setattr(history, "KEPT", most)
        first = [await histories.of(room) for room in rooms[:2]]
        assert await histories.of(rooms[0]) is first[0]
        await histories.of(rooms[2])
        assert await histories.of(rooms[0]) is first[0]
        assert await histories.of(rooms[1]) is not first[1]

    in_house(work)
