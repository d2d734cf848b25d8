"""Runs the server: the data folder, the first compilation, and a clean end."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from pathlib import Path

import structlog
import uvicorn

from kartentisch.engine.warm import cached, warm
from kartentisch.play.games import games, sheet
from kartentisch.store import SqliteStore, StoreFailed, signing_key
from kartentisch.web.app import create_app
from kartentisch.web.gate import Limits
from kartentisch.web.keeping import Keeping
from kartentisch.web.network import announce, checked, lan_addresses, listen, trusted
from kartentisch.web.reach import Reach
from kartentisch.web.rooms import Rooms
from kartentisch.web.tokens import Tokens
from kartentisch.web.wire import MAX_BYTES

FRAME = 4 * MAX_BYTES
"""Beyond this uvicorn itself ends a connection (1009); from MAX_BYTES on the table does, with a sentence."""
PING = 10
"""Seconds between pings of the protocol, and for their answer: a dead line is noticed after 20. The browser itself
answers, also for a page whose timers stand still."""
NO_ROOM = """\
The disk has no room to compact the data after the update; that takes twice the size of the file. Until it is done,
old names may be left in corners of the file. The next start tries again.\
"""
GRACE = 5
"""Seconds for what is under way when the server is stopped."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    url: str | None = None,
    data: Path = Path("data"),
    keeping: Keeping | None = None,
    limits: Limits | None = None,
    proxy: str | None = None,
) -> None:
    """Serve until Ctrl+C. Raises ValueError with a sentence for what cannot be, OSError where the system refuses."""
    base = checked(url)
    proxies = trusted(proxy, base)
    listening = listen(host, port)
    with listening:
        port = listening.getsockname()[1]
        quiet_logs()
        try:
            key = signing_key(data)
            store = SqliteStore(data, compacting)
            if store.postponed:
                print(NO_ROOM, file=sys.stderr)
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {data}.") from error
        try:
            compile_rules()
            addresses = lan_addresses(host, port)
            reach = Reach(base or (addresses[0] if addresses else ""))
            announce(host, port, reach, addresses)
            app = create_app(Rooms(store, keeping=keeping), Tokens(key, store), reach, limits)
            serve(listening, app, proxies)
        finally:
            store.close()


def compacting(share: float) -> None:
    """Says how far it is."""
    end = "\n" if share == 1.0 else ""
    print(f"\rCompacting the data after the update, once: {share:.0%}\033[K", end=end, file=sys.stderr, flush=True)


def compile_rules() -> None:
    """Compile what is not compiled yet: that takes a minute or so, once, and a line says how far it is.

    What lies in the cache is loaded beside the first pages.
    """
    rules = [sheet(name) for name in games()]
    if all(cached(game) for game in rules):
        threading.Thread(target=lambda: [list(warm(game)) for game in rules], name="warm", daemon=True).start()
        return
    for number, game in enumerate(rules, start=1):
        for entry, _ in warm(game):
            line = f"Compiling the rules, once: {game.name} ({number} of {len(rules)}), {entry} …"
            print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)
    print("\rThe rules are compiled.\033[K", file=sys.stderr)


def quiet_logs() -> None:
    """One line a fact, to stderr; requests are not logged, so no secret can get into a log."""
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


def serve(listening: socket.socket, app: object, proxies: list[str]) -> None:
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
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
    # uvicorn ends in peace and then hands the signal on; here it only ends the waiting.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        settle_memory()
    uvicorn.Server(config).run(sockets=[listening])


def settle_memory() -> None:
    """What was loaded by now stays: spare the collector from walking through it many times a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
