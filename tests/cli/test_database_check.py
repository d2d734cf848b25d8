"""`serve --check --store` and `check DATABASE`: what this version cannot read is named, and nothing is changed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.cli import app
from kartentisch.cli.compact import AUTOVACUUM
from kartentisch.cli.folders import STORE
from kartentisch.table.facts import Fact
from tests import postgresql
from tests.cli.test_database_backup import new_database
from tests.cli.test_database_doctor import url
from tests.cli.test_tables_in_database import altered, first, rows
from tests.store.kit import done, empty_database, reopened

__all__ = ["first"]
pytestmark = pytest.mark.postgres
Said = pytest.CaptureFixture[str]


def said(capsys: Said, *words: str | Path, code: int = 0) -> str:
    assert app.run([str(word) for word in words]) == code
    out, error = capsys.readouterr()
    return out + error


def test_all_stored_tables_can_be_read_and_nothing_changes(first: Any, capsys: Said) -> None:
    before = rows()
    shared = postgresql.shared()
    nodes = shared.db.execute("SELECT * FROM nodes").fetchall()
    number = len(shared.db.execute("SELECT FROM tables WHERE newest > 0").fetchall())
    assert f"This version can read all tables: {number}." in said(capsys, "serve", "--check", "--store", url())
    older = "UPDATE kartentisch_schema SET version = {}"
    with altered(older.format(1), older.format(_newest())):
        assert f"all tables: {number}." in said(capsys, "serve", "--check", "--store", url()), "before an update"
    mode = f"ALTER DATABASE {shared.database} {{}} default_transaction_read_only"
    with altered(f"{mode.format('SET')} = on", mode.format("RESET")):
        assert f"All logs hold, each digest of them. Tables: {number}." in said(capsys, "check", url())
    assert rows() == before
    assert shared.db.execute("SELECT * FROM nodes").fetchall() == nodes


def _newest() -> int:
    from kartentisch.store.postgres.upgrading import newest

    return newest()


def test_a_table_that_cannot_be_read_is_named_and_a_pad_is_no_table(capsys: Said) -> None:
    with closing(reopened(empty_database())) as store:
        done(store.append("odd", 0, [Fact(1, "opened", text='{"game": "chess"}', time=5)]))
        done(store.append("pad", 0, [Fact(1, "pad", text="{}", time=9)]))  # type: ignore[arg-type]
    for words in (["serve", "--check", "--store", url()], ["check", url()]):
        told = said(capsys, *words, code=1)
        assert "odd (" in told
        assert "may be running" in told
        assert "pad" not in told
    with closing(reopened(_database())) as store:
        done(store.append("odd", 1, [Fact(2, "closed", time=8)]))
    assert "This version can read all tables that still run." in said(capsys, "serve", "--check", "--store", url())


def _database() -> Any:
    from kartentisch.store.postgres import Database

    return Database(url())


def test_a_database_that_cannot_be_used_is_a_sentence(tmp_path: Path, capsys: Said) -> None:
    for words in (["serve", "--check", "--store"], ["check"]):
        away = said(capsys, *words, "postgresql://ada@127.0.0.1:1/cards", code=1)
        assert away == f"{STORE['unreachable']}\n"
        assert "contains a password" in said(capsys, *words, "postgresql://ada:geheim@host/cards", code=1)
        assert "There are no tables in this database yet." in said(capsys, *words, new_database(), code=1)
    change = "UPDATE kartentisch_schema SET version = version + ({0}), oldest = oldest + ({0})"
    reopened(empty_database()).close()
    with altered(change.format(90), change.format(-90)):
        assert said(capsys, "check", url(), code=1) == f"{STORE['newer']}\n"
    assert "not to tables" in said(capsys, "check", url(), "--receipt", "x", code=1)
    assert "--store-password-file needs --store" in said(
        capsys, "serve", "--check", "--data", tmp_path, "--store-password-file", "x", code=1
    )


def test_what_makes_no_sense_for_a_database_says_so(tmp_path: Path, capsys: Said) -> None:
    assert said(capsys, "compact", "--store", url(), code=1) == f"{AUTOVACUUM}\n"
    (tmp_path / "database").write_text("cards on db\n")
    told = said(capsys, "doctor", "--data", tmp_path, "--port", "0")
    assert "keeps its tables in the database cards on db. To check that too, name it with" in " ".join(told.split())
