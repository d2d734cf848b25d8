"""How a server performs with many stored tables: its start, its lists, and deleting while others play.

python -m scripts.many_tables make FOLDER; python -m scripts.many_tables measure FOLDER (a copy of it: tables go)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from kartentisch.play.games import sheet
from kartentisch.store import Said, SqliteStore
from kartentisch.table.after import after
from kartentisch.table.contents import Closed, Move
from kartentisch.table.facts import Fact
from kartentisch.table.settings import read_settings
from kartentisch.table.table import Table, opened
from kartentisch.web.live import janitor
from kartentisch.web.live.janitor import tidy
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.retention import Retention
from kartentisch.web.logs import configure

LOGS = Path(__file__).resolve().parent.parent / "tests" / "stored" / "first_version" / "logs"
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LONG = 250
"""The number of facts of a table that was played to its end."""
BETWEEN = 0.002
"""Seconds between two appends of a table that is played meanwhile."""


def log_of(name: str) -> list[Fact]:
    lines = (LOGS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=Fact) for line in lines]


def tables(facts: list[Fact]) -> Iterator[Table]:
    table = opened(sheet(read_settings(facts[0].text).game), facts[0])
    yield table
    for fact in facts[1:]:
        table = after(table, fact)
        yield table


def running(name: str, bot: bool) -> list[Fact]:
    """The longest beginning of a log after which a person, or with `bot` a bot, is to move."""
    facts, longest = log_of(name), 0
    for table in tables(facts):
        up = table.actors()[:1]
        if up and bool(table.chairs[up[0]].bot) == bot and table.pace != "step":
            longest = table.number
    return facts[:longest]


def how_it_stands(facts: list[Fact]) -> tuple[Any, ...]:
    """The argument that the store gets in addition to the facts. In the first version there was none."""
    try:
        from kartentisch.web.live.standing import standing
    except ImportError:
        return ()
    return (standing(list(tables(facts))[-1]),)


def make(folder: Path, stored: int, runs: int) -> None:
    chance, now = random.Random(5), time.time_ns() // 1_000_000
    store = SqliteStore(folder)
    games = ("solo", "swup", "schwupps", "schweinsgalopp")
    parts = [running(f"seats-{game}", bot=False) for game in games] * 9 + [
        running(f"seats-{game}", True) for game in games
    ]
    parts = [part for part in parts if part]
    standings = {id(part): how_it_stands(part) for part in parts}
    part = over = log_of("seats-solo")[:2]
    moved = next(fact for fact in log_of("seats-solo") if fact.kind == "moved")
    futures: list[Future[Any]] = []
    for n in range(stored):
        table_id = "".join(chance.choice(LETTERS) for _ in range(12))
        if n < runs:
            part = facts = parts[n % len(parts)]
        else:
            part, facts = over, over + [replace(moved, number=number, ask=f"ask-{number}") for number in range(3, LONG)]
            facts = [*facts, Fact.of(LONG, Closed("host"))]
        facts = [replace(fact, time=now) for fact in facts]
        lease = store.take(table_id).result()
        futures.append(store.append(lease, 0, facts, *standings.get(id(part), ())))
        futures += [store.set_name(lease, seat, f"Person {seat} {n}", "spoon") for seat in range(3)]
        futures += [store.say(lease, Said(k, 0, "Person", "spoon", f"A line of talk {k}")) for k in range(5)]
        if len(futures) > 2_000:
            for future in futures:
                future.result()
            futures = []
    for future in futures:
        future.result()
    store.close()
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    print(json.dumps({"stored": stored, "running": runs, "MB": round(size)}))


def cost(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """The processor time and the wall time of some work in seconds, and its result."""
    cpu, clock = time.process_time(), time.perf_counter()
    found = work()
    return round(time.process_time() - cpu, 3), round(time.perf_counter() - clock, 3), found


def percentiles(times: list[float]) -> dict[str, float]:
    times = sorted(times)
    return {f"p{p}": round(1000 * times[min(len(times) - 1, len(times) * p // 100)], 1) for p in (50, 99, 100)}


async def beside(store: SqliteStore, works: list[Callable[[], Future[Any]]]) -> dict[str, Any]:
    """The milliseconds of each of these works, one after the other, and of the appends of a table played meanwhile."""
    table_id = f"beside-{len(works)}-{time.time_ns()}"
    lease = store.take(table_id).result()
    newest, appends, took, done = 0, list[float](), list[float](), False

    async def play() -> None:
        nonlocal newest
        while not done:
            begun = time.perf_counter()
            await asyncio.wrap_future(store.append(lease, newest, [Fact.of(newest + 1, Move("x" * 60))]))
            newest += 1
            appends.append(time.perf_counter() - begun)
            await asyncio.sleep(BETWEEN)

    playing = asyncio.ensure_future(play())
    for work in works:
        begun = time.perf_counter()
        await asyncio.wrap_future(work())
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(BETWEEN)
    done = True
    await playing
    return {"ms": percentiles(took), "n": len(took), "appends ms": percentiles(appends), "appends": len(appends)}


async def lists(store: SqliteStore) -> tuple[list[str], list[str]]:
    return await store.waking(), await store.inviting(0, 24)


def measure(folder: Path, times: int) -> None:
    for path in sorted(LOGS.glob("seats-*.jsonl")):
        list(tables(log_of(path.stem)))  # loads the compiled code before anything is measured
    begun, cpu = time.perf_counter(), time.process_time()
    store = SqliteStore(folder)
    found: dict[str, Any] = {"open": (round(time.process_time() - cpu, 3), round(time.perf_counter() - begun, 3))}

    async def ready() -> int:
        rooms = RoomRegistry(store)
        await janitor.wake(rooms)
        woken = len(rooms.open_rooms())
        found["until ready"] = (round(time.process_time() - cpu, 3), round(time.perf_counter() - begun, 3))
        cpu_tidy, clock = time.process_time(), time.perf_counter()
        await tidy(rooms, Retention(30, 30))
        found["tidy"] = (round(time.process_time() - cpu_tidy, 3), round(time.perf_counter() - clock, 3))
        for room in rooms.open_rooms():
            await rooms.scheduler(room.id).stop()
        return woken

    found["woken"] = asyncio.run(ready())
    found["list of all"] = cost(lambda: asyncio.run(store.tables()))[:2]
    found["lists of waking, inviting"] = cost(lambda: asyncio.run(lists(store)))[:2]
    closed = [store.take(one.id).result() for one in asyncio.run(store.tables()) if one.closed]
    unused = store.take("plain").result()
    forget = [lambda lease=lease: store.forget_people(lease) for lease in closed[:times]]
    delete = [lambda lease=lease: store.delete(lease, 1) for lease in closed[times : 2 * times]]
    plain: list[Callable[[], Future[Any]]] = [lambda: store.renew(unused, 0)] * times
    found["a plain write"] = asyncio.run(beside(store, plain))
    found["forget"] = asyncio.run(beside(store, forget))  # type: ignore[arg-type]
    found["delete"] = asyncio.run(beside(store, delete))  # type: ignore[arg-type]
    store.close()
    json.dump(found, sys.stdout, indent=1)
    print()


def main() -> None:
    configure()
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("what", choices=("make", "measure"))
    known.add_argument("folder", type=Path)
    known.add_argument("--tables", type=int, default=10_000)
    known.add_argument("--running", type=int, default=1_000)
    known.add_argument("--times", type=int, default=200, help="tables to be forgotten, and to be deleted")
    given = known.parse_args()
    if given.what == "make":
        make(given.folder, given.tables, given.running)
    else:
        measure(given.folder, given.times)


if __name__ == "__main__":
    main()
