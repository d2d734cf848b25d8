"""A table is played to its end under the rules number it was opened with, whatever number this program has now."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.cli import app as cli
from kartentisch.play.games import sheet
from kartentisch.store import MemoryStore, SqliteStore
from kartentisch.table.facts import Fact
from kartentisch.web.access.tokens import COOKIE
from kartentisch.web.live import janitor
from kartentisch.web.live.history import HistoryCache
from kartentisch.web.live.janitor import tidy
from kartentisch.web.live.logs import Logs
from kartentisch.web.live.retention import DAY, Retention
from kartentisch.web.live.room import Room
from tests.numbered import FIRST, SECOND, fifth
from tests.plain_store import PlainTokens, plain
from tests.web.support.kit import BOT, KEY, House, browser, call, in_house, turn

IDS = itertools.count(1)


async def play(house: House, room: Room, moves: int = 1_000) -> None:
    """Seat 0 plays its first step, bots theirs, until the match is over."""
    page = await house.page(room, 0)
    for _ in range(moves):
        if room.table.phase == "over":
            break
        if room.table.phase == "result":
            assert (await page.ask("next"))["t"] == "done"
        elif turn(room) == 0:
            assert (await page.play(page.scene["steps"][0]["token"]))["t"] == "done"
        else:
            await house.later(room, 2_000)
    await page.go()


def fresh_ids(house: House) -> None:
    """A house begins to count its tables at 0: those of another one on the same store have other names."""
    house.hands._ids = IDS


def begun(rules: str, store: MemoryStore, moves: int, **options: Any) -> str:
    """A table opened by a program with these rules, after some events."""

    async def work(house: House) -> str:
        fresh_ids(house)
        room = await house.dealt("you", BOT, game="fifth", **options)
        await play(house, room, moves)
        return room.id

    with fifth(rules):
        found: str = in_house(work, store=store)
        return found


def test_a_running_match_goes_on_under_its_own_number_and_its_record_holds_under_both() -> None:
    store = MemoryStore()
    table_id = begun(FIRST, store, 4)

    async def after(house: House) -> str:
        room = await house.rooms.get(table_id)
        assert room is not None
        assert room.table.records is not None
        await play(house, room)
        assert room.table.phase == "over"
        assert int(room.table.records[0]["rules"]) == 1
        seen = room.table.view(0)
        assert seen is not None
        assert "leader" not in seen.json()
        assert seen.json()["options"] == {"rounds": 2, "low": False}
        return room.id

    with fifth(SECOND):
        in_house(after, store=store)
        with browser(House(store)) as (client, _):
            record = client.get(f"/t/{table_id}/record").text
        assert record.splitlines()[1] == "rules: 1"
        assert kt.replay(record).rules == 1
        totals = kt.replay(record).totals
    with fifth(FIRST):
        assert kt.replay(record).totals == totals


def _record_of(store: MemoryStore, table_id: str) -> str:
    from kartentisch.web.live.record import record

    async def work(house: House) -> str:
        room = await house.rooms.get(table_id)
        assert room is not None
        text = await record(room, 1)
        assert text is not None
        return text

    found: str = in_house(work, store=store)
    return found


def test_a_record_has_the_digests_of_the_log_and_none_that_were_made_again() -> None:
    store = MemoryStore()
    table_id = begun(FIRST, store, 1_000)
    with fifth(FIRST):
        text = _record_of(store, table_id)
    said = [line.rsplit(" | ", 1)[1] for line in text.split("\n\n", 1)[1].splitlines()]
    assert said == [fact.digest for fact in plain(store).facts(table_id) if fact.digest]


def test_playing_again_and_playing_on_open_under_the_newest_number_and_say_so() -> None:
    store = MemoryStore()
    table_id = begun(FIRST, store, 1_000, rounds=1)

    async def after(house: House) -> None:
        fresh_ids(house)
        room = await house.rooms.get(table_id)
        assert room is not None
        page = await house.page(room, 0)
        assert (await page.ask("again"))["t"] == "done"
        new = await house.rooms.get(room.table.next_table)
        assert new is not None
        assert new.table.records is not None
        settings = new.table.settings
        assert (settings.rules, settings.renewed, int(new.table.records[0]["rules"])) == (2, 1, 2)
        assert settings.options == {"rounds": 1, "low": False, "bonus": False}, (
            "played as it was, not as new tables are"
        )
        scene = (await house.page(new, 1)).scene
        assert "Rules: number 2, the match before had 1" in scene["options"]

    with fifth(SECOND):
        in_house(after, store=store)
        with browser(House(store)) as (client, house):
            room = call(client, house.rooms.get, table_id)
            fresh_ids(house)
            number = call(client, HistoryCache().of, room).numbers()[1]
            client.cookies.set(COOKIE, PlainTokens(KEY, store).cookie(table_id, 0))
            answer = client.post(
                f"/t/{table_id}/0/play-on", data={"from": "0", "at": str(number), "ask": "play-on-0001"}
            )
            assert answer.status_code == 303, answer.text
            new = call(client, house.rooms.get, answer.headers["location"].split("/")[2])
            assert (new.table.settings.rules, new.table.settings.renewed) == (2, 1)
            assert new.table.settings.options["bonus"] is False


# ---- Logs that cannot be read ---------------------------------------------------------------------------------------


def _hash(folder: Path) -> str:
    return hashlib.sha256((folder / "tables.sqlite3").read_bytes()).hexdigest()


def test_an_older_program_leaves_a_newer_log_alone_and_the_newer_one_goes_on(tmp_path: Path) -> None:
    memory = MemoryStore()
    table_id = begun(SECOND, memory, 4)
    store = SqliteStore(tmp_path)
    plain(store).append(table_id, 0, plain(memory).facts(table_id)).result()
    store.close()
    before = _hash(tmp_path)

    with fifth(FIRST):
        house = House(SqliteStore(tmp_path))  # type: ignore[arg-type]
        with browser(house) as (client, _):
            client.cookies.set("seats", f"{table_id}.0")
            assert client.get("/").status_code == 200
            for address in ("", "/0", "/watch", "/replay", "/record"):
                answer = client.get(f"/t/{table_id}{address}")
                assert answer.status_code == 409
                assert "played under rules 2 of its game, and this server knows rules 1." in answer.text
            with client.websocket_connect(f"/t/{table_id}/0/socket") as socket:
                assert socket.receive_json()["code"] == "rules_unknown"
            call(client, janitor.wake, house.rooms)
            house.hands.now += 400 * DAY
            call(client, tidy, house.rooms, Retention(close_after=1, delete_after=1))
        house.store.close()
    assert _hash(tmp_path) == before

    async def after(house: House) -> None:
        room = await house.rooms.get(table_id)
        assert room is not None
        await play(house, room)
        assert room.table.phase == "over"
        assert [fact.kind for fact in plain(house.store).facts(table_id)].count("closed") == 0

    with fifth(SECOND):
        store = SqliteStore(tmp_path)
        in_house(after, store=store)
        store.close()


def _spoiled(kind: str, facts: list[Fact]) -> list[Fact]:
    match kind:
        case "kind":
            return [*facts, Fact(len(facts) + 1, "sung", text="la la")]  # type: ignore[arg-type]
        case "text":
            return [*facts, Fact(len(facts) + 1, "paused", 0, text="for tea")]
        case "settings":
            return [replace(facts[0], text=facts[0].text.replace('"pace":"calm"', '"pace":"andante"')), *facts[1:]]
        case "mapping":
            return [replace(facts[0], text=facts[0].text.replace('"mapping":1', '"mapping":2')), *facts[1:]]
        case "digest":
            return [*facts[:-1], replace(facts[-1], digest="0" * 16)]
        case _:
            return [*facts[:-1], replace(facts[-1], text="11")]


@pytest.mark.parametrize(
    ("kind", "code", "sentence"),
    [
        ("kind", "log_newer", "written by a newer version of Kartentisch"),
        ("settings", "log_newer", "written by a newer version of Kartentisch"),
        ("mapping", "log_newer", "written by a newer version of Kartentisch"),
        ("text", "log_newer", "written by a newer version of Kartentisch"),
        ("digest", "log_unfit", "does not fit its rules"),
        ("move", "log_unfit", "does not fit its rules"),
    ],
)
def test_a_log_that_cannot_be_read_is_told_of_and_never_written_to(kind: str, code: str, sentence: str) -> None:
    whole, store = MemoryStore(), MemoryStore()
    table_id = begun(FIRST, whole, 4)
    facts = _spoiled(kind, plain(whole).facts(table_id))
    plain(store).append(table_id, 0, facts).result()
    with fifth(FIRST), browser(House(store)) as (client, house):
        for address in ("", "/0", "/watch"):
            answer = client.get(f"/t/{table_id}{address}")
            assert answer.status_code == 409
            assert sentence in answer.text
        with client.websocket_connect(f"/t/{table_id}/0/socket") as socket:
            assert socket.receive_json()["code"] == code
        call(client, janitor.wake, house.rooms)
        assert house.rooms.woken
        house.hands.now += 400 * DAY
        call(client, tidy, house.rooms, Retention(close_after=1))
    assert plain(store).facts(table_id) == facts


@pytest.mark.parametrize("kind", ["kind", "settings", "mapping", "text"])
def test_a_log_of_a_newer_version_is_known_without_folding_it(kind: str) -> None:
    """So the first page that asks for it is forwarded already, while servers of two versions run."""
    whole, store = MemoryStore(), MemoryStore()
    table_id = begun(FIRST, whole, 4)
    plain(store).append(table_id, 0, _spoiled(kind, plain(whole).facts(table_id))).result()
    with fifth(FIRST):
        reason = asyncio.run(Logs(store, sheet).unreadable(table_id))
        assert reason is not None
        assert reason.code == "log_newer"
        assert asyncio.run(Logs(whole, sheet).unreadable(table_id)) is None


# ---- Before an update -----------------------------------------------------------------------------------------------


def test_serve_check_and_check_say_what_could_not_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    memory = MemoryStore()
    running, ended = begun(SECOND, memory, 4), begun(SECOND, memory, 1_000)
    store = SqliteStore(tmp_path)
    for name, table_id in (("running", running), ("ended", ended)):
        plain(store).append(name, 0, plain(memory).facts(table_id)).result()
    try:
        with fifth(SECOND):  # beside a running server
            assert cli.run(["serve", "--check", "--data", str(tmp_path)]) == 0
            assert "This version can read all tables: 2." in capsys.readouterr().out
            assert cli.run(["check", str(tmp_path)]) == 0
            assert "All logs hold, each digest of them. Tables: 2." in capsys.readouterr().out
        with fifth(FIRST):
            assert cli.run(["serve", "--check", "--data", str(tmp_path)]) == 1
            out = capsys.readouterr().out
            assert "running (fifth, rules 2, may be running): This table is played under rules 2" in out
            assert cli.run(["check", str(tmp_path)]) == 1
    finally:
        store.close()
    assert cli.run(["serve", "--check", "--data", str(tmp_path / "none")]) == 1
    assert "There are no tables in " in capsys.readouterr().err


def test_check_finds_a_wrong_digest_in_the_middle_of_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    memory = MemoryStore()
    facts = plain(memory).facts(begun(FIRST, memory, 6))
    place = next(at for at, fact in enumerate(facts) if fact.kind == "moved")
    facts[place] = replace(facts[place], digest="0" * 16)
    store = SqliteStore(tmp_path)
    plain(store).append("table", 0, facts).result()
    store.close()
    with fifth(FIRST):
        assert cli.run(["check", str(tmp_path)]) == 1
    assert f"does not fit its rules, so the match cannot go on. The log stays as it is. (fact {place + 1})" in (
        capsys.readouterr().out
    )
