"""Takes jobs of a store, one after the other, and works them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import structlog

from kartentisch.store import JobKey, Jobs, StoreFailed, written
from kartentisch.store.jobs import WORKER_LIVES

log = structlog.get_logger()
REPORT = 2.0
"""Seconds between two reports of a worker, which keep its job."""
AGAIN = 1.0
"""Seconds until a store that has failed is asked again."""

Progress = Callable[[int, int], None]
"""Called, from any thread, with what is done and of how much. Raises Stopped when the job is not wanted any more."""
Work = Callable[[JobKey, Progress], Awaitable[str]]
"""Does a job: gives its result. It must be pure, and call its progress often."""
End = Literal["done", "failed", "lost", "given back"]


class Stopped(Exception):  # noqa: N818 - not a fault
    """The worker ends, or the job is not its any more: its table is gone, or another worker has it."""


@dataclass
class Doing:
    """The job that a worker is at."""

    key: JobKey
    done: int = 0
    of: int = 0
    wanted: bool = True

    def progress(self, done: int, of: int) -> None:
        if not self.wanted:
            raise Stopped
        self.done, self.of = done, of


class JobWorker:
    """One worker. `works`: how to do each kind of job that it takes."""

    def __init__(
        self,
        jobs: Jobs,
        works: Mapping[str, Work],
        clock: Callable[[], int],
        name: str,
        look: float | None = None,
        resting: Callable[[], bool] = lambda: False,
        tell: Callable[[JobKey, End | StoreFailed], object] = lambda key, end: None,
    ) -> None:
        """`clock`: the one that all workers of the store share. `name`: no other worker has it. `look`: seconds between
        two looks for jobs that others have asked for; None if all who ask say so with `poke`. `resting`: whether to
        take none now. `tell`: is told how each job ended.
        """
        self.doing: Doing | None = None
        self._jobs, self._works, self._clock, self._name = jobs, works, clock, name
        self._look, self._resting, self._tell = look, resting, tell
        self._poked = asyncio.Event()
        self._stopping = self._troubled = False
        self._silent = False
        """Whether it was logged that the store does not answer."""
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._running = asyncio.create_task(self.run())

    def poke(self) -> None:
        """Look now: there is a job."""
        self._poked.set()

    async def close(self) -> None:
        """Stop soon. The job that is being done is given back."""
        self._stopping = True
        if self.doing is not None:
            self.doing.wanted = False
        self.poke()
        if self._running is not None:
            await asyncio.wait({self._running})

    async def run(self) -> None:
        while not self._stopping:
            self._poked.clear()
            self._troubled = False
            if (key := await self._next()) is not None:
                await self._do(key)
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._poked.wait(), AGAIN if self._troubled else self._look)

    async def _next(self) -> JobKey | None:
        if self._resting():
            return None
        try:
            key = await written(self._jobs.take(self._name, list(self._works), self._clock()))
        except StoreFailed as error:
            if not self._silent:
                log.warning("no job can be taken", error=repr(error))
            self._silent = self._troubled = True
            return None
        self._silent = False
        return key

    async def _do(self, key: JobKey) -> None:
        doing = self.doing = Doing(key, wanted=not self._stopping)
        work = asyncio.ensure_future(self._works[key.kind](key, doing.progress))
        try:
            while not (await asyncio.wait({work}, timeout=REPORT))[0]:
                await self._report(doing)
            self._tell(key, await self._ended(doing, work))
        finally:
            doing.wanted = False
            work.cancel()
            self.doing = None

    async def _report(self, doing: Doing) -> None:
        try:
            mine = await written(self._jobs.report(self._name, doing.key, doing.done, doing.of, self._clock()))
        except StoreFailed:  # if this lasts, somebody else takes the job
            return
        doing.wanted = doing.wanted and mine

    async def _ended(self, doing: Doing, work: Awaitable[str]) -> End | StoreFailed:
        try:
            return await self._outcome(doing.key, work)
        except StoreFailed as error:  # nobody reports any more, so it is taken again; maybe by this worker
            log.warning("a job is left", job=doing.key.kind, table=doing.key.log_id, error=repr(error))
            self._troubled = True
            return error

    async def _outcome(self, key: JobKey, work: Awaitable[str]) -> End:
        try:
            result = await work
            return "done" if await self._settled(self._finish, key, result) else "lost"
        except StoreFailed:
            raise
        except Stopped:
            return "given back" if await self._settled(self._jobs.give_back, self._name, key) else "lost"
        except Exception as error:
            log.exception("a job failed", job=key.kind, table=key.log_id, error=repr(error))
            return "failed" if await self._settled(self._fail, key) else "lost"

    def _finish(self, key: JobKey, result: str) -> Future[bool]:
        return self._jobs.finish(self._name, key, result, self._clock())

    def _fail(self, key: JobKey) -> Future[bool]:
        return self._jobs.fail(self._name, key, self._clock())

    async def _settled(self, write: Callable[..., Future[bool]], *values: object) -> bool:
        """The end of this write, once the store takes it. Raises StoreFailed if the job may be another's by then."""
        tries = 1 if self._stopping else int(WORKER_LIVES / 1000 / AGAIN)
        for _ in range(tries - 1):
            with suppress(StoreFailed):
                return await written(write(*values))
            await asyncio.sleep(AGAIN)
        return await written(write(*values))
