"""Logs that this program cannot read, or must not play on: told of, and left alone byte for byte."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.cli import app as cli
from kartentisch.table.contents import Closed
from kartentisch.web.live import janitor
from kartentisch.web.live.janitor import tidy
from kartentisch.web.live.retention import DAY, Retention
from tests.stored import kit
from tests.stored.serving import served
from tests.web.support.kit import call

TABLES = kit.known("foreign")["tables"]
ANSWERS = {
    "unknown game": (404, "The game of this table is not on this server now."),
    "rules 99": (409, "This table is played under rules 99 of its game, and this server knows rules "),
    "rules 99 closed": (409, "This table is played under rules 99 of its game, and this server knows rules "),
    "another digest": (409, "The log of this table does not fit its rules"),
    "unknown move": (409, "The log of this table does not fit its rules"),
}
NEWER = (409, "This table was written by a newer version of Kartentisch.")
FOREIGN = sorted(set(TABLES) - {"readable"})


def rows(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as db:
        return db.execute("SELECT * FROM facts ORDER BY table_id, number").fetchall()


def test_the_server_tells_of_them_and_writes_nothing(tmp_path: Path) -> None:
    known = kit.unpack("foreign", tmp_path)
    before = rows(tmp_path)
    readable = known["tables"]["readable"]["table"]
    with served("foreign", tmp_path, later=400 * DAY, fresh=False) as house:
        call(house.client, janitor.wake, house.rooms)
        for what in FOREIGN:
            status, sentence = ANSWERS.get(what, NEWER)
            for page in ("", "/0", "/watch", "/replay", "/record"):
                answer = house.client.get(f"/t/{known['tables'][what]['table']}{page}")
                assert (answer.status_code, sentence in answer.text) == (status, True), (what, page)
        call(house.client, tidy, house.rooms, Retention(close_after=1, delete_after=1))
        assert house.room(readable).table.closed == Closed("unused", 30), "what can be read is kept as ever"
    after = rows(tmp_path)
    assert [row for row in after if row[0] != readable] == [row for row in before if row[0] != readable]


def test_check_names_each_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = kit.unpack("foreign", tmp_path)
    assert cli.run(["serve", "--check", "--data", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    for what in FOREIGN:
        assert f"{known['tables'][what]['table']} (" in out
    assert f"{known['tables']['readable']['table']} (" not in out
    assert "rules 99, closed)" in out
