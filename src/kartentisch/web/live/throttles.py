"""Work that can wait a moment, so that moves and pings never stand behind a crowd.

When a server or its network was away, thousands of pages come back together. Each costs about two milliseconds. The
event loop would do all that is ready before it reads from a socket again, so a move or ping would wait for hundreds of
pages. A throttle begins one piece of work in each round of the loop. Between two of them, the loop reads what has come.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Throttle:
    """Begins one piece of work in each round of the event loop, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], bool]] = deque()
        self._used = False
        """Whether a piece has begun in this round."""

    def __len__(self) -> int:
        """The number of pieces that wait. Some of them may no longer be wanted."""
        return len(self._waiting)

    def ask(self, begin: Callable[[], bool]) -> None:
        """Call `begin` when its turn comes: at once if nothing waits. It returns whether it is still wanted; if not,
        the next piece begins in the same round.
        """
        if self._used or self._waiting:
            self._waiting.append(begin)
        elif begin():
            self._used = True
            asyncio.get_running_loop().call_soon(self._next)

    async def turn(self) -> None:
        """Wait for a turn. What follows, up to the next wait, is the piece of work."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin() -> bool:
            if wanted := not future.done():  # else it was cancelled
                future.set_result(None)
            return wanted

        self.ask(begin)
        await future

    def _next(self) -> None:
        self._used = False
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)  # first: a piece that fails must not stop the others
        while self._waiting and not self._used:
            self._used = self._waiting.popleft()()


class Throttles:
    """What a crowd of pages costs, each kind on its own, so that none of them holds up another."""

    def __init__(self) -> None:
        self.upgrades = Throttle()
        """Requests that become sockets."""
        self.arrivals = Throttle()
        """Pages that enter a table and are drawn their first scene."""
        self.redraws = Throttle()
        """Scenes in which nothing has happened: somebody else came or went."""
        self.departures = Throttle()
        """Pages that leave."""
        self.requests = Throttle()
        """Pages, forms and files."""
