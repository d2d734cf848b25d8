"""`kartentisch bench --web` tells stalls of the server from delays that only its clients see, and its clients seal."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from kartentisch.cli import bench_web
from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_stalls import Delays, Moved, Reading, Watch, delays, read
from kartentisch.cli.bench_web import SEATS, drive, open_board
from kartentisch.proof import draws
from kartentisch.proof.part import Part
from kartentisch.store import SqliteStore
from kartentisch.table.contents import Sealed, Unsealed
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.stalls import EVERY
from tests.web.support.kit import KEY, House, browser, kept_bot_pool
from tests.web.support.listening import listening, until

# ---- Stalls ----------------------------------------------------------------------------------------------------------


def readings(*stalls: tuple[int, int, int]) -> list[Reading]:
    """One reading a second, from second 100."""
    return [Reading(100.0 + n, *counts) for n, counts in enumerate(stalls)]


def test_a_late_move_is_put_down_to_the_stall_that_was_counted_meanwhile() -> None:
    found = readings((3, 1, 900), (3, 1, 900), (4, 1, 1400), (4, 1, 1400), (4, 2, 1600), (4, 2, 1600))
    moves = [
        Moved(100.2, 0.3),  # nothing stalled: the client's own delay, or the disk's
        Moved(101.1, 0.6),  # the server at work
        Moved(103.2, 0.2),  # the machine
        Moved(101.2, 0.05),  # in time
    ]
    assert delays(found, moves) == Delays(busy=1, waiting=1, stalled_ms=700, late_with_stall=2, late_without=1)


def test_what_stalled_before_the_measurement_does_not_count() -> None:
    found = readings((9, 9, 5000), (9, 9, 5000))
    assert delays(found, [Moved(100.1, 0.5)]) == Delays(0, 0, 0, 0, 1)
    assert delays(found, []) == Delays(0, 0, 0, 0, 0)


def test_the_stalls_are_those_that_the_server_says() -> None:
    with browser() as (client, house):
        before = read(lambda path: client.get(path).text)
        stalls = house.rooms.stalls
        clock, cpu = [0.0], [0.0]
        stalls.clock, stalls.cpu = (lambda: clock[0]), (lambda: cpu[0])
        for seconds, worked in ((0.0, 0.0), (EVERY + 0.4, 0.4), (EVERY + 0.2, 0.0)):
            clock[0] += seconds
            cpu[0] += worked
            stalls.tick(house.rooms.world.meters)
        after = read(lambda path: client.get(path).text)
    assert (before.busy, before.waiting, before.stalled_ms) == (0, 0, 0)
    assert (after.busy, after.waiting, after.stalled_ms) == (1, 1, 600)


def test_a_stalled_loop_is_seen_by_the_watch() -> None:
    """Over a real port: the loop of the server sleeps for longer than a stall."""
    house = House()
    app = create_app(house.rooms, Tokens(KEY), house.public_address)
    with kept_bot_pool(), listening(app) as found:
        assert found.server is not None
        found.server.watch(house.rooms)
        at: Server = Server.__new__(Server)
        at.port = found.port
        watch = Watch(at.get)

        async def run() -> list[Moved]:
            watching = asyncio.ensure_future(watch.run())
            while len(watch.readings) < 2:  # by then the server has measured for the first time
                await asyncio.sleep(0.01)
            begun = time.perf_counter()
            loop = found.server.servers[0].get_loop()  # type: ignore[union-attr]
            loop.call_soon_threadsafe(time.sleep, 0.5)
            await asyncio.to_thread(at.get, "/healthz")  # comes after the sleep
            moved = Moved(begun, 0.5)
            watching.cancel()
            return [moved]

        moves = asyncio.run(run())
        until(lambda: read(at.get).stalled_ms - watch.readings[1].stalled_ms >= 300)  # counted at the next tick
        watch.end()
    seen = delays(watch.readings, moves)
    assert seen.busy + seen.waiting >= 1
    assert seen.stalled_ms >= 300
    assert (seen.late_with_stall, seen.late_without) == (1, 0)


# ---- Seals -----------------------------------------------------------------------------------------------------------


def test_a_part_seals_the_next_draw_and_opens_only_its_own_seal() -> None:
    part, bind = Part(), draws.bind("table0000")
    assert part.asks({"t": "welcome", "table": "table0000", "seat": 2}) == [], "no draw to seal for"
    (sealed,) = part.asks({"t": "welcome", "table": "table0000", "seat": 2, "draw": 4})
    assert sealed["do"] == "seal"
    draw, seal = sealed["arg"].split()
    opened, following = part.asks({"t": "draw", "draw": 4, "seals": {"2": seal}})
    assert (draw, opened["do"], following["do"]) == ("4", "unseal", "seal")
    assert draws.seal(bind, 4, 2, opened["arg"].split()[1]) == seal
    assert following["arg"].startswith("5 ")
    (only,) = part.asks({"t": "draw", "draw": 5, "seals": {"2": "f" * 64}})
    assert only["do"] == "seal", "a seal that is not its own stays closed"


def test_the_clients_of_the_measurement_take_part_in_the_luck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards of a measured table come from the numbers of all of its clients."""
    monkeypatch.setattr(bench_web, "WARM", 0.0)
    server = Server(tmp_path / "data")
    try:
        board = open_board(server, "schwupps")
        assert asyncio.run(drive(server, [board], 0.2))
    finally:
        server.stop()
    store = SqliteStore(tmp_path / "data")
    try:
        table = board.places[0].address.split("/")[2]
        facts = asyncio.run(store.facts(table))
    finally:
        store.close()
    drawn = [fact for fact in facts if fact.kind in ("sealed", "unsealed", "dealt")]
    assert [fact.kind for fact in drawn[:3]] == ["sealed", "unsealed", "dealt"]
    sealed, unsealed = drawn[0].content, drawn[1].content
    assert isinstance(sealed, Sealed)
    assert isinstance(unsealed, Unsealed)
    assert [seat for seat, _ in sealed.seals] == [seat for seat, _ in unsealed.numbers] == list(range(SEATS))
    assert unsealed.missing == ()
