"""Work that is ended by who began it; and work in several steps that goes on to its end, also if whoever waits for it
is gone: else half of it might stand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

log = structlog.get_logger()
T = TypeVar("T")
_BEGUN: set[asyncio.Future[Any]] = set()
"""The event loop alone would not keep them."""


async def lasting(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it, for who is still there."""
    begun = asyncio.ensure_future(work)
    _BEGUN.add(begun)
    begun.add_done_callback(_BEGUN.discard)
    return await asyncio.shield(begun)


async def cancelled(task: asyncio.Task[None]) -> None:
    """End a task and wait until it has ended."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task of the server had failed", error=repr(error))
