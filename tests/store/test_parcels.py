"""Parcels: what every store promises of them, and what the files of one hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import Memory, MemoryStore, Parcel, StoreFailed, copy, pack, parcel_id, unpack
from kartentisch.store.backups import back_up, restore
from kartentisch.store.sqlite import FILE
from tests import postgresql
from tests.plain_store import PlainStore
from tests.store.kit import done, empty_database, fault, opened, some
from tests.store.test_older import older_file
from tests.store.test_scrub import found

SECRET, OTHER = b"sixteen bytes or", b"sixteen bytes, a"
TEXT = "Rumpelstilzchen"
ROOM = 1000


def test_a_parcel_is_taken_once(store: PlainStore) -> None:
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    assert store.parcel("p") == Parcel(b"sealed", 600)
    assert store.parcel("q") is None
    assert done(store.take_parcel("q", 0)) == b""
    assert done(store.take_parcel("p", 599)) == b"sealed"
    assert done(store.take_parcel("p", 599)) == b""
    assert store.parcel("p") == Parcel(b"", 600), "its link can say that it was used"


def test_a_parcel_whose_time_is_up_is_not_taken_and_still_known(store: PlainStore) -> None:
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    assert done(store.take_parcel("p", 600)) == b""
    assert store.parcel("p") == Parcel(b"sealed", 600)


def test_of_many_who_take_at_the_same_moment_one_gets_it(store: PlainStore) -> None:
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    with ThreadPoolExecutor(8) as threads:
        got = list(threads.map(lambda _: done(store.take_parcel("p", 5)), range(40)))
    assert sorted(got) == [b""] * 39 + [b"sealed"]


def _of_one_memory() -> tuple[Any, Any]:
    memory = Memory()
    return MemoryStore(memory, "one"), MemoryStore(memory, "two")


def _of_one_database() -> tuple[Any, Any]:
    from kartentisch.store.postgres import PostgresStore

    database = empty_database()
    return PostgresStore(database), PostgresStore(database)


@pytest.mark.parametrize("nodes", [_of_one_memory, pytest.param(_of_one_database, marks=pytest.mark.postgres)])
def test_two_nodes_give_it_once(nodes: Callable[[], tuple[Any, Any]]) -> None:
    one, two = nodes()
    try:
        for name in "abcdefgh":
            assert done(one.keep_parcel(name, Parcel(b"sealed", 600), ROOM))
            with ThreadPoolExecutor(2) as threads:
                got = list(threads.map(lambda store, name=name: done(store.take_parcel(name, 5)), (one, two)))
            assert sorted(got) == [b"", b"sealed"]
    finally:
        one.close()
        two.close()


def test_a_parcel_that_is_dropped_is_gone(store: PlainStore) -> None:
    for name in ("p", "q"):
        assert done(store.keep_parcel(name, Parcel(b"sealed", 600), ROOM))
    done(store.take_parcel("q", 5))
    assert [done(store.drop_parcel(name)) for name in ("p", "p", "q")] == [True, False, False]
    assert (store.parcel("p"), store.parcel("q")) == (None, None)
    assert done(store.take_parcel("p", 5)) == b""


def test_those_whose_time_is_up_are_dropped_together(store: PlainStore) -> None:
    for name, until in (("a", 10), ("b", 20), ("c", 21)):
        assert done(store.keep_parcel(name, Parcel(b"sealed", until), ROOM))
    done(store.take_parcel("a", 5))
    assert done(store.drop_parcels(20)) == 2
    assert [store.parcel(name) is None for name in "abc"] == [True, True, False]
    assert done(store.drop_parcels(20)) == 0


def test_all_of_them_together_have_so_much_room(store: PlainStore) -> None:
    assert done(store.keep_parcel("a", Parcel(b"x" * 600, 9), ROOM))
    assert not done(store.keep_parcel("b", Parcel(b"x" * 401, 9), ROOM))
    assert store.parcel("b") is None
    assert done(store.keep_parcel("b", Parcel(b"x" * 400, 9), ROOM))
    done(store.take_parcel("a", 5))
    assert done(store.keep_parcel("c", Parcel(b"x" * 600, 9), ROOM)), "one that was taken needs none"


def test_no_two_have_one_name_and_none_is_empty(store: PlainStore) -> None:
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    assert isinstance(fault(store.keep_parcel("p", Parcel(b"other", 900), ROOM)), StoreFailed)
    assert store.parcel("p") == Parcel(b"sealed", 600)
    bad: list[Any] = [b"", "text", None]
    for empty in bad:
        with pytest.raises(ValueError, match="sealed bytes"):
            store.keep_parcel("q", Parcel(empty, 600), ROOM)


def test_a_parcel_outlives_a_restart(tmp_path: Path) -> None:
    store = opened(tmp_path)
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    store.close()
    store = opened(tmp_path, compacting=True)
    assert done(store.take_parcel("p", 5)) == b"sealed"
    store.close()


# ---- What it is sealed with ------------------------------------------------------------------------------------------


def test_only_the_secret_opens_a_parcel() -> None:
    sealed = pack(SECRET, TEXT)
    assert unpack(SECRET, sealed) == TEXT
    for secret, bad in (
        (OTHER, sealed),
        (SECRET, sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (SECRET, sealed[:20]),
        (SECRET, b""),
    ):
        with pytest.raises(StoreFailed):
            unpack(secret, bad)
    assert pack(SECRET, TEXT) != sealed, "a nonce of its own each time"


def test_a_secret_has_sixteen_bytes_and_its_name_tells_nothing_of_them() -> None:
    assert parcel_id(SECRET) == parcel_id(SECRET) != parcel_id(OTHER)
    assert len(parcel_id(SECRET)) == 64
    assert SECRET.hex() not in parcel_id(SECRET)
    for work in (parcel_id, lambda secret: pack(secret, TEXT)):
        with pytest.raises(ValueError, match="16 bytes"):
            work(SECRET[:15])


def test_no_byte_of_it_is_in_the_files(tmp_path: Path) -> None:
    store = opened(tmp_path)
    assert done(store.keep_parcel(parcel_id(SECRET), Parcel(pack(SECRET, TEXT), 600), ROOM))
    assert found(tmp_path, parcel_id(SECRET).encode()), "the control: it is there"
    assert not found(tmp_path, TEXT.encode(), SECRET, SECRET.hex().encode())
    store.close()
    assert not found(tmp_path, TEXT.encode(), SECRET, SECRET.hex().encode())


# ---- Copies of the data ----------------------------------------------------------------------------------------------


def _backed_up(folder: Path, file: Path) -> None:
    back_up(folder, file, with_key=False)


@pytest.mark.parametrize("way", [copy, _backed_up])
def test_no_backup_has_parcels(tmp_path: Path, way: Callable[[Path, Path], None]) -> None:
    folder, file = tmp_path / "data", tmp_path / "kept"
    store = opened(folder)
    done(store.append("a", 0, some(1, 2)))
    sealed = pack(SECRET, TEXT * 500)
    assert done(store.keep_parcel("p", Parcel(sealed, 600), 10 * len(sealed)))
    way(folder, file)
    store.close()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM parcels").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM facts").fetchone() == (2,)
    assert sealed[1000:1100] in (folder / FILE).read_bytes(), "the control"
    assert sealed[1000:1100] not in file.read_bytes()
    restore(file, tmp_path / "new")
    again = opened(tmp_path / "new")
    assert (again.parcel("p"), len(again.facts("a"))) == (None, 2)
    again.close()


def test_the_backup_of_any_store_has_none(tmp_path: Path, store: PlainStore) -> None:
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    store.backup(tmp_path / "kept")
    with closing(sqlite3.connect(tmp_path / "kept")) as db:
        assert db.execute("SELECT count(*) FROM parcels").fetchone() == (0,)


@pytest.mark.postgres
def test_a_database_from_before_there_were_parcels_is_opened(tmp_path: Path) -> None:
    from kartentisch.store.postgres import Database, PostgresStore
    from kartentisch.store.postgres.upgrading import SCHEMA, upgrade, version

    server = postgresql.shared().server
    database = Database(server.url(server.new_database()))
    (tmp_path / "001.sql").write_bytes((SCHEMA / "001.sql").read_bytes())
    with database.connect() as db:
        upgrade(db, tmp_path)
        assert version(db) == 1
    store = PostgresStore(database)
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    store.close()


def test_a_folder_from_before_there_were_parcels_is_backed_up_and_opened(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    older_file(folder, tmp_path)
    _backed_up(folder, tmp_path / "kept")
    store = opened(folder)
    assert done(store.keep_parcel("p", Parcel(b"sealed", 600), ROOM))
    store.close()
