"""Appends a second and their delays, SQLite beside PostgreSQL, in one run: `python -m scripts.store_speed`.

Both write to a disk and wait for it (fsync). Each table appends one fact after the other. The order of the
two alternates, so that what else the computer does reaches both.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from kartentisch.store import SqliteStore, Store
from kartentisch.table.facts import Fact
from tests import postgresql

TEXT = '{"move":"play 12345678901234567890"}'


def appended(store: Store, tables: int, seconds: float, tag: str) -> tuple[float, list[float]]:
    """Appends a second, and the seconds that each took."""
    until, took = time.perf_counter() + seconds, list[float]()

    def play(table: str) -> None:
        lease, number = store.take(table).result(), 0
        while (begun := time.perf_counter()) < until:
            store.append(lease, number, [Fact(number + 1, "moved", text=TEXT, time=number)]).result()
            number += 1
            took.append(time.perf_counter() - begun)

    threads = [threading.Thread(target=play, args=(f"{tag}-{number}",)) for number in range(tables)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(took) / seconds, took


def main(arguments: list[str]) -> int:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    from kartentisch.store.postgres import Database, PostgresStore

    with tempfile.TemporaryDirectory() as folder, postgresql.server(shared_buffers="128MB") as server:
        database = Database(server.url(server.new_database()))
        stores: dict[str, Callable[[], Any]] = {
            "SQLite": lambda: SqliteStore(Path(folder)),
            "PostgreSQL": lambda: PostgresStore(database),
        }
        print("| tables at once | store | appends a second | p50 ms | p99 ms |\n|---:|---|---:|---:|---:|")
        for tables in (1, 8, 64):
            rates: dict[str, list[float]] = {name: [] for name in stores}
            delays: dict[str, list[float]] = {name: [] for name in stores}
            for turn in range(options.rounds):
                for name in sorted(stores, reverse=bool(turn % 2)):
                    with closing(stores[name]()) as store:
                        rate, took = appended(store, tables, options.seconds, f"{tables}-{turn}")
                    rates[name].append(rate)
                    delays[name] += took
            for name in stores:
                ordered = sorted(delays[name])
                p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
                print(f"| {tables} | {name} | {median(rates[name]):.0f} | {p50:.1f} | {p99:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
