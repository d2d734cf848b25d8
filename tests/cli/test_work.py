"""`kartentisch work`: reviews of a database, worked beside its servers."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kartentisch.cli import app, work
from kartentisch.store import Job, JobKey
from kartentisch.store.opening import WITHOUT_DRIVER
from kartentisch.web.live.review_work import REVIEW, read_review
from tests.plain_store import PlainStore, at_once
from tests.processes import PATIENCE, python
from tests.store.kit import done
from tests.web.support.replays import whole
from tests.web.test_serve_postgres import new_url

KEY = JobKey(REVIEW, "table1", 1)
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert app.run(["work", *options]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    return said.err.strip()


def test_an_address_with_a_password_or_of_no_database_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "--store", "postgresql://ada:geheim@host/cards")
    assert "contains a password" in said
    assert "geheim" not in said
    assert "cannot be read" in refused(capsys, "--store", "mysql://host/cards")


def test_without_the_driver_the_sentence_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("psycopg", "kartentisch.store.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refused(capsys, "--store", "postgresql://ada@host/cards") == WITHOUT_DRIVER


@pytest.mark.postgres
def test_a_database_that_is_away_or_of_another_version_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.upgrading import newest, version

    assert refused(capsys, "--store", "postgresql://ada@127.0.0.1:1/cards") == (
        "The server cannot reach its database. It is cards on 127.0.0.1."
    )
    url = new_url()
    assert refused(capsys, "--store", url).startswith(work.OLDER)
    with Database(url).connect() as db:
        assert version(db) == 0, "nothing was made there"
        db.execute("CREATE TABLE kartentisch_schema (version integer NOT NULL)")
        db.execute("INSERT INTO kartentisch_schema VALUES (%s)", (newest() - 1,))
        assert refused(capsys, "--store", url).startswith(work.OLDER)
        db.execute("UPDATE kartentisch_schema SET version = %s", (newest() + 1,))
    assert "by a newer version of this program. It is tables_" in refused(capsys, "--store", url)


@contextmanager
def asked(url: str) -> Iterator[Any]:
    """A node of a database in which the review of a match is asked for."""
    from kartentisch.store.postgres import Database, PostgresStore

    store = PostgresStore(Database(url))
    done(PlainStore(store).append("table1", 0, whole("swup", 2, 3).facts))
    store.jobs.ask(KEY, store.nodes.now(), 8).result()
    yield store
    store.close()


def stands(store: Any) -> Job:
    found: Job = at_once(store.jobs.get(KEY))
    return found


def until(so: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


def working(url: str, *options: str) -> Any:
    return python("-m", "kartentisch", "work", "--store", url, *options, stdout=subprocess.PIPE, text=True)


@posix
@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 0), pytest.param(signal.SIGINT, 130, marks=pytest.mark.long)]
)
def test_it_takes_what_waits_and_gives_it_back_when_it_is_stopped(number: signal.Signals, code: int) -> None:
    url = new_url()
    with asked(url) as store:
        with working(url) as process:
            until(lambda: stands(store).state == "working")
            assert len(others(store)) == 1, "its node"
            begun = time.monotonic()
            process.send_signal(number)
            assert process.wait(PATIENCE) == code
            assert time.monotonic() - begun < 8
            assert stands(store).state == "waiting"
            said = process.stdout.read()
            assert said.startswith("Working. Stop with Ctrl+C.\n")
            assert said.rstrip().endswith("Review of match 1 of table table1: given back")
        assert not others(store), "it has left"
        with working(url) as process:
            until(lambda: stands(store).state == "done")
        review = read_review(stands(store).result)
        assert len(review.seats) == 2
        assert review.seats[0].decisions


def others(store: Any) -> list[str]:
    """The living nodes of the database, without this one."""
    living = "SELECT id FROM nodes WHERE until > clock_timestamp() AND id <> %s"
    found: list[str] = at_once(store.read(lambda row: row[0], living, store.nodes.id))
    return found


@posix
@pytest.mark.postgres
def test_it_holds_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a node of the database, but one that takes nothing."""
    from kartentisch.store import LeaseLost
    from kartentisch.store.postgres import Database

    with work._entered(Database(new_url())) as node, pytest.raises(LeaseLost):
        node.take("table1").result()
