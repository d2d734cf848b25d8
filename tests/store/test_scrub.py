"""What was forgotten or deleted is in no byte of the store's files; and the controls, in which it is."""

from __future__ import annotations

import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from kartentisch.store import TALK_KEPT, Name, Said, StoreFailed, copy, sealing
from kartentisch.store.erasing import delete
from kartentisch.store.sqlite import FILE
from kartentisch.store.statements import ERASE_AT_ONCE, OF_A_TABLE
from tests.plain_store import PlainStore
from tests.store.kit import PATIENCE, done, fact, of_writer, opened, program, said, some

SECRET = "Rumpelstilzchen"
WAYS = ("forget", "delete")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[PlainStore]:
    store = opened(folder)
    yield store
    store.close()


def found(folder: Path, *needles: bytes) -> bool:
    """Whether one of these stands in any file of the folder."""
    return any(needle in path.read_bytes() for path in folder.iterdir() if path.is_file() for needle in needles)


def scraps(key: bytes) -> list[bytes]:
    """All that is long enough to tell something of a key."""
    return [key[at : at + 16] for at in range(len(key) - 15)]


def key_of(store: PlainStore, table: str) -> bytes:
    sql = f"SELECT key FROM keys JOIN slots USING (slot) WHERE table_id = '{table}'"
    return bytes(of_writer(store, sql))


def crowd(store: PlainStore, seed: int) -> tuple[str, str]:
    """Five tables at which people talk for long and change their names, in turns, so that pages of the file are parted
    and joined; two of the tables, the secret in all that is said at the first.

    Where nothing is sealed secure_delete alone leaves copies of lines behind.
    """
    chance = random.Random(seed)
    tables = ["".join(chance.choice("abcdefgh") for _ in range(12)) for _ in range(5)]
    futures: list[Future[None]] = []
    for n in range(4_000):
        table = chance.choice(tables)
        word = SECRET if table == tables[3] else "x" * 15
        futures.append(store.say(table, Said(n, 0, "x", "spoon", word * chance.randint(1, 12))))
        if n % 50 == 0:
            futures.append(store.set_name(table, n % 5, f"{word} {n}", "cup"))
        if n % 500 == 0:  # other tables come to the file, and other keys
            futures.append(store.set_name(f"{table}{n}", 0, "Ada", "cup"))
    assert [done(future) for future in futures] == [None] * len(futures)
    return tables[3], tables[4]


def remove(store: PlainStore, table: str, way: str) -> Future[None]:
    future: Future[None] = store.forget_people(table) if way == "forget" else store.delete(table, 1)
    return future


SEEDS = [pytest.param(seed, marks=() if seed in (2, 4) else pytest.mark.long) for seed in range(1, 21)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", WAYS)
def test_what_was_forgotten_or_deleted_is_in_no_byte_of_the_files(
    store: PlainStore, folder: Path, tmp_path: Path, way: str, seed: int
) -> None:
    table, other = crowd(store, seed)
    done(store.append(table, 0, some(1, 2 * ERASE_AT_ONCE)))
    key = key_of(store, table)
    assert found(folder, key), "before, the test finds what it looks for"
    assert not found(folder, SECRET.encode()), "nothing that was said stands in the open"
    done(remove(store, table, way))
    assert not found(folder, SECRET.encode(), *scraps(key))
    (tmp_path / "backups").mkdir()
    copy(folder, tmp_path / "backups" / "later")
    assert not found(tmp_path / "backups", SECRET.encode(), *scraps(key))
    assert (store.names(table), store.talk(table)) == ({}, [])
    assert len(store.talk(other)) == TALK_KEPT
    assert {line.text[:15] for line in store.talk(other)} == {"x" * 15}


@pytest.mark.parametrize("seed", SEEDS)
def test_without_seals_the_same_test_fails(
    store: PlainStore, folder: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """A control: what is removed from the file leaves copies of itself."""
    monkeypatch.setattr(sealing, "seal", lambda key, place, *texts: "\0".join(texts).encode())
    table, _ = crowd(store, seed)
    assert found(folder, SECRET.encode())
    done(store.forget_people(table))
    if seed in (2, 4):
        assert found(folder, SECRET.encode())


def test_a_key_that_is_removed_instead_of_overwritten_is_found(store: PlainStore, folder: Path) -> None:
    """A control: without emptying the log of writes, the key stands there still."""
    done(store.set_name("a", 0, SECRET, "cup"))
    key = key_of(store, "a")
    done(store._writer.submit(lambda db: sealing.forget(db, "a")))
    assert found(folder, *scraps(key))
    done(store.forget_people("b"))
    assert not found(folder, *scraps(key))


def test_a_name_that_comes_later_gets_a_key_of_its_own_and_no_slot_is_used_twice(store: PlainStore) -> None:
    keys = set()
    for n in range(5):
        done(store.set_name("a", 0, f"Ada {n}", "cup"))
        done(store.say("a", said(n, text=f"line {n}")))
        keys.add(key_of(store, "a"))
        assert store.names("a") == {0: Name(f"Ada {n}", "cup")}
        assert [line.text for line in store.talk("a")] == [f"line {n}"]
        done(store.forget_people("a"))
    assert len(keys) == 5
    assert of_writer(store, "SELECT count(*) FROM keys WHERE key = zeroblob(32)") == 5


def test_what_is_sealed_for_one_place_is_read_at_no_other(store: PlainStore) -> None:
    done(store.set_name("a", 0, "Ada", "cup"))
    done(store._writer.submit(lambda db: db.execute("UPDATE names SET seat = 1").rowcount))
    with pytest.raises(StoreFailed, match="cannot read"):
        store.names("a")


def test_what_a_reader_keeps_alive_is_waited_for_and_nobody_else_waits(store: PlainStore, folder: Path) -> None:
    done(store.set_name("a", 0, SECRET, "cup"))
    key = key_of(store, "a")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM names").fetchall()
        forgotten = store.forget_people("a")
        done(store.append("b", 0, some(1, 1)))
        assert store.names("a") == {}
        assert found(folder, *scraps(key)), "a reader of the old state holds the log of writes back"
        for number in range(2, 30):
            done(store.append("b", number - 1, some(number, number)))
        assert not forgotten.done()
    done(forgotten)
    assert not found(folder, *scraps(key))


def test_a_store_that_closes_before_the_reader_goes_says_so_and_the_next_one_sees_to_it(folder: Path) -> None:
    store = opened(folder)
    done(store.set_name("a", 0, SECRET, "cup"))
    key = key_of(store, "a")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM names").fetchall()
        forgotten = store.forget_people("a")
        store.close()
        assert getattr(forgotten.exception(PATIENCE), "code", "") == "closed"
    opened(folder).close()
    assert not found(folder, *scraps(key))


# ---- Part by part ----------------------------------------------------------------------------------------------------


def test_a_table_is_deleted_part_by_part_and_others_write_between(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 10 * ERASE_AT_ONCE)))
    order: list[str] = []
    statements: list[str] = []
    done(store._writer.submit(lambda db: db.set_trace_callback(statements.append)))
    deleted = store.delete("a", 5)
    deleted.add_done_callback(lambda _: order.append("deleted"))
    number = 0
    while not deleted.done():
        future = store.append("b", number, [fact(number + 1)])
        future.add_done_callback(lambda _: order.append("appended"))
        number += 1
        done(future)
        assert not (store.deleted("a") and store.facts("a")), "a table by halves is shown to nobody"
    done(store._writer.submit(lambda db: db.set_trace_callback(None)))
    assert order.index("deleted") >= 5
    own = [sql for before, sql in pairwise(["", *statements]) if sql != before]  # a trigger names its statement again
    parts = [group.count("DELETE FROM facts") for group in "\n".join(own).split("COMMIT")]
    assert (max(parts), sum(parts)) == (1, 11)
    assert not any("VACUUM" in sql for sql in statements)


def test_a_table_half_of_which_is_deleted_is_deleted_after_the_next_start(folder: Path) -> None:
    store = opened(folder)
    done(store.append("a", 0, some(1, 4 * ERASE_AT_ONCE)))
    done(store._writer.submit(lambda db: delete(db, "a", 7)))
    assert of_writer(store, "SELECT count(*) FROM facts") == 3 * ERASE_AT_ONCE
    assert (store.deleted("a"), store.facts("a"), store.tables(), store.answered("a", "x")) == (True, [], [], 0)
    store.close()
    store = opened(folder)
    until = time.monotonic() + PATIENCE
    while of_writer(store, "SELECT count(*) FROM facts") and time.monotonic() < until:
        time.sleep(0.01)
    assert of_writer(store, "SELECT count(*) + (SELECT count(*) FROM erasing) FROM facts") == 0
    store.close()


# ---- Killed ----------------------------------------------------------------------------------------------------------

KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from kartentisch.store import SqliteStore

folder, way = Path(sys.argv[1]), sys.argv[2]
for step in range(1, 100):
    here = folder.with_name(f"killed-{step}")
    shutil.copytree(folder, here)
    if not (child := os.fork()):
        store, steps, last = SqliteStore(here), 0, None
        lease = store.take("a").result()

        def counted(sql):
            global steps, last
            steps, last = steps + (sql != last), sql  # a trigger names its statement again
            if steps == step:
                os.kill(os.getpid(), signal.SIGKILL)

        store._writer.submit(lambda db: db.set_trace_callback(counted)).result()
        (store.forget_people(lease) if way == "forget" else store.delete(lease, 1)).result()
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
"""


@pytest.mark.parametrize("way", WAYS)
def test_killed_at_any_step_the_next_start_finds_all_of_it_or_nothing(folder: Path, tmp_path: Path, way: str) -> None:
    store = opened(folder)
    done(store.set_name("a", 0, SECRET, "cup"))
    done(store.say("a", said(1, text=SECRET)))
    done(store.set_name("b", 0, "Bo", "cup"))
    done(store.append("a", 0, some(1, 2 * ERASE_AT_ONCE)))
    key = key_of(store, "a")
    store.close()
    with program(KILLED, folder, way) as other:
        other.communicate()
        assert other.returncode == 0
    kept = gone = 0
    for killed in sorted(tmp_path.glob("killed-*")):
        store = opened(killed)
        if store.names("a"):
            kept += 1
            assert store.names("a") == {0: Name(SECRET, "cup")}
            assert [line.text for line in store.talk("a")] == [SECRET]
            assert len(store.facts("a")) == 2 * ERASE_AT_ONCE
        else:
            gone += 1
            assert store.talk("a") == []
            assert not found(killed, SECRET.encode(), *scraps(key)), killed.name
            assert store.deleted("a") == (way == "delete")
        assert store.names("b") == {0: Name("Bo", "cup")}
        store.close()
        shutil.rmtree(killed)
    assert kept > 5
    assert gone > 1


def test_every_table_of_the_schema_that_knows_a_table_is_emptied_when_it_is_deleted(store: PlainStore) -> None:
    names = [row[0] for row in store._short.read("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    knowing = [
        name for name in names if any(row[1] == "table_id" for row in store._short.read(f"PRAGMA table_info({name})"))
    ]
    assert sorted({*OF_A_TABLE, "codes", "facts", "names", "talk", "slots", "erasing", "deleted"}) == sorted(knowing)
