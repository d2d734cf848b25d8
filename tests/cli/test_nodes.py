"""`kartentisch nodes`: the servers of a database, as a table and as JSON, and each mistake in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from kartentisch.cli import app
from kartentisch.cli.folders import STORE
from tests import postgresql
from tests.cli.test_database_doctor import url
from tests.store.kit import empty_database

pytestmark = pytest.mark.postgres
Said = pytest.CaptureFixture[str]


@pytest.fixture
def two() -> Iterator[None]:
    from kartentisch.store.postgres import PostgresStore

    database = empty_database()
    with ExitStack() as stack:
        for n in (1, 2):
            lives = {1: 8, 2: 12}[n]
            stack.enter_context(closing(PostgresStore(database, f"n{n}", f"10.0.0.1{n}:9200", writers=1, lives=lives)))
        yield


def said(capsys: Said, *words: str, code: int = 0) -> str:
    """What the command prints, on stderr if it fails."""
    assert app.run(["nodes", *words]) == code
    out, error = capsys.readouterr()
    return error if code else out


def test_servers_are_listed_for_people_and_as_json(two: None, capsys: Said) -> None:
    head, first, second, number = said(capsys, "--store", url()).splitlines()
    assert head.split() == ["server", "address", "version", "tables", "last", "report", "lease", "state"]
    assert first.split()[:2] == ["n1", "10.0.0.11:9200"]
    assert first.endswith("takes tables")
    assert second.split()[:2] == ["n2", "10.0.0.12:9200"]
    assert number == "2 servers."
    found = json.loads(said(capsys, "--store", url(), "--json"))
    assert [one["name"] for one in found] == ["n1", "n2"]
    assert set(found[0]) == {"id", "name", "address", "version", "draining", "lease", "silent", "tables", "pads"}
    assert [one["lease"] for one in found] == [8, 12]
    assert " 12 s " in second
    assert "2 Server." in said(capsys, "--store", url(), "--language", "de")


def test_a_server_is_drained_and_filled(two: None, capsys: Said) -> None:
    assert said(capsys, "drain", "n1", "--store", url()).startswith("n1 gives its tables away and says “draining”")
    assert "gives its tables away" in said(capsys, "--store", url()).splitlines()[1]
    refused = said(capsys, "drain", "n2", "--store", url(), code=1)
    assert refused == "n2 is the only server that takes tables: nobody else could take its own.\n"
    assert said(capsys, "drain", "n1", "--store", url()).startswith("n1 gives"), "doing it twice is like doing it once"
    assert said(capsys, "fill", "n1", "--store", url()) == "n1 takes tables again.\n"
    assert "gives" not in said(capsys, "--store", url())


def test_who_works_reviews_is_listed_and_is_no_server(two: None, capsys: Said) -> None:
    from kartentisch.cli.work import _entered
    from kartentisch.store.postgres import Database

    with _entered(Database(url())):
        *_, worker, number = said(capsys, "--store", url()).splitlines()
        assert worker.startswith("work-")
        assert worker.endswith("works reviews")
        assert number == "2 servers."
        name = worker.split()[0]
        for word in ("drain", "fill"):
            assert "There are: n1, n2." in said(capsys, word, name, "--store", url(), code=1)
    assert "work-" not in said(capsys, "--store", url())


def test_each_mistake_is_a_sentence(two: None, capsys: Said) -> None:
    for words in ([], ["drain", "n1"], ["fill", "n1"]):
        assert "Name the database with --store" in said(capsys, *words, code=1)
    for word in ("drain", "fill"):
        refused = said(capsys, word, "n3", "--store", url(), code=1)
        assert refused == "No server named n3 runs on this database. There are: n1, n2.\n"
    away = "postgresql://ada@127.0.0.1:1/cards"
    assert said(capsys, "--store", away, code=1) == f"{STORE['unreachable']}\n"
    assert "contains a password" in said(capsys, "--store", "postgresql://ada:geheim@host/cards", code=1)
    shared = postgresql.shared()
    fresh = url(shared.server.new_database())
    assert said(capsys, "--store", fresh, code=1).startswith("There are no tables in this database yet.")
    for by, sentence in ((-1, "The tables in this database have an older version."), (90, STORE["newer"])):
        shared.db.execute("UPDATE kartentisch_schema SET version = version + %s, oldest = oldest + %s", (by, by))
        try:
            assert said(capsys, "drain", "n1", "--store", url(), code=1).startswith(sentence)
        finally:
            shared.db.execute("UPDATE kartentisch_schema SET version = version - %s, oldest = oldest - %s", (by, by))


def test_without_a_server_there_is_none_to_drain(capsys: Said) -> None:
    from tests.store.kit import reopened

    reopened(empty_database()).close()
    assert said(capsys, "--store", url()) == "0 servers.\n"
    assert said(capsys, "drain", "n1", "--store", url(), code=1) == "No server runs on this database.\n"
