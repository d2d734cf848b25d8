"""What is computed once for several readers must be what each of them would see alone."""

from __future__ import annotations

import asyncio
import random
from collections import Counter as Counts
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from kartentisch.engine import moves, states, views
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import Showing, View, imagine, view
from kartentisch.play.games import games
from kartentisch.store.sqlite import SqliteStore
from kartentisch.store.sqlite_reads import SqliteReads
from kartentisch.table import after, deciding
from kartentisch.table.facts import Ask
from kartentisch.table.logs import fold
from kartentisch.web.live import people
from kartentisch.web.live.feed import seen_by
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.socket import connection
from kartentisch.words.language import language
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, in_house, settled

MOVES = 40


async def _move(house: House, room: Room, chance: random.Random, n: int, passes: int = 3_000) -> None:
    """Somebody makes a legal move, or the time of a window passes. Without time, only the move changes the room."""
    table = room.table
    seat = chance.choice(table.actors() or (0,))
    view = table.view(seat)
    found = view.complete(200) if view is not None and table.actors() else []
    if table.phase == "result":
        for other in range(table.seats):
            await room.ask(Ask("next", other, f"next-{n:04d}-{other}"))
    elif found:
        move = moves.write(table.game, chance.choice(found))
        await room.ask(Ask("play", seat, f"play-{n:08d}", since=table.since[seat], moves=(move,)))
    if passes:
        await house.later(room, passes)
    else:
        await settled()


async def _playing(house: House, game: str) -> Room:
    """A table with three people, at which play has begun."""
    room = await house.open("you", "open", "open", game=game)
    for n in (1, 2):
        await room.sit(f"Person {n}", f"join-{n:08d}")
    await room.ask(Ask("start", 0, "start-00000"))
    return room


@pytest.mark.parametrize("game", games())
def test_what_readers_share_gives_each_of_them_the_view_of_their_own(game: str) -> None:
    async def work(house: House) -> None:
        room = await _playing(house, game)
        chance = random.Random(7)
        differ = 0
        for n in range(MOVES):
            readers = [BYSTANDER, 0, 1, 2]
            chance.shuffle(readers)
            assert room.table.records is not None
            showing = Showing(room.table.game, room.table.records)
            for reader in readers:
                seen = seen_by(room.table, reader, showing)
                assert seen is not None
                alone = View(seen.game, seen.records, seen.seat).json()
                assert list(seen.json().items()) == list(alone.items()), (reader, readers)
                differ += seen.json() != {**showing.shared, "seat": seen.seat, "moves": alone["moves"]}
            await _move(house, room, chance, n)
        assert differ > 3 * MOVES  # each seat has a hand that the others do not see

    in_house(work)


@pytest.mark.parametrize("game", games())
def test_a_shared_part_is_the_same_for_every_reader_and_for_every_truth_behind_a_view(game: str) -> None:
    """Byte for byte, so it holds nothing that is hidden from anybody: hidden cards dealt again do not change it."""

    async def work(house: House) -> None:
        room = await _playing(house, game)
        chance = random.Random(11)
        dealt_again = 0
        for n in range(MOVES // 2):
            truth = room.table.records
            assert truth is not None
            rules = room.table.game
            part = json.encode(Showing(rules, truth).shared)
            shown = {key: value for key, value in json.decode(part).items() if value is not None}
            parted = {field.name for field in rules.layout.parted}
            assert "hands" in parted
            assert not parted & set(shown)
            for seat in (None, 0, 1, 2):
                own = json.decode(json.encode(view(rules, truth, seat).json()))
                assert {key: own[key] for key in shown} == shown
            for seat in range(3):
                other = imagine(view(rules, truth, seat), new_luck(n, seat))
                dealt_again += other.tobytes() != truth.tobytes()
                assert json.encode(Showing(rules, other).shared) == part
            await _move(house, room, chance, n)
        assert dealt_again > MOVES // 2

    in_house(work)


@pytest.mark.parametrize("game", games())
def test_a_move_is_played_once_and_what_is_stored_folds_to_the_same_table(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What deciding has reached is handed on, so nobody plays the move again; the log alone gives the same truth."""
    counted = _counted(monkeypatch, (deciding, "play"), (after, "play"), (views, "told"), (states, "told"))

    async def work(house: House) -> None:
        room = await _playing(house, game)
        pages = [await house.page(room, seat) for seat in range(3)]
        chance = random.Random(5)
        for n in range(12):
            before, number = Counts(counted), room.table.number
            await _move(house, room, chance, n)
            facts = plain(house.store).facts(room.id, number)
            moved = sum(fact.kind == "moved" for fact in facts)
            done = counted - before
            assert done["deciding.play"] == moved
            assert done["after.play"] == 0
            assert done["states.told"] == moved + sum(fact.kind == "dealt" for fact in facts)  # the digests
            assert done["views.told"] <= len(facts)  # once for all readers
            folded = list(fold(room.table.game, plain(house.store).facts(room.id)))[-1][1]
            assert folded.records is not None
            assert room.table.records is not None
            assert folded.records.tobytes() == room.table.records.tobytes()
            assert (folded.since, folded.steps, folded.clocks) == (
                room.table.since,
                room.table.steps,
                room.table.clocks,
            )
        assert all(page.scene["n"] == room.table.number for page in pages)

    in_house(work)


def test_a_move_draws_each_reader_once_and_reads_each_view_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = _counted(monkeypatch, (connection, "scene"), (Showing, "__init__"), (Showing, "json"), (Showing, "to"))

    async def work(house: House) -> None:
        room = await _playing(house, "schwupps")
        pages = [await house.page(room, seat) for seat in (0, 0, 1, 2)]
        chance = random.Random(3)
        await _move(house, room, chance, 0, passes=0)
        for n in range(1, 12):
            before, number = Counts(counted), room.table.number
            await _move(house, room, chance, n, passes=0)
            done = counted - before
            facts = room.table.number - number
            assert done["connection.scene"] == 3 * facts  # two pages of a seat share one
            assert done["Showing.__init__"] == facts
            assert done["Showing.json"] == 3 * facts
            assert done["Showing.to"] == 5 * facts  # one is the walk's own, and one is that of the seat that moves
        assert all(page.scene["n"] == room.table.number for page in pages)

    in_house(work)


def test_loading_a_table_reads_its_row_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path)
        house = House(store)  # type: ignore[arg-type]
        room = await house.open("you", BOT, BOT)
        await room.ask(Ask("start", 0, "start-00000"))
        again = RoomRegistry(store, house.hands.world(), house.rooms.bot_pool)
        counted = _counted(monkeypatch, (SqliteReads, "listed"))
        loaded = await again.get(room.id)
        assert loaded is not None
        assert loaded.table.number == room.table.number
        assert counted["SqliteReads.listed"] == 1
        await again.scheduler(room.id).stop()
        await house.close()
        store.close()

    asyncio.run(work())


def _counted(monkeypatch: pytest.MonkeyPatch, *places: tuple[Any, str]) -> Counts[str]:
    """Count the calls of these functions, by the last part of their owner's name and their own."""
    found = Counts[str]()
    for owner, name in places:
        monkeypatch.setattr(
            owner, name, _counting(found, f"{owner.__name__.split('.')[-1]}.{name}", getattr(owner, name))
        )
    return found


def _counting(found: Counts[str], key: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **more: Any) -> Any:
        found[key] += 1
        return function(*args, **more)

    return call


def test_shown_names_follow_everything_that_changes_them() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", BOT)

        def check() -> list[str]:
            shown = room.roster.shown(language("en"), room.table)
            for code in ("de", "en"):
                t, of = language(code), (room.id, room.table)
                shown = room.roster.shown(t, room.table)
                assert shown.names == people.names(t, *of, room.names)
                assert shown.figures == people.figures(*of, room.figures)
                assert shown.bots == people.bot_names(*of, room.names)
            return shown.names

        seen = [check()]
        await room.sit("Ben", "join-ben-0001")
        seen.append(check())
        await room.roster.enter(room.table, 1, "Bea", "pear")
        seen.append(check())
        await room.ask(Ask("leave", 1, "leave-00001"))
        seen.append(check())
        room.roster.forget()
        seen.append(check())
        assert all(one != other for one, other in pairwise(seen)), seen

    in_house(work)
