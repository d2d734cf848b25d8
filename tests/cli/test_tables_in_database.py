"""`kartentisch tables --store`: the tables of a database are listed, closed and deleted, with and without servers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kartentisch.cli import app
from kartentisch.cli.folders import STORE
from kartentisch.store import database_note
from kartentisch.store.opening import Where, opened
from kartentisch.table.facts import Fact
from kartentisch.web.live.maintenance import Maintenance
from tests import postgresql
from tests.cli.test_database_doctor import url
from tests.store.kit import done, empty_database, reopened
from tests.stored import kit
from tests.stored.serving import served

pytestmark = pytest.mark.postgres
Said = pytest.CaptureFixture[str]
TEXT = "At 8 pm this server gets an update."


def said(capsys: Said, *words: str | Path, code: int = 0) -> str:
    """What the command prints, on stderr if it fails."""
    assert app.run(["tables", *map(str, words)]) == code
    out, error = capsys.readouterr()
    return error if code else out


def rows() -> dict[str, list[Any]]:
    """All that the database holds, by table of the database."""
    db = postgresql.shared().db
    found = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
    names = [name for (name,) in found if name not in ("nodes", "commits")]
    return {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}").fetchall())) for name in names}


def facts(table: str) -> list[Fact]:
    store = reopened(_database())
    try:
        return store.facts(table)
    finally:
        store.close()


def _database() -> Any:
    from kartentisch.store.postgres import Database

    return Database(url())


@pytest.fixture
def first(tmp_path: Path) -> dict[str, Any]:
    """What is known of the tables that the first version has left, in the database now, and their key in `data`."""
    from kartentisch.store.postgres.moving import move, side

    with served("data", tmp_path / "data"):
        pass
    with side(tmp_path / "data", made=False) as old, side(empty_database(), made=True) as new:
        move(old, new, lambda share: None)
    return kit.known("data")


# ---- Without a server ------------------------------------------------------------------------------------------------


def test_tables_are_listed_closed_and_deleted_without_a_server(first: Any, tmp_path: Path, capsys: Said) -> None:
    listing = said(capsys, "--store", url())
    assert listing.splitlines()[0].split()[-3:] == ["last", "move", "server"]
    assert "No server runs on this database." in listing
    ids = re.findall(r"^(table\d{4}) ", listing, re.MULTILINE)
    everything = said(capsys, "--store", url(), "--all", "--language", "de")
    assert len(re.findall(r"^table\d{4} ", everything, re.MULTILINE)) > len(ids) > 2
    assert "An dieser Datenbank läuft kein Server." in everything
    one, other = ids[:2]
    assert said(capsys, "close", one, one, "--store", url(), "--data", tmp_path / "data") == f"Closed: {one}.\n"
    assert one not in said(capsys, "--store", url())
    assert (facts(one)[-1].kind, facts(one)[-1].text) in (("closed", "server"), ("secret", facts(one)[-1].text))
    assert "Deleting cannot be undone." in said(capsys, "delete", other, "--store", url(), code=1)
    deleted = said(capsys, "delete", other, "--yes", "--store", url())
    assert deleted.startswith(f"Deleted: {other}.\nThe files of the database hold what was there until its next vacuum")
    assert other not in said(capsys, "--all", "--store", url())
    db, held = postgresql.shared().db, rows()
    assert [name for name, found in held.items() if any(other in row for row in found)] == ["tables"]
    assert db.execute("SELECT deleted_at > 0, newest FROM tables WHERE table_id = %s", (other,)).fetchall() == [
        (True, 0)
    ]
    assert db.execute("SELECT count(*) FROM nodes WHERE until > clock_timestamp()").fetchone() == (0,)


def test_mistakes_change_nothing(first: Any, capsys: Said) -> None:
    before = rows()
    assert "There is no table nosuchtable." in said(capsys, "close", "nosuchtable", "--store", url(), code=1)
    assert "Several tables begin with table: table" in said(
        capsys, "delete", "table", "--yes", "--store", url(), code=1
    )
    assert "one line of 1 to 200 characters" in said(capsys, "say", "x" * 201, "--store", url(), code=1)
    assert "Either a sentence or --off." in said(capsys, "say", "x", "--off", "--store", url(), code=1)
    for words in (["--store", url(), "close", "table0001"], ["--data", "elsewhere", "say", "--off"]):
        assert said(capsys, *words, code=1) == f"Write --data and --store behind “{words[2]}”.\n"
    assert "needs --store" in said(capsys, "--store-password-file", "x", code=1)
    assert rows() == before


ORDERS: Sequence[Sequence[str]] = (
    [],
    ["close", "table"],
    ["delete", "table", "--yes"],
    ["say", TEXT],
    ["say", "--off"],
)


@contextmanager
def altered(by: str, back: str) -> Iterator[None]:
    db = postgresql.shared().db
    db.execute(by)
    try:
        yield
    finally:
        db.execute(back)


def test_a_database_that_cannot_be_used_is_a_sentence_and_nothing_changes(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, shared = reopened(empty_database()), postgresql.shared()
    done(store.append("table", 0, [Fact(1, "opened", text="{}", time=5)]))
    store.close()
    fresh = url(shared.server.new_database())
    (tmp_path / "password").write_text("geheim2", "utf-8")
    shared.db.execute("DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN PASSWORD 'geheim'")
    stranger = url().replace("postgres@", "stranger@")
    before = rows()
    for words in ORDERS:

        def refused(*more: str | Path, words: Sequence[str] = words) -> str:
            sentence = said(capsys, *words, "--store", *more, code=1)
            assert "geheim" not in sentence
            return sentence.removesuffix("\n")

        assert refused("postgresql://ada@127.0.0.1:1/cards") == STORE["unreachable"]
        assert refused(stranger, "--store-password-file", tmp_path / "password") == STORE["refused"]
        assert "contains a password" in refused("postgresql://ada:geheim@host/cards")
        assert refused(fresh).startswith("There are no tables in this database yet.")
        for by, sentence in ((-1, "The tables in this database have an older version."), (90, STORE["newer"])):
            change = "UPDATE kartentisch_schema SET version = version + ({}), oldest = oldest + ({})"
            with altered(change.format(by, by), change.format(-by, -by)):
                assert refused(url()).startswith(sentence)
        if words:
            mode = f"ALTER DATABASE {shared.database} {{}} default_transaction_read_only"
            with altered(f"{mode.format('SET')} = on", mode.format("RESET")):
                assert refused(url()) == STORE["read_only"]
    assert rows() == before
    with shared.server.connect(fresh.split("/")[3].split("?")[0]) as db:
        made = db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert made == (0,), "no schema was made"


# ---- The folder of such a server -------------------------------------------------------------------------------------


def test_a_folder_whose_tables_are_in_a_database_is_not_taken_for_an_empty_one(tmp_path: Path, capsys: Said) -> None:
    empty_database()
    told = list[str]()

    def opening(where: Where | None) -> None:
        with opened(tmp_path, where, lambda share: None, told.append) as held:
            assert (held.orders is None) == (where is None)

    opening(Where(url(), node="n1"))
    assert (tmp_path / database_note.FILE).stat().st_mode & 0o777 == 0o600
    for words in ORDERS:
        refused = said(capsys, *words, "--data", tmp_path, code=1)
        assert re.fullmatch(
            rf"The server of the folder {tmp_path} keeps its tables in the database tables_\d+ on \S+\. Name it with "
            r"--store, as for serve\.\n",
            refused,
        )
    assert "Nenne sie mit --store" in said(capsys, "--data", tmp_path, "--language", "de", code=1)
    opening(None)
    assert said(capsys, "--data", tmp_path) == "0 tables. No server runs on this folder.\n"
    for name in ("tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / "key").touch()
    assert "If its server keeps them in a database" in said(capsys, "--data", tmp_path, code=1)
    (tmp_path / database_note.FILE).mkdir()
    opening(Where(url(), node="n1"))
    assert len(told) == 1, "a server starts nevertheless"
    assert "cannot be changed, so commands may look for tables elsewhere" in told[0]
    assert Maintenance(tmp_path).text == ""
