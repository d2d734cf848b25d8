"""What people say at a table: kept in order, sent once, refused with a sentence, and deleted when the host says so."""

from __future__ import annotations

import asyncio
import json
import re

from kartentisch.engine.fields import BYSTANDER
from kartentisch.store import TALK_KEPT, MemoryStore, Said, StoreFailed
from kartentisch.web.live.chat import SIGN_SHOWN, SIGNS
from kartentisch.web.pages import static_files
from tests.plain_store import plain
from tests.web.support.kit import House, Page, in_house, settled
from tests.web.support.tables import talk_lines, two


def texts(page: Page) -> list[str]:
    return [line["text"] for line in talk_lines(page)]


def test_a_line_reaches_all_who_are_there_once_with_name_and_figure() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        watcher = await house.page(room, BYSTANDER)
        scenes = [len(page.heard("scene")) for page in (anna, ben, watcher)]
        assert (await anna.ask("say", arg="  Hello,   Ben "))["t"] == "done"
        assert (await ben.ask("say", arg="<b>Hej</b> ליאת"))["t"] == "done"
        for page in (anna, ben, watcher):
            assert [(line["seat"], line["name"], line["text"]) for line in talk_lines(page)] == [
                (0, "Anna", "Hello, Ben"),
                (1, "Ben", "<b>Hej</b> ליאת"),
            ]
            assert talk_lines(page)[0]["figure"] == anna.scene["seats"][0]["figure"]
            assert talk_lines(page)[0]["n"] < talk_lines(page)[1]["n"]
        assert len(plain(room.store).facts(room.id)) == room.table.number, "talk is no fact"
        assert [len(page.heard("scene")) for page in (anna, ben, watcher)] == [n + 1 for n in scenes], "the first line"

    in_house(work)


def test_who_comes_later_hears_all_of_it_and_who_comes_back_what_is_new() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        for text in ("one", "two"):
            house.hands.now += 5_000
            await anna.ask("say", arg=text)
        newest = talk_lines(ben)[-1]["n"]
        await ben.go()
        house.hands.now += 5_000
        await anna.ask("say", arg="three")
        late = await house.page(room, 1)
        assert texts(late) == ["one", "two", "three"]
        assert late.heard("talk")[0]["fresh"]
        back = Page(house, room, 1)
        house.pages.append(back)
        back.say({"t": "hello", "version": 1, "have": room.table.number, "talk": newest})
        await settled()
        assert texts(back) == ["three"]
        assert not back.heard("talk")[0].get("fresh")
        same = Page(house, room, 1)
        house.pages.append(same)
        same.say({"t": "hello", "version": 1, "have": room.table.number, "talk": talk_lines(late)[-1]["n"]})
        await settled()
        assert same.heard("talk") == []

    in_house(work)


def test_a_page_whose_last_line_is_gone_starts_anew() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        await anna.ask("say", arg="line 0")
        first = talk_lines(ben)[0]["n"]
        room.talk.lines.extend(Said(first + n, 0, "Anna", "mug", f"line {n}") for n in range(1, TALK_KEPT + 1))
        back = Page(house, room, 1)
        house.pages.append(back)
        back.say({"t": "hello", "version": 1, "have": room.table.number, "talk": first})
        await settled()
        assert texts(back) == [f"line {n}" for n in range(1, TALK_KEPT + 1)]
        assert back.heard("talk")[0]["fresh"]

    in_house(work)


def test_a_line_outlives_a_restart_and_is_not_said_twice_when_the_ask_is_sent_again() -> None:
    store = MemoryStore()

    async def before(house: House) -> str:
        room, anna, ben = await two(house)
        first = await anna.ask("say", "the-same-ask", arg="Hello")
        assert await anna.ask("say", "the-same-ask", arg="Hello") == first
        assert texts(ben) == ["Hello"]
        return room.id

    table_id = in_house(before, store=store)

    async def after(house: House) -> None:
        room = await house.rooms.get(table_id)
        assert room is not None
        page = await house.page(room, 0)
        assert (await page.ask("say", "the-same-ask", arg="Hello"))["t"] == "done"
        assert texts(page) == ["Hello"]

    in_house(after, store=store)


def test_a_line_keeps_the_name_of_who_said_it_when_somebody_else_sits_there() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        await ben.ask("say", arg="I must go")
        await ben.ask("leave")
        await room.sit("Cleo", "join-cleo-001", 1)
        cleo = await house.page(room, 1)
        house.hands.now += 5_000
        await cleo.ask("say", arg="Hello")
        assert [(line["name"], line["text"]) for line in talk_lines(anna)] == [("Ben", "I must go"), ("Cleo", "Hello")]

    in_house(work)


def test_a_sign_is_seen_by_all_for_a_moment_and_not_kept() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        for sign in SIGNS:
            assert (await anna.ask("react", arg=sign))["t"] == "done"
        assert [(line["seat"], line["name"], line["sign"]) for line in talk_lines(ben)] == [
            (0, "Anna", s) for s in SIGNS
        ]
        assert talk_lines(await house.page(room, BYSTANDER)) == [], "who comes later does not see it"
        assert plain(room.store).talk(room.id) == []
        answer = await anna.ask("react", arg="rude")
        assert answer["text"] == f"There is no sign “rude”; there are {', '.join(SIGNS)}."

    in_house(work)


def test_a_slow_reader_misses_signs_that_are_over_and_no_line() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        ben.wire.reading = False
        room.mark_changed()
        await settled()
        await anna.ask("react", arg="wow")
        await anna.ask("say", arg="Are you there?")
        house.hands.now += SIGN_SHOWN
        ben.wire.reading = True
        for _ in range(20):
            await settled()
        await asyncio.sleep(0.05)
        await settled()
        assert [line.get("text") for line in talk_lines(ben)] == ["Are you there?"]

    in_house(work)


def test_what_cannot_be_kept_is_not_told() -> None:
    async def work(house: House) -> None:
        _, anna, ben = await two(house)
        house.store.failing = StoreFailed("full")
        answer = await anna.ask("say", "again-and-again", arg="Hello")
        assert (answer["t"], answer["code"]) == ("refused", "store")
        assert "disk is full" in answer["text"]
        assert talk_lines(ben) == []
        house.store.failing = None
        assert (await anna.ask("say", "again-and-again", arg="Hello"))["t"] == "done"
        assert texts(ben) == ["Hello"]

    in_house(work)


def test_there_is_talk_where_two_people_sit_and_none_with_bots_alone() -> None:
    async def work(house: House) -> None:
        alone = await house.dealt("you", "bot:greedy")
        page = await house.page(alone, 0)
        assert page.scene.get("talk", "") == ""
        _, anna, _ = await two(house)
        assert anna.scene["talk"] == "write"
        await anna.ask("close")
        assert anna.scene.get("talk", "") == "", "nothing was said here"
        assert (await anna.ask("say", arg="Bye"))["code"] == "table_closed"

    in_house(work)


def test_programs_are_told_nothing_of_the_talk() -> None:
    async def work(house: House) -> None:
        room, anna, _ = await two(house)
        program = await house.page(room, 1, wants="view")
        await anna.ask("say", arg="Hello")
        await anna.ask("react", arg="wow")
        assert program.heard("talk") == []

    in_house(work)


def test_names_and_talk_are_emptied_by_the_host_alone_also_when_the_table_is_closed() -> None:
    async def work(house: House) -> None:
        room, anna, ben = await two(house)
        await anna.ask("say", arg="Hello")
        assert (await ben.ask("forget"))["text"] == "Das kann nur, wer den Tisch leitet."
        assert "forget" not in [control["do"] for control in ben.scene["controls"]]
        await anna.ask("close")
        assert "forget" in [control["do"] for control in anna.scene["controls"]]
        assert (await anna.ask("forget"))["t"] == "done"
        for page, seats in ((anna, ["Seat 1", "Seat 2"]), (ben, ["Platz 1", "Platz 2"])):
            assert [seat["name"] for seat in page.scene["seats"]] == seats
            assert page.heard("talk")[-1] == {"t": "talk", "lines": [], "fresh": True}
        assert (plain(room.store).names(room.id), plain(room.store).talk(room.id)) == ({}, [])
        assert "forget" not in [control["do"] for control in anna.scene["controls"]], "there is nothing left to forget"

    in_house(work)


def test_names_that_cannot_be_emptied_stay() -> None:
    async def work(house: House) -> None:
        room, anna, _ = await two(house)
        house.store.failing = StoreFailed("locked")
        assert (await anna.ask("forget"))["code"] == "store"
        assert room.names == {0: "Anna", 1: "Ben"}

    in_house(work)


def test_the_signs_are_those_of_the_drawings_and_of_the_texts() -> None:
    static = static_files.STATIC
    drawn = re.findall(r'<symbol id="([a-z]+)"', (static / "signs.svg").read_text(encoding="utf-8"))
    named = [key for key in json.loads((static / "js" / "texts.json").read_text("utf-8")) if key.startswith("sign_")]
    assert drawn == list(SIGNS)
    assert named == [f"sign_{sign}" for sign in SIGNS]
