"""Hints at friendly tables: in one's turn, announced to all, shown to the asker alone, from the seat's view only."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
import pytest

from kartentisch.bots.thinking import Worth
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.engine.views import View, imagine
from kartentisch.play.games import games, sheet
from kartentisch.table.facts import Ask
from kartentisch.table.settings import Settings, settle
from kartentisch.web import hinting
from kartentisch.web.hints import Thinking
from kartentisch.web.room import Room
from tests.web.kit import CREW, House, Page, browser, in_house, opened, room_of, settled, step


async def table(house: House, *plan: str, game: str = "swup", **more: Any) -> Room:
    """A table at which play has begun; everybody has sat down."""
    settings = settle(sheet(game), plan, {}, CREW.levels, **more)
    assert isinstance(settings, Settings)
    room = await house.rooms.open(settings, "Anna")
    for seat, what in enumerate(plan):
        if what == "open":
            await room.sit(f"Person {seat}", f"join-{seat:08}", seat)
    if "open" not in plan:
        await room.ask(Ask("start", 0, "start-00000"))
    return room


async def come(page: Page) -> dict[str, Any]:
    """The hint, once it is there."""
    for _ in range(3000):  # what is used for the first time is compiled
        await settled()
        hint: dict[str, Any] | None = page.scene.get("hint")
        if hint and not hint.get("of"):
            return hint
        await asyncio.sleep(0.02)
    raise AssertionError("no hint comes")


@pytest.mark.parametrize("game", games())
def test_a_hint_names_the_best_move_and_others_with_what_they_are_worth(game: str) -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open", game=game)
        up = room.table.actors()[0]
        page = await house.page(room, up)
        for _ in range(600):  # a game's rules may have to be compiled first
            if page.heard("scene"):
                break
            await asyncio.sleep(0.05)
        assert "hint" in [control["do"] for control in page.scene["controls"]]
        answer = await page.ask("hint")
        assert answer["t"] == "done"
        hint = await come(page)
        assert hint["text"].startswith("Best: ")
        assert 1 <= len(hint["more"]) <= 2
        for line in [hint["text"], *hint["more"]]:
            assert re.search(
                r": [+−]?\d+\.\d ± \d+\.\d points, \d+ ± \d+ % to win\.$", line.replace("\N{NO-BREAK SPACE}", " ")
            )
        assert "hint" not in [control["do"] for control in page.scene["controls"]]
        view = room.table.view(up)
        assert view is not None
        assert [view.refusal(one.move) for one in room.hints[up].worths()] == [None] * (1 + len(hint["more"]))

    in_house(work)


def test_all_hear_that_a_hint_was_asked_for_and_nobody_else_what_it_says() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open", "open")
        up = room.table.actors()[0]
        pages = {seat: await house.page(room, seat) for seat in (0, 1, 2, -1)}
        await pages[up].ask("hint")
        await come(pages[up])
        name = room.names[up]
        for seat, page in pages.items():
            assert ("You ask for a hint." if seat == up else f"{name} asks for a hint.") in page.log
            told = [message for message in page.heard("scene") if "hint" in message["scene"]]
            assert bool(told) == (seat == up)
            if seat != up:
                assert "to win." not in "".join(page.wire.sent)

    in_house(work)


@pytest.mark.parametrize("gone", ["leave", "remove", "give"])
def test_a_hint_is_not_for_the_next_one_on_the_seat(gone: str) -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open", "open", game="schwupps", pace="step")
        for _ in range(9):
            if room.table.actors()[0] == room.table.host:
                page = await house.page(room, room.table.host)
                await page.play(step(page))
        up = room.table.actors()[0]
        assert up != room.table.host
        page = await house.page(room, up)
        await page.ask("hint")
        await come(page)
        by = up if gone == "leave" else room.table.host
        answer = await room.ask(Ask(gone, by, "clear-00001", arg="" if gone == "leave" else str(up)))
        assert answer.reason is None, answer
        assert up not in room.hints
        if gone != "give":
            await room.sit("Dora", "join-dora-0001", up)
        other = await house.page(room, up)
        assert room.table.chairs[up].person
        assert "hint" not in other.scene
        assert "to win." not in "".join(other.wire.sent)

    in_house(work)


def test_others_are_sent_nothing_while_it_is_worked_out() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        mine, other = await house.page(room, up), await house.page(room, 1 - up)
        await mine.ask("hint")
        await settled()
        before = list(other.wire.sent)
        await come(mine)
        assert len(mine.heard("scene")) > 3, "progress is shown"
        assert other.wire.sent == before

    in_house(work)


def test_a_hint_rests_on_the_view_alone() -> None:
    async def asked(house: House, seed: int) -> list[str]:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        if seed:
            seen = room.table.view(up)
            assert seen is not None
            room.table = replace(room.table, records=imagine(seen, new_luck(seed, seed)))
            room._views.clear()
        page = await house.page(room, up)
        await page.ask("hint")
        hint = await come(page)
        return [hint["text"], *hint["more"]]

    texts = [in_house(partial(asked, seed=seed)) for seed in (0, 1, 2)]
    assert texts[0] == texts[1] == texts[2]


def test_whoever_asks_twice_in_the_same_situation_hears_the_same_and_the_others_nothing_new() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        first, second = await page.ask("hint"), await page.ask("hint")
        assert first["n"] == second["n"]
        assert [fact.kind for fact in house.store.facts(room.id)].count("hinted") == 1
        await come(page)

    in_house(work)


def test_with_the_move_the_hint_goes() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        await page.ask("hint")
        await come(page)
        view = room.table.view(up)
        assert isinstance(view, View)
        answer = await page.play(CREW.hire("greedy", "swup", 1).choose(view))
        assert answer["t"] == "done"
        await settled()
        assert "hint" not in page.scene

    in_house(work)


# ---- Refused ---------------------------------------------------------------------------------------------------------


def refused(house: House, room: Room, seat: int, do: str = "hint") -> Any:
    async def work() -> tuple[str, str]:
        page = await house.page(room, seat)
        number = room.table.number
        answer = await page.ask(do)
        assert answer["t"] == "refused"
        assert room.table.number == number
        assert "hint" not in page.scene
        return answer["code"], answer["text"]

    return work()


def test_an_unfriendly_table_gives_none_and_says_so() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open", friendly=False)
        up = room.table.actors()[0]
        assert await refused(house, room, up) == ("no_hints", "At this table there are no hints.")
        page = await house.page(room, 1 - up)
        assert "At this table there are no hints." in page.scene["options"]
        assert "hint" not in [control["do"] for control in page.scene["controls"]]

    in_house(work)


@pytest.mark.parametrize("friendly", [True, False])
def test_the_id_of_another_ask_brings_no_hint(friendly: bool) -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open", friendly=friendly)
        page = await house.page(room, room.table.actors()[0])
        for do in ("pause", "resume"):
            assert (await page.ask(do, f"{do}-000001"))["t"] == "done"
        for ask_id in ("pause-000001", "resume-000001"):
            assert (await page.ask("hint", ask_id))["code"] == "id_used"
        assert room.hints == {}
        assert "hinted" not in [fact.kind for fact in house.store.facts(room.id)]

    in_house(work)


def test_a_hint_that_is_asked_for_again_after_the_move_begins_nothing() -> None:
    """The line broke before the answer came, and the seat moved from another device meanwhile."""

    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        asked = await page.ask("hint", "hint-000001")
        await come(page)
        view = room.table.view(up)
        assert isinstance(view, View)
        await page.play(CREW.hire("greedy", "swup", 1).choose(view))
        room.hints.clear()
        room._answered.clear()
        again = await page.ask("hint", "hint-000001")
        assert (again["t"], again["n"]) == ("done", asked["n"])
        assert room.hints == {}
        assert [fact.kind for fact in house.store.facts(room.id)].count("hinted") == 1

    in_house(work)


def test_out_of_turn_there_is_none() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        code, text = await refused(house, room, 1 - up)
        assert code == "hint_turn"
        assert text == f"A hint is for whoever is up, and that is {room.names[up]}."
        page = await house.page(room, 1 - up)
        assert "hint" not in [control["do"] for control in page.scene["controls"]]

    in_house(work)


def test_who_watches_or_has_a_bot_play_gets_none() -> None:
    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        assert (await refused(house, room, -1))[0] == "watching"
        up = room.table.actors()[0]
        await room.ask(Ask("bot", up, "bot-0000001", arg=f"{up} greedy"))
        assert (await refused(house, room, up))[0] == "bot_plays"

    in_house(work)


def test_in_a_pause_and_before_the_deal_there_is_none() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        assert (await refused(house, room, 0))[0] == "not_dealt"
        room = await table(house, "you", "open")
        await room.ask(Ask("pause", 0, "pause-00001"))
        assert (await refused(house, room, room.table.since.index(max(room.table.since))))[0] == "paused"

    in_house(work)


def test_a_fault_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(view: View, **how: Any) -> list[Worth]:
        raise RuntimeError("no idea")

    async def work(house: House) -> None:
        room = await table(house, "you", "open")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        monkeypatch.setattr(hinting, "weigh", broken)
        await page.ask("hint")
        for _ in range(1_000):  # a thread is asked first whether the search is compiled
            await settled()
            if "went wrong" in page.scene["hint"]["text"]:
                break
            await asyncio.sleep(0.01)
        assert "went wrong" in page.scene["hint"]["text"]
        assert "of" not in page.scene["hint"], "nobody waits for more"
        assert "hint" in [control["do"] for control in page.scene["controls"]], "it can be asked for again"

    in_house(work)


# ---- Around it -------------------------------------------------------------------------------------------------------


def test_the_form_says_whether_a_table_is_friendly() -> None:
    with browser() as (client, house):
        for more, friendly in (
            ({}, True),
            ({"friendly-asked": "yes"}, False),
            ({"friendly-asked": "yes", "friendly": "on"}, True),
        ):
            table_id, _ = opened(client, **more)
            assert room_of(client, house, table_id).table.settings.friendly is friendly
        assert 'name="friendly" value="on" checked' in client.get("/open/swup").text


def test_tables_of_before_are_friendly() -> None:
    kept = settle(sheet("swup"), ("you", "open"), {}, CREW.levels)
    assert not isinstance(kept, Reason)
    old = msgspec.json.decode(msgspec.json.encode(kept))
    del old["friendly"]
    assert msgspec.convert(old, Settings).friendly


def test_parts_are_put_together_with_their_errors() -> None:
    parts = [[Worth("a", 1.0, 0.3, 0.5, 0.1), Worth("b", 4.0, 0.4, 0.2, 0.1)], [Worth("a", 3.0, 0.4, 0.3, 0.1)]]
    first, second = Thinking(1, 1, 2, parts).worths()
    assert (first.move, first.points, round(first.points_error, 9), first.chance) == ("a", 2.0, 0.25, 0.4)
    assert second.move == "b"
    assert hinting.SHOWN == 3
