"""Reviews that several servers share, and their form in the store."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kartentisch.bots import reviewing
from kartentisch.bots.reviewing import Decision, Estimate, Review, SeatReview, Split, Stroke
from kartentisch.play.games import games, sheet
from kartentisch.store import JobKey, Memory, MemoryStore, SqliteStore
from kartentisch.web.live import job_worker, reviews
from kartentisch.web.live.record import record_of_log
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.review_work import REVIEW, read_review, written_review
from kartentisch.web.live.reviews import AskedReview, Reviews
from tests.plain_store import PlainStore
from tests.store.kit import done, empty_database
from tests.web.support.kit import BOT_POOL
from tests.web.support.replays import whole

FOUND = Review((), 7, ((0.25, 0.75),))
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "LOOK", 0.01)
    monkeypatch.setattr(job_worker, "REPORT", 0.01)


class Desk:
    """Where reviews are worked: they stop half-way until they may go on."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun: list[str] = []

    def review(self, record: str, fewest: bool, *, progress: Callable[[int, int], object], **more: object) -> Review:
        self.begun.append(record)
        while not self.go.wait(0.005):
            progress(3, 40)
        return FOUND


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    desk = Desk()
    monkeypatch.setattr(reviewing, "review", desk.review)
    yield desk
    desk.go.set()


def server(store: Any, alone: bool = False) -> Reviews:
    """The reviews of a server of this store, beside others or alone."""
    rooms = RoomRegistry(store, bot_pool=BOT_POOL, peers=None if alone else SimpleNamespace())
    return Reviews(rooms)


async def until(so: Callable[[], Any]) -> Any:
    """Wait for what this gives in the end."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await so()):
            await asyncio.sleep(0.005)
    return found


async def ended(one: Reviews) -> AskedReview:
    async def there() -> AskedReview | None:
        found = await one.get("table1", 1)
        assert found is not None
        return None if found.runs else found

    found: AskedReview = await until(there)
    return found


def _of_one_memory() -> tuple[Any, Any]:
    memory = Memory()
    return MemoryStore(memory, "one"), MemoryStore(memory, "two")


def _of_one_database() -> tuple[Any, Any]:
    from kartentisch.store.postgres import PostgresStore

    database = empty_database()
    return PostgresStore(database), PostgresStore(database)


@contextmanager
def both(nodes: Callable[[], tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    stores = nodes()
    done(PlainStore(stores[0]).append("table1", 0, whole("schweinsgalopp", 2, 3).facts))
    try:
        yield stores
    finally:
        for store in stores:
            store.close()


NODES = [_of_one_memory, pytest.param(_of_one_database, marks=pytest.mark.postgres)]


@pytest.mark.parametrize("nodes", NODES)
def test_what_is_asked_for_at_two_servers_is_worked_once_and_both_have_it(nodes: Any, desk: Desk) -> None:
    async def work(one: Reviews, two: Reviews) -> None:
        for server in (one, two):
            server.start()
        for _ in range(3):
            for server in (one, two):
                found = await server.get("table1", 1)
                assert found
                assert found.runs

        async def far() -> bool:
            stands = [await server.get("table1", 1) for server in (one, two)]
            return all(found and found.done == 3 for found in stands)

        await until(far)
        desk.go.set()
        assert (await ended(one)).review == FOUND
        assert (await ended(two)).review == FOUND
        assert len(desk.begun) == 1
        await asyncio.gather(one.close(), two.close())

    with both(nodes) as stores:
        asyncio.run(work(server(stores[0]), server(stores[1])))


@pytest.mark.parametrize("nodes", NODES)
def test_a_server_that_stops_leaves_its_review_to_the_other(nodes: Any, desk: Desk) -> None:
    async def work(one: Reviews, two: Reviews) -> None:
        one.start()
        await one.get("table1", 1)

        async def begun() -> list[str]:
            return desk.begun

        await until(begun)
        await one.close()
        job = await two._jobs.get(JobKey(REVIEW, "table1", 1))
        assert job is not None
        assert job.state == "waiting"
        desk.go.set()
        two.start()
        assert (await ended(two)).review == FOUND
        assert len(desk.begun) == 2
        await two.close()

    with both(nodes) as stores:
        asyncio.run(work(server(stores[0]), server(stores[1])))


def test_after_a_restart_a_review_goes_on_though_nobody_asks(tmp_path: Path, desk: Desk) -> None:
    store = SqliteStore(tmp_path)
    done(PlainStore(store).append("table1", 0, whole("schweinsgalopp", 2, 3).facts))
    key = JobKey(REVIEW, "table1", 1)
    store.jobs.ask(key, 1, 8).result()
    assert store.jobs.take("killed", [REVIEW], 2).result() == key
    store.close()
    store = SqliteStore(tmp_path)
    desk.go.set()

    async def work() -> None:
        one = server(store, alone=True)
        one.start()

        async def finished() -> bool:
            job = await store.jobs.get(key)
            return job is not None and job.state == "done"

        await until(finished)
        assert (await ended(one)).review == FOUND
        await one.close()

    asyncio.run(work())
    store.close()


def test_the_reviews_of_a_deleted_table_are_gone(desk: Desk) -> None:
    async def work(one: Reviews, two: Reviews) -> None:
        desk.go.set()
        one.start()
        assert (await ended(one)).review == FOUND
        await one._rooms.delete("table1")
        assert await one._jobs.get(JobKey(REVIEW, "table1", 1)) is None
        await one.close()

    with both(_of_one_memory) as stores:
        asyncio.run(work(server(stores[0]), server(stores[1])))


# ---- The form in the store -------------------------------------------------------------------------------------------

ONE = Estimate(1.5, 0.25)
WHOLE = Review(
    (
        SeatReview(
            0,
            (Decision(3, 1, 0, "play 7", "draw", ONE, ONE, ONE),),
            (Stroke(0, True, ONE),),
            Split(-2.0, ONE, ONE, ONE, ONE, ONE, ONE),
            ONE,
            0.5,
        ),
    ),
    4,
    ((1.0,), (0.5,)),
)
E1 = '{"value":1.5,"error":0.25}'
STORED = (
    '{"seats":[{"seat":0,"decisions":[{"place":3,"round":1,"seat":0,"played":"play 7","best":"draw",'
    f'"worth":{E1},"loss":{E1},"chance":{E1}}}],"strokes":[{{"place":0,"dealt":true,"points":{E1}}}],'
    f'"split":{{"result":-2.0,"place":{E1},"dealt":{E1},"drawn":{E1},"hidden":{E1},"others":{E1},"own":{E1}}},'
    f'"luck":{E1},"won":0.5}}],"moments":4,"chances":[[1.0],[0.5]]}}'
)


def test_the_form_in_the_store_stays_or_its_kind_gets_another_number() -> None:
    assert REVIEW == "review-1"
    assert written_review(WHOLE) == STORED
    assert read_review(STORED) == WHOLE


@pytest.mark.parametrize("game", games())
def test_what_is_stored_of_a_real_review_is_all_of_it(game: str) -> None:
    facts = whole(game, 2, 3).facts
    found = reviewing.review(record_of_log("table1", sheet(game), facts, 1), False, deals=8)
    assert read_review(written_review(found)) == found
