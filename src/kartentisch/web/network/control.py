"""The private socket of a running server, by which `kartentisch tables` and `kartentisch doctor` reach it.

It is a Unix socket in the data folder that only the folder's owner can open. A line of JSON goes in, one comes back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog

log = structlog.get_logger()
NAME = "control"
MOST_BYTES = 1 << 20
"""The longest line."""
WITHIN = 60.0
"""Seconds for an answer: deleting waits for the disk."""

Answerer = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class NoControl(Exception):  # noqa: N818 - named by what is missing
    """No server can be reached through this folder."""


@contextmanager
def _address(folder: Path) -> Iterator[str]:
    """The address of the socket. Systems limit its length to a hundred bytes; Linux has a short name for any folder."""
    if not sys.platform.startswith("linux"):
        yield str(folder / NAME)
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{NAME}"
    finally:
        os.close(handle)


class Control:
    """The server's end of the socket. Only the process that holds the data folder opens it."""

    def __init__(self, folder: Path, answer: Answerer) -> None:
        self._folder = folder
        self._answer = answer
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen. If that is impossible, the log says so, and the server runs without it."""
        if not hasattr(socket, "AF_UNIX"):
            return
        try:
            self._server = await asyncio.start_unix_server(self._serve, sock=self._bound(), limit=MOST_BYTES)
        except OSError as error:
            log.warning("no control socket", error=repr(error))

    def _bound(self) -> socket.socket:
        (self._folder / NAME).unlink(missing_ok=True)  # left by a server that was killed
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(0o077)
        try:
            with _address(self._folder) as address:
                listening.bind(address)
        except OSError:
            listening.close()
            raise
        finally:
            os.umask(before)
        (self._folder / NAME).chmod(0o600)
        return listening

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
            (self._folder / NAME).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            asked = json.loads(await reader.readuntil(b"\n"))
            writer.write(json.dumps(await self._answered(asked)).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def _answered(self, asked: Any) -> dict[str, Any]:
        try:
            return await self._answer(asked)
        except Exception as error:  # the asker must hear of it, and the server continues
            log.exception("order failed", error=repr(error))
            return {"failed": "failed"}


def ask(folder: Path, **asked: Any) -> dict[str, Any]:
    """Ask the server that runs on a folder. Raises NoControl if none can be reached."""
    if not hasattr(socket, "AF_UNIX"):
        raise NoControl
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line, _address(folder) as address:
            line.settimeout(WITHIN)
            line.connect(address)
            line.sendall(json.dumps(asked).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer: dict[str, Any] = json.loads(answers.readline(MOST_BYTES))
                return answer
    except (OSError, ValueError) as error:
        raise NoControl from error
