"""How the SQLite store keeps its promise: on the disk, many at once, and whatever the disk does."""

from __future__ import annotations

import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.store import FolderInUse, MemoryStore, Name, StoreFailed, copy, sealing
from kartentisch.store.connections import connect
from kartentisch.store.sqlite import FILE
from kartentisch.store.upgrading import SCHEMA, upgrade
from tests.plain_store import PlainStore
from tests.store.kit import PATIENCE, busy, code, done, fact, fault, of_writer, opened, program, some

HOLD_FILE = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
db.execute("ROLLBACK")
db.close()
"""
LIMIT = """
import asyncio, resource, sys
from pathlib import Path
from kartentisch.store import SqliteStore
from kartentisch.table.facts import Fact

store = SqliteStore(Path(sys.argv[1]))
lease = store.take("a").result()
store.append(lease, 0, [Fact(1, "opened")]).result()
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
failed = store.append(lease, 1, [Fact(2, "moved", text="x" * 500_000)]).exception()
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
print(type(failed).__name__, len(asyncio.run(store.facts("a"))))
store.append(lease, 1, [Fact(2, "moved", text="y" * 500_000)]).result()
store.close()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[PlainStore]:
    store = opened(folder)
    yield store
    store.close()


def test_what_is_committed_outlives_a_power_cut(store: PlainStore) -> None:
    assert of_writer(store, "PRAGMA synchronous") == 2, "FULL"
    assert of_writer(store, "PRAGMA journal_mode") == "wal"
    assert of_writer(store, "PRAGMA fullfsync") == 1


def test_many_appends_that_wait_share_a_commit(store: PlainStore) -> None:
    with busy(store):
        futures = [
            store.append(f"t{k}", number - 1, some(number, number)) for number in range(1, 21) for k in range(50)
        ]
        before = store.commits
    for future in futures:
        done(future)
    assert store.commits - before == 1 + 4, "what was being written, then 1000 appends, at most 256 to a commit"
    assert all(store.facts(f"t{k}") == some(1, 20) for k in range(50))


def test_neither_appending_nor_reading_waits_for_the_disk(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 1)))
    with busy(store):
        future = store.append("a", 1, some(2, 2))
        assert not future.done()
        assert store.facts("a") == some(1, 1)
    done(future)
    assert store.facts("a") == some(1, 2)


def test_the_data_are_there_after_reopening(folder: Path) -> None:
    for number in range(1, 4):
        store = opened(folder)
        assert store.facts("a") == some(1, number - 1)
        done(store.append("a", number - 1, some(number, number)))
        store.close()
    assert sorted(path.name for path in folder.iterdir()) == ["lock", FILE], "no WAL is left behind"


def test_only_the_owner_can_read_the_data(store: PlainStore, folder: Path, tmp_path: Path) -> None:
    done(store.append("a", 0, some(1, 1)))
    store.backup(tmp_path / "copy")
    files = [*folder.iterdir(), tmp_path / "copy"]
    assert {path.name for path in files} == {"lock", FILE, FILE + "-wal", FILE + "-shm", "copy"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_second_server_on_the_same_folder_is_refused(store: PlainStore, folder: Path) -> None:
    with pytest.raises(FolderInUse, match="Another server is running"):
        opened(folder)
    source = "import sys; from pathlib import Path; from kartentisch.store import *\n"
    source += "try: SqliteStore(Path(sys.argv[1]))\nexcept FolderInUse as error: print(error)"
    with program(source, folder) as other:
        assert other.communicate()[0].startswith(b"Another server")
    store.close()
    opened(folder).close()


def test_a_backup_can_be_made_beside_a_running_server_and_without_one(folder: Path, tmp_path: Path) -> None:
    store = opened(folder)
    done(store.append("a", 0, some(1, 3)))
    copy(folder, tmp_path / "with")
    store.close()
    copy(folder, tmp_path / "without")
    for name in ("with", "without"):
        with closing(sqlite3.connect(tmp_path / name)) as db:
            assert db.execute("SELECT number, text FROM facts").fetchall() == [(f.number, f.text) for f in some(1, 3)]
    with pytest.raises(ValueError, match="data folder"):
        copy(folder, folder / FILE)
    with pytest.raises(StoreFailed):
        copy(tmp_path / "nothing", tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "with", "without"]


def by_hand(sql: str) -> Callable[[sqlite3.Connection], int]:
    return lambda db: db.execute(sql).rowcount


def test_the_log_cannot_be_changed_even_by_hand(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 2)))
    for sql in ("UPDATE facts SET text = ''", "DELETE FROM facts", "INSERT INTO facts SELECT * FROM facts"):
        assert code(store._writer.submit(by_hand(sql))) == "broken"
    assert store.facts("a") == some(1, 2)


def test_a_full_disk_refuses_and_loses_nothing(store: PlainStore) -> None:
    done(store.append("a", 0, some(1, 3)))
    pages = of_writer(store, "PRAGMA page_count")
    of_writer(store, f"PRAGMA max_page_count = {pages + 4}")
    big = [fact(4, text="small"), fact(5, text="x" * 100_000)]
    futures = [store.append("a", 3, big), store.append("b", 0, big[:0])]
    assert code(futures[0]) == "full"
    assert str(fault(futures[0])) == "The server cannot write: its disk is full."
    assert store.facts("a") == some(1, 3)
    of_writer(store, f"PRAGMA max_page_count = {2**30}")
    done(store.append("a", 3, big))
    assert store.facts("a") == [*some(1, 3), *big]


def test_a_file_that_may_not_grow_refuses_and_loses_nothing(folder: Path) -> None:
    with program(LIMIT, folder) as other:
        assert other.communicate()[0].split() == [b"StoreFailed", b"1"]
        assert other.returncode == 0
    store = opened(folder)
    assert [found.text[:1] for found in store.facts("a")] == ["", "y"]
    store.close()


def test_a_file_that_another_program_locks_refuses_within_two_seconds(store: PlainStore, folder: Path) -> None:
    done(store.append("a", 0, some(1, 1)))
    assert of_writer(store, "PRAGMA busy_timeout") < 2_000
    with program(HOLD_FILE, folder / FILE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert code(store.append("a", 1, some(2, 2))) == "locked"
        assert store.facts("a") == some(1, 1)
        store.close()
        begun = time.perf_counter()
        opened(folder).close()  # opening writes nothing when the schema is up to date
        assert time.perf_counter() - begun < 2
        store = opened(folder)
        other.communicate(b"\n")
    done(store.append("a", 1, some(2, 2)))
    assert store.facts("a") == some(1, 2)
    store.close()


def test_a_file_that_is_gone_refuses_until_it_is_back(store: PlainStore, folder: Path) -> None:
    done(store.append("a", 0, some(1, 1)))
    away = folder.rename(folder.with_name("away"))
    assert code(store.append("a", 1, some(2, 2))) == "gone"
    away.rename(folder)
    done(store.append("a", 1, some(2, 2)))
    (folder / FILE).rename(folder / "old")
    (folder / FILE).touch()
    assert code(store.append("a", 2, some(3, 3))) == "gone"
    (folder / "old").replace(folder / FILE)
    done(store.append("a", 2, some(3, 3)))
    assert store.facts("a") == some(1, 3)


def test_a_job_that_breaks_is_undone_and_spoils_no_other_in_its_commit(store: PlainStore) -> None:
    def work(db: sqlite3.Connection) -> None:
        sealing.set_name(db, "a", 0, "Ada", "spoon")
        raise ZeroDivisionError

    with busy(store):
        futures = [store.append("a", 0, some(1, 1)), store._writer.submit(work), store.append("a", 1, some(2, 2))]
    assert [type(future.exception(PATIENCE)) for future in futures] == [type(None), ZeroDivisionError, type(None)]
    assert store.names("a") == {}
    assert store.facts("a") == some(1, 2)


def test_a_file_that_is_no_store_is_refused_and_the_folder_given_back(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreFailed, match="cannot read or write"):
        opened(folder)
    (folder / FILE).unlink()
    opened(folder).close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="data folder"):
        opened(tmp_path / "file" / "data")


def test_tests_can_let_the_memory_store_fail() -> None:
    memory = MemoryStore()
    store = PlainStore(memory)
    store.lease("a")
    memory.failing = StoreFailed("full")
    assert fault(store.append("a", 0, some(1, 1))) is memory.failing
    memory.failing = None
    done(store.append("a", 0, some(1, 1)))
    assert store.facts("a") == some(1, 1)


@pytest.mark.parametrize("version", range(len(list(SCHEMA.glob("*.sql"))) + 1))
def test_a_file_of_any_version_is_upgraded(folder: Path, tmp_path: Path, version: int) -> None:
    older = tmp_path / "older"
    older.mkdir()
    for step in sorted(SCHEMA.glob("*.sql"))[:version]:
        (older / step.name).write_text(step.read_text(encoding="utf-8"), encoding="utf-8")
    folder.mkdir(parents=True)
    with closing(connect(folder / FILE)) as db:
        upgrade(db, older)
    store = opened(folder)
    done(store.append("a", 0, some(1, 1)))
    assert of_writer(store, "PRAGMA user_version") == len(list(SCHEMA.glob("*.sql")))
    store.close()


def test_an_upgrade_keeps_the_data_and_one_that_fails_changes_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(folder)
    done(store.append("a", 0, some(1, 3)))
    done(store.set_name("a", 0, "Ada", "spoon"))
    store.close()
    newer = tmp_path / "newer"
    newer.mkdir()
    for step in SCHEMA.glob("*.sql"):
        (newer / step.name).write_text(step.read_text(encoding="utf-8"), encoding="utf-8")
    now = len(list(newer.glob("*.sql")))
    monkeypatch.setattr(upgrade, "__defaults__", (newer,))
    added = newer / f"{now + 1:03}.sql"

    added.write_text("CREATE TABLE chat (text TEXT) STRICT;\nCREATE TABLE facts (a);", encoding="utf-8")
    with pytest.raises(StoreFailed):
        opened(folder)
    added.write_text("CREATE TABLE chat (text TEXT) STRICT;", encoding="utf-8")
    store = opened(folder)
    assert of_writer(store, "SELECT count(*) FROM chat") == 0
    assert of_writer(store, "PRAGMA user_version") == now + 1
    assert store.facts("a") == some(1, 3)
    assert store.names("a") == {0: Name("Ada", "spoon")}
    store.close()

    monkeypatch.undo()
    with pytest.raises(StoreFailed, match="newer version"):
        opened(folder)
