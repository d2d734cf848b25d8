"""Hints at friendly tables: in turn only, announced to all, shown to the asker alone, from the seat's view."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import partial

import pytest

from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import View, imagine
from kartentisch.play.games import games
from kartentisch.table.facts import Ask
from tests.plain_store import plain
from tests.web.support.kit import BOT_POOL, House, in_house, settled, step
from tests.web.support.tables import begun, hint_on


@pytest.mark.parametrize("game", games())
def test_a_hint_names_the_best_move_and_others_with_what_they_are_worth(game: str) -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game=game)
        up = room.table.actors()[0]
        page = await house.page(room, up)
        for _ in range(600):  # a game's rules may have to be compiled first
            if page.heard("scene"):
                break
            await asyncio.sleep(0.05)
        assert "hint" in [control["do"] for control in page.scene["controls"]]
        answer = await page.ask("hint")
        assert answer["t"] == "done"
        hint = await hint_on(page)
        assert hint["text"].startswith("Best: ")
        assert 2 <= len(hint["more"]) <= 3
        assert "the second-best move" in hint["why"].lower(), "in words"
        assert hint["path"] in [step["path"] for step in page.scene["steps"]]
        for line in hint["more"]:
            assert re.search(
                r": [+−]?\d+\.\d ± \d+\.\d points, \d+ ± \d+ % to win\.$", line.replace("\N{NO-BREAK SPACE}", " ")
            )
        assert "hint" not in [control["do"] for control in page.scene["controls"]]
        view = room.table.view(up)
        assert view is not None
        found = room.hints.of(up)
        assert found is not None
        assert [view.refusal(one.move) for one in found.worths()] == [None] * len(hint["more"])

    in_house(work)


def test_all_hear_that_a_hint_was_asked_for_and_nobody_else_what_it_says() -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", "open", game="swup")
        up = room.table.actors()[0]
        pages = {seat: await house.page(room, seat) for seat in (0, 1, 2, -1)}
        await pages[up].ask("hint")
        await hint_on(pages[up])
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
        room = await begun(house, "you", "open", "open", game="schwupps", pace="step")
        for _ in range(9):
            if room.table.actors()[0] == room.table.host:
                page = await house.page(room, room.table.host)
                await page.play(step(page))
        up = room.table.actors()[0]
        assert up != room.table.host
        page = await house.page(room, up)
        await page.ask("hint")
        await hint_on(page)
        by = up if gone == "leave" else room.table.host
        answer = await room.ask(Ask(gone, by, "clear-00001", arg="" if gone == "leave" else str(up)))
        assert answer.reason is None, answer
        assert room.hints.of(up) is None
        if gone != "give":
            await room.sit("Dora", "join-dora-0001", up)
        other = await house.page(room, up)
        assert room.table.chairs[up].person
        assert "hint" not in other.scene
        assert "to win." not in "".join(other.wire.sent)

    in_house(work)


def test_others_are_sent_nothing_while_it_is_worked_out() -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        mine, other = await house.page(room, up), await house.page(room, 1 - up)
        await mine.ask("hint")
        await settled()
        before = list(other.wire.sent)
        await hint_on(mine)
        assert len(mine.heard("scene")) > 3, "progress is shown"
        assert other.wire.sent == before

    in_house(work)


def test_a_hint_rests_on_the_view_alone() -> None:
    async def asked(house: House, seed: int) -> list[str]:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        if seed:
            seen = room.table.view(up)
            assert seen is not None
            room.ledger.table = replace(room.table, records=imagine(seen, new_luck(seed, seed)))
            room.feeds.clear_views()
        page = await house.page(room, up)
        await page.ask("hint")
        hint = await hint_on(page)
        return [hint["text"], *hint["more"]]

    texts = [in_house(partial(asked, seed=seed)) for seed in (0, 1, 2)]
    assert texts[0] == texts[1] == texts[2]


def test_whoever_asks_twice_in_the_same_situation_hears_the_same_and_the_others_nothing_new() -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        first, second = await page.ask("hint"), await page.ask("hint")
        assert first["n"] == second["n"]
        assert [fact.kind for fact in plain(house.store).facts(room.id)].count("hinted") == 1
        await hint_on(page)

    in_house(work)


def test_with_the_move_the_hint_goes() -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        await page.ask("hint")
        await hint_on(page)
        view = room.table.view(up)
        assert isinstance(view, View)
        answer = await page.play(BOT_POOL.create("greedy", "swup", 1).choose(view))
        assert answer["t"] == "done"
        await settled()
        assert "hint" not in page.scene

    in_house(work)
