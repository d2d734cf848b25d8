"""Waiting for writes."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def written(future: Future[T]) -> T:
    """The result of a write, awaited in asyncio. Cancelling the wait does not stop the write."""
    return await asyncio.wrap_future(future)


async def outlasted(future: Future[T]) -> asyncio.CancelledError | None:
    """Wait until a write is done, even if cancelled meanwhile. Then return the CancelledError, to be raised in the end.

    For work that must not stop between writing the log and changing the memory: the two would never match again. Raises
    the error of a failed write, or the CancelledError if there is one.
    """
    waiting, gone = asyncio.wrap_future(future), None
    while not waiting.done():
        try:
            await asyncio.wait({waiting})
        except asyncio.CancelledError as error:
            gone = error
    if (fault := waiting.exception()) is not None:
        raise gone or fault
    return gone


def running(future: Future[T]) -> Future[T]:
    """The future, marked as running, so that nobody can cancel it any more."""
    future.set_running_or_notify_cancel()
    return future
