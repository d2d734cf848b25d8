"""Who is away, when a bot steps in, and whose time runs meanwhile."""

from __future__ import annotations

from kartentisch.store import MemoryStore
from kartentisch.table.clocks import ALLOWANCE, LEEWAY
from kartentisch.web.presence import HANDED, SHOWN
from tests.web.kit import BOT, House, in_house, turn
from tests.web.test_timing import BRISK, table


def test_away_says_what_happens_and_when() -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await table(house, clock="none")
        seat, name = turn(room), room.names[turn(room)]
        await me.go()
        await house.later(room, SHOWN - 1)
        assert not other.scene["seats"][seat].get("away"), "a reload takes less"
        await house.later(room, 2)
        shown, prompt, timer = other.scene["seats"][seat], other.scene["prompt"], other.scene["timer"]
        assert (shown["away"], shown["state"]) == (True, "away")
        assert shown["about"] == (
            f"{name} has no connection. The seat is held; in turn, a bot steps in after 1 minute, until {name} is back."
        )
        assert prompt["lead"] == f"{name} is up, but not here."
        assert "can come back any time" in prompt["text"]
        assert (timer["kind"], timer["label"]) == ("away", f"Until a bot steps in for {name}")
        assert timer["then"] == f"At zero a bot steps in, until {name} is back."
        assert timer["left"] == HANDED - SHOWN - 1
        await house.later(room, timer["left"] - 1)
        assert not room.table.chairs[seat].bot
        await house.later(room, 1)
        assert room.table.chairs[seat].bot
        assert "a bot plays" in other.scene["seats"][seat]["state"]

    in_house(work)


def test_with_a_clock_what_comes_first_is_what_is_said() -> None:
    """The clock is not the absence: it runs on, and whichever is over first counts."""

    async def work(house: House) -> None:
        room, (me, other, _) = await table(house, zero="pass")  # zero comes after 81 s, the bot after 60
        await house.later(room, 30_000)
        await me.go()
        await house.later(room, SHOWN + 1)
        assert other.scene["timer"]["kind"] == "turn", "zero comes before a minute of absence is over"
        assert other.scene["seats"][turn(room)]["left"] == BRISK - 30_000 - SHOWN - 1
        await house.later(room, BRISK + LEEWAY - 30_000 - SHOWN - 1)
        assert other.log[-1].endswith("is up: a bot takes over.")

    async def away_first(house: House) -> None:
        room, (me, other, _) = await table(house, clock="relaxed", zero="pass")
        await me.go()
        await house.later(room, SHOWN + 1)
        assert other.scene["timer"]["kind"] == "away"
        await house.later(room, HANDED)
        assert other.log[-1].startswith("A bot takes over")

    in_house(work)
    in_house(away_first)


def test_while_nobody_is_here_nobodys_time_runs_out_and_who_comes_back_begins_anew() -> None:
    async def work(house: House) -> None:
        room, pages = await table(house, zero="pass")
        seat, number = turn(room), room.table.number
        house.hands.now += 5_000
        for page in pages:
            await page.go()
        await house.later(room, 3_600_000)
        assert room.table.number == number
        back = await house.page(room, seat)
        assert house.store.facts(room.id)[-1].kind == "woke"
        assert back.scene["timer"]["left"] == BRISK

    in_house(work)


def test_a_reload_of_the_only_page_gives_no_time() -> None:
    async def work(house: House) -> None:
        room, (page,) = await table(house, "you", BOT, clock="brisk")
        while turn(room) != page.scene["seat"]:
            await house.later(room, 2_000)
        await house.later(room, 5_000)
        number = room.table.number
        await page.go()
        house.hands.now += SHOWN - 1
        back = await house.page(room, room.table.host)
        assert room.table.number == number
        assert back.scene["timer"]["left"] == BRISK - 5_000 - SHOWN + 1

    in_house(work)


def test_after_a_restart_the_decision_begins_anew_for_the_first_who_is_back() -> None:
    store = MemoryStore()

    async def before(house: House) -> tuple[str, int]:
        room, _ = await table(house)
        await house.later(room, ALLOWANCE["brisk"] + 5_000)
        return room.id, turn(room)

    table_id, seat = in_house(before, store=store)
    told: list[str] = [fact.kind for fact in store.facts(table_id)]

    async def after(house: House) -> None:
        house.hands.now += 7_200_000
        await house.rooms.wake()
        room = await house.rooms.get(table_id)
        assert room is not None
        assert [fact.kind for fact in store.facts(table_id)] == told, "nothing is written for nobody"
        other = await house.page(room, (seat + 1) % 3)
        assert [fact.kind for fact in store.facts(table_id)] == [*told, "woke"]
        back = await house.page(room, seat)
        assert len(store.facts(table_id)) == len(told) + 1
        assert back.scene["timer"]["left"] == other.scene["timer"]["left"] == BRISK

    in_house(after, store=store)
