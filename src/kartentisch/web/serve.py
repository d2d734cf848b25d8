"""Runs the server: the data folder, the first compilation, and a clean shutdown."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import LOGGING_CONFIG

from kartentisch.proof.draws import luck_key
from kartentisch.store import StoreFailed, key_read_by_others, signing_key
from kartentisch.store.backups import resume
from kartentisch.store.opening import Opened, Where, opened
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.closing import farewell
from kartentisch.web.live.disk import Disk
from kartentisch.web.live.maintenance import Maintenance
from kartentisch.web.live.meters import Meters
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.retention import Retention
from kartentisch.web.live.throttles import Throttles
from kartentisch.web.live.world import World, names
from kartentisch.web.logs import Form, RequestIds, configure, notice
from kartentisch.web.network.connections import Admissions, BehindProxy, ConnectionLimits, Proxies, descriptors
from kartentisch.web.network.control import Control
from kartentisch.web.network.listening import announce, checked, lan_addresses, listen, origins, trusted
from kartentisch.web.network.operating import answering, state_of
from kartentisch.web.network.probe import Probe
from kartentisch.web.network.protocols import protocols
from kartentisch.web.network.throttled import Throttled
from kartentisch.web.pages.security_txt import checked_contact
from kartentisch.web.progress import NO_ROOM, compacting, compile_rules
from kartentisch.web.wire import MAX_BYTES

FRAME = 4 * MAX_BYTES
"""Above this size, uvicorn itself ends a connection (1009); above MAX_BYTES the table does, with a sentence."""
PING = 10
"""Seconds between pings of the protocol, and the wait for a pong: a dead connection is noticed after 20. The browser
itself answers, even for a page whose timers are suspended."""
GRACE = 5
"""Seconds that running requests get when the server stops."""
SWEEP = 50
"""Tenths of a second between two searches for connections that were closed but are still there."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    url: str | None = None,
    data: Path = Path("data"),
    retention: Retention | None = None,
    limits: Limits | None = None,
    proxy: str | None = None,
    connections: ConnectionLimits | None = None,
    new_key: bool = False,
    warn_below: int = 0,
    security_contact: str | None = None,
    metrics: str | None = None,
    log: Form = "text",
    offline: bool = True,
    where: Where | None = None,
) -> None:
    """Serve until Ctrl+C, or until SIGTERM, which raises SystemExit(0).

    Raises ValueError with a sentence for impossible settings, and OSError if the system refuses.
    """
    base, contact = checked(url), checked_contact(security_contact)
    proxies = trusted(proxy, base)
    listening = listen(host, port)
    with listening, listening_inside(metrics) as inside, ends_on_sigterm():
        port = listening.getsockname()[1]
        configure(log)
        try:
            resume(data)
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {data}.") from error
        where = where and where._replace(node=where.node or f"{socket.gethostname()}:{port}")
        with opened(data, where, compacting, notice) as held:
            key = key_of(data, held, new_key)
            if held.postponed:
                notice(NO_ROOM)
            compilation = compile_rules()
            addresses = lan_addresses(host, port)
            public_address = (
                PublicAddress(base, origins(base, addresses, port))
                if base
                else PublicAddress(addresses[0] if addresses else "")
            )
            announce(host, port, public_address, addresses)
            meters = import_module("kartentisch.web.metrics").PrometheusMeters() if inside else Meters()
            world = World(named=names(key), luck_key=luck_key(key), meters=meters)
            world = replace(world, clock=held.clock) if held.clock else world
            rooms = RoomRegistry(
                held.store,
                world,
                retention=retention,
                compilation=compilation,
                maintenance=Maintenance(data),
                disk=Disk(data, warn_below),
            )
            app = create_app(rooms, Tokens(key), public_address, limits, contact, offline)
            admissions = Admissions((connections or ConnectionLimits()).within(descriptors()), Proxies(proxies))
            settle_memory()
            probe = Probe(app)
            running = server(probe, proxies, admissions, partial(goodbye, rooms), log, rooms.throttles)
            running.watch(rooms, held.runs)
            running.obey(Control(data, answering(rooms, probe, state_of(port, base, proxies, warn_below))))
            if inside:
                running.serve_inside(meters, rooms, inside)
            running.run(sockets=[listening])


@contextmanager
def listening_inside(metrics: str | None) -> Iterator[socket.socket | None]:
    """The socket for the figures; None if nobody has asked for them."""
    if metrics is None:
        yield None
        return
    host, port = import_module("kartentisch.web.metrics").inner_address(metrics)
    with listen(host, port, "--metrics") as bound:
        print(f"Figures for Prometheus: http://{metrics_url(bound)}/metrics")
        yield bound


def metrics_url(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def goodbye(rooms: RoomRegistry) -> None:
    """Tell load balancers and pages that the server stops."""
    rooms.begin_closing()
    await farewell(rooms.open_rooms())


def key_of(data: Path, held: Opened, new_key: bool) -> bytes:
    """The key that signs links to seats. If there are tables, a new key is made only with `new_key`."""
    try:
        key = signing_key(data, new_key or not held.holds_tables(), new_key)
        held.same_key(key, new_key)
        if warning := key_read_by_others(data):
            notice(warning)
    except (StoreFailed, OSError) as error:
        raise ValueError(f"{error} The folder is {data}.") from error
    return key


async def nothing() -> None:
    """The default farewell: nobody has to be told."""


class Server(uvicorn.Server):
    """Tells the pages before it stops, and aborts closed connections that do not end."""

    def __init__(self, config: uvicorn.Config, admissions: Admissions, farewell: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._admissions = admissions
        self._farewell = farewell
        self._rooms: RoomRegistry | None = None
        self._runs: Callable[[], int] = lambda: 1
        self._seen = 1
        self._control: Control | None = None
        self._inner: tuple[uvicorn.Server, socket.socket] | None = None
        self._serving_inside: asyncio.Task[None] | None = None

    def watch(self, rooms: RoomRegistry, runs: Callable[[], int] = lambda: 1) -> None:
        """Count when the event loop of these tables stands still. `runs`: how often the server has entered its store;
        all tables are loaded again after each time but the first.
        """
        self._rooms, self._runs = rooms, runs

    def obey(self, control: Control) -> None:
        """Carry out the orders that come by this socket."""
        self._control = control

    def serve_inside(self, meters: Meters, rooms: RoomRegistry, inside: socket.socket) -> None:
        """Serve figures at an inner address, until the very end."""
        metrics = import_module("kartentisch.web.metrics")
        self._inner = metrics.InnerServer(metrics.application(meters, rooms, self._admissions)), inside

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._control:  # first, so that orders are taken as soon as the first page is served
            await self._control.open()
        await super().startup(sockets)
        if self._inner:
            inner, inside = self._inner
            self._serving_inside = asyncio.create_task(inner.serve([inside]))

    async def on_tick(self, counter: int) -> bool:
        if self._rooms is not None:
            self._rooms.stalls.tick(self._rooms.world.meters)
            if (runs := self._runs()) != self._seen:
                self._seen = runs
                for room in self._rooms.open_rooms():  # their leases were lost
                    self._rooms.behind(room)
        if counter % SWEEP == 0:
            self._admissions.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._control:
            await self._control.close()
        for server in self.servers:
            server.close()
        await self._farewell()
        await super().shutdown(sockets)
        if self._inner and self._serving_inside:
            self._inner[0].should_exit = True
            await self._serving_inside


def server(
    app: ASGIApp,
    proxies: list[str],
    admissions: Admissions,
    farewell: Callable[[], Awaitable[None]] = nothing,
    log: Form = "text",
    throttles: Throttles | None = None,
) -> Server:
    throttles = throttles or Throttles()
    http, ws = protocols(admissions, throttles.upgrades)
    app = Throttled(app, throttles.requests)
    if log == "json":
        app = RequestIds(app)
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
        log_config=None if log == "json" else LOGGING_CONFIG,
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
    """Spare the garbage collector what is loaded by now, as all of it stays, and let it stop the event loop only for
    some milliseconds: it takes about one for each thousand objects that it looks at. It looks at the newest 2,000, at
    the newest 10,000 and, after 50 million more, at everything. What closed pages leave needs none of this.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 5_000)
