"""Workers of jobs: two of them in every order, one that goes in the middle, a store that fails."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from structlog.testing import capture_logs

from kartentisch.store import Job, JobKey, Memory, MemoryStore, StoreFailed
from kartentisch.store.jobs import LARGEST, TRIES, WORKER_LIVES
from kartentisch.web.live import job_worker
from kartentisch.web.live.job_worker import JobWorker, Progress, Stopped
from tests.plain_store import PlainStore
from tests.shuffled_loop import run, turn
from tests.store.kit import some

KIND, MOST = "sum", 99


def key(number: int) -> JobKey:
    return JobKey(KIND, "a", number)


class Shop:
    """Several workers of one memory, each at a node of its own, and a clock that is set."""

    def __init__(self) -> None:
        self.now = 1_000
        self.memory = Memory()
        self.stores: list[MemoryStore] = []
        self.worked: list[int] = []
        self.ends: list[tuple[int, object]] = []
        self.workers: list[JobWorker] = []

    def store(self) -> MemoryStore:
        self.stores.append(MemoryStore(self.memory, f"n{len(self.stores)}"))
        return self.stores[-1]

    def hire(self, work: Callable[[JobKey, Progress], Any] | None = None) -> JobWorker:
        worker = JobWorker(
            self.store().jobs,
            {KIND: work or self.add},
            lambda: self.now,
            f"w{len(self.workers)}",
            look=0.001,
            tell=lambda key, end: self.ends.append((key.number, end)),
        )
        self.workers.append(worker)
        worker.start()
        return worker

    async def add(self, key: JobKey, progress: Progress) -> str:
        self.worked.append(key.number)
        for done in range(4):
            progress(done, 4)
            await turn()
        return str(key.number * 10)

    def ask(self, *numbers: int) -> None:
        plain = PlainStore(self.store())
        if not self.memory.facts:
            plain.append("a", 0, some(1, 1)).result()
        for number in numbers:
            plain.jobs.ask(key(number), self.now, MOST).result()

    async def all_done(self, turns: int = 4000) -> dict[int, Job]:
        found: dict[int, Job] = {}
        for _ in range(turns):
            found = {one.number: row.job for one, row in self.memory.jobs.items()}
            if all(job.state in ("done", "failed") for job in found.values()):
                return found
            await asyncio.sleep(0.001)
        raise AssertionError(found)

    async def close(self) -> None:
        for worker in self.workers:
            await worker.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_worker, "REPORT", 0.001)
    monkeypatch.setattr(job_worker, "AGAIN", 0.001)


def in_shop(work: Callable[[Shop], Any]) -> Any:
    async def inside() -> Any:
        shop = Shop()
        try:
            return await work(shop)
        finally:
            await shop.close()

    return asyncio.run(inside())


@pytest.mark.parametrize(
    "seed", [seed if seed < 20 else pytest.param(seed, marks=pytest.mark.long) for seed in range(60)]
)
def test_two_workers_in_every_order_of_which_one_may_go_or_be_slow(seed: int) -> None:
    """Whatever happens to the workers, each job has one result in the end, and it is the right one."""
    chance = random.Random(seed)

    async def work() -> None:
        shop = Shop()
        shop.ask(*range(5))
        one, _ = shop.hire(), shop.hire()
        for _ in range(chance.randrange(30)):
            await turn()
            shop.now += chance.choice((0, 0, WORKER_LIVES // 3))
        assert one._running is not None
        if chance.random() < 0.5:  # it is killed
            one._running.cancel()
        else:  # it is paused: others think that it has gone
            shop.now += WORKER_LIVES
        shop.ask(5, 6)
        ticking = asyncio.ensure_future(_tick(shop))
        found = await shop.all_done()
        ticking.cancel()
        assert {number: job.state for number, job in found.items()} == dict.fromkeys(range(7), "done")
        assert {number: job.result for number, job in found.items()} == {n: str(10 * n) for n in range(7)}
        ended = [number for number, end in shop.ends if end == "done"]
        assert len(ended) == len(set(ended)), "only one result counts"
        await shop.workers[1].close()

    run(work(), chance.randrange)


async def _tick(shop: Shop) -> None:
    while True:
        await asyncio.sleep(0.002)
        shop.now += WORKER_LIVES // 40


def test_a_worker_that_is_closed_gives_its_job_back_and_the_next_one_does_it() -> None:
    async def work(shop: Shop) -> None:
        going = asyncio.Event()

        async def long(one: JobKey, progress: Progress) -> str:
            going.set()
            while True:
                progress(1, 9)
                await asyncio.sleep(0)

        shop.ask(1)
        first = shop.hire(long)
        await going.wait()
        await first.close()
        assert shop.ends == [(1, "given back")]
        assert shop.memory.jobs[key(1)].job.state == "waiting"
        shop.hire()
        assert (await shop.all_done())[1].result == "10"

    in_shop(work)


def test_a_worker_whose_job_is_gone_stops_it() -> None:
    async def work(shop: Shop) -> None:
        stopped: list[int] = []

        async def endless(one: JobKey, progress: Progress) -> str:
            try:
                while True:
                    progress(1, 9)
                    await asyncio.sleep(0)
            except Stopped:
                stopped.append(one.number)
                raise

        shop.ask(1)
        worker = shop.hire(endless)
        while worker.doing is None:
            await asyncio.sleep(0)
        store = PlainStore(shop.stores[0])
        store.delete("a", 5).result()
        while not shop.ends:
            await asyncio.sleep(0.001)
        assert stopped == [1]
        assert shop.ends == [(1, "lost")]
        assert shop.memory.jobs == {}

    in_shop(work)


@pytest.mark.parametrize("what", ["error", "too large"])
def test_a_job_that_cannot_be_done_has_failed_and_the_next_one_is_done(what: str) -> None:
    async def work(shop: Shop) -> None:
        async def bad(one: JobKey, progress: Progress) -> str:
            if one.number != 1:
                return "good"
            if what == "error":
                raise ValueError("no")
            return "x" * (LARGEST + 1)

        shop.ask(1, 2)
        shop.hire(bad)
        found = await shop.all_done()
        assert [found[n].state for n in (1, 2)] == ["failed", "done"]

    in_shop(work)


def test_while_the_store_is_away_nothing_is_lost_and_the_log_says_so_once() -> None:
    async def work(shop: Shop) -> None:
        shop.ask(1)
        shop.hire()
        shop.stores[-1].failing = StoreFailed("unreachable")
        with capture_logs() as logs:
            for _ in range(20):
                await asyncio.sleep(0.002)
        assert not shop.worked
        assert [line["event"] for line in logs] == ["no job can be taken"]
        shop.stores[-1].failing = None
        assert (await shop.all_done())[1].result == "10"

    in_shop(work)


def test_a_result_is_kept_though_the_store_is_away_when_it_comes() -> None:
    async def work(shop: Shop) -> None:
        async def cut(one: JobKey, progress: Progress) -> str:
            shop.worked.append(one.number)
            shop.stores[-1].failing = StoreFailed("unreachable")
            asyncio.get_running_loop().call_later(0.003, back)
            return "10"

        def back() -> None:
            shop.stores[-1].failing = None

        shop.ask(1)
        shop.hire(cut)
        assert (await shop.all_done())[1].result == "10"
        assert shop.worked == [1]

    in_shop(work)


def test_a_log_that_the_store_cannot_read_fails_its_job_in_the_end() -> None:
    async def work(shop: Shop) -> None:
        async def broken(one: JobKey, progress: Progress) -> str:
            shop.worked.append(one.number)
            raise StoreFailed("broken")

        shop.ask(1)
        shop.hire(broken)
        ticking = asyncio.ensure_future(_tick(shop))
        assert (await shop.all_done())[1].state == "failed"
        ticking.cancel()
        assert len(shop.worked) == TRIES

    in_shop(work)


def test_a_write_that_is_asked_for_while_the_worker_stops_is_tried_once() -> None:
    async def work(shop: Shop) -> None:
        tries: list[int] = []

        def refused() -> Future[bool]:
            tries.append(1)
            future: Future[bool] = Future()
            future.set_exception(StoreFailed("unreachable"))
            return future

        worker = shop.hire()
        await worker.close()
        with pytest.raises(StoreFailed):
            await worker._settled(refused)
        assert len(tries) == 1

    in_shop(work)
