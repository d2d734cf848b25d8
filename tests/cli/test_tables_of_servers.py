"""`kartentisch tables --store` while servers run: each table by the server that has it, a message at all of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
import structlog

from tests import postgresql
from tests.cli.serving_from_database import serving, shows
from tests.cli.test_database_doctor import url
from tests.cli.test_tables_in_database import TEXT, Said, said
from tests.store.kit import empty_database

pytestmark = pytest.mark.postgres


def with_servers(work: Callable[[Callable[..., Awaitable[str]]], Awaitable[None]], capsys: Said) -> None:
    """Run this in a loop, with a function that gives a command meanwhile. The log is not what commands print."""

    async def command(*words: str, code: int = 0) -> str:
        return await asyncio.to_thread(lambda: said(capsys, *words, "--store", url(), code=code))

    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        asyncio.run(work(command))  # type: ignore[arg-type]
    finally:
        structlog.configure(**before)


def test_each_table_is_closed_and_deleted_by_the_server_that_has_it(capsys: Said) -> None:
    database = empty_database()

    async def work(command: Callable[..., Awaitable[str]]) -> None:
        async with serving(database, "n1") as one, serving(database, "n2") as two:
            rooms = [await server.house.open("you", "open") for server in (one, two)]
            pages = [await server.house.page(room, 0) for server, room in zip((one, two), rooms, strict=True)]
            sleeping = await two.house.open("you", "open")
            await two.house.rooms.sweep()
            ids = [room.id for room in rooms]
            listing = await command()
            assert {row.split()[0]: row.split()[-1] for row in listing.splitlines()[1:4]} == {
                ids[0]: "n1",
                ids[1]: "n2",
                sleeping.id: "n2",
            }
            assert listing.endswith("3 tables. n1 and n2 run on this database.\n")
            assert await command("close", *ids) == f"Closed: {', '.join(ids)}.\n"
            for page in pages:
                await shows(page, "phase", "closed")
            assert (await command("delete", "--yes", *ids)).startswith(f"Deleted: {', '.join(ids)}.\n")
            assert not any(server.house.rooms.open_rooms()[1:] for server in (one, two))
            assert (await command("--all")).count(sleeping.id) == 1

    with_servers(work, capsys)
    assert postgresql.shared().db.execute("SELECT count(*) FROM orders").fetchone() == (0,)


def test_a_table_that_nobody_has_is_done_by_a_server_and_one_of_a_server_that_has_ended_too(capsys: Said) -> None:
    database = empty_database()

    async def work(command: Callable[..., Awaitable[str]]) -> None:
        async with serving(database, "n1") as one:
            async with serving(database, "n2", obeys=False) as two:
                gone = await two.house.open("you", "open")
                asked: asyncio.Future[str] = asyncio.ensure_future(command("close", gone.id))
                await _until(lambda: _orders() == ["waiting"])
            # n2 has left with the order
            assert await asked == f"Closed: {gone.id}.\n"
            assert one.house.rooms.has(gone.id)

    with_servers(work, capsys)


def test_a_server_that_does_not_answer_changes_nothing_and_the_order_is_withdrawn(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kartentisch.store.postgres import ordering

    database = empty_database()
    monkeypatch.setattr(ordering, "TAKEN_WITHIN", 0.2)

    async def work(command: Callable[..., Awaitable[str]]) -> None:
        async with serving(database, "n1", obeys=False) as one:
            room = await one.house.open("you", "open")
            refused = await command("delete", "--yes", room.id, code=1)
            assert refused.startswith(f"n1 has the table {room.id} and does not answer, so nothing has changed there.")
            assert _orders() == []
            work = asyncio.create_task(one.taker.work())
            await asyncio.sleep(0.3)
            assert one.house.rooms.has(room.id)
            assert len(await one.store.facts(room.id)) == 1
            work.cancel()

    with_servers(work, capsys)


def test_a_server_that_has_begun_and_does_not_say_how_it_ended_is_told_so(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kartentisch.store.postgres import ordering

    database = empty_database()
    monkeypatch.setattr(ordering, "ANSWERED_WITHIN", 0.5)

    async def work(command: Callable[..., Awaitable[str]]) -> None:
        async with serving(database, "n1") as one:
            rooms = [await one.house.open("you", "open") for _ in range(2)]
            async with rooms[0].lock:
                told = await command("close", *(room.id for room in rooms), code=1)
            assert told.startswith(f"n1 has begun with the table {rooms[0].id}, but has not said how it ended.")
            assert rooms[1].table.closed, "it did not wait for the other one"

    with_servers(work, capsys)


def _orders() -> list[str]:
    return [state for (state,) in postgresql.shared().db.execute("SELECT state FROM orders").fetchall()]


async def _until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not what():
            await asyncio.sleep(0.01)


# ---- A sentence for all ----------------------------------------------------------------------------------------------


def test_the_sentence_is_on_the_pages_of_all_servers_and_of_those_that_start_later(capsys: Said) -> None:
    database, frame = empty_database(), f"Message from this server: {TEXT}"

    async def work(command: Callable[..., Awaitable[str]]) -> None:
        async with serving(database, "n1") as one, serving(database, "n2") as two:
            pages = [await server.house.page(await server.house.open("you", "open"), 0) for server in (one, two)]
            told = await command("say", TEXT)
            assert told == f"All pages show: {TEXT}\nEach server does this at its next report, within two seconds.\n"
            for page in pages:
                await shows(page, "maintenance", frame)
            assert f"All pages show: {TEXT}\n" in await command()
            async with serving(database, "n3") as later:
                page = await later.house.page(await later.house.open("you", "open"), 0)
                assert page.scene["maintenance"] == frame
                assert (await command("say", "--off")).startswith("The message is gone from all pages.\n")
                for each in [*pages, page]:
                    await shows(each, "maintenance", "")

    with_servers(work, capsys)
