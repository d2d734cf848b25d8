"""A server is killed in the middle of a review: the next one goes on with it, though nobody asks."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.cli.bench_server import Server
from kartentisch.store import SqliteStore, signing_key
from kartentisch.store.sqlite import FILE
from tests.plain_store import PlainStore
from tests.processes import PATIENCE
from tests.store.kit import done
from tests.web.support.replays import whole
from tests.web.test_kill import killed, running

pytestmark = [pytest.mark.slow, pytest.mark.long]


def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


def progress(server: Server) -> dict[str, int]:
    found: dict[str, int] = json.loads(server.get("/t/table1/review/progress"))
    return found


def state(folder: Path) -> str:
    """How the review stands in the file."""
    with closing(sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True)) as db:
        return str(db.execute("SELECT state FROM jobs").fetchall()[0][0])


def test_a_review_outlives_its_server(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    signing_key(tmp_path)
    done(PlainStore(store).append("table1", 0, whole("swup", 2, 3).facts))
    store.close()
    with running(tmp_path) as server:
        assert "data-progress" in server.get("/t/table1/review")
        until(lambda: progress(server)["done"] > 2)
        assert not progress(server)["ready"]
        killed(server)
    assert state(tmp_path) == "working"
    with running(tmp_path) as server:
        until(lambda: state(tmp_path) == "done")
        assert "What cost most" in server.get("/t/table1/review")
