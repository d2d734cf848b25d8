"""One connection: what it takes, what it refuses, how it ends."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from kartentisch.web.access.rate_limit import MOST
from kartentisch.web.socket import connection
from kartentisch.web.wire import MAX_BYTES
from tests.web.support.kit import BOT, House, Page, Wire, in_house, settled
from tests.web.support.tables import sitting


def test_the_first_messages_are_a_welcome_and_a_scene() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        assert [message["t"] for message in page.heard()[:2]] == ["welcome", "scene"]
        assert page.heard()[0] == {"t": "welcome", "version": 1, "table": page.room.id, "seat": 0}

    in_house(work)


def test_a_page_that_is_silent_is_given_up_and_a_program_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program has nothing to say while people think; the pings of the protocol tell whether it lives."""

    async def work(house: House) -> None:
        monkeypatch.setattr(connection, "SILENT", 0.5)
        page = await sitting(house)
        program = await house.page(page.room, 1, wants="view")
        await asyncio.wait_for(page.task, 60)
        assert page.wire.closed == 1001
        await asyncio.sleep(0.6)
        assert program.wire.closed is None
        assert not program.task.done()

    in_house(work)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "{",
        "[]",
        "null",
        '{"t":"dance"}',
        '{"t":"ask"}',
        '{"t":"ask","id":7,"do":"why"}',
        "[" * 9_000,
        "\u2028",
        b"\xff\xfe",
    ],
)
def test_a_malformed_message_is_refused_with_a_sentence_and_the_connection_lives(text: str | bytes) -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        page.say(text)
        await settled()
        answer = page.heard()[-1]
        assert (answer["t"], answer["code"]) == ("refused", "malformed")
        assert answer["text"] == "The server does not understand this message."
        assert (await page.ask("pause"))["t"] == "done"

    in_house(work)


def test_a_refusal_of_a_malformed_ask_carries_its_id() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        page.say('{"t": "ask", "id": "abcdefgh", "do": 5}')
        await settled()
        assert page.heard()[-1]["id"] == "abcdefgh"

    in_house(work)


@pytest.mark.parametrize("ask_id", ["", "short", "x" * 41, "spa ce spa ce", "ümlaut-ümlaut"])
def test_an_ask_without_a_proper_id_is_refused(ask_id: str) -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        number = page.room.table.number
        page.say({"t": "ask", "id": ask_id, "do": "pause"})
        await settled()
        assert page.heard()[-1]["code"] == "id_bad"
        assert page.room.table.number == number

    in_house(work)


@pytest.mark.parametrize("sign", ["x", "ü", "😀"])
def test_an_oversized_message_ends_the_connection_with_a_sentence(sign: str) -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        page.say(json.dumps({"t": "ping", "more": sign * MAX_BYTES}, ensure_ascii=False))
        await settled()
        assert page.heard()[-1] == {
            "t": "bye",
            "code": "oversized",
            "text": f"A message may have at most {MAX_BYTES} bytes.",
            "again": False,
        }
        assert page.wire.closed == 1009

    in_house(work)


def test_the_largest_message_that_is_allowed_is_read() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        empty = json.dumps({"t": "ping", "more": ""})
        page.say(json.dumps({"t": "ping", "more": "x" * (MAX_BYTES - len(empty))}))
        await settled()
        assert page.heard()[-1] == {"t": "pong", "n": page.room.table.number}

    in_house(work)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"t": "ping"}, "hello_first"),
        ({"t": "ask", "id": "abcdefgh", "do": "pause"}, "hello_first"),
        ("nonsense", "hello_first"),
        ({"t": "hello", "version": 2}, "version"),
        ({"t": "hello", "version": 0}, "version"),
    ],
)
def test_a_connection_that_begins_wrong_ends_with_a_sentence(first: Any, code: str) -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        page = Page(house, room, 0)
        page.say(first)
        await settled()
        bye = page.heard()[-1]
        assert (bye["t"], bye["code"], bye["again"]) == ("bye", code, False)
        assert page.wire.closed == 1002
        assert not room.presence.here(0)

    in_house(work)


def test_a_ping_beyond_the_budget_has_its_answer() -> None:
    """Without one a page would take a line for dead that lives."""

    async def work(house: House) -> None:
        page = await sitting(house)
        before = len(page.heard())
        for _ in range(MOST + 5):
            page.say({"t": "ping"})
            await settled()
        assert page.heard()[before:] == [{"t": "pong", "n": page.room.table.number}] * (MOST + 5)
        assert (await page.ask("why", moves=["end"]))["code"] == "busy"

    in_house(work)


def test_a_pong_comes_after_the_scene_of_the_fact_that_it_names() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        before = len(page.heard())
        page.say({"t": "ask", "id": "pause-0001", "do": "pause"})
        page.say({"t": "ping"})
        await settled()
        told = page.heard()[before:]
        newest = page.room.table.number
        last = max(place for place, message in enumerate(told) if message["t"] == "scene")
        assert told[last]["scene"]["n"] == newest
        assert [message for message in told[last:] if message["t"] == "pong"] == [{"t": "pong", "n": newest}]

    in_house(work)


@pytest.mark.parametrize("wants", ["scene", "view"])
def test_whoever_is_behind_gets_the_newest_again_with_what_was_told_since(wants: str) -> None:
    async def work(house: House) -> None:
        page = await sitting(house, wants=wants)
        known = page.heard(wants)[-1]
        number = known["n"] if wants == "view" else known["scene"]["n"]
        assert (await page.ask("pause"))["t"] == "done"
        lost = page.heard(wants)[-1]
        before = len(page.heard())
        page.say({"t": "fetch", "have": number})
        await settled()
        found = page.heard()[before:]
        assert [message["t"] for message in found] == [wants]
        if wants == "scene":
            assert found[0]["scene"]["n"] == lost["scene"]["n"]
            assert found[0]["log"] == lost["log"] != []
            page.say({"t": "fetch"})
            await settled()
            assert page.heard()[-1]["fresh"], "who has nothing gets all"
        else:
            assert found[0] == lost

    in_house(work)


def test_who_asks_too_much_is_refused_and_may_ask_again_later() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        for n in range(MOST + 5):
            page.say({"t": "ask", "id": f"too-much-{n:04}", "do": "why", "moves": ["end"]})
            await settled()
        answers = page.heard()[-MOST - 5 :]
        assert [answer["t"] for answer in answers].count("done") == MOST
        assert {answer["code"] for answer in answers if answer["t"] == "refused"} == {"busy"}
        assert page.wire.closed is None
        house.hands.jumped -= 3_600_000
        assert (await page.ask("why", moves=["end"]))["code"] == "busy"
        house.hands.now += 1_000
        assert (await page.ask("why", moves=["end"]))["t"] == "done"

    in_house(work)


def test_a_slow_reader_gets_the_newest_scene_and_no_queue_grows() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        before = len(page.heard("scene"))
        page.wire.reading = False
        for _ in range(50):
            page.room.mark_changed()
            await settled()
        page.wire.reading = True
        await asyncio.sleep(0.1)
        await settled()
        assert len(page.heard("scene")) <= before + 2

    in_house(work)


def test_a_program_gets_views() -> None:
    async def work(house: House) -> None:
        page = await sitting(house, wants="view")
        down = page.heard("view")[-1]
        view = page.room.table.view(0)
        assert view is not None
        assert down["view"] == json.loads(json.dumps(view.json()))
        assert (down["n"], down["since"]) == (page.room.table.number, page.room.table.since[0])

    in_house(work)


def test_sentences_come_in_the_language_of_the_connection() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        page = await house.page(room, 0, language="de")
        assert page.scene["language"] == "de"
        assert page.scene["prompt"]["lead"] in ("Du bist dran.", "Du bist am Zug.")
        assert (await page.ask("dance"))["text"] == "„dance“ kennt dieser Tisch nicht."

    in_house(work)


def test_a_page_that_goes_leaves_its_seat_at_once() -> None:
    async def work(house: House) -> None:
        page = await sitting(house)
        assert page.room.presence.here(0)
        await page.go()
        assert not page.room.presence.here(0)
        assert isinstance(page.wire, Wire)

    in_house(work)


@pytest.mark.parametrize("later", range(8))
def test_who_goes_while_something_is_sent_is_gone(later: int) -> None:
    """Whenever it falls: a cancellation that came just as a send was done got lost once, and the seat stayed taken."""

    async def work(house: House) -> None:
        room = await house.open("you", "open")
        page = await house.page(room, 0)
        send = page.wire.send_text

        async def last(text: str) -> None:
            await send(text)
            page.wire.hang_up()
            for _ in range(later):
                await asyncio.sleep(0)

        page.wire.send_text = last  # type: ignore[method-assign]
        room.mark_changed()
        await settled()
        gone = page.task.done()
        page.task.cancel()
        assert gone
        assert not room.presence.here(0)

    in_house(work)
