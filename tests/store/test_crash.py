"""A server that is killed at any instant has kept every fact it acknowledged, and no append by halves."""

from __future__ import annotations

import random
import sqlite3
import time
from collections import defaultdict
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from kartentisch.store import StoreFailed
from kartentisch.store.connections import connect, prepare
from kartentisch.store.sqlite import FILE
from kartentisch.store.upgrading import SCHEMA, upgrade
from tests.store.kit import opened, program
from tests.ways import long

WRITE = """
import asyncio, os, sys, threading
from pathlib import Path
from kartentisch.store import SqliteStore
from kartentisch.table.facts import Fact

os.write(1, b"up\\n")
store = SqliteStore(Path(sys.argv[1]))
slots = threading.Semaphore(30)

def acknowledge(future, line):
    future.result()
    os.write(1, line)  # one short line is written whole
    slots.release()

newest = {f"t{k}": 0 for k in range(7)} | {table.id: table.newest for table in asyncio.run(store.tables())}
while True:
    for table, last in newest.items():
        size = 1 + (last * 7 + len(table)) % 3
        ask = f"a{last}"
        facts = [Fact(last + k + 1, "moved", k, ask, f"{k + 1}/{size} of {table}") for k in range(size)]
        slots.acquire()
        future = store.append(store.take(table).result(), last, facts)
        future.add_done_callback(lambda future, line=f"{table} {last + size}\\n".encode(): acknowledge(future, line))
        newest[table] = last + size
"""


@pytest.mark.slow
@pytest.mark.parametrize("kills", [4, long(12)])
def test_a_killed_server_has_every_acknowledged_fact_exactly_once(kills: int, tmp_path: Path) -> None:
    instants = random.Random(7)
    acknowledged: dict[str, int] = defaultdict(int)
    total = 0
    for _ in range(kills):
        with program(WRITE, tmp_path / "data") as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"up\n"
            time.sleep(instants.uniform(0, 0.3))
            server.kill()
            lines = server.stdout.read().splitlines()
        for line in lines:
            table, newest = line.split()
            assert int(newest) > acknowledged[table.decode()], "acknowledged in order"
            acknowledged[table.decode()] = int(newest)
        total += len(lines)
        holds(tmp_path / "data", acknowledged)
    assert total > 20, "the test saw too little"


def holds(folder: Path, acknowledged: dict[str, int]) -> None:
    """Check that all that was acknowledged is there, in order, without gaps, and each append whole."""
    store = opened(folder)
    try:
        tables = {table.id: table.newest for table in store.tables()}
        for table, newest in acknowledged.items():
            assert tables[table] >= newest
        for table, newest in tables.items():
            facts = store.facts(table)
            assert [fact.number for fact in facts] == list(range(1, newest + 1))
            last = 0
            while last < newest:
                size = 1 + (last * 7 + len(table)) % 3
                group = facts[last : last + size]
                assert [fact.text for fact in group] == [f"{k + 1}/{size} of {table}" for k in range(size)]
                assert {fact.ask for fact in group} == {f"a{last}"}
                last += size
    finally:
        store.close()


def things(db: sqlite3.Connection) -> int:
    found: int = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return found


def test_an_upgrade_that_is_cut_off_anywhere_leaves_nothing_by_halves(tmp_path: Path) -> None:
    whole, cut_off = [0], 0
    with closing(sqlite3.connect(":memory:")) as db:
        for step in sorted(SCHEMA.glob("*.sql")):
            db.executescript(step.read_text(encoding="utf-8"))
            whole.append(things(db))
    for steps in range(1, 2000, 97):
        folder = tmp_path / str(steps)
        folder.mkdir()
        with closing(connect(folder / FILE)) as db:
            prepare(db)
            db.set_progress_handler(map(steps.__eq__, count()).__next__, 1)
            try:
                upgrade(db)
            except sqlite3.OperationalError:
                cut_off += 1
                assert things(db) == whole[db.execute("PRAGMA user_version").fetchone()[0]]
        store = opened(folder)
        assert store.tables() == []
        store.close()
    assert cut_off > 3, "the test saw too little"


def test_the_message_of_a_failure_tells_nothing_of_the_machine(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed) as caught:
        opened(tmp_path / "file")
    assert str(tmp_path) not in str(caught.value)
    assert str(tmp_path) in str(caught.value.__cause__)
