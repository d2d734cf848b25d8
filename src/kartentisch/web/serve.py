"""Runs the server: the data folder, the first compilation, and a clean shutdown."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import structlog
import uvicorn
from starlette.types import ASGIApp

from kartentisch.bots.compiling import Compilation, CompilingFailed
from kartentisch.engine.warm import warm
from kartentisch.play.games import games, sheet
from kartentisch.store import SqliteStore, StoreFailed, key_read_by_others, signing_key
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.closing import farewell
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.retention import Retention
from kartentisch.web.live.world import World, names
from kartentisch.web.network.connections import Admissions, BehindProxy, ConnectionLimits, Proxies, descriptors
from kartentisch.web.network.listening import announce, checked, lan_addresses, listen, origins, trusted
from kartentisch.web.network.protocols import protocols
from kartentisch.web.wire import MAX_BYTES

FRAME = 4 * MAX_BYTES
"""Above this size, uvicorn itself ends a connection (1009); above MAX_BYTES the table does, with a sentence."""
PING = 10
"""Seconds between pings of the protocol, and the wait for a pong: a dead connection is noticed after 20. The browser
itself answers, even for a page whose timers are suspended."""
NO_ROOM = """\
The disk has no room to compact the data after the update; that takes twice the size of the file. Until it is done,
old names may be left in corners of the file. The next start tries again.\
"""
GRACE = 5
"""Seconds that running requests get when the server stops."""
SWEEP = 50
"""Tenths of a second between two searches for connections that were closed but are still there."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    url: str | None = None,
    data: Path = Path("data"),
    keeping: Retention | None = None,
    limits: Limits | None = None,
    proxy: str | None = None,
    connections: ConnectionLimits | None = None,
    new_key: bool = False,
) -> None:
    """Serve until Ctrl+C, or until SIGTERM, which raises SystemExit(0).

    Raises ValueError with a sentence for impossible settings, and OSError if the system refuses.
    """
    base = checked(url)
    proxies = trusted(proxy, base)
    listening = listen(host, port)
    with listening, ends_on_sigterm():
        port = listening.getsockname()[1]
        quiet_logs()
        try:
            store = SqliteStore(data, compacting)
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {data}.") from error
        try:
            key = key_of(data, store, new_key)
            if store.postponed:
                print(NO_ROOM, file=sys.stderr)
            compilation = compile_rules()
            addresses = lan_addresses(host, port)
            reach = (
                PublicAddress(base, origins(base, addresses, port))
                if base
                else PublicAddress(addresses[0] if addresses else "")
            )
            announce(host, port, reach, addresses)
            rooms = RoomRegistry(store, World(named=names(key)), keeping=keeping, compilation=compilation)
            app = create_app(rooms, Tokens(key, store), reach, limits)
            admissions = Admissions((connections or ConnectionLimits()).within(descriptors()), Proxies(proxies))
            settle_memory()
            server(app, proxies, admissions, lambda: farewell(rooms.open_rooms())).run(sockets=[listening])
        finally:
            store.close()


def key_of(data: Path, store: SqliteStore, new_key: bool) -> bytes:
    """The key that signs links to seats. If there are tables, a new key is made only with `new_key`."""
    try:
        key = signing_key(data, new_key or not store.holds_tables(), new_key)
        if warning := key_read_by_others(data):
            print(warning, file=sys.stderr)
    except (StoreFailed, OSError) as error:
        raise ValueError(f"{error} The folder is {data}.") from error
    return key


def compacting(share: float) -> None:
    """Print the progress of compacting."""
    end = "\n" if share == 1.0 else ""
    print(f"\rCompacting the data after the update, once: {share:.0%}\033[K", end=end, file=sys.stderr, flush=True)


def compile_rules() -> Compilation | None:
    """Start compiling what is not compiled yet, while the first pages are served; a line shows the progress.

    If everything is in the cache, load it in a thread and return None.
    """
    names = games()
    compilation = Compilation(names)
    if compilation.done:
        threading.Thread(target=lambda: [list(warm(sheet(name))) for name in names], name="warm", daemon=True).start()
        return None
    compilation.start()
    threading.Thread(target=tell, args=(compilation,), name="telling", daemon=True).start()
    return compilation


def tell(compilation: Compilation) -> None:
    """Print the progress of compiling until it is done."""
    if not sys.stderr.isatty():
        print("Compiling the rules, once; each game opens as soon as it is ready.", file=sys.stderr, flush=True)

    def progress(share: float) -> None:
        left = compilation.left()
        time = "" if left is None else f", about {left:.0f} s left"
        if sys.stderr.isatty():
            line = f"Compiling the rules, once: {share:.0%}{time}. Each game opens as soon as it is ready."
            print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    try:
        compilation.wait(progress)
    except CompilingFailed as error:
        print(f"\nNot everything could be compiled ahead: {error}", file=sys.stderr, flush=True)
        return
    print(f"{chr(13) if sys.stderr.isatty() else ''}The rules are compiled.", file=sys.stderr, flush=True)


def quiet_logs() -> None:
    """Log one line for each fact to stderr. Requests are not logged, so no secret can get into a log."""
    level = logging.getLevelName(os.environ.get("KARTENTISCH_LOG", "WARNING").upper())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event", "table"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level if isinstance(level, int) else logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


async def nothing() -> None:
    """The default farewell: nobody has to be told."""


class Server(uvicorn.Server):
    """Tells the pages before it stops, and aborts closed connections that do not end."""

    def __init__(self, config: uvicorn.Config, admissions: Admissions, farewell: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._admissions = admissions
        self._farewell = farewell

    async def on_tick(self, counter: int) -> bool:
        if counter % SWEEP == 0:
            self._admissions.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._farewell()
        await super().shutdown(sockets)


def server(
    app: ASGIApp,
    proxies: list[str],
    admissions: Admissions,
    farewell: Callable[[], Awaitable[None]] = nothing,
) -> Server:
    http, ws = protocols(admissions)
    if proxies:
        app = BehindProxy(app, admissions.limits.per_address, Proxies(proxies))
    config = uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=FRAME,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=GRACE,
        access_log=False,
        log_level="warning",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        server_header=False,
    )
    return Server(config, admissions, farewell)


@contextmanager
def ends_on_sigterm() -> Iterator[None]:
    """SIGTERM, with which a service is stopped, ends the program cleanly with exit code 0. uvicorn passes it on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def settle_memory() -> None:
    """Spare the garbage collector from walking many times a second through what is loaded by now: all of it stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
