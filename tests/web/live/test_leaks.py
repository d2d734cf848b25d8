"""Nothing that a reader cannot see changes a byte of what that reader receives."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import imagine
from kartentisch.table.facts import Ask
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.kit import House, browser, settled

SECRET = ("luck", "digest", "record")


def hide_and_deal(room: Room, seat: int, seed: int) -> None:
    """Another truth that may be behind what this seat sees."""
    seen = room.table.view(seat)
    assert seen is not None
    room.ledger.table = replace(room.table, records=imagine(seen, new_luck(seed, seed)))
    room.feeds.clear_views()


def view_of(room: Room, reader: int) -> str:
    seen = room.table.view(None if reader < 0 else reader)
    assert seen is not None
    return json.dumps(seen.json())


async def match(seed: int, reader: int, asks: int, screen: bool = False) -> list[tuple[str, list[str]]]:
    """A match of three in which all shift and end their turns: after each move the reader's view, and what was sent."""
    house = House()
    try:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001")
        await room.sit("Cleo", "join-cleo-001")
        hide_and_deal(room, 0 if screen else max(reader, 0), seed)
        page = await house.page(room, reader, screen=screen)
        if screen:  # also by right of a seat it sees what a bystander sees
            reader = -1
        found = [(view_of(room, reader), list(page.wire.sent))]
        for n in range(asks):
            seat = room.table.actors()[0]
            acted = bool(room.table.records[0]["acted"])  # type: ignore[index]
            house.hands.now += 700
            move = "end" if acted else "~A" if n % 3 else "~B"
            answer = await room.ask(Ask("play", seat, f"ask-{n:06}", room.table.number, (move,)))
            assert answer.reason is None
            await settled()
            found.append((view_of(room, reader), list(page.wire.sent)))
        return found
    finally:
        await house.close()


@pytest.mark.parametrize(("reader", "screen"), [(2, False), (-1, False), (-1, True), (2, True)])
def test_the_bytes_to_a_reader_are_the_same_until_its_view_differs(reader: int, screen: bool) -> None:
    runs = [asyncio.run(match(seed, reader, 40, screen)) for seed in (1, 2, 3)]
    for other in runs[1:]:
        same = 0
        for (view, sent), (other_view, other_sent) in zip(runs[0], other, strict=True):
            if view != other_view:
                break
            assert sent == other_sent
            same += 1
        assert same > (40 if reader < 0 or screen else 4)


async def match_of_bots(seed: int) -> list[tuple[int, str, list[str]]]:
    """The reader against two bots: also the times are compared."""
    house = House()
    try:
        room = await house.open("you", "bot:greedy", "bot:greedy")
        await room.ask(Ask("start", 0, "start-00000"))
        hide_and_deal(room, 0, seed)
        page = await house.page(room, 0)
        found = [(house.hands.now, view_of(room, 0), list(page.wire.sent))]
        for n in range(12):
            if room.table.actors()[0] == 0:
                move = "end" if room.table.records[0]["acted"] else "~A"  # type: ignore[index]
                await room.ask(Ask("play", 0, f"ask-{n:06}", room.table.number, (move,)))
            else:
                await house.later(room, 2_000)
            await settled()
            found.append((house.hands.now, view_of(room, 0), list(page.wire.sent)))
        return found
    finally:
        await house.close()


def test_bots_with_other_cards_change_nothing_before_they_show_them() -> None:
    runs = [asyncio.run(match_of_bots(seed)) for seed in (4, 5)]
    same = 0
    for (now, view, sent), (other_now, other_view, other_sent) in zip(*runs, strict=True):
        if view != other_view:
            break
        assert (now, sent) == (other_now, other_sent)
        same += 1
    assert same > 2, "up to where a bot has shown a card"


def test_pages_and_records_of_a_running_match_say_nothing_of_its_cards() -> None:
    bodies = []
    for seed in (1, 2):
        with browser() as (client, house):
            room = client.portal.call(_running, house)  # type: ignore[union-attr]
            hide_and_deal(room, 0, seed)
            addresses = ("/", f"/t/{room.id}", f"/t/{room.id}/watch", f"/t/{room.id}/record?match=1", f"/t/{room.id}/0")
            bodies.append([client.get(address).text for address in addresses])
            assert client.get(f"/t/{room.id}/record?match=1").status_code == 404
            assert client.get(f"/t/{room.id}/record").status_code == 404
    assert bodies[0] == bodies[1]


async def _running(house: House) -> Room:
    return await house.dealt("you", "bot:greedy")


def test_nothing_of_a_fact_but_number_kind_and_seat_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    async def work() -> tuple[House, Room]:
        house = House()
        room = await house.dealt("you", "bot:greedy")
        await house.later(room, 2_000)
        await house.close()
        return house, room

    house, room = asyncio.run(work())
    logged = "".join(capsys.readouterr())
    for fact in plain(house.store).facts(room.id):
        for secret in (fact.luck, fact.digest):
            assert not secret or secret not in logged
    assert "moved" in logged or len(plain(house.store).facts(room.id)) == 2


def test_no_message_has_a_field_for_the_truth() -> None:
    async def work() -> str:
        house = House()
        room = await house.dealt("you", "bot:greedy", step_limit=1)
        page = await house.page(room, 0)
        await room.ask(Ask("play", 0, "ask-000001", room.table.number, ("~A",)))
        await settled()
        await house.close()
        return "".join(page.wire.sent)

    sent: Any = asyncio.run(work())
    for word in SECRET:
        assert f'"{word}"' not in sent.replace('"do":"record"', "")
