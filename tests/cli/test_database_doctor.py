"""The doctor knows the database: each fault and each warning in a sentence."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from kartentisch.cli import app, check_database
from kartentisch.cli.folders import STORE
from kartentisch.store.opening import Where
from kartentisch.words.language import language
from tests import postgresql
from tests.store.kit import empty_database, reopened

pytestmark = pytest.mark.postgres
EN, DE = language("en"), language("de")


def url(database: str = "", **more: str) -> str:
    shared = postgresql.shared()
    query = "&".join(f"{name}={quote(value)}" for name, value in {"host": str(shared.server.folder), **more}.items())
    return f"postgresql://postgres@/{database or shared.database}?{query}"


def found(address: str) -> list[tuple[str, str]]:
    assert [one.text for one in check_database.check_database(DE, Where(address))]
    findings = [(one.level, one.text) for one in check_database.check_database(EN, Where(address))]
    return [finding for finding in findings if "autovacuum" not in finding[1]]


def test_a_database_that_cleans_nothing_up_is_a_warning() -> None:
    reopened(empty_database()).close()  # the server of the tests has no autovacuum
    (finding,) = [one for one in check_database.check_database(EN, Where(url())) if "autovacuum" in one.text]
    assert finding.level == "warning"


def test_a_database_that_answers_is_fine_with_its_version() -> None:
    shared = postgresql.shared()
    reopened(empty_database()).close()
    ((level, text),) = found(url())
    assert level == "ok"
    assert text.startswith("PostgreSQL ")
    assert "the tables there have version " in text
    ((level, text),) = found(url(shared.server.new_database()))
    assert (level, text[-48:]) == ("ok", "There are no tables yet; the first start makes them."[-48:])
    shared.db.execute(
        "INSERT INTO tables (table_id, newest, kind) VALUES ('a', 1, 'table'), ('b', 7, 'table'), ('c', 0, 'table'), "
        "('d', 3, 'pad')"
    )
    assert found(url())[1:] == [("ok", "2 of them in the database.")]
    shared.db.execute("DELETE FROM tables")
    shared.db.execute("UPDATE kartentisch_schema SET version = version - 1, oldest = oldest - 1")
    assert found(url())[0][1].endswith("The next start upgrades the tables there.")
    shared.db.execute("UPDATE kartentisch_schema SET version = version + 90, oldest = oldest + 90")
    assert found(url()) == [("fault", STORE["newer"])]
    shared.db.execute("UPDATE kartentisch_schema SET version = version - 89, oldest = oldest - 89")


def test_what_is_wrong_is_a_fault_and_what_is_risky_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(url("nowhere")) == [("fault", "There is no database of this name. Make one with createdb.")]
    assert found("postgresql://ada@127.0.0.1:1/cards") == [("fault", STORE["unreachable"])]
    ((level, text),) = found("postgresql://ada:geheim@host/cards")
    assert level == "fault"
    assert "contains a password" in text
    monkeypatch.setattr(check_database, "APART", -1)
    (_, (level, text)) = found(url())
    assert (level, text.split(".")[0]) == (
        "warning",
        "The clocks of the database and of this computer differ by 0 seconds",
    )


def test_a_line_to_another_computer_that_is_not_verified_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_database, "_connected", lambda t, database: [])
    plain = found("postgresql://ada@db.example.org/cards")
    assert [level for level, _ in plain] == ["warning"]
    assert plain[0][1].endswith("Add sslmode=verify-full to its address.")
    assert list(check_database.check_database(EN, Where("postgresql://a@db.example.org/c?sslmode=verify-full"))) == []


def test_with_a_database_the_doctor_looks_for_no_tables_in_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reopened(empty_database()).close()
    for words, says in (((), True), (("--store", url()), False)):
        app.run(["doctor", "--data", str(tmp_path), "--port", "0", "--language", "en", *words])
        assert ("There are none yet." in capsys.readouterr().out) is says
