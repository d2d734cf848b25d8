"""A file that an older version has written is brought up to date, and compacted; and so is one on request."""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from kartentisch.cli import app
from kartentisch.store import Name
from kartentisch.store.connections import connect, prepare
from kartentisch.store.sqlite import FILE
from kartentisch.store.upgrading import SCHEMA, to_compact, upgrade
from tests.store.kit import done, opened, some
from tests.store.test_scrub import SECRET, found
from tests.stored import kit as stored


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def older_file(folder: Path, tmp_path: Path) -> None:
    """A file of the version before, with the secret in names that are still there and in some that are not."""
    older = tmp_path / "older"
    older.mkdir()
    for step in sorted(SCHEMA.glob("*.sql"))[:3]:
        shutil.copy(step, older)
    folder.mkdir()
    chance = random.Random(2)
    with closing(connect(folder / FILE)) as db:
        prepare(db)
        upgrade(db, older)
        db.execute("BEGIN")
        insert = "INSERT INTO facts VALUES (?, ?, 'moved', 0, '', 'x', '', '', 5)"
        db.executemany(insert, [(f"t{k}", number) for k in range(40) for number in range(1, 50)])
        for n in range(3_000):
            line = (f"t{chance.randrange(40)}", n, 1, SECRET, "spoon", SECRET * chance.randint(1, 9), f"ask{n}")
            db.execute("INSERT INTO talk VALUES (?, ?, ?, ?, ?, ?, ?)", line)
        db.execute("DELETE FROM talk WHERE time < 1500")
        for n in range(400):
            name = (f"t{n % 40}", n % 5, f"{SECRET} {n}", "cup")
            db.execute("INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name", name)
        db.execute("COMMIT")


def test_what_an_older_version_stored_is_sealed_and_the_file_compacted_once(folder: Path, tmp_path: Path) -> None:
    older_file(folder, tmp_path)
    assert found(folder, SECRET.encode())
    shares: list[float] = []
    store = opened(folder, shares.append)
    assert not found(folder, SECRET.encode())
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares == sorted(shares)
    assert store.names("t7") == {2: Name(f"{SECRET} 367", "cup")}
    lines = [line for k in range(40) for line in store.talk(f"t{k}")]
    assert sorted(line.time for line in lines) == list(range(1500, 3000))
    assert {(line.seat, line.name, line.figure, line.ask == f"ask{line.time}") for line in lines} == {
        (1, SECRET, "spoon", True)
    }
    assert len(store.facts("t7")) == 49
    store.close()
    again: list[float] = []
    opened(folder, again.append).close()
    assert again == []


def test_a_start_that_ends_before_the_file_is_compacted_leaves_it_to_the_next(folder: Path, tmp_path: Path) -> None:
    older_file(folder, tmp_path)

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opened(folder, stop)
    with closing(connect(folder / FILE)) as db:
        assert to_compact(db)
    opened(folder).close()
    assert not found(folder, SECRET.encode())


def test_of_the_first_version_no_name_and_no_line_stays_in_the_open(folder: Path) -> None:
    known = stored.unpack("data", folder)
    names = ["Çiğdem 🦊".encode()]
    with closing(connect(folder / FILE)) as db:
        names += [text.encode() for (text,) in db.execute("SELECT text FROM talk") if len(text) > 3]
        lines = db.execute("SELECT count(*) FROM talk").fetchone()[0]
    assert found(folder, names[0])
    assert len(names) > 3, "something was said"
    store = opened(folder)
    assert not found(folder, *names)
    assert sum(len(store.talk(row.id)) for row in store.tables()) == lines
    assert {name.name for name in store.names(known["tables"]["running"]).values()} == {"Anna", "Ben", "Çiğdem 🦊"}
    assert {(row.rules, row.phase) for row in store.tables() if row.closed} == {(1, "closed")}
    assert {row.phase for row in store.tables() if not row.closed} == {""}
    store.close()


def test_a_new_file_is_not_compacted(folder: Path) -> None:
    shares: list[float] = []
    opened(folder, shares.append).close()
    assert shares == []


def test_the_data_of_a_stopped_server_are_compacted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    assert app.run(["compact", "--data", str(data)]) == 1
    assert capsys.readouterr().err == f"There are no data in {data}.\n"
    store = opened(data)
    done(store.append("a", 0, some(1, 5000)))
    done(store.delete("a", 1))
    assert app.run(["compact", "--data", str(data)]) == 1
    assert "Another server is running on this data folder." in capsys.readouterr().err
    store.close()
    before = (data / "tables.sqlite3").stat().st_size
    assert app.run(["compact", "--data", str(data)]) == 0
    after = (data / "tables.sqlite3").stat().st_size
    assert before > 200_000 > 150_000 > after
    assert capsys.readouterr().out == f"Compacted: {before / 1e6:.1f} MB before, {after / 1e6:.1f} MB now.\n"
