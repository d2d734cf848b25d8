"""`serve --store`: a match on a database, with a server killed in the middle of it, and passwords that nobody sees."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from kartentisch.store import opening
from kartentisch.store.opening import PASSWORD, WITHOUT_DRIVER, Where, database_of, opened
from kartentisch.table.facts import Fact
from kartentisch.web import serve
from tests import postgresql
from tests.plain_store import plain
from tests.processes import PATIENCE
from tests.store.kit import empty_database, older
from tests.web.test_kill import connected, killed

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def own_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is started in this process leaves the log of the tests as it is."""
    monkeypatch.setattr(serve, "configure", lambda log: None)


def new_url(**more: str) -> str:
    """The address of an empty database."""
    server = postgresql.shared().server
    query = "&".join(f"{name}={quote(value)}" for name, value in {"host": str(server.folder), **more}.items())
    return f"postgresql://postgres@/{server.new_database()}?{query}"


@contextmanager
def running(data: Path, *options: str) -> Iterator[Server]:
    server = Server(data, *options)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(PATIENCE)


async def play(server: Server, place: Place, tag: str, most: int, done: list[str]) -> str:
    """Play at random, until `most` asks were answered or the match is over. The phase at the end."""
    choose, count, waiting, newest, scene = random.Random(tag), 0, "", 0, dict[str, Any]()
    async with connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == "done":
                done.append(message["id"])
                waiting, newest = "", message["n"]
            elif message["t"] == "refused":
                waiting = ""
            scene = message.get("scene", scene)
            if waiting or not scene or scene["n"] < newest:
                continue
            if scene["phase"] == "over" or len(done) >= most:
                return str(scene["phase"])
            steps = [step for step in scene.get("steps", []) if step.get("ends", True)]
            if steps or scene["phase"] == "result":
                count += 1
                waiting = f"{tag}-{'move' if steps else 'next'}-{count:06d}"
                do = {"do": "play", "since": scene["since"], "moves": [choose.choice(steps)["token"]]} if steps else {}
                await line.send(msgspec.json.encode({"t": "ask", "id": waiting, "do": "next", **do}).decode())
    return ""


@pytest.mark.long
def test_a_whole_match_is_played_on_a_database_though_its_server_is_killed_in_the_middle(tmp_path: Path) -> None:
    url, done, phases = new_url(), list[str](), list[str]()
    options = ("--store", url, "--node", "n1")

    async def both(tag: str, most: int, until: str) -> None:
        games = [
            asyncio.ensure_future(play(server, one, f"{tag}-{seat}", most, done)) for seat, one in enumerate(places)
        ]
        await asyncio.wait(games, timeout=PATIENCE, return_when=until)
        assert any(game.done() for game in games)
        for game in games:
            game.cancel()
        ends = [end for end in await asyncio.gather(*games, return_exceptions=True) if isinstance(end, str)]
        phases.extend(ends)
        await asyncio.sleep(0.1)  # what was cut off is closed before the loop ends

    form = {"name": "Ada", "seat-0": "you", "seat-1": "open", "option-rounds": "3"}
    with running(tmp_path, *options) as server:
        places = [Place(*server.post("/open/schweinsgalopp", form))]
        table = places[0].address.split("/")[2]
        places.append(Place(*server.post(f"/t/{table}/join", {"name": "Bo", "ask": f"{table}1"})))
        asyncio.run(both("before", 10, asyncio.FIRST_COMPLETED))
        killed(server)
    with running(tmp_path, *options) as server:
        asyncio.run(both("after-", 10_000, asyncio.ALL_COMPLETED))
    from kartentisch.store.postgres import Database, PostgresStore

    store = PostgresStore(Database(url))
    facts = plain(store).facts(table)
    row = plain(store).listed(table)
    store.close()
    assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
    counted = Counter(fact.ask for fact in facts if fact.kind == "moved")
    moves = [ask for ask in done if "next" not in ask]
    assert {counted[ask] for ask in moves} == {1}
    assert sum(counted.values()) - len(moves) <= 2, "at most one of each person was not answered"
    assert any(ask.startswith("after") for ask in done)
    assert phases[0] in ("playing", "result"), "not over yet"
    assert phases[-2:] == ["over", "over"]
    assert row.phase == "over"
    assert not (tmp_path / "tables.sqlite3").exists()


@pytest.mark.parametrize("last", [4, 30])
def test_a_server_that_starts_again_waits_for_the_lease_of_its_last_run(
    last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its operator may have changed the lease meanwhile."""
    from kartentisch.store.postgres import PostgresStore

    database, told, slept = empty_database(), list[str](), 0

    def sleep(seconds: float) -> None:
        nonlocal slept
        slept += 1
        older(last / 2)

    monkeypatch.setattr(opening, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    killed = PostgresStore(database, "n1", "10.0.0.1:9200", writers=1, lives=last)
    with closing(opening._entered(database, Where(database.url, node="n1", lease=5), told.append)) as node:
        assert node.nodes.lives == 5
    killed.close()
    assert told == [f"The last run of the server n1 has not left the database. Waiting up to {last + 4} seconds."]
    assert slept == 2


def refused(data: Path, where: Where, capsys: pytest.CaptureFixture[str]) -> str:
    """What a server says that does not start."""
    with pytest.raises(ValueError, match=r"\.$") as error:
        serve.run(port=0, data=data, where=where)
    said = capsys.readouterr()
    assert "geheim" not in f"{said.out}{said.err}{error.value}"
    return str(error.value)


def test_a_wrong_password_is_told_and_not_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, db = postgresql.shared().server, postgresql.shared().db
    db.execute("DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN PASSWORD 'geheim'")
    where = Where(f"postgresql://stranger@/postgres?host={quote(str(server.folder))}", tmp_path / "password")
    (tmp_path / "password").write_text("geheim2\n", "utf-8")
    wrong = f"The database does not accept the user or the password. It is postgres on {server.folder}."
    assert refused(tmp_path, where, capsys) == wrong
    monkeypatch.setenv(PASSWORD, "geheim3")
    assert refused(tmp_path, where._replace(password_file=None), capsys) == wrong


BAD = {
    "postgresql://ada:geheim@host/cards": "contains a password, which everybody on this computer can see",
    "postgresql://ada@host/cards?password=geheim": "contains a password, which everybody on this computer can see",
    "host=localhost password=geheim": "cannot be read. Name it like postgresql://user@host/database",
    "mysql://ada:geheim@host/cards": "cannot be read. Name it like postgresql://user@host/database",
    "postgresql://ada@host/cards?nonsense=geheim": "cannot be read. Name it like postgresql://user@host/database",
    "": "cannot be read. Name it like postgresql://user@host/database",
}


@pytest.mark.parametrize("url", BAD)
def test_an_address_that_cannot_be_used_is_refused_with_a_sentence_that_does_not_repeat_it(url: str) -> None:
    with pytest.raises(ValueError, match=BAD[url].replace("?", r"\?")) as error:
        database_of(Where(url))
    assert "geheim" not in str(error.value)


def test_a_password_comes_from_its_file_or_else_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, url = tmp_path / "password", "postgresql://ada@host/cards"
    monkeypatch.setenv(PASSWORD, "geheim")
    database = database_of(Where(url))
    assert database.settings["password"] == "geheim"
    assert PASSWORD not in os.environ, "processes that the server starts do not get it"
    assert "geheim" not in repr(database)
    assert database.named == "cards on host"
    file.write_text(" geheim2 \nmore\n", "utf-8")
    assert database_of(Where(url, file)).settings["password"] == "geheim2"
    assert "password" not in database_of(Where(url)).settings
    file.write_text("\n", "utf-8")
    for wrong, what in ((file, "is empty"), (tmp_path / "none", "cannot be read")):
        with pytest.raises(ValueError, match=f"The file with the password of the database {what}"):
            database_of(Where(url, wrong))


def test_without_the_driver_the_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("psycopg", "kartentisch.store.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ValueError, match=r"pip install 'kartentisch\[cluster\]'"):
        database_of(Where("postgresql://ada@host/cards"))
    assert "pip install" in WITHOUT_DRIVER


def test_servers_of_one_database_have_one_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = Where(new_url(), node="n1")
    with opened(tmp_path / "one", where, lambda share: None, print) as first:
        key = serve.key_of(tmp_path / "one", first, new_key=False)
        plain(first.store).append("a", 0, [Fact(1, "opened", text="{}")]).result()
        two = tmp_path / "two"
        assert "The file “key” is missing" in refused(two, where._replace(node="n2"), capsys)
        (two / "key").write_bytes(bytes(32))
        assert "not that of the other servers of this database" in refused(two, where._replace(node="n2"), capsys)
        (two / "key").write_bytes(key)
        with opened(two, where._replace(node="n2"), lambda share: None, print) as second:
            assert serve.key_of(two, second, new_key=False) == key
        (two / "key").unlink()
        with opened(two, where._replace(node="n2"), lambda share: None, print) as second:
            other = serve.key_of(two, second, new_key=True)
            assert other != key
    assert "not that of the other servers" in refused(tmp_path / "one", where, capsys)


def test_a_name_that_a_living_server_has_is_refused_after_a_while(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_patience", lambda *_: 0.1)
    where = Where(new_url(), node="n1")
    with opened(tmp_path / "one", where, lambda share: None, print):
        said = refused(tmp_path / "two", where, capsys)
    assert said.startswith("Another server named n1 is running on the database tables_")
    assert said.endswith("Give this one another name with --node.")


def test_a_folder_serves_one_server_also_with_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = Where(new_url(), node="n1")
    with opened(tmp_path, where, lambda share: None, print):
        said = refused(tmp_path, where._replace(node="n2"), capsys)
    assert said == f"Another server is running on this data folder. The folder is {tmp_path}."
