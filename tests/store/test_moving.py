"""Moving all data between a folder and a database: the same by digests, resumable, and never while somebody serves."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kartentisch.cli import app
from kartentisch.store import Name, Standing
from kartentisch.table.facts import Fact
from tests import postgresql
from tests.plain_store import PlainStore
from tests.store.kit import done, empty_database, in_postgres, opened, reopened, said, some

pytestmark = pytest.mark.postgres
IDS = ["a", "b", "c"]


def filled(store: PlainStore) -> None:
    """Three tables, a pad, a deleted table and a code that rests."""
    for log in IDS:
        done(store.append(log, 0, some(1, 5), Standing("playing", True, 7)))
        done(store.set_name(log, 0, "Jörg 🂡", "pan"))
        done(store.say(log, said(1, text="später")))
        done(store.renew(log, 1))
        done(store.set_join_code(log, f"CODE{log}"))
    done(store.append("p", 0, [Fact(1, "pad", text="{}", time=9)]))  # type: ignore[arg-type]
    done(store.append("gone", 0, some(1, 1)))
    done(store.set_join_code("gone", "GONE", 5))
    done(store.delete("gone", 6))
    done(store.append("c", 5, [Fact(6, "closed", time=8)]))


def everything(store: PlainStore) -> list[Any]:
    found: list[Any] = [store.tables(), store.listed("p"), store.deleted("gone"), store.waking(), store.inviting(-1, 9)]
    for log in [*IDS, "p", "gone"]:
        found += [store.facts(log), store.names(log), store.talk(log), store.token_versions(log), store.join_code(log)]
    return [*found, done(store.set_join_code("a", "GONE", 7)), done(store.append("gone", 0, [])) is None]


def moved(source: Path | Any, target: Path | Any, progress: Any = lambda share: None) -> tuple[int, ...]:
    from kartentisch.store.postgres.moving import move, side

    with side(source, made=False) as old, side(target, made=True) as new:
        return tuple(move(old, new, progress))


def test_all_data_move_to_a_database_and_back_and_are_the_same(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "one")) as store:
        filled(store)
    database = empty_database()
    assert moved(tmp_path / "one", database) == (4, 0, 1)
    assert moved(database, tmp_path / "two") == (4, 0, 1)
    assert moved(database, tmp_path / "two") == (0, 4, 1), "once more changes nothing"
    stores = [opened(tmp_path / "one"), opened(tmp_path / "two"), reopened(database)]
    found = [everything(store) for store in stores]
    names = [store.names("a") for store in stores]
    for store in stores:
        store.close()
    assert found[0] == found[1] == found[2]
    assert names == [{0: Name("Jörg 🂡", "pan")}] * 3


@pytest.mark.parametrize("back", [False, True])
def test_a_move_that_was_interrupted_goes_on(tmp_path: Path, back: bool) -> None:
    with closing(opened(tmp_path / "one")) as store:
        filled(store)
    ends: list[Any] = [tmp_path / "one", empty_database()]
    if back:
        moved(ends[0], ends[1])
        ends = [ends[1], tmp_path / "two"]

    def stop(share: float) -> None:
        if share >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moved(ends[0], ends[1], stop)
    assert moved(ends[0], ends[1]) == (2, 2, 1)


def test_a_move_is_refused_while_somebody_serves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = empty_database()
    url = f"postgresql://postgres@/{postgresql.shared().database}?host={postgresql.shared().server.folder}"
    one = str(tmp_path / "one")
    with closing(opened(tmp_path / "one")) as store:
        filled(store)
        assert app.run(["move-data", one, url]) == 1
        assert "Another server is running on this data folder." in capsys.readouterr().err
    with closing(reopened(database)):
        assert app.run(["move-data", one, url]) == 1
        assert "A server uses the database tables_1 on" in capsys.readouterr().err
    assert app.run(["move-data", one, url]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Moved: 4. There already: 0. All are the same by their digests." in told
    assert "The files “key” and “maintenance” did not move." in told
    for wrong in ([one, one], [url, url]):
        assert app.run(["move-data", *wrong]) == 1
        assert "Name one data folder and one database" in capsys.readouterr().err
    assert app.run(["move-data", str(tmp_path / "none"), url]) == 1
    assert "There are no tables in" in capsys.readouterr().err


def test_data_that_are_there_already_are_never_overwritten(tmp_path: Path) -> None:
    from kartentisch.store.postgres.moving import MoveRefused

    with closing(opened(tmp_path / "one")) as store:
        done(store.append("a", 0, some(1, 5)))
    with closing(in_postgres(tmp_path)) as other:
        done(other.append("a", 0, some(1, 4)))
        before = other.facts("a")
    from kartentisch.store.postgres import Database

    database = Database(postgresql.shared().server.url(postgresql.shared().database))
    with pytest.raises(MoveRefused, match="The table a is there already with other data"):
        moved(tmp_path / "one", database)
    with closing(reopened(database)) as other:
        assert other.facts("a") == before
        done(other.append("z", 0, some(1, 1)))
    with pytest.raises(MoveRefused, match="There are other tables there already, such as z"):
        moved(tmp_path / "one", database)
