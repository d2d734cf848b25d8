"""Backups: they hold everything, also while somebody plays; they come back whole or not at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.store import FolderInUse, SqliteStore, StoreFailed, signing_key
from kartentisch.store.backup_file import BackupRefused, examine
from kartentisch.store.backups import back_up, restore
from kartentisch.store.folder import Hold
from kartentisch.store.sqlite import FILE
from kartentisch.table.facts import Fact
from tests.store.kit import done, opened


def filled(folder: Path, *names: str, size: int = 10) -> Path:
    """A data folder with a key, and with a table of these names, as a server leaves it."""
    signing_key(folder)
    store = opened(folder)
    for name in names:
        done(store.append(name, 0, [Fact(1, "opened", text="x" * size, time=5)]))
    store.close()
    return folder


def tables(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return [name for (name,) in db.execute("SELECT table_id FROM facts WHERE number = 1 ORDER BY table_id")]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "data", "a", "b")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept.backup"


def test_a_backup_holds_the_tables_and_the_key_and_only_its_owner_reads_it(folder: Path, file: Path) -> None:
    before = os.umask(0)
    try:
        assert back_up(folder, file).tables == 2
    finally:
        os.umask(before)
    assert mode(file) == 0o600
    assert examine(file) == (2, (folder / "key").read_bytes())
    assert names(file.parent) == {"data", "kept.backup"}, "one file, nothing beside it"


def test_it_comes_back_into_another_folder_as_it_was(folder: Path, file: Path, tmp_path: Path) -> None:
    back_up(folder, file)
    other = tmp_path / "other" / "data"
    before = os.umask(0)
    try:
        restore(file, other)
    finally:
        os.umask(before)
    assert tables(other) == ["a", "b"]
    assert (other / "key").read_bytes() == (folder / "key").read_bytes()
    assert (mode(other), mode(other / "key"), mode(other / FILE)) == (0o700, 0o600, 0o600)
    key = (folder / "key").read_bytes()
    assert key not in (other / FILE).read_bytes(), "the key stays in its own file"
    with closing(sqlite3.connect(other / FILE)) as here, closing(sqlite3.connect(folder / FILE)) as there:
        schemas = [list(db.execute("SELECT sql FROM sqlite_master ORDER BY name")) for db in (here, there)]
    assert schemas[0] == schemas[1]
    SqliteStore(other).close()


def test_without_the_key_it_goes_without_and_the_folder_keeps_its_own(folder: Path, file: Path, tmp_path: Path) -> None:
    back_up(folder, file, with_key=False)
    assert (folder / "key").read_bytes() not in file.read_bytes()
    other = filled(tmp_path / "other")
    key = (other / "key").read_bytes()
    assert restore(file, other).key is None
    assert (tables(other), (other / "key").read_bytes()) == (["a", "b"], key)


def test_a_copy_made_by_sqlite_is_a_backup_too(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(folder / FILE)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    copy.chmod(0o400)
    assert restore(copy, tmp_path / "other").tables == 2


def test_the_file_of_a_folder_whose_server_was_killed_brings_its_newest_facts(folder: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("INSERT INTO facts VALUES ('c', 1, 'opened', -1, '', '', '', '', 5)")
        db.commit()
        shutil.copytree(folder, tmp_path / "killed")
    assert restore(tmp_path / "killed" / FILE, tmp_path / "other").tables == 3
    assert tables(tmp_path / "other") == ["a", "b", "c"]


def test_a_backup_is_made_while_the_server_holds_the_folder(folder: Path, file: Path) -> None:
    store = SqliteStore(folder)
    try:
        assert back_up(folder, file).tables == 2
    finally:
        store.close()


def test_a_backup_shows_how_far_it_is(file: Path, tmp_path: Path) -> None:
    folder = filled(tmp_path / "large", *"abcdef", size=1_000_000)
    shares: list[float] = []
    back_up(folder, file, progress=shares.append)
    assert len(shares) >= 3
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# ---- What is refused -------------------------------------------------------------------------------------------------


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(BackupRefused) as error:
        what()
    return error.value.why


def test_what_is_no_backup_is_refused_and_changes_nothing(folder: Path, file: Path, tmp_path: Path) -> None:
    back_up(folder, file)
    whole = file.read_bytes()
    other = filled(tmp_path / "other", "mine")

    def why(content: bytes) -> str:
        file.write_bytes(content)
        return refused(lambda: restore(file, other, replace=True))

    assert why(b"") == "foreign"
    assert why(b"a letter\n" * 1000) == "foreign"
    assert why(whole[: len(whole) // 2]) == "damaged"
    assert why(whole[:4096] + bytes(len(whole) - 4096)) == "damaged"
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE facts_of_others (n)")
    assert refused(lambda: restore(file, other, replace=True)) == "foreign"
    file.write_bytes(whole)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 999")
    assert refused(lambda: restore(file, other, replace=True)) == "newer"
    assert refused(lambda: restore(tmp_path / "nothing", other)) == "missing"
    assert tables(other) == ["mine"]


def test_a_folder_with_tables_is_replaced_only_when_that_is_said(folder: Path, file: Path, tmp_path: Path) -> None:
    back_up(folder, file)
    other = filled(tmp_path / "other", "mine")
    assert refused(lambda: restore(file, other)) == "occupied"
    assert tables(other) == ["mine"]
    with closing(sqlite3.connect(other / FILE)) as db:
        db.execute("UPDATE tables SET phase = 'playing'")
        db.commit()
        shutil.copy(other / (FILE + "-wal"), tmp_path / "log")
    shutil.copy(tmp_path / "log", other / (FILE + "-wal"))  # as a server leaves it that was killed
    restore(file, other, replace=True)
    assert tables(other) == ["a", "b"]


def test_a_folder_in_use_is_left_alone(folder: Path, file: Path, tmp_path: Path) -> None:
    back_up(folder, file)
    other = filled(tmp_path / "other")
    with closing(Hold(other)), pytest.raises(FolderInUse):
        restore(file, other, replace=True)
    assert tables(other) == []


def test_a_backup_goes_nowhere_where_it_would_be_none(folder: Path, file: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ben,\n" * 100)
    assert refused(lambda: back_up(folder, letter)) == "taken"
    assert letter.read_text() == "Dear Ben,\n" * 100
    assert refused(lambda: back_up(folder, folder / "backup")) == "inside"
    assert refused(lambda: back_up(folder, tmp_path / "no" / "folder")) == "no_folder"
    assert refused(lambda: back_up(folder, tmp_path)) == "no_folder"
    assert refused(lambda: back_up(tmp_path / "empty", file)) == "no_tables"


@pytest.mark.parametrize(("damage", "code"), [("missing", "no_key"), ("damaged", "bad_key")])
def test_without_a_usable_key_there_is_no_backup_that_only_seems_whole(
    damage: str, code: str, folder: Path, file: Path
) -> None:
    (folder / "key").unlink() if damage == "missing" else (folder / "key").write_bytes(b"short")
    with pytest.raises(StoreFailed) as error:
        back_up(folder, file)
    assert error.value.code == code
    assert not file.exists()
    assert back_up(folder, file, with_key=False).tables == 2
