"""Clocks, questions, pauses and absence at a live table: what everyone sees, and what the table does by itself."""

from __future__ import annotations

import pytest

from kartentisch.store import StoreFailed
from kartentisch.table.clocks import LEEWAY
from kartentisch.table.windows import window_seats
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, Page, in_house, step, turn
from tests.web.support.solo_tables import lay, run
from tests.web.support.tables import BRISK, begun, seat_of, timed


def controls(page: Page, where: str, do: str = "") -> list[tuple[str, str]]:
    found = [one for one in page.scene["controls"] if one.get("where", "menu") == where]
    return [(one["do"], one.get("arg", "")) for one in found if not do or one["do"] == do]


# ---- What everybody sees --------------------------------------------------------------------------------------------


def test_every_seat_of_a_person_shows_its_time_and_that_of_the_one_in_turn_runs() -> None:
    async def work(house: House) -> None:
        room, pages = await timed(house, "you", "open", BOT)
        while not room.table.chairs[turn(room)].person:
            await house.later(room, 2_000)
        house.hands.now += 4_000
        late = await house.page(room, -1)
        now = turn(room)
        for page in (*pages, late):
            seats = page.scene["seats"]
            for seat in seats:
                if seat["kind"] == "bot":
                    assert "left" not in seat
                else:
                    assert seat["left"] == BRISK - 4_000 * (seat["seat"] == now)
            assert [seat["seat"] for seat in seats if seat.get("runs")] == [now]

    in_house(work)


@pytest.mark.parametrize(
    ("zero", "mine", "theirs"),
    [
        ("wait", "At zero nothing happens: the table waits.", "At zero nothing happens: the table waits."),
        ("bot", "At zero a bot plays this move for you.", "At zero a bot plays this move for {name}."),
        (
            "pass",
            "At zero a bot takes over; you can take your seat back any time.",
            "At zero a bot takes over for {name}, until {name} is back.",
        ),
    ],
)
def test_what_happens_at_zero_is_said_beforehand(zero: str, mine: str, theirs: str) -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house, zero=zero)
        name = room.names[turn(room)]
        assert me.scene["timer"]["label"] == "Your time"
        assert other.scene["timer"]["label"] == f"Time of {name}"
        assert (me.scene["timer"]["kind"], me.scene["timer"]["left"]) == ("turn", BRISK)
        assert me.scene["timer"]["then"] == mine
        assert other.scene["timer"]["then"] == theirs.format(name=name)
        said = "\n".join(me.scene["options"])
        assert "Clock: brisk: 20 seconds a move, 1 minute in reserve." in said
        assert "When the time is up: " in said
        assert controls(other, "timer") == [("more", str(turn(room)))]
        assert controls(me, "timer") == []

    in_house(work)


def test_a_table_without_a_clock_says_nothing_of_time() -> None:
    async def work(house: House) -> None:
        _, (me, *_) = await timed(house, clock="none")
        assert "timer" not in me.scene or me.scene["timer"] is None
        assert not any("left" in seat for seat in me.scene["seats"])
        assert controls(me, "menu", "more") == []

    in_house(work)


def test_a_question_goes_to_all_people_and_the_last_yes_brings_the_clock() -> None:
    async def work(house: House) -> None:
        room, pages = await timed(house, "you", "open", "open", BOT, clock="none")
        pages.append(await house.page(room, -1))
        pages.sort(key=lambda page: page.scene["seat"])
        watcher, anna, ben, cleo = pages
        names = {page.scene["seat"]: page.scene["seats"][page.scene["seat"]]["name"] for page in pages[1:]}
        name = [names[page.scene["seat"]] for page in pages[1:]]
        assert (await ben.ask("clock", arg="brisk pass"))["t"] == "done"
        for page in (anna, cleo):
            assert page.scene["question"].startswith(f"{name[1]} asks for another clock: brisk: 20 seconds a move")
            assert controls(page, "question") == [("clock", "brisk pass"), ("refuse", "")]
        assert ben.scene["question"].startswith("You ask everybody")
        assert f"Still to answer: {name[0]} and {name[2]}." in ben.scene["question"]
        assert controls(ben, "question") == [("refuse", "")]
        assert controls(watcher, "question") == []
        await anna.ask("clock", arg="brisk pass")
        assert f"Still to answer: {name[2]}." in anna.scene["question"]
        await cleo.ask("clock", arg="brisk pass")
        for page in pages:
            assert not page.scene.get("question")
            assert page.log[-1].startswith("New clock: brisk: 20 seconds a move, 1 minute in reserve. When the time")

    in_house(work)


def test_a_refusal_ends_the_question_for_all() -> None:
    async def work(house: House) -> None:
        _, (me, other, third) = await timed(house, clock="none")
        await me.ask("clock", arg="relaxed wait")
        assert (await third.ask("refuse"))["t"] == "done"
        assert not any(page.scene.get("question") for page in (me, other, third))

    in_house(work)


def test_who_has_paused_is_named_and_all_clocks_and_bots_stand_still() -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house)
        house.hands.now += 5_000
        assert (await other.ask("pause"))["t"] == "done"
        name = room.names[other.scene["seat"]]
        assert me.scene["prompt"]["lead"] == f"{name} has paused the match."
        assert other.scene["prompt"]["lead"] == "You have paused the match."
        assert ("resume", "") in controls(me, "middle")
        number, left = room.table.number, me.scene["seats"][seat_of(me)]["left"]
        await house.later(room, 3_600_000)
        assert room.table.number == number
        await me.ask("resume")
        assert me.scene["seats"][seat_of(me)]["left"] == left == BRISK - 5_000

    in_house(work)


def test_a_minute_more_is_told_to_all() -> None:
    async def work(house: House) -> None:
        room, (me, other, third) = await timed(house)
        assert (await me.ask("more", arg=str(turn(room))))["code"] == "more_self"
        assert (await other.ask("more", arg=str(turn(room))))["t"] == "done"
        assert me.log[-1] == "You have one more minute."
        assert third.log[-1] == f"{room.names[turn(room)]} has one more minute."
        assert me.scene["timer"]["left"] == BRISK + 60_000

    in_house(work)


# ---- Zero -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["calm", "step"])
def test_at_zero_a_bot_plays_one_move_at_any_pace_of_the_bots(pace: str) -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house, pace=pace)
        seat = turn(room)
        await house.later(room, BRISK + LEEWAY - 1)
        assert room.table.number == plain(house.store).facts(room.id)[-1].number == 4
        await house.later(room, 1)
        assert me.log[-1] == "Your time is up: a bot plays this move for you."
        assert other.log[-1] == f"The time of {room.names[seat]} is up: a bot plays this move."
        assert (await me.ask("play", moves=["~A"]))["code"] == "time_up"
        await house.later(room, 700)
        facts = plain(house.store).facts(room.id)
        assert [(fact.kind, fact.seat) for fact in facts[-2:]] == [("handed", seat), ("moved", seat)]
        assert room.table.people == (0, 1, 2), "and its person plays again"

    in_house(work)


@pytest.mark.parametrize("pace", ["calm", "step"])
def test_at_zero_a_bot_takes_over_until_the_person_takes_the_seat_back(pace: str) -> None:
    """The move itself is the bot's, at any pace; then the seat can be taken back."""

    async def work(house: House) -> None:
        room, (me, *_) = await timed(house, zero="pass", pace=pace)
        seat = turn(room)
        await house.later(room, BRISK + LEEWAY)
        assert me.log[-1] == "Your time is up: a bot plays for you until you take your seat back."
        assert ("back", "") in controls(me, "row")
        assert (await me.ask("back"))["code"] == "time_up"
        number = room.table.number
        await house.later(room, 2_000)
        assert room.table.number == number + 1
        assert room.table.chairs[seat].bot
        assert (await me.ask("back"))["t"] == "done"
        assert seat in room.table.people

    in_house(work)


def test_at_zero_a_table_that_waits_waits_for_who_is_here() -> None:
    async def work(house: House) -> None:
        room, (me, *_) = await timed(house, zero="wait")
        number = room.table.number
        await house.later(room, 3_600_000)
        assert room.table.number == number
        assert (await me.play(step(me)))["t"] == "done"

    in_house(work)


def test_when_the_disk_is_full_at_zero_it_is_tried_again() -> None:
    async def work(house: House) -> None:
        room, _ = await timed(house)
        number = room.table.number
        house.store.failing = StoreFailed("full")
        await house.later(room, BRISK + LEEWAY)
        assert room.table.number == number
        house.store.failing = None
        await house.later(room, 2_000)
        assert room.table.number > number

    in_house(work)


@pytest.mark.parametrize("zero", ["bot", "pass"])
@pytest.mark.parametrize(
    ("hands", "move", "asked"),
    [
        ("rS r1 g3 b4,r6 g1 g2,b1 b2 y4", "rS", (1,)),
        ("rX r1 g3 b4,r6 g1 g2,b1 b2 y4", "rX >1", (1,)),
        ("A r1 g3 b4,r6 g1 g2,b1 b2 y4", "A", (1, 2)),
    ],
)
def test_an_idle_page_does_not_stop_a_table_without_a_limit(
    zero: str, hands: str, move: str, asked: tuple[int, ...]
) -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", "open", window=0, clock="brisk", zero=zero, game="solo")
        lay(room, *hands.split(","), top="r5", turn=0)
        pages = [await house.page(room, seat) for seat in range(3)]
        assert (await pages[0].play(move))["t"] == "done"
        assert window_seats(room.table) == asked
        assert [seat["seat"] for seat in pages[0].scene["seats"] if seat.get("runs")] == [asked[0]]
        assert pages[asked[0]].scene["timer"]["label"] == "Your time"
        await run(house, room, len(asked) * 90_000)
        assert not window_seats(room.table)

    in_house(work)
