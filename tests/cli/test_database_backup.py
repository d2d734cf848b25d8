"""`backup --store` while people play, and `restore --store`: one moment of the database, and play goes on from it."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.cli import app
from kartentisch.cli.folders import STORE
from kartentisch.store import signing_key
from kartentisch.store.backup_file import examine
from kartentisch.store.postgres.nodes import digest_of
from tests import postgresql
from tests.cli.serving_from_database import serving
from tests.cli.test_database_doctor import url
from tests.cli.test_tables_in_database import altered, rows
from tests.store.kit import done, empty_database, reopened, some
from tests.store.test_backups import mode, names, tables
from tests.store.test_backups_interrupted import run
from tests.stored import kit
from tests.web.support.kit import Page, two_people

pytestmark = pytest.mark.postgres
Said = pytest.CaptureFixture[str]


def said(capsys: Said, *words: str | Path, code: int = 0) -> str:
    """What a command prints, on stderr if it fails."""
    assert app.run([str(word) for word in words]) == code
    out, error = capsys.readouterr()
    return error if code else out


def new_database() -> str:
    """The address of an empty database without a schema."""
    return url(postgresql.shared().server.new_database())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a server of the database, in which there are the tables a and b."""
    key = signing_key(tmp_path / "data")
    with closing(reopened(empty_database())) as store:
        for name in ("a", "b"):
            done(store.append(name, 0, some(1, 3)))
        done(store.set_name("a", 0, "Jörg", "pan"))
        store.nodes.same_key(key, False)
    return tmp_path / "data"


# ---- While people play -----------------------------------------------------------------------------------------------


async def play(pages: list[Page], until: Callable[[], bool]) -> list[str]:
    """Play at random. The asks that were acknowledged."""
    choose, acknowledged = random.Random(1), list[str]()
    while not until():
        for page in pages:
            steps = [step for step in page.scene.get("steps", []) if step.get("ends", True)]
            name = f"move-{len(acknowledged):05d}-{page.room.table.number:05d}"
            if steps:
                answer = await page.ask("play", name, moves=[choose.choice(steps)["token"]])
            elif page.scene["phase"] == "result":
                answer = await page.ask("next", name)
            else:
                continue
            if answer["t"] == "done":
                acknowledged.append(name)
        await asyncio.sleep(0)
    return acknowledged


def test_a_backup_made_while_people_play_is_one_moment_from_which_they_play_on(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kartentisch.store.postgres import Database, copying

    file, copy = tmp_path / "kept.backup", copying._copy
    copies = [new_database(), str(tmp_path / "folder")]
    begun, went_on = threading.Event(), threading.Event()
    signing_key(tmp_path / "data")

    def slow(*given: Any) -> None:
        begun.set()  # the moment is fixed
        assert went_on.wait(120)
        copy(*given)

    monkeypatch.setattr(copying, "_copy", slow)

    async def before() -> tuple[str, int, list[str], int]:
        async with serving(empty_database(), "n1") as server:
            room, pages = await two_people(server.house)
            first = await play(pages, lambda: room.table.number > 12)
            words = ("backup", file, "--data", tmp_path / "data", "--store", url())
            command = asyncio.create_task(asyncio.to_thread(said, capsys, *words))
            while not begun.is_set():
                await asyncio.sleep(0.01)
            number = room.table.number
            await play(pages, lambda: room.table.number > number + 6)
            went_on.set()
            assert "1 table is in " in await command
            return room.id, number, first, room.table.number

    async def after(place: str) -> None:
        async with serving(Database(place), "n1") as server:
            room = await server.house.rooms.get(table)
            assert room is not None
            assert room.table.number == number
            pages = [await server.house.page(room, seat) for seat in (0, 1)]
            assert await play(pages, lambda: room.table.number > number + 6)
            asks = [fact.ask for fact in await server.store.facts(table)]
            assert all(asks.count(ask) == 1 for ask in first)

    table, number, first, newest = asyncio.run(before())
    assert newest > number + 6
    assert mode(file) == 0o600
    assert names(tmp_path) == {"data", "kept.backup"}, "one file, nothing beside it"
    assert "1 table is back in tables_" in said(
        capsys, "restore", file, "--data", tmp_path / "n2", "--store", copies[0]
    )
    assert said(capsys, "restore", file, "--data", copies[1]).count("1 table is back in") == 1
    for place in copies:
        assert "All logs hold, each digest of them. Tables: 1.\n" in said(capsys, "check", place)
    with closing(sqlite3.connect(f"{copies[1]}/tables.sqlite3")) as db:
        assert db.execute("SELECT max(number) FROM facts").fetchone() == (number,)
    asyncio.run(after(copies[0]))
    assert "Tables: 1.\n" in said(capsys, "check", copies[0])


# ---- The key ---------------------------------------------------------------------------------------------------------


def test_the_key_goes_along_and_is_that_of_the_servers(folder: Path, tmp_path: Path, capsys: Said) -> None:
    file, key, other = tmp_path / "kept.backup", (folder / "key").read_bytes(), new_database()
    assert "The key to all seats is in it" in said(capsys, "backup", file, "--data", folder, "--store", url())
    assert examine(file) == (2, key)
    back = said(capsys, "restore", file, "--data", tmp_path / "n2", "--store", other, "--language", "de")
    assert "Auch der Schlüssel ist wieder da" in back
    assert (tmp_path / "n2" / "key").read_bytes() == key
    assert mode(tmp_path / "n2" / "key") == 0o600
    assert names(tmp_path / "n2") == {"key", "lock"}
    with closing(postgresql.shared().server.connect(other.split("/")[3].split("?")[0])) as db:
        assert db.execute("SELECT value FROM about WHERE name = 'key'").fetchone() == (digest_of(key),)
        assert db.execute("SELECT table_id, newest FROM tables ORDER BY 1").fetchall() == [("a", 3), ("b", 3)]
    said(capsys, "backup", file, "--data", folder, "--store", url(), "--without-key")
    assert examine(file) == (2, None)
    (folder / "key").write_bytes(bytes(32))
    before = file.read_bytes()
    assert STORE["other_key"] in said(capsys, "backup", file, "--data", folder, "--store", url(), code=1)
    (folder / "key").unlink()
    assert STORE["no_key"] in said(capsys, "backup", file, "--data", folder, "--store", url(), code=1)
    assert file.read_bytes() == before


# ---- What is refused -------------------------------------------------------------------------------------------------


def test_a_backup_that_cannot_be_made_leaves_the_old_one(folder: Path, tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "kept.backup"

    def refused(place: str = url(), name: Path = file) -> str:
        return said(capsys, "backup", name, "--data", folder, "--store", place, code=1).removesuffix("\n")

    said(capsys, "backup", file, "--data", folder, "--store", url())
    before, held = file.read_bytes(), rows()
    assert refused("postgresql://ada@127.0.0.1:1/cards") == STORE["unreachable"]
    assert "contains a password" in refused("postgresql://ada:geheim@host/cards")
    assert refused(new_database()).startswith("There are no tables in this database yet.")
    assert refused(name=folder / "x").startswith("A backup in the data folder is lost with it.")
    change = "UPDATE kartentisch_schema SET version = version + ({0}), oldest = oldest + ({0})"
    with altered(change.format(90), change.format(-90)):
        assert refused() == STORE["newer"]
    assert (file.read_bytes(), rows()) == (before, held)
    assert names(tmp_path) == {"data", "kept.backup"}
    with altered("UPDATE kartentisch_schema SET version = 1", f"UPDATE kartentisch_schema SET version = {_newest()}"):
        said(capsys, "backup", file, "--data", folder, "--store", url())  # before an update, by the new program
    for name in (folder / "database", file):
        assert name.exists() == (name == file)
    (folder / "database").write_text("cards on db\n")
    for words in (["backup", file], ["restore", file], ["compact"], ["serve", "--check"]):
        assert "keeps its tables in the database cards on db" in said(capsys, *words, "--data", folder, code=1)


def _newest() -> int:
    from kartentisch.store.postgres.upgrading import newest

    return newest()


def test_a_restore_that_cannot_be_done_changes_nothing(folder: Path, tmp_path: Path, capsys: Said) -> None:
    file, other, fresh = tmp_path / "kept.backup", tmp_path / "n2", new_database()
    said(capsys, "backup", file, "--data", folder, "--store", url())
    before = rows()

    def refused(*words: str | Path, data: Path = other) -> str:
        return said(capsys, "restore", *words, "--data", data, code=1).removesuffix("\n")

    assert refused(file, "--store", url()).startswith("There are tables in the database already")
    with closing(reopened(empty_database())):
        assert refused(file, "--store", url()).startswith("A server uses the database.")
    assert refused(file, "--store", fresh, "--replace").startswith("A database is not replaced.")
    assert refused(file, "--store", "postgresql://ada@127.0.0.1:1/cards") == STORE["unreachable"]
    assert "--store-password-file needs --store" in refused(file, "--store-password-file", "x")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ben,\n")
    assert refused(letter, "--store", fresh) == f"{letter} is not a Kartentisch backup. Nothing has changed."
    assert not (other / "key").exists()
    (other / "key").write_bytes(bytes(32))
    assert refused(file, "--store", fresh).startswith(f"The key in {other} is not that of the backup")
    assert (other / "key").read_bytes() == bytes(32)
    assert before["facts"]
    with closing(postgresql.shared().server.connect(fresh.split("/")[3].split("?")[0])) as db:
        made = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert made == (0,), "no schema was made"


FULL = """
import resource, sys
from pathlib import Path
from kartentisch.cli import app

resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
sys.exit(app.run(["backup", sys.argv[1], "--data", sys.argv[2], "--store", sys.argv[3]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limit on files")
def test_a_disk_that_is_full_in_the_middle_leaves_the_old_backup(folder: Path, tmp_path: Path, capsys: Said) -> None:
    file = tmp_path / "kept.backup"
    said(capsys, "backup", file, "--data", folder, "--store", url(), "--without-key")
    before = file.read_bytes()
    with closing(reopened(_database())) as store:
        done(store.append("big", 0, some(1, 2000)))
    ended = run(FULL, file, folder, url())
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"{STORE['full']} The folder is {tmp_path}.\n"
    assert file.read_bytes() == before
    assert names(tmp_path) == {"data", "kept.backup"}


def _database() -> Any:
    from kartentisch.store.postgres import Database

    return Database(url())


def test_a_database_whose_disk_is_full_in_the_middle_of_a_restore_stays_empty(
    folder: Path, tmp_path: Path, capsys: Said
) -> None:
    file, db = tmp_path / "kept.backup", postgresql.shared().db
    said(capsys, "backup", file, "--data", folder, "--store", url())
    empty_database()
    db.execute(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN IF NEW.table_id = 'b' THEN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END IF; "
        "RETURN NEW; END $$"
    )
    db.execute("CREATE TRIGGER full_disk BEFORE INSERT ON facts FOR EACH ROW EXECUTE FUNCTION full_disk()")
    before = rows()
    try:
        refused = said(capsys, "restore", file, "--data", tmp_path / "n2", "--store", url(), code=1)
    finally:
        db.execute("DROP FUNCTION full_disk CASCADE")
    assert refused.startswith("The disk of the database is full.")
    assert rows() == before
    assert names(tmp_path / "n2") == {"lock"}
    said(capsys, "restore", file, "--data", tmp_path / "n2", "--store", url())
    assert rows()["facts"]


# ---- What an older version has stored --------------------------------------------------------------------------------


def test_the_file_of_the_first_version_comes_into_a_database(tmp_path: Path, capsys: Said) -> None:
    kit.unpack("data", tmp_path / "first")
    file, fresh = shutil.copy(tmp_path / "first" / "tables.sqlite3", tmp_path / "old"), new_database()
    assert "tables are back in" in said(capsys, "restore", file, "--data", tmp_path / "n1", "--store", fresh)
    assert f"Tables: {len(tables(tmp_path / 'first'))}." in said(capsys, "check", fresh)
