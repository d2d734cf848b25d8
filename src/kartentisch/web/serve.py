"""Runs the server: the data folder, the first compilation, and a clean shutdown."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from kartentisch.proof.draws import luck_key
from kartentisch.store import StoreFailed, key_read_by_others, signing_key
from kartentisch.store.backups import resume
from kartentisch.store.leases import check_lives
from kartentisch.store.opening import Opened, Where, opened
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.table_limits import Limits
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.closing import farewell
from kartentisch.web.live.disk import Disk
from kartentisch.web.live.maintenance import Maintenance
from kartentisch.web.live.meters import Meters
from kartentisch.web.live.pads import PadRegistry
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.retention import Retention
from kartentisch.web.live.world import World, names
from kartentisch.web.logs import Form, configure, notice
from kartentisch.web.network.connections import Admissions, ConnectionLimits, Proxies, descriptors
from kartentisch.web.network.control import Control
from kartentisch.web.network.inner import InnerServer
from kartentisch.web.network.listening import (
    announce,
    bound_address,
    checked,
    inner_address,
    lan_addresses,
    listen,
    origins,
    trusted,
)
from kartentisch.web.network.operating import answering, state_of
from kartentisch.web.network.order_taker import OrderTaker
from kartentisch.web.network.probe import Probe
from kartentisch.web.pages.security_txt import checked_contact
from kartentisch.web.progress import NO_ROOM, compacting, compile_rules
from kartentisch.web.server import SOCKETS, server

if TYPE_CHECKING:
    from kartentisch.web.cluster.node import Node

ANY_PORT = "127.0.0.1:0"
"""Other servers on the same computer only."""


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
    inner: str | None = None,
) -> None:
    """Serve until Ctrl+C, or until SIGTERM, which raises SystemExit(0).

    Raises ValueError with a sentence for impossible settings, and OSError if the system refuses.
    """
    base, contact = checked(url), checked_contact(security_contact)
    proxies = trusted(proxy, base)
    if where:
        check_lives(where.lease)
    listening = listen(host, port)
    with listening, ExitStack() as stack:
        stack.enter_context(ends_on_sigterm())
        figures = listening_inside(stack, metrics, "--metrics")
        between = listening_inside(stack, inner or ANY_PORT, "--inner") if where else None
        port = listening.getsockname()[1]
        configure(log)
        try:
            resume(data)
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {data}.") from error
        if where and between:
            name = where.node or f"{socket.gethostname()}:{port}"
            where = where._replace(node=name, inner=bound_address(between))
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
            meters = import_module("kartentisch.web.metrics").PrometheusMeters() if figures else Meters()
            world = World(named=names(key), luck_key=luck_key(key), meters=meters)
            world = replace(world, clock=held.clock) if held.clock else world
            rooms = RoomRegistry(
                held.store,
                world,
                retention=retention,
                compilation=compilation,
                maintenance=Maintenance(None if held.orders else data),
                disk=Disk(data, warn_below),
                peers=held.peers,
            )
            pads = PadRegistry(rooms.store, rooms.world, rooms.retention)
            counts = None
            if held.peers:
                counts = import_module("kartentisch.web.cluster.shared_counts").shared_counts(held.peers, key)
            app = create_app(rooms, Tokens(key), public_address, limits, contact, offline, pads, counts)
            node, for_servers = None, app
            if held.peers and between:
                made = import_module("kartentisch.web.cluster.node").Node
                node = made(held.peers, held.runs, rooms, pads, key, public_address.path)
                app, for_servers = node.around(app)
            admissions = Admissions((connections or ConnectionLimits()).within(descriptors()), Proxies(proxies))
            settle_memory()
            probe = Probe(app)
            running = server(probe, proxies, admissions, partial(goodbye, rooms, node), log, rooms.throttles)
            running.watch(rooms)
            running.obey(Control(data, answering(rooms, probe, state_of(port, base, proxies, warn_below))))
            if figures:
                print(f"Figures for Prometheus: http://{bound_address(figures)}/metrics")
                pages = import_module("kartentisch.web.metrics").application(meters, rooms, admissions)
                running.also(InnerServer(pages, limit_concurrency=20), figures)
            if held.orders:
                running.attend(OrderTaker(held.orders, rooms).work)
            if node and between:
                running.also(InnerServer(for_servers, **SOCKETS), between)
                running.attend(node.watch)
                running.attend(node.keep_empty)
            running.run(sockets=[listening])


def listening_inside(stack: ExitStack, text: str | None, option: str) -> socket.socket | None:
    """The socket for this inner address; None if nobody has asked for it."""
    return None if text is None else stack.enter_context(listen(*inner_address(text, option), option))


async def goodbye(rooms: RoomRegistry, node: Node | None = None) -> None:
    """Tell load balancers and pages that the server stops; before that, give the tables to other servers."""
    rooms.begin_closing()
    if node is not None:
        await node.leave()
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
    """Spare the garbage collector what is loaded by now, as all of it stays, and keep its turns short.

    A turn stops the event loop while it looks at the objects that came since the one before. Thresholds count what came
    less what went. A move takes away about as much as it brings, so far more objects are young at a turn than its
    threshold says: with thresholds ten times as high, one move of a hundred waited for 20 to 35 ms. A turn that looks
    at everything comes after 40 million more objects; what moves and closed pages leave does not need it.
    """
    gc.collect()
    gc.freeze()
    # From Python 3.14 on, each turn also looks at a part of what is older, the less the higher the second number is.
    gc.set_threshold(200, 1 if sys.version_info < (3, 14) else 100, 100_000)
