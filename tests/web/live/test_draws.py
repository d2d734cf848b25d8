"""Draws of luck at a live table: who takes part, what each page is told, and crashes between the draw and the deal."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Future
from typing import Any

import pytest

from kartentisch.play.proof import examine
from kartentisch.proof import draws
from kartentisch.store import EndUnknown, MemoryStore, StoreFailed
from kartentisch.table.contents import Sealed, Secret, Unsealed
from kartentisch.table.draw import SHUFFLED
from kartentisch.table.facts import Ask
from kartentisch.web.live.rematch import rematch
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.draws import LUCK_KEY, Member, again, deal, drawn, two_members, whole_match
from tests.web.support.kit import BOT, House, in_house, settled


def sealed(house: House, room: Room) -> list[Sealed]:
    contents = [fact.content for fact in plain(house.store).facts(room.id) if fact.kind == "sealed"]
    return [content for content in contents if isinstance(content, Sealed)]


def unsealed(house: House, room: Room) -> Unsealed:
    (content,) = [fact.content for fact in plain(house.store).facts(room.id) if fact.kind == "unsealed"]
    assert isinstance(content, Unsealed)
    return content


def test_a_match_is_proved_by_its_record_and_by_each_receipt() -> None:
    async def work(house: House) -> None:
        room, members, text = await whole_match(drawn(house), rounds=2)
        assert room.table.dealt == 2
        assert examine(text).kind == "proved"
        for member in members:
            answer = examine(text, member.receipt())
            assert (answer.kind, answer.faults, answer.reasons) == ("proved", [], [])

    in_house(work)


def test_nobody_is_told_a_number_a_secret_or_luck_before_the_end() -> None:
    async def work(house: House) -> None:
        room, members = await two_members(drawn(house))
        watcher = await house.page(room, -1)
        await deal(house, room, members)
        await room.ask(Ask("play", 0, "move-000001", room.table.since[0], ("~A",)))
        await settled()
        secret = draws.secret(LUCK_KEY, members[0].bind, 1)
        facts = plain(house.store).facts(room.id)
        hidden = [secret, *(fact.luck for fact in facts if fact.luck), *(fact.digest for fact in facts if fact.digest)]
        hidden += [number for member in members for numbers in member.numbers.values() for number in numbers]
        for page in (members[0].page, members[1].page, watcher):
            assert page.heard("draw"), "all readers are told of the draw"
            sent = "".join(page.wire.sent)
            assert [one for one in hidden if one in sent] == []

    in_house(work)


def test_a_seal_is_of_a_seat_and_of_the_next_draw() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open")
        member, watcher = Member(await house.page(room, 0), 0), await house.page(room, -1)
        good = draws.seal(member.bind, 1, 0, "0" * 64)
        for page, arg, code in [
            (watcher, f"1 {good}", "watching"),
            (member.page, f"2 {good}", "draw_over"),
            (member.page, f"0 {good}", "draw_over"),
            (member.page, f"1 {good[1:]}", "draw_over"),
            (member.page, "", "draw_over"),
        ]:
            answer = await page.ask("seal", arg=arg)
            assert (answer["t"], answer["code"]) == ("refused", code)
        plainly = await (House()).open("you", "open")
        assert plainly.table.settings.luck == "system"

    in_house(work)


def test_a_system_table_asks_for_no_seals() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        page = await house.page(room, 0)
        assert "draw" not in page.heard("welcome")[0]
        assert (await page.ask("seal", arg=f"2 {'0' * 64}"))["code"] == "draw_over"
        assert not page.heard("draw")

    in_house(work)


# ---- Who takes part -------------------------------------------------------------------------------------------------


def test_of_two_pages_of_a_seat_the_newest_seal_counts_and_whoever_knows_the_number_opens_it() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", BOT)
        first, second = [Member(await house.page(room, 0), 0) for _ in range(2)]
        await first.seal(1, "1" * 64)
        await second.seal(1, "2" * 64)
        await room.ask(Ask("start", 0, "start-00001"))
        await settled()
        assert dict(sealed(house, room)[0].seals) == {0: draws.seal(first.bind, 1, 0, "2" * 64)}
        first.look()
        assert "number" not in first.shown[1]
        assert (await second.unseal())["t"] == "done"
        await house.later(room, 0)
        assert unsealed(house, room).missing == ()

    in_house(work)


def test_the_seal_of_a_page_that_is_gone_does_not_count() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", BOT)
        first, second = [Member(await house.page(room, 0), 0) for _ in range(2)]
        await first.seal(1, "1" * 64)
        await second.seal(1, "2" * 64)
        await second.page.go()
        await room.ask(Ask("start", 0, "start-00001"))
        assert dict(sealed(house, room)[0].seals) == {0: draws.seal(first.bind, 1, 0, "1" * 64)}

    in_house(work)


def test_a_page_that_is_asleep_takes_no_part_and_nobody_waits_for_it() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", "open", BOT)
        await room.sit("Ben", "join-ben-0001", seat=1)
        awake, asleep = [Member(await house.page(room, seat), seat) for seat in (0, 1)]
        assert room.table.gathers_until
        await asleep.seal(1)
        house.hands.now += 2_000
        await awake.seal(1)
        await settled()
        assert [seat for seat, _ in sealed(house, room)[0].seals] == [0, 1]  # both were heard in the last 5 seconds
        await deal(house, room, [awake, asleep])
        house.hands.now += 6_000
        awake.page.say({"t": "ping"})
        await settled()
        assert set(room.luck.drawn(room.table).seals) == {0}

    in_house(work)


def test_a_page_that_does_not_answer_holds_the_deal_up_for_three_seconds() -> None:
    async def work(house: House) -> None:
        room, (one, _) = await two_members(drawn(house))
        await one.unseal()
        assert one.page.scene["prompt"]["lead"] == "The cards are being shuffled."
        await house.later(room, SHUFFLED - 1)
        assert room.table.phase == "waiting"
        await house.later(room, 1)
        assert (room.table.dealt, unsealed(house, room).missing) == (1, (1,))

    in_house(work)


def test_who_comes_between_the_draw_and_the_deal_takes_part_in_the_next_one() -> None:
    async def work(house: House) -> None:
        room = await drawn(house).open("you", BOT)
        host = Member(await house.page(room, 0), 0)
        await host.seal(1)
        await room.ask(Ask("start", 0, "start-00001"))
        await room.sit("Cleo", "join-cleo-001", seat=1)
        late = Member(await house.page(room, 1), 1)
        assert late.page.heard("welcome")[0]["draw"] == 2
        assert (await late.seal(1))["code"] == "draw_over"
        assert (await late.seal(2))["t"] == "done"
        late.look()
        assert "number" not in late.shown[1]
        await deal(house, room, [host])
        assert set(room.luck.drawn(room.table).seals) == {0, 1}

    in_house(work)


def test_people_who_play_again_draw_together_at_the_next_table() -> None:
    async def work(house: House) -> None:
        room, members, _ = await whole_match(drawn(house))
        for member in members:
            await rematch(room, Ask("again", member.seat, f"again-{member.seat:06d}"))
        following = await house.rooms.get(room.table.next_table)
        assert following is not None
        assert (following.table.phase, following.table.deals) == ("waiting", True)
        there = [Member(await house.page(following, seat), seat) for seat in (0, 1)]
        for member in there:
            await member.seal(1)
        await settled()
        await deal(house, following, there)

    in_house(work)


# ---- Crashes --------------------------------------------------------------------------------------------------------


class Ending(MemoryStore):
    """A store that ends before or after the append of a fact, or whose end nobody knows."""

    def __init__(self, kind: str, how: str, node: str = "") -> None:
        super().__init__(node=node)
        self.kind, self.how = kind, how
        self.hung: Future[None] = Future()

    def append(self, lease: Any, expected: int, facts: Any, *more: Any) -> Future[None]:
        if not self.kind or all(fact.kind != self.kind for fact in facts):
            return super().append(lease, expected, facts, *more)
        self.kind = ""
        if self.how in ("unknown and written", "killed after"):
            super().append(lease, expected, facts, *more).result()
        if self.how.startswith("killed"):
            return self.hung  # the process is gone before anybody hears of it
        ended: Future[None] = Future()
        ended.set_exception(StoreFailed("full") if self.how == "refused" else EndUnknown())
        return ended


@pytest.mark.parametrize("kind", ["sealed", "unsealed"])
@pytest.mark.parametrize("how", ["refused", "unknown", "unknown and written", "killed", "killed after"])
def test_whatever_happens_between_draw_and_deal_there_is_one_promise_and_one_mix(kind: str, how: str) -> None:
    """The pages come back, are shown the same draw again, and open the same seals."""

    async def work() -> None:
        store = Ending(kind, how)
        house = again(store)
        room = await house.open("you", "open")
        await room.sit("Ben", "join-ben-0001")
        members = [Member(await house.page(room, seat), seat) for seat in (0, 1)]
        steps = [*(member.seal(1) for member in members), *(member.unseal() for member in members)]
        for step in steps:
            work = asyncio.ensure_future(step)
            await settled()
            for _ in range(40):
                if work.done() or not store.kind:
                    break
                await asyncio.sleep(0.005)
            if not work.done():
                work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        await asyncio.sleep(0.02)
        later = again(store, now=house.hands.now + 1_000) if how.startswith("killed") else house
        if later is house:
            await house.later(room, SHUFFLED)
        back = await later.rooms.get(room.id)
        assert back is not None
        pages = [await later.page(back, member.seat) for member in members]
        for member, page in zip(members, pages, strict=True):
            member.page = page
        if not any(fact.kind == "sealed" for fact in plain(store).facts(room.id)):
            for member in members:
                await member.seal(1)
            await later.later(back, SHUFFLED)
        for member in members:
            member.look()
            if back.table.shuffling and "number" in member.shown[1]:
                await member.unseal()
        await later.later(back, SHUFFLED if back.table.shuffling else 0)
        facts = plain(store).facts(room.id)
        kinds = [fact.kind for fact in facts]
        assert (kinds.count("sealed"), kinds.count("dealt")) == (1, 1)
        assert all(not member.shown[1].get("differs") for member in members)
        (one,) = sealed(later, room)
        numbers = dict(unsealed(later, room).numbers) if one.seals else {}
        mix = draws.mix(members[0].bind, 1, one.promise, dict(one.seals), numbers)
        luck = draws.deal_luck(draws.secret(LUCK_KEY, members[0].bind, 1), mix)
        assert facts[kinds.index("dealt")].luck == "".join(f"{word:016x}" for word in luck)
        store.hung.set_exception(EndUnknown())
        for one_house in {house, later}:
            await one_house.close()

    asyncio.run(work())


def test_a_key_that_changed_meanwhile_is_said_to_all_and_play_goes_on() -> None:
    async def work(house: House) -> None:
        room, members = await two_members(drawn(house))
        await deal(house, room, members)
        later = again(house.store, b"x" * 32, house.hands.now + 1_000)
        back = await later.rooms.get(room.id)
        assert back is not None
        page = await later.page(back, 0)
        seat = back.table.actors()[0]
        assert (await back.ask(Ask("play", seat, "move-000001", back.table.since[seat], ("~A",)))).reason is None
        await settled()
        assert Secret() in [fact.content for fact in plain(house.store).facts(room.id)]
        assert (
            "From the next deal on, the luck of this table cannot be checked: the server has lost its key." in page.log
        )
        assert json.dumps(page.heard("draw")[-1]["seals"])
        await later.close()

    in_house(work)
