"""Operations that run to completion even if their caller is cancelled, and tasks that are cancelled and awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

log = structlog.get_logger()
T = TypeVar("T")
_BEGUN: set[asyncio.Future[Any]] = set()
"""Operations in progress: the event loop alone would not keep them alive."""


async def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Run a multi-step operation to completion, even if its caller is cancelled. Returns its result."""
    begun = asyncio.ensure_future(work)
    _BEGUN.add(begun)
    begun.add_done_callback(_BEGUN.discard)
    return await asyncio.shield(begun)


async def cancelled(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait until it has ended."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task of the server had failed", error=repr(error))
