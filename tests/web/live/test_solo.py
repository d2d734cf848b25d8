"""Solo at a live table: whose answer comes first, calls, windows, bots that leave time."""

from __future__ import annotations

import asyncio

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.play.games import sheet
from kartentisch.table.settings import REACTION, checked_settings
from kartentisch.table.windows import window_seats
from kartentisch.web.live.presence import SHOWN
from tests.plain_store import plain
from tests.web.support.kit import BOT_POOL, House, Page, in_house, settled
from tests.web.support.solo_tables import among_bots, lay, people, run

FULL = "r1 r2 g3 b4 b8"


def test_who_is_too_late_is_told_so_and_nothing_changes() -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 3, FULL, "r5 g1 g2", "b1 b2 y4", top="r5", turn=0)
        since = pages[0].scene["since"]
        assert (await pages[1].play("r5"))["t"] == "done"
        before = room.table
        answer = await pages[0].ask("play", moves=["r1"], since=since)
        assert (answer["t"], answer["code"]) == ("refused", "late")
        assert answer["text"].startswith("Too late")
        assert room.table is before

    in_house(work)


def test_the_one_in_turn_can_be_faster_than_who_interjects() -> None:
    async def work(house: House) -> None:
        _, pages = await people(house, 3, FULL, "r5 g1 g2", "b1 b2 y4", top="r5", turn=0)
        since = pages[1].scene["since"]
        assert (await pages[0].play("r1"))["t"] == "done"
        assert (await pages[1].ask("play", moves=["r5"], since=since))["code"] == "late"

    in_house(work)


@pytest.mark.parametrize("apart", range(8))
@pytest.mark.parametrize("slow", [False, True])
def test_whoever_is_too_late_sees_first_what_was_faster_and_then_the_sentence(apart: int, slow: bool) -> None:
    """Whatever the moment, and however slow the line: the page drops a sentence when a newer scene comes."""

    async def work(house: House) -> None:
        _, pages = await people(house, 3, FULL, "r5 g1 g2", "b1 b2 y4", top="r5", turn=0)
        fast, late = pages[1], pages[0]
        number, heard = late.scene["n"], len(late.heard())
        late.wire.reading = not slow
        late.say({"t": "ping"})
        await settled()
        fast.say(play("r5", fast.scene["since"]))
        for _ in range(apart):
            await asyncio.sleep(0)
        late.say(play("r1", late.scene["since"]))
        await settled()
        late.wire.reading = True
        for _ in range(200):
            if len(late.heard()) == heard + 3:
                break
            await asyncio.sleep(0.005)
        told = [(message["t"], message.get("scene", message).get("n")) for message in late.heard()[heard:]]
        assert told == [("pong", number), ("scene", number + 1), ("refused", None)]

    in_house(work)


def play(move: str, since: int) -> dict[str, object]:
    return {"t": "ask", "id": f"ask-{move}-0000", "do": "play", "moves": [move], "since": since}


def test_a_call_makes_nobody_elses_move_late() -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 3, FULL, "g2", "b1 b2 y4", top="r5", turn=0, owes_call=[1])
        since = pages[0].scene["since"]
        assert (await pages[1].play("solo"))["t"] == "done"
        assert (await pages[0].ask("play", moves=["r1"], since=since))["t"] == "done"
        assert len(room.view(-1).json()["hands"][1]) == 1  # type: ignore[union-attr]

    in_house(work)


def test_a_card_and_its_call_go_in_one_ask() -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 3, "r1 b7", FULL, "b1 b2 y4", top="r5", turn=0)
        button = pages[0].scene["buttons"][-1]
        assert (button["id"], button["joins"], button.get("says", "")) == ("button:solo", "solo", "")
        assert (await pages[0].ask("play", moves=["r1", "solo"]))["t"] == "done"
        assert [fact.text for fact in plain(house.store).facts(room.id)[-2:]] == ["r1", "solo"]
        assert "“Solo!”" in pages[1].log[-1]

    in_house(work)


def test_a_call_that_is_too_early_says_when_it_is_due() -> None:
    async def work(house: House) -> None:
        _, pages = await people(house, 3, FULL, "g2 g4", "b1 b2 y4", top="r5", turn=0)
        for page, n in ((pages[0], 5), (pages[2], 3)):
            button = page.scene["buttons"][-1]
            assert button["id"] == "button:solo"
            assert f"You have {n} cards." in button["says"]
            answer = await page.ask("why", path=["button:solo"])
            assert answer["text"] == button["says"]

    in_house(work)


@pytest.mark.parametrize("pace", ["calm", "quick"])
def test_who_calls_a_second_and_a_half_after_the_card_is_never_punished_among_bots(pace: str) -> None:
    async def work(house: House) -> None:
        for last in ("r1", "r9"):  # a bot holds its twin, and all of them cards that fit
            room, page = await among_bots(
                house, 3, f"{last} b7", "r2 r3 r4 r6", f"{last} r7 r8", top="r5", turn=0, pace=pace
            )
            assert (await page.play(last))["t"] == "done"
            await run(house, room, 1_500)
            assert (await page.play("solo"))["t"] == "done"
            await run(house, room, 6_000)
            assert not any("not called" in line for line in page.log)

    in_house(work)


def test_who_owes_the_call_reads_it_also_while_the_one_in_turn_is_away() -> None:
    async def work(house: House) -> None:
        _, pages = await people(house, 3, "b1", "g2 g3", "b2 y4", top="r5", turn=1, owes_call=[0])
        await pages[1].go()
        house.hands.now += SHOWN + 1
        pages[0].room.mark_changed()
        await settled()
        prompt = pages[0].scene["prompt"]
        assert "who is away" in prompt["lead"]
        assert prompt["text"].startswith("Call “Solo!” now")

    in_house(work)


def test_who_never_calls_is_punished() -> None:
    async def work(house: House) -> None:
        room, page = await among_bots(house, 3, "r1 b7", "r2 r3 r4", "b1 b5 b6", top="r5", turn=0)
        await page.play("r1")
        assert page.scene["prompt"]["text"].startswith("Call “Solo!”")
        await run(house, room, 2_000)
        assert any("You have not called" in line for line in page.log)

    in_house(work)


def test_what_somebody_elses_move_does_to_a_reader_is_marked_for_that_reader_alone() -> None:
    async def work(house: House) -> None:
        _, pages = await people(house, 3, "r1 rG g3", "g2", "b1 b2 y4", top="r5", turn=0, owes_call=[1])
        assert (await pages[0].play("r1"))["t"] == "done"
        assert [marked(page) for page in pages] == [[], ["You have not called “Solo!”"], []]
        lay(pages[0].room, "rG g3 g4", "g2 g5", "b1 b2 y4", top="r5", turn=0)
        assert (await pages[0].play("rG >1"))["t"] == "done"
        await settled()
        assert [marked(page)[-1:] for page in pages] == [[], ["Anna plays red Gift, for you."], []]

    in_house(work)


def marked(page: Page) -> list[str]:
    """Lines that tell what was done to the reader."""
    lines = [line for message in page.heard("scene") for line in message["log"] if line.get("you")]
    return [line["text"].partition(" and draw")[0] for line in lines]


# ---- Windows --------------------------------------------------------------------------------------------------------


def test_to_accept_is_a_note_and_the_table_answers_for_all_when_the_time_is_up() -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 4, "A r1 r2", "Pr g1", "g2 g3", "b1 b2", top="r5", turn=0)
        await pages[0].play("A")
        await settled()
        assert window_seats(room.table) == (1, 2, 3)
        timers = [page.scene["timer"] for page in pages]
        assert all(timer == timers[0] for timer in timers)
        assert [len(page.scene.get("steps", [])) for page in pages] == [0, 2, 1, 1]
        number = room.table.number
        sent = [len(page.wire.sent) for page in pages]
        assert (await pages[2].play("accept"))["t"] == "done"
        await settled()
        assert room.table.number == number
        assert pages[2].scene["prompt"]["lead"] == "Noted."
        assert [len(page.wire.sent) - n for page, n in zip(pages, sent, strict=True)][:2] == [0, 0]
        await run(house, room, 4_999)
        assert room.table.number == number
        await run(house, room, 1)
        assert room.table.number == number + 3

    in_house(work)


def test_a_bot_protects_itself_at_the_end_of_the_window_only() -> None:
    async def work(house: House) -> None:
        room, page = await among_bots(house, 3, "rX r1 r2", "Pr g1 g4", "g2 g3 b9", top="r5", turn=0)
        assert (await page.play("rX >1"))["t"] == "done"
        number = room.table.number
        await run(house, room, REACTION - 1)
        assert room.table.number == number
        await run(house, room, 1)
        assert room.table.number == number + 1

    in_house(work)


def test_a_bot_that_still_thinks_when_the_window_ends_protects_itself_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def thinks_on(*_: object) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async def work(house: House) -> None:
        room, page = await among_bots(house, 3, "rX r1 r2 b3 b4 b6", "Pr g1", "g2 g3 b9", top="r5", turn=0)
        monkeypatch.setattr(BOT_POOL, "think", thinks_on)
        assert (await page.play("rX >1"))["t"] == "done"
        house.hands.now += REACTION
        await house.scheduler(room).run_due()
        await settled()
        assert [(fact.seat, fact.text) for fact in plain(house.store).facts(room.id)[-1:]] == [(1, "Pr")]

    in_house(work)


def test_a_window_may_be_without_limit_but_not_without_end() -> None:
    for window, good in ((0, True), (3_000, True), (-1, False), (60_001, False)):
        settled_ = checked_settings(sheet("solo"), ("you", "open"), {}, (), window=window)
        assert isinstance(settled_, Reason) != good


# ---- Gifts ----------------------------------------------------------------------------------------------------------


def test_a_gift_is_named_to_giver_and_receiver_only() -> None:
    async def work(house: House) -> None:
        room, pages = await people(
            house, 4, "b9 r4 g1 y8", "g2 g3", "b1 b2", "g6 g7", top="rG", turn=0, phase="gift", layer=0, target=1
        )
        pages.append(await house.page(room, -1))
        sent = [len(page.wire.sent) for page in pages]
        assert (await pages[0].play("b9 y8"))["t"] == "done"
        await settled()
        texts = ["".join(page.wire.sent[n:]) for page, n in zip(pages, sent, strict=True)]
        for text in texts[:2]:
            assert "solo/b9" in text
            assert "blue 9 and yellow 8" in text
        for text in texts[2:]:
            assert "solo/b9" not in text
            assert "solo/y8" not in text
            assert "blue 9" not in text
            assert "two cards" in text or "2 cards" in text
        moved = [page.scene["moved"][0] for page in pages]
        assert [one.get("faces", []) for one in moved] == [["solo/b9", "solo/y8"]] * 2 + [[]] * 3
        known = next(zone for zone in pages[0].scene["zones"] if zone["id"] == "hand-1")
        assert [card["face"] for card in known["cards"]] == ["solo/b9", "solo/y8"]
        later = await house.page(room, 3)
        assert "blue 9" not in "".join(later.wire.sent)

    in_house(work)


def test_nobody_is_offered_an_idle_step() -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 3, FULL, "r5 g1 g2", "b1", top="r5", turn=0, owes_call=[2])
        assert [step["token"] for step in pages[1].scene["steps"]] == ["r5", "r5"]
        assert all(step["aside"] for step in pages[1].scene["steps"])
        assert [step["token"] for step in pages[2].scene["steps"]] == ["solo"]
        lay(room, FULL, "g1 g2", "b1 b3", top="r5", turn=0)
        await settled()
        assert "steps" not in pages[1].scene or not pages[1].scene["steps"]

    in_house(work)
