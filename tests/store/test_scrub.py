"""What is removed for good is in no byte of the files."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.store import TALK_KEPT, Said, SqliteStore
from kartentisch.store.sqlite import FILE
from kartentisch.store.statements import OF_A_TABLE
from tests.store.kit import done, fact, some

SECRET = "Rumpelstilzchen"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(folder)
    yield store
    store.close()


def written_anywhere(folder: Path) -> bool:
    """Whether the secret stands in any byte of the store's files."""
    return any(SECRET.encode() in path.read_bytes() for path in folder.iterdir())


def crowd(store: SqliteStore, seed: int) -> tuple[str, str]:
    """Five tables at which people talk for long, so that pages of the file are parted and joined; two of the tables.

    With these seeds secure_delete alone leaves copies of lines behind.
    """
    chance = random.Random(seed)
    tables = ["".join(chance.choice("abcdefgh") for _ in range(12)) for _ in range(5)]
    futures: list[Future[None]] = []
    for n in range(4_000):
        table = chance.choice(tables)
        text = (SECRET if table == tables[3] else "x" * 15) * chance.randint(1, 12)
        futures.append(store.say(table, Said(n, 0, "x", "spoon", text)))
    assert [done(future) for future in futures] == [None] * len(futures)
    return tables[3], tables[4]


@pytest.mark.parametrize("seed", [2, 4])
@pytest.mark.parametrize("way", ["forget", "delete"])
def test_what_was_forgotten_or_deleted_is_in_no_byte_of_the_files(
    store: SqliteStore, folder: Path, way: str, seed: int
) -> None:
    table, other = crowd(store, seed)
    done(store.set_name(table, 0, SECRET, "cup"))
    done(store.append(table, 0, [fact(1, text=SECRET)] if way == "delete" else some(1, 1)))
    assert written_anywhere(folder)
    done(store.forget_people(table) if way == "forget" else store.delete(table, 1))
    assert not written_anywhere(folder)
    assert len(store.talk(other)) == TALK_KEPT


def test_what_a_reader_keeps_alive_is_scrubbed_when_it_has_gone(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kartentisch.store.writer.SCRUB_AGAIN", 0.0)
    done(store.set_name("a", 0, SECRET, "cup"))
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM names").fetchall()
        done(store.forget_people("a"))
        assert store.names("a") == {}
        assert written_anywhere(folder), "a reader of the old state holds the log of writes back"
    done(store.append("b", 0, some(1, 1)))
    assert not written_anywhere(folder)


def test_nobody_keeps_the_store_busy_by_removing_again_and_again(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two times of scrubbing others have their turn; what had to wait is done without anybody writing."""
    monkeypatch.setattr("kartentisch.store.writer.SCRUB_REST", 50.0)
    times: list[float] = []
    scrub = store._writer._scrub

    def counted() -> None:
        times.append(time.monotonic())
        scrub()

    monkeypatch.setattr(store._writer, "_scrub", counted)
    for _ in range(5):
        done(store.set_name("a", 0, SECRET, "cup"))
        done(store.forget_people("a"))
    assert len(times) == 1, "the other four wait"
    until = time.monotonic() + 30
    while written_anywhere(folder) and time.monotonic() < until:
        time.sleep(0.02)
    assert not written_anywhere(folder)
    assert len(times) == 2


def test_every_table_of_the_schema_that_knows_a_table_is_emptied_when_it_is_deleted(store: SqliteStore) -> None:
    names = [row[0] for row in store._read("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    knowing = [name for name in names if any(row[1] == "table_id" for row in store._read(f"PRAGMA table_info({name})"))]
    assert sorted({*OF_A_TABLE, "deleted"}) == sorted(knowing)
