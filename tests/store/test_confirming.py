"""A commit that fails: refused if it could not be written, unknown if the disk could not confirm it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import EndUnknown, StoreFailed
from kartentisch.store.appending import APPEND
from tests.store.kit import done, fault, opened, some


class Failing:
    """A connection whose next commit fails with this error, after it was done or instead.

    An append of one fact is a statement that commits as it ends.
    """

    def __init__(self, db: sqlite3.Connection, name: str, *, stored: bool) -> None:
        self.db = db
        self.name = name
        self.stored = stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)

    def execute(self, sql: str, *values: Any) -> Any:
        alone = sql == APPEND and not self.db.in_transaction
        if not (sql == "COMMIT" or alone) or not self.name:
            return self.db.execute(sql, *values)
        if self.stored:
            self.db.execute(sql, *values)
        elif not alone:
            self.db.execute("ROLLBACK")
        error = sqlite3.OperationalError(self.name)
        error.sqlite_errorcode, self.name = getattr(sqlite3, self.name), ""
        raise error


@pytest.mark.parametrize("facts", [1, 2])
@pytest.mark.parametrize("stored", [True, False])
def test_the_end_is_unknown_if_the_disk_failed_to_confirm_and_reading_tells(
    tmp_path: Path, stored: bool, facts: int
) -> None:
    store = opened(tmp_path)
    done(store.append("a", 0, some(1, 2)))
    store._writer._db = Failing(store._writer._db, "SQLITE_IOERR_FSYNC", stored=stored)
    assert isinstance(fault(store.append("a", 2, some(3, 2 + facts))), EndUnknown)
    newest = 2 + facts if stored else 2
    assert store.facts("a") == some(1, newest)
    done(store.append("a", newest, some(newest + 1, newest + 1)))
    store.close()


@pytest.mark.parametrize("name", ["SQLITE_IOERR_WRITE", "SQLITE_FULL", "SQLITE_BUSY", "SQLITE_READONLY"])
def test_a_commit_that_could_not_be_written_is_refused(tmp_path: Path, name: str) -> None:
    store = opened(tmp_path)
    done(store.append("a", 0, some(1, 1)))
    for facts in (1, 2):
        newest = store.facts("a")[-1].number
        store._writer._db = Failing(store._writer._db, name, stored=False)
        error = fault(store.append("a", newest, some(newest + 1, newest + facts)))
        assert isinstance(error, StoreFailed)
        assert not isinstance(error, EndUnknown)
        assert store.facts("a") == some(1, newest)
        done(store.append("a", newest, some(newest + 1, newest + facts)))
    store.close()
