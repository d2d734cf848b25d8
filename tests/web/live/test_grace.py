"""Everyone has the same time to call “Solo!”: bots, programs and the table wait after every move."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from kartentisch.play.games import games, sheet
from kartentisch.table.settings import BOT_WAIT, REACTION
from kartentisch.table.windows import grace, grace_ends
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.table.tables import three
from tests.web.support.kit import BOT, House, Page, in_house, settled
from tests.web.support.solo_tables import among_bots, lay, run
from tests.web.support.tables import let_program

HANDS = {
    "card": ("r1 b7", "r2 r3 r4", "b1 b5 b6", "r1"),
    "interjection ahead": ("r1 b7", "g2 g3 g4", "r1 b5 b6", "r1"),
    "skip": ("rS b7", "r2 r3 Pr", "b1 b5 b6", "rS"),
    "skip of who has no protection": ("rS b7", "r2 r3 r4", "r5 r6 r7", "rS"),
    "swap": ("rX b7", "Pr r3", "r5 r6 r7", "rX >1"),
    "draw two": ("r+2 b7", "r2 r3 r+2", "b1 b5 b6", "r+2"),
    "draw four": ("+4 b7", "Pr r3 r4", "b1 b5 b6", "+4 =r"),
}


def owes(room: Room) -> bool:
    view = room.table.view(0)
    assert view is not None
    return 0 in view.json()["owes_call"]


def called(room: Room) -> list[str]:
    return [fact.text for fact in plain(room.store).facts(room.id) if fact.kind == "moved" and fact.seat == 0]


@pytest.mark.parametrize("pace", BOT_WAIT)
@pytest.mark.parametrize("what", HANDS)
def test_after_every_card_before_bots(what: str, pace: str) -> None:
    async def work(house: House) -> None:
        *hands, move = HANDS[what]
        room, page = await among_bots(house, 3, *hands, pace=pace, top="r9", turn=0)
        assert (await page.play(move))["t"] == "done"
        for _ in range(4):  # the answers of others come first, until the call is owed
            if owes(room) or not room.table.actors():
                break
            await run(house, room, max(0, (house.scheduler(room).next_due() or 0) - room.now()))
        before = room.table.moved
        assert (owes(room), room.now()) == (True, before), "it is owed from this move on"
        await run(house, room, REACTION - 1)
        assert (room.table.moved, owes(room)) == (before, True)
        assert (await page.play("solo"))["t"] == "done"
        await run(house, room, 60_000)
        assert not any("not called" in line for line in page.log)

    in_house(work)


async def beside_a_program(house: House, *hands: str, **more: Any) -> tuple[Room, Page, Page]:
    room = await house.open("you", "open", BOT, game="solo")
    await let_program(room, 1)
    lay(room, *hands, top="r9", turn=0, **more)
    return room, await house.page(room, 0), await house.page(room, 1, wants="view")


def say(program: Page, room: Room, name: str, *moves: str) -> None:
    since = room.table.since[1]
    program.say(json.dumps({"t": "ask", "id": name, "do": "play", "since": since, "moves": list(moves)}))


def answers(program: Page) -> list[str]:
    return [message["t"] for message in program.heard() if message["t"] in ("done", "refused")]


@pytest.mark.parametrize(
    ("hands", "move", "answer"),
    [
        (("r1 b7", "r2 r3 r4", "b1 b5 b6"), "r1", "r2"),
        (("rS b7", "r2 r3 Pr", "b1 b5 b6"), "rS", "Pr"),
        (("r1 b7", "r1 g3 g4", "b1 b5 b6"), "r1", "r1"),
        (("r1 b7", "g1 g3 g4", "b1 b5 b6"), "r1", "draw"),
    ],
)
def test_before_a_program(hands: tuple[str, ...], move: str, answer: str) -> None:
    async def work(house: House) -> None:
        room, page, program = await beside_a_program(house, *hands)
        house.hands.now += 60_000
        assert (await page.play(move))["t"] == "done"
        await settled()
        say(program, room, "program-0001", answer)
        await settled()
        await run(house, room, REACTION - 1)
        assert (owes(room), answers(program)) == (True, [])
        assert (await page.play("solo"))["t"] == "done"
        await run(house, room, 4 * REACTION)
        assert len(answers(program)) == 1, "it has an answer, whether it was in time or late"
        assert not any("not called" in line for line in page.log)

    in_house(work)


def test_a_program_that_has_waited_comes_before_the_bots() -> None:
    """So it can still call; or it says so in one go with its card."""

    async def work(house: House) -> None:
        for at_once in (False, True):
            room, page, program = await beside_a_program(house, "r1 b7 b8", "r2 g4", "r3 r4 r5")
            assert (await page.play("r1"))["t"] == "done"
            await settled()
            say(program, room, "program-0001", *(("r2", "solo") if at_once else ("r2",)))
            await settled()
            house.hands.now += REACTION
            await house.scheduler(room).run_due()
            for _ in range(100):
                await settled()
                if answers(program):
                    break
                await asyncio.sleep(0.005)
            assert answers(program) == ["done"]
            if not at_once:
                say(program, room, "program-0002", "solo")
                await settled()
            await run(house, room, 2 * REACTION)
            moves = [(fact.seat, fact.text) for fact in plain(house.store).facts(room.id) if fact.kind == "moved"]
            assert moves[:3] == [(0, "r1"), (1, "r2"), (1, "solo")]

    in_house(work)


@pytest.mark.parametrize("name", games())
def test_the_grace_rests_on_the_game_alone(name: str) -> None:
    """Whoever holds what: games in which nobody acts out of turn have none."""

    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, game=name)
        assert grace(room.table) == (REACTION if sheet(name).reacts else 0)
        assert grace_ends(room.table) == room.table.moved + grace(room.table)

    in_house(work)
    assert grace(three().table) == REACTION
