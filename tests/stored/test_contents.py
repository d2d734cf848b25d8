"""What facts of the first version say: every one is read, and would be written with the same text today."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.table import contents
from kartentisch.table.facts import Fact
from tests.stored import kit
from tests.stored.kit import names_of

NEWER = {("danced", "a waltz"), ("opened", "{")}
"""What the folder of foreign logs has that no version wrote."""

OF_OTHERS = ("a_new_setting",)
"""A setting of a newer program, which this one passes over."""
ADDED = {"renewed", "luck"}
"""Settings that the first version did not have."""


def same(fact: Fact) -> None:
    content = fact.content
    assert content.kind == fact.kind
    assert contents.read(content.kind, contents.text(content)) == content
    if fact.kind != "opened":
        assert contents.text(content) == fact.text
        return
    then, now = json.loads(fact.text), json.loads(contents.text(content))
    assert {**now, **then} == {**now, **{key: then[key] for key in OF_OTHERS if key in then}}
    assert set(now) - set(then) == ADDED


@pytest.mark.parametrize("name", names_of("logs", ".jsonl"))
def test_a_stored_log_is_read_and_would_be_written_the_same(name: str) -> None:
    for fact in kit.log(name):
        same(fact)


@pytest.mark.parametrize(("folder", "unknown"), [("data", set()), ("foreign", NEWER)])
def test_a_stored_folder_is_read_and_would_be_written_the_same(
    folder: str, unknown: set[tuple[str, str]], tmp_path: Path
) -> None:
    kit.unpack(folder, tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db:
        rows = db.execute("SELECT number, kind, seat, ask, text FROM facts").fetchall()
    assert len(rows) > 50
    facts, found = [Fact(*row) for row in rows], set()
    for fact in facts:
        try:
            same(fact)
        except ValueError:
            found.add((fact.kind, fact.text))
    assert found == unknown
