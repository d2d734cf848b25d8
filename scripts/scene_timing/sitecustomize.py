"""Times what a server does for each scene, if `SCENE_TIMES` names a file: for `scripts.scene_speed`.

Python imports a module of this name at its start. It works in every tree whose sockets draw in `Socket._newest` and
send in `_send_bytes`, also in one that is older than this file. A line of the file: the table, the number of the fact,
nanoseconds of the thread for drawing and JSON, the same for sending, bytes.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Awaitable, Callable
from importlib.abc import MetaPathFinder
from typing import Any

SOCKETS = "kartentisch.web.socket.connection"
now = time.thread_time_ns


class Finder(MetaPathFinder):
    """Waits for the module of the sockets, and patches it once it is loaded."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != SOCKETS:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        assert spec is not None
        loader: Any = spec.loader
        load = loader.exec_module

        def exec_module(module: Any) -> None:
            load(module)
            patch(module.Socket)

        loader.exec_module = exec_module
        return spec


def patch(socket: Any) -> None:
    file = open(os.environ["SCENE_TIMES"], "a", encoding="ascii", buffering=1)  # noqa: SIM115, PTH123
    newest = socket._newest

    def timed_newest(self: Any) -> bytes:
        begun = now()
        found: bytes = newest(self)
        self._drawn = now() - begun
        return found

    def timed(self: Any, send: Callable[[bytes], Awaitable[None]]) -> Callable[[bytes], Awaitable[None]]:
        async def timed_send(data: bytes) -> None:
            drawn = vars(self).pop("_drawn", None)
            begun = now()
            await send(data)
            if drawn is not None:
                took = now() - begun
                file.write(f"{self.room.id} {self.room.table.number} {drawn} {took} {len(data)}\n")

        return timed_send

    socket._newest = timed_newest
    if hasattr(socket, "_send_bytes"):
        send_bytes = socket._send_bytes
        socket._send_bytes = lambda self, data: timed(self, lambda one: send_bytes(self, one))(data)
        return
    init = socket.__init__

    def timed_init(self: Any, *given: Any, **more: Any) -> None:
        init(self, *given, **more)
        self._send_bytes = timed(self, self._send_bytes)

    socket.__init__ = timed_init


if "SCENE_TIMES" in os.environ:
    sys.meta_path.insert(0, Finder())
