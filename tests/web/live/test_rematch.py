"""Playing again: a new table with the same people and settings, where everyone moves one seat on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from kartentisch.store import MemoryStore, StoreFailed, written
from kartentisch.table.facts import Ask
from kartentisch.table.settings import Settings
from kartentisch.web.live.handing_over import hand_over
from kartentisch.web.live.rematch import rematch
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, Page, browser, call, in_house, opened, room_of, settled
from tests.web.support.tables import end, next_of, over


async def agree(*pages: Page) -> str:
    """All of them want to play again; where the last one comes by it."""
    return [str((await page.ask("again")).get("text", "")) for page in pages][-1]


def test_everybody_sits_one_seat_on_with_name_and_figure_and_bots_keep_their_level() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house, "you", "open", "bot:random")
        await room.ask(Ask("pace", 0, "pace-000001", arg="quick"))
        old = anna.scene["seats"]
        number = room.table.number
        assert await agree(anna, ben) == f"/t/{room.id}/1/again"
        new = await next_of(house, room)
        assert new.id != room.id
        table = new.table
        assert (table.phase, table.host, table.pace, table.matches) == ("playing", 1, "quick", 1)
        assert [chair.bot for chair in table.chairs] == ["random", "", ""]
        assert table.settings.options == room.table.settings.options
        page = await house.page(new, 1)
        seats = page.scene["seats"]
        assert [seats[(seat + 1) % 3]["name"] for seat in range(3)] == [one["name"] for one in old]
        assert [seats[(seat + 1) % 3]["figure"] for seat in range(3)] == [one["figure"] for one in old]
        assert room.table.number == number + 1, "the old table knows where it goes on"
        assert room.table.matches == 1, "and keeps its record"

    in_house(work)


def test_those_who_have_the_page_open_are_told_where_to_go_and_late_ones_find_it() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        watcher = await house.page(room, -1)
        assert "follow" not in anna.scene
        await anna.ask("again", arg="now")
        await settled()
        new = room.table.next_table
        assert anna.scene["follow"] == f"/t/{room.id}/0/again"
        assert "follow" not in ben.scene, "who has not pressed is asked"
        assert ben.scene["question"] == "Play continues at a new table, with a seat for you. Will you join in?"
        asked = [one["do"] for one in ben.scene["controls"] if one.get("where") == "question"]
        assert asked == ["again", "stay"]
        assert watcher.scene["follow"] == f"/t/{new}/watch"
        assert ben.log[-1] == "Play continues at a new table."
        late = await house.page(room, 1)
        control = next(one for one in late.scene["controls"] if one["do"] == "again" and one["where"] == "row")
        assert (control["label"], control["where"]) == ("To the next match", "row")
        assert (await late.ask("again"))["text"] == f"/t/{room.id}/1/again"
        assert (await watcher.ask("again"))["text"] == f"/t/{new}/watch"
        assert room.table.next_table == new, "there is one next table, however often it is asked for"
        assert len(plain(house.store).tables()) == 2

    in_house(work)


def test_who_does_not_play_along_is_asked_once_and_a_bot_takes_their_seat() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        assert "question" not in ben.scene
        await anna.ask("again", arg="now")
        await settled()
        assert (await ben.ask("stay"))["t"] == "done"
        await settled()
        assert "question" not in ben.scene
        assert "follow" not in ben.scene, "their page stays where it is"
        new = await next_of(house, room)
        assert (new.table.chairs[2].person, bool(new.table.chairs[2].bot)) == (False, True)
        assert new.table.chairs[1].person, "Anna plays"
        number = new.table.number
        assert (await ben.ask("stay"))["t"] == "done"
        assert new.table.number == number, "said twice, done once"

    in_house(work)


def test_who_does_not_play_along_is_heard_although_another_server_has_the_next_table() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await anna.ask("again", arg="now")
        await settled()
        new = await next_of(house, room)
        await hand_over(house.rooms, new)
        other = MemoryStore(house.store._memory, "another server")
        await written(other.take(new.id))
        facts = len(plain(other).facts(new.id))
        assert (await ben.ask("stay"))["t"] == "done"
        await settled()
        assert "question" not in ben.scene
        assert "follow" not in ben.scene
        assert len(plain(other).facts(new.id)) == facts, "a bot plays there for Ben anyway"

    in_house(work)


def test_a_stand_in_stays_and_a_guest_plays_along() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", BOT, step_limit=1)
        await room.sit("Ben", "join-ben-0001", 1)
        turn = room.table.actors()[0]
        assert turn < 2, "a person has the last move"
        absent = 1 - turn
        await room.ask(Ask("bot", absent, "stand-in-00", arg=f"{absent} random"))
        await room.sit("Cleo", "join-cleo-001", 2)
        assert room.table.chairs[2].guest
        await end(house, room)
        await house.later(room, 7_000)
        await rematch(room, Ask("again", turn, "again-00000"))
        new = await next_of(house, room)
        assert all(chair.person and not chair.guest for chair in new.table.chairs)
        assert [chair.bot for chair in new.table.chairs].index("random") == absent + 1
        assert all(chair.bot for seat, chair in enumerate(new.table.chairs) if seat != turn + 1), "nobody else is here"
        assert new.names[0] == "Cleo"

    in_house(work)


def test_who_comes_after_the_match_plays_in_the_next_one() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        assert (await room.sit("Cleo", "join-cleo-001", 2)).reason is None
        cleo = await house.page(room, 2)
        await agree(anna, ben, cleo)
        assert (await next_of(house, room)).table.people == (0, 1, 2)
        refused = await room.sit("Dora", "join-dora-001", 2)
        assert refused.reason is not None

    in_house(work)


def test_before_the_end_and_for_those_who_watch_there_is_no_rematch() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        page, watcher = await house.page(room, 0), await house.page(room, -1)
        assert (await page.ask("again"))["code"] == "not_over"
        assert (await watcher.ask("again"))["code"] == "watching"
        assert len(plain(house.store).tables()) == 1

    in_house(work)


def test_when_the_disk_is_full_there_is_no_new_table() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await anna.ask("again")
        house.store.failing = StoreFailed("full")
        assert "disk is full" in (await ben.ask("again"))["text"]
        house.store.failing = None
        assert (room.table.next_table, len(plain(house.store).tables())) == ("", 1)
        assert (await anna.ask("again"))["t"] == "done"

    in_house(work)


def test_the_new_table_lives_in_the_log_like_any_other() -> None:
    async def work(house: House) -> None:
        room, pages = await over(house)
        await agree(*pages)
        new = await next_of(house, room)
        later = House(house.store)
        found = await later.rooms.get(new.id)
        assert found is not None
        assert found.table.chairs == new.table.chairs
        assert (found.names, found.figures) == (new.names, new.figures)
        settings = msgspec.json.decode(plain(house.store).facts(new.id)[0].text, type=Settings)
        assert settings.plan == (BOT, "you", "open")
        old = await later.rooms.get(room.id)
        assert old is not None
        assert old.table.next_table == new.id
        await later.close()

    in_house(work)


# ---- Coming along ----------------------------------------------------------------------------------------------------


def finished(client: TestClient, house: House) -> tuple[Room, str]:
    """A match of Anna and a bot that is over and goes on, and the address by which Anna comes along."""
    table, host = opened(client, **{"seat-1": "bot:greedy", "option-step_limit": "1"})
    room = room_of(client, house, table)
    call(client, end, house, room)
    call(client, rematch, room, Ask("again", 0, "again-00000"))
    return room, f"{host}/again"


def test_the_old_seat_opens_the_new_one_and_nobody_elses() -> None:
    with browser() as (client, house):
        room, address = finished(client, house)
        new = room.table.next_table
        answer = client.get(address)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{new}/1")
        cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("seat="))
        assert f"Path=/t/{new}/1" in cookie
        assert client.get(f"/t/{new}/1").status_code == 200
        assert f'href="/t/{new}/1"' in client.get("/").text, "it stands among one's own tables"
        client.cookies.clear()
        assert client.get(address).status_code == 403
        assert client.get(f"/t/{room.id}/1/again").status_code == 403


def test_before_a_rematch_there_is_nowhere_to_go() -> None:
    with browser() as (client, _):
        _, host = opened(client)
        answer = client.get(f"{host}/again")
        assert answer.status_code == 404
        assert "Nobody at this table has asked for another match yet." in answer.text


def test_a_seat_that_was_renewed_left_or_cleared_at_the_new_table_is_not_opened_from_the_old_one() -> None:
    for do in ("renew", "leave"):
        with browser() as (client, house):
            room, address = finished(client, house)
            new = room.table.next_table
            client.get(address)
            if do == "renew":
                assert client.post(f"/t/{new}/1/renew").status_code == 200
            else:
                call(client, room_of(client, house, new).ask, Ask("leave", 1, "leave-00000"))
            old = client.cookies.get("seat", path=f"/t/{room.id}/0")
            client.cookies.clear()
            client.cookies.set("seat", old or "", path=f"/t/{room.id}/0")
            answer = client.get(address)
            assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{new}/1")
            assert "seat=" not in "".join(answer.headers.get_list("set-cookie"))
            assert client.get(f"/t/{new}/1").status_code == 403, do


def test_after_a_rematch_the_old_host_gives_away_nothing_at_the_old_table() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await agree(anna, ben)
        for do in ("remove", "give", "in"):
            answer = await room.ask(Ask(do, 0, f"ask-{do}-0000", arg="1"))
            assert answer.reason is not None
            assert answer.reason.code == "went_on"
        assert not [one for one in anna.scene["controls"] if one.get("seat", -1) >= 0]

    in_house(work)


def test_a_crash_between_the_new_table_and_the_old_ones_word_of_it_leaves_no_ghost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who asks again after it comes to the table that is there already."""

    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await ben.ask("again")
        write_and_tell = room.ledger.write_and_tell

        async def crash(*_: Any) -> Any:
            raise RuntimeError("killed")

        monkeypatch.setattr(room.ledger, "write_and_tell", crash)
        assert (await anna.ask("again"))["code"] == "failed"
        monkeypatch.setattr(room.ledger, "write_and_tell", write_and_tell)
        tables = {one.id for one in plain(house.store).tables()}
        assert len(tables) == 2
        assert (await anna.ask("again"))["t"] == "done"
        assert {one.id for one in plain(house.store).tables()} == tables
        assert room.table.next_table in tables

    in_house(work)
