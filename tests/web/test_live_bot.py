"""The example program plays whole matches on a real server."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

from kartentisch.play.games import sheet
from kartentisch.store import MemoryStore
from kartentisch.table import settings
from kartentisch.table.facts import Ask
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.world import World
from tests.browser.live import Running, serving
from tests.plain_store import plain
from tests.web.support.kit import KEY

LIVE = Path(__file__).resolve().parents[2] / "examples" / "live_bot.py"


def one_match(
    running: Running, rooms: RoomRegistry, tokens: Tokens, game: str, options: dict[str, Any]
) -> list[tuple[int, str]]:
    """Two programs of the example play a match to its end; seat and ask of all moves, "" of a bot's or the table's."""
    play = runpy.run_path(str(LIVE))["play"]

    async def begin() -> Room:
        settled = settings.checked_settings(
            sheet(game), ("you", "open", "open"), options, rooms.bot_pool.levels, pace="quick", window=50
        )
        room = await rooms.open(settled, "Anna")  # type: ignore[arg-type]
        for seat in (1, 2):
            await room.admission.let_program(Ask("program", 0, f"program-{seat}-0001", arg=str(seat)), f"Robo {seat}")
        await room.ask(Ask("bot", 0, "bot-00000", arg="0 greedy"))
        return room

    room = running.do(begin())

    async def all_play() -> None:
        address = running.address.replace("http", "ws")
        await asyncio.wait_for(
            asyncio.gather(
                *[play(f"{address}/t/{room.id}/{seat}/socket", tokens.program(room.token(seat))) for seat in (1, 2)]
            ),
            60,
        )

    asyncio.run(all_play())
    assert room.table.phase == "over"
    return [(fact.seat, fact.ask) for fact in plain(rooms.store).facts(room.id) if fact.kind == "moved"]


@pytest.mark.parametrize(("game", "options"), [("schweinsgalopp", {"rounds": 2}), ("solo", {"rounds": 1})])
def test_the_example_plays_a_match_at_a_real_server(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where seats may act out of turn, and over the end of a round."""
    monkeypatch.setattr(settings, "REACTION", 0)
    monkeypatch.setattr(settings, "BOT_WAIT", {"calm": 0, "quick": 0, "step": -1})
    monkeypatch.setattr(settings, "RESULT_SHOWN", 0)
    monkeypatch.setattr("kartentisch.web.live.scheduler.BOT_WAIT", settings.BOT_WAIT)
    monkeypatch.setattr(settings, "WINDOW_OF_BOTS", 50)
    store = MemoryStore()
    rooms, tokens = RoomRegistry(store, World(luck_key=b"l" * 32)), Tokens(KEY)
    with serving(create_app(rooms, tokens)) as running:
        moves = one_match(running, rooms, tokens, game, options)
    (table,) = store._memory.facts
    sealed = [fact.content for fact in plain(store).facts(table) if fact.kind == "sealed"]
    assert [[seat for seat, _ in draw.seals] for draw in sealed[1:]] == [[1, 2]] * (len(sealed) - 1)  # type: ignore[union-attr]
    opened = [fact.content for fact in plain(store).facts(table) if fact.kind == "unsealed"]
    assert [draw.missing for draw in opened] == [()] * (len(sealed) - 1), "the programs open all their seals"  # type: ignore[union-attr]
    assert {seat for seat, ask in moves if ask} == {1, 2}, "the programs have made their own moves"
    assert {seat for seat, ask in moves if not ask} >= {0}, "and the bot its own"
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if not line.startswith("Too late")] == []


def test_with_a_wrong_token_the_example_prints_why_and_ends(capsys: pytest.CaptureFixture[str]) -> None:
    store = MemoryStore()
    rooms = RoomRegistry(store)
    with serving(create_app(rooms, Tokens(KEY))) as running:

        async def opened() -> Room:
            plan = settings.checked_settings(sheet("swup"), ("you", "open"), {}, rooms.bot_pool.levels)
            return await rooms.open(plan, "Anna")  # type: ignore[arg-type]

        room = running.do(opened())
        play = runpy.run_path(str(LIVE))["play"]
        asyncio.run(play(f"{running.address.replace('http', 'ws')}/t/{room.id}/1/socket", "wrong"))
    assert "No program can sit there with this token." in capsys.readouterr().out


def test_the_example_is_short() -> None:
    assert len(LIVE.read_text(encoding="utf-8").splitlines()) <= 20
