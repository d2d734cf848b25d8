"""An event loop on which the test decides what runs next: at every await, any other task may come first.

Work for threads is done at once, as one step, so that everything that happens is decided by the test.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class ShuffledLoop(asyncio.SelectorEventLoop):
    """Runs one callback at a time; `choose(n)` picks which of n."""

    def __init__(self, choose: Callable[[int], int]) -> None:
        super().__init__()
        self._choose = choose

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        place = self._choose(len(ready)) if len(ready) > 1 else 0
        waiting = list(ready)
        chosen = [waiting.pop(place)] if waiting else []
        ready.clear()
        ready.extend(chosen)
        super()._run_once()  # type: ignore[misc]
        ready.extendleft(reversed(waiting))

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


def run(work: Coroutine[Any, Any, T], choose: Callable[[int], int]) -> T:
    """What this work gives on such a loop. Tasks that are left are cancelled."""
    loop = ShuffledLoop(choose)
    try:
        asyncio.set_event_loop(loop)
        return loop.run_until_complete(work)
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop._choose = lambda n: 0
        loop.run_until_complete(asyncio.gather(*asyncio.all_tasks(loop), return_exceptions=True))
        asyncio.set_event_loop(None)
        loop.close()


async def turn() -> None:
    """Let anybody else go on."""
    await asyncio.sleep(0)


async def end_of(write: Callable[[], Future[T]]) -> T:
    """The end of a write that others may overtake before it reaches the store, and before its end is heard of."""
    await turn()
    future = write()
    await turn()
    return future.result(0)
