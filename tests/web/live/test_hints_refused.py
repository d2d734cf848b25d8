"""Hints that are refused: at tables without hints, out of turn, for a repeated ask that changed, after a fault."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from kartentisch.bots.thinking import Worth
from kartentisch.engine.reasons import Reason
from kartentisch.engine.views import View
from kartentisch.play.games import sheet
from kartentisch.table.facts import Ask
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.web.live import advisor
from kartentisch.web.live.hints import Hint
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.kit import BOT_POOL, House, browser, in_house, opened, room_of, settled
from tests.web.support.tables import begun, hint_on


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
        room = await begun(house, "you", "open", friendly=False, game="swup")
        up = room.table.actors()[0]
        assert await refused(house, room, up) == ("no_hints", "At this table there are no hints.")
        page = await house.page(room, 1 - up)
        assert "At this table there are no hints." in page.scene["options"]
        assert "hint" not in [control["do"] for control in page.scene["controls"]]

    in_house(work)


@pytest.mark.parametrize("friendly", [True, False])
def test_the_id_of_another_ask_brings_no_hint(friendly: bool) -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", friendly=friendly, game="swup")
        page = await house.page(room, room.table.actors()[0])
        for do in ("pause", "resume"):
            assert (await page.ask(do, f"{do}-000001"))["t"] == "done"
        for ask_id in ("pause-000001", "resume-000001"):
            assert (await page.ask("hint", ask_id))["code"] == "id_used"
        assert [room.hints.of(seat) for seat in range(room.table.seats)] == [None] * room.table.seats
        assert "hinted" not in [fact.kind for fact in plain(house.store).facts(room.id)]

    in_house(work)


def test_a_hint_that_is_asked_for_again_after_the_move_begins_nothing() -> None:
    """The line broke before the answer came, and the seat moved from another device meanwhile."""

    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        asked = await page.ask("hint", "hint-000001")
        await hint_on(page)
        view = room.table.view(up)
        assert isinstance(view, View)
        await page.play(BOT_POOL.create("greedy", "swup", 1).choose(view))
        room.hints.forget(up)
        room._answered.clear()
        again = await page.ask("hint", "hint-000001")
        assert (again["t"], again["n"]) == ("done", asked["n"])
        assert [room.hints.of(seat) for seat in range(room.table.seats)] == [None] * room.table.seats
        assert [fact.kind for fact in plain(house.store).facts(room.id)].count("hinted") == 1

    in_house(work)


def test_out_of_turn_there_is_none() -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        code, text = await refused(house, room, 1 - up)
        assert code == "hint_turn"
        assert text == f"Only the player to move can get a hint, and that is {room.names[up]}."
        page = await house.page(room, 1 - up)
        assert "hint" not in [control["do"] for control in page.scene["controls"]]

    in_house(work)


def test_who_watches_or_has_a_bot_play_gets_none() -> None:
    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        assert (await refused(house, room, -1))[0] == "watching"
        up = room.table.actors()[0]
        await room.ask(Ask("bot", up, "bot-0000001", arg=f"{up} greedy"))
        assert (await refused(house, room, up))[0] == "bot_plays"

    in_house(work)


def test_in_a_pause_and_before_the_deal_there_is_none() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        assert (await refused(house, room, 0))[0] == "not_dealt"
        room = await begun(house, "you", "open", game="swup")
        await room.ask(Ask("pause", 0, "pause-00001"))
        assert (await refused(house, room, room.table.since.index(max(room.table.since))))[0] == "paused"

    in_house(work)


def test_a_fault_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(view: View, **how: Any) -> list[Worth]:
        raise RuntimeError("no idea")

    async def work(house: House) -> None:
        room = await begun(house, "you", "open", game="swup")
        up = room.table.actors()[0]
        page = await house.page(room, up)
        monkeypatch.setattr(advisor, "weigh", broken)
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
    kept = checked_settings(sheet("swup"), ("you", "open"), {}, BOT_POOL.levels)
    assert not isinstance(kept, Reason)
    old = msgspec.json.decode(msgspec.json.encode(kept))
    del old["friendly"]
    assert msgspec.convert(old, Settings).friendly


def test_parts_are_put_together_with_their_errors() -> None:
    parts = [[Worth("a", 1.0, 0.3, 0.5, 0.1), Worth("b", 4.0, 0.4, 0.2, 0.1)], [Worth("a", 3.0, 0.4, 0.3, 0.1)]]
    first, second = Hint(1, 1, 2, parts).worths()
    assert (first.move, first.points, round(first.points_error, 9), first.chance) == ("a", 2.0, 0.25, 0.4)
    assert second.move == "b"
    assert advisor.SHOWN == 3
