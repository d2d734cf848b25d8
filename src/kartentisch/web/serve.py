"""Runs the server: the data folder, the first compilation, where it can be reached, and a clean end."""

from __future__ import annotations

import contextlib
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import segno
import structlog
import uvicorn

from kartentisch.engine.warm import cached, warm
from kartentisch.play.games import games, sheet
from kartentisch.store import SqliteStore, StoreFailed, signing_key
from kartentisch.web.app import create_app
from kartentisch.web.reach import Reach
from kartentisch.web.rooms import Rooms
from kartentisch.web.tokens import Tokens
from kartentisch.web.wire import MAX_BYTES

FRAME = 4 * MAX_BYTES
"""Beyond this uvicorn itself ends a connection (1009); from MAX_BYTES on the table does, with a sentence."""
PING = 10
"""Seconds between pings of the protocol, and for their answer: a dead line is noticed after 20. The browser itself
answers, also for a page whose timers stand still."""
GRACE = 5
"""Seconds for what is under way when the server is stopped."""


def run(host: str = "127.0.0.1", port: int = 8000, url: str | None = None, data: Path = Path("data")) -> None:
    """Serve until Ctrl+C. Raises ValueError with a sentence for what cannot be, OSError where the system refuses."""
    base = checked(url)
    listening = listen(host, port)
    with listening:
        port = listening.getsockname()[1]
        quiet_logs()
        try:
            key = signing_key(data)
            store = SqliteStore(data)
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {data}.") from error
        try:
            compile_rules()
            reach = Reach(base or lan_address(host, port))
            announce(host, port, reach)
            serve(listening, create_app(Rooms(store), Tokens(key, store), reach), proxied=bool(base))
        finally:
            store.close()


def checked(url: str | None) -> str:
    """The address by which people reach the server, without a slash at its end."""
    if not url:
        return ""
    parts = urlsplit(url)
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
    ):
        raise ValueError(f"{url} is no address like https://cards.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises OSError with a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    if os.name != "nt":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(512)
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(
                error.errno, f"port {port} is taken, perhaps by another Kartentisch; choose one with --port"
            ) from None
        raise
    return found


def lan_address(host: str, port: int) -> str:
    """The address for phones in the same network; empty if only this computer can reach the server."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "" if host == "localhost" else f"http://{host}:{port}"
    if address.is_loopback:
        return ""
    if not address.is_unspecified:
        return f"http://[{host}]:{port}" if address.version == 6 else f"http://{host}:{port}"
    own = own_address()
    return f"http://{own}:{port}" if own else ""


def own_address() -> str:
    """This computer's address in its network: the one it would use to go out. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found


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


def announce(host: str, port: int, reach: Reach) -> None:
    """Where it can be reached."""
    here = "127.0.0.1" if host in ("0.0.0.0", "::", "localhost") else host
    print(f"Kartentisch is ready. On this computer: http://{f'[{here}]' if ':' in here else here}:{port}")
    if reach.base:
        print(f"For everybody else: {reach.base}")
        if sys.stdout.isatty():
            segno.make(reach.base, error="m", micro=False).terminal(compact=True, border=2)
    print("Stop it with Ctrl+C.", flush=True)


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


def serve(listening: socket.socket, app: object, *, proxied: bool) -> None:
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
        proxy_headers=proxied,
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
