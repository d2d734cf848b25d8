"""Who is away, when a bot steps in, and whose clock runs in the meantime."""

from __future__ import annotations

import pytest

from kartentisch.store import MemoryStore
from kartentisch.table.clocks import ALLOWANCE, LEEWAY, RESERVE
from kartentisch.table.facts import Ask
from kartentisch.table.settings import WINDOW
from kartentisch.table.windows import shifted
from kartentisch.web.live import janitor
from kartentisch.web.live.presence import HANDED, SHOWN
from kartentisch.web.live.room import Room
from kartentisch.web.live.scheduler import Scheduler
from kartentisch.web.live.stored import new
from tests.plain_store import plain
from tests.table.tables import three
from tests.web.support.kit import BOT, BOT_POOL, START, House, in_house, turn
from tests.web.support.tables import BRISK, seat_of, timed


def test_away_says_what_happens_and_when() -> None:
    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house, clock="none")
        seat, name = turn(room), room.names[turn(room)]
        await me.go()
        await house.later(room, SHOWN - 1)
        assert not other.scene["seats"][seat].get("away"), "a reload takes less"
        await house.later(room, 2)
        shown, prompt, timer = other.scene["seats"][seat], other.scene["prompt"], other.scene["timer"]
        assert (shown["away"], shown["state"]) == (True, "away")
        assert shown["about"] == (
            f"{name} has no connection. The seat is held; "
            f"on their turn, a bot steps in after 1 minute, until {name} is back."
        )
        assert prompt["lead"] == f"Waiting for {name}, who is away."
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


def test_before_the_minute_is_over_only_the_host_puts_a_bot_on_anothers_seat_and_the_log_says_who_did() -> None:
    async def work(house: House) -> None:
        room, pages = await timed(house, clock="none")
        host = next(page for page in pages if seat_of(page) == room.table.host)
        ben, cleo = (page for page in pages if page is not host)
        names, level = room.names, BOT_POOL.levels[-1]
        await host.go()
        await house.later(room, 10_000)
        for page in (ben, cleo):
            assert not [one for one in page.scene["controls"] if one["do"] == "bot" and one.get("where") == "row"]
            assert (await page.ask("bot", arg=f"{room.table.host} {level}"))["code"] == "host_only"
        host = await house.page(room, room.table.host)
        await ben.go()
        await house.later(room, 10_000)
        seat = seat_of(ben)
        assert (await cleo.ask("bot", arg=f"{seat} {level}"))["code"] == "host_only"
        assert (await host.ask("bot", arg=f"{seat} {level}"))["t"] == "done"
        assert host.log[-1] == f"You let a bot play for {names[seat]}."
        assert cleo.log[-1] == f"The host lets a bot play for {names[seat]}."
        back = await house.page(room, seat)
        assert back.log[-1] == "The host lets a bot play for you."
        assert (await host.ask("back", arg=str(seat)))["t"] == "done"
        said = ["You let {} play again.", "The host lets you play again.", "The host lets {} play again."]
        assert [page.log[-1] for page in (host, back, cleo)] == [one.format(names[seat]) for one in said]
        assert (await cleo.ask("bot", arg=f"{seat_of(cleo)} {level}"))["t"] == "done"
        assert cleo.log[-1] == "You let a bot play for you."
        assert host.log[-1] == f"{names[seat_of(cleo)]} lets a bot play."

    in_house(work)


def test_with_a_clock_what_comes_first_is_what_is_said() -> None:
    """The clock is not the absence: it runs on, and whichever is over first counts."""

    async def work(house: House) -> None:
        room, (me, other, _) = await timed(house, zero="pass")  # zero comes after 81 s, the bot after 60
        await house.later(room, 30_000)
        await me.go()
        await house.later(room, SHOWN + 1)
        assert other.scene["timer"]["kind"] == "turn", "zero comes before a minute of absence is over"
        assert other.scene["seats"][turn(room)]["left"] == BRISK - 30_000 - SHOWN - 1
        await house.later(room, BRISK + LEEWAY - 30_000 - SHOWN - 1)
        assert other.log[-1].endswith("is up: a bot takes over.")

    async def away_first(house: House) -> None:
        room, (me, other, _) = await timed(house, clock="relaxed", zero="pass")
        await me.go()
        await house.later(room, SHOWN + 1)
        assert other.scene["timer"]["kind"] == "away"
        await house.later(room, HANDED)
        assert other.log[-1] == f"{room.names[seat_of(me)]} has been away for a minute: a bot takes over."

    in_house(work)
    in_house(away_first)


@pytest.mark.parametrize("gone", [7_000, 3_600_000])
def test_while_nobody_is_here_nobodys_time_runs_and_nothing_is_given_back(gone: int) -> None:
    async def work(house: House) -> None:
        room, pages = await timed(house, zero="pass")
        seat, number = turn(room), room.table.number
        for again in range(1, 4):
            house.hands.now += 5_000
            for page in pages:
                await page.go()
            await house.later(room, gone)
            assert room.table.number == number + again - 1, "nothing is written for nobody"
            pages = [await house.page(room, seat)]
            fact = plain(house.store).facts(room.id)[-1]
            assert (fact.kind, fact.text) == ("woke", str(again * 5_000))
            assert pages[0].scene["timer"]["left"] == BRISK - again * 5_000
        await house.later(room, BRISK + LEEWAY - 15_000)
        assert plain(house.store).facts(room.id)[-1].text.startswith("zero ")

    in_house(work)


def test_a_table_that_was_put_aside_gives_no_time_back_either() -> None:
    async def work(house: House) -> None:
        room, pages = await timed(house, zero="pass")
        seat = turn(room)
        house.hands.now += 30_000
        for page in pages:
            await page.go()
        house.hands.now += 3_600_000
        await house.rooms.sweep()
        assert house.rooms.open_rooms() == []
        again = await house.rooms.get(room.id)
        assert again is not None
        back = await house.page(again, seat)
        assert back.scene["timer"]["left"] == BRISK - 30_000

    in_house(work)


def test_a_bot_that_acts_while_nobody_is_here_costs_nobody_their_time() -> None:
    """Whatever is written while nobody is here, the time before it was nobody's."""

    async def work(house: House) -> None:
        room, pages = await timed(house, zero="pass")
        seat = turn(room)
        house.hands.now += 25_000
        for page in pages:
            await page.go()
        for _ in range(2):
            house.hands.now += 3_600_000
            await close_and_open(room)
        assert room.table.clocks.reserve == (RESERVE["brisk"],) * 3
        back = await house.page(room, seat)
        assert back.scene["timer"]["left"] == BRISK - 25_000

    async def close_and_open(room: Room) -> None:
        for who in ("nobody", "link"):
            assert (await room.ask(Ask("watchers", room.table.host, arg=who))).reason is None

    in_house(work)


def test_a_window_waits_for_somebody_to_be_here() -> None:
    async def work(house: House) -> None:
        live = three()
        assert live.play(0, "dare") == ""
        room = Room(new(plain(house.store).lease("toy"), {}), live.table, house.rooms)
        room.ledger.table = shifted(room.table, START - live.now)
        scheduler = Scheduler(room)
        room.presence.came(0, room.now())
        assert scheduler.due() == room.table.window_from + WINDOW
        house.hands.now += WINDOW // 2
        room.presence.went(0, room.now())
        house.hands.now += 3_600_000
        assert scheduler.due() is None
        since = room.presence.came(0, room.now())
        assert since is not None
        _, (_, room.ledger.table, _) = room.ledger._time.here_again(room.table, since)
        assert scheduler.due() == room.now() + WINDOW // 2
        await scheduler.stop()

    in_house(work)


def test_a_reload_of_the_only_page_gives_no_time() -> None:
    async def work(house: House) -> None:
        room, (page,) = await timed(house, "you", BOT, clock="brisk")
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
        room, _ = await timed(house)
        await house.later(room, ALLOWANCE["brisk"] + 5_000)
        return room.id, turn(room)

    table_id, seat = in_house(before, store=store)
    told: list[str] = [fact.kind for fact in plain(store).facts(table_id)]

    async def after(house: House) -> None:
        house.hands.now += 7_200_000
        await janitor.wake(house.rooms)
        room = await house.rooms.get(table_id)
        assert room is not None
        assert [fact.kind for fact in plain(store).facts(table_id)] == told, "nothing is written for nobody"
        other = await house.page(room, (seat + 1) % 3)
        assert [fact.kind for fact in plain(store).facts(table_id)] == [*told, "woke"]
        back = await house.page(room, seat)
        assert len(plain(store).facts(table_id)) == len(told) + 1
        assert back.scene["timer"]["left"] == other.scene["timer"]["left"] == BRISK

    in_house(after, store=store)
