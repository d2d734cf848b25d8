"""The doctor looks at the servers that share a database: what keeps them apart and what differs, in sentences."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from kartentisch.cli import check_nodes
from kartentisch.cli.check_database import check_database
from kartentisch.cli.findings import Level
from kartentisch.cli.folders import STORE
from kartentisch.cli.work import _entered
from kartentisch.store.opening import Where
from kartentisch.web.cluster.gate import Gate
from kartentisch.web.cluster.passes import Passes
from kartentisch.words.language import language
from tests import postgresql
from tests.cli.test_database_doctor import url
from tests.contrib.proxies import free_port
from tests.store.kit import empty_database, reopened
from tests.web.support.kit import KEY
from tests.web.support.listening import listening

pytestmark = pytest.mark.postgres
EN, DE = language("en"), language("de")
Node = Callable[..., Any]


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    """A function that starts one more server of a database: its node, and its inner port with its key."""
    from kartentisch.store.postgres import PostgresStore

    (tmp_path / "key").write_bytes(KEY)
    database, stack = empty_database(), ExitStack()

    def start(name: str, key: bytes = KEY, address: str = "") -> Any:
        made = PostgresStore(database, name, address, writers=1)
        stack.enter_context(closing(made))
        passes = Passes(key, lambda: made.nodes.id, made.nodes.now)
        port = stack.enter_context(listening(Gate(PlainTextResponse("ok"), passes))).port
        if not address:
            postgresql.shared().db.execute("UPDATE nodes SET address = %s WHERE name = %s", (f"127.0.0.1:{port}", name))
        return made

    with stack:
        yield start


def found(folder: Path) -> list[tuple[Level, str]]:
    """What the doctor says after the line about the database, whose server has no autovacuum in tests."""
    assert all(one.text for one in check_database(DE, Where(url()), folder))
    return [(one.level, one.text) for one in check_database(EN, Where(url()), folder) if "autovac" not in one.text][1:]


def test_servers_that_reach_each_other_are_fine(node: Node, tmp_path: Path) -> None:
    from kartentisch.store.postgres import Database

    reopened(Database(postgresql.shared().server.url(postgresql.shared().database))).close()
    assert found(tmp_path) == [("ok", "No server runs on this database.")]
    node("n1")
    assert found(tmp_path) == [("ok", "n1 runs on this database.")]
    node("n2").nodes.same_key(KEY, False)
    assert found(tmp_path) == [("ok", "n1 and n2 run on this database.")]
    with _entered(Database(url())):
        assert found(tmp_path) == [("ok", "n1 and n2 run on this database.")], "what works reviews is no server"
    (tmp_path / "key").unlink()
    assert found(tmp_path) == [("ok", "n1 and n2 run on this database.")], "without a key it is only connected to"


def test_an_inner_address_that_is_each_computers_own_keeps_servers_apart(node: Node, tmp_path: Path) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    node("n1")
    node("n2", address=nobody)
    ((level, text),) = found(tmp_path)
    assert level == "fault"
    assert text.startswith("Servers on other computers cannot reach n1 (127.0.0.1:")
    assert f"n2 ({nobody})" in text
    assert text.endswith("Start them with --inner and an address in the private network.")


def test_a_server_that_cannot_be_reached_is_a_fault(
    node: Node, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_nodes, "_here_only", lambda one: False)  # as if the addresses were those of a network
    with socket.socket() as silent:  # takes the connection and never answers
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setattr(check_nodes, "PATIENCE", 0.2)
        node("n1")
        away = f"127.0.0.1:{silent.getsockname()[1]}"
        node("n2", address=away)
        ((level, text),) = found(tmp_path)
    assert level == "fault"
    assert text.startswith(f"n2 lives, but cannot be reached at {away} from this computer.")


def test_what_differs_is_said(node: Node, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node("n1").nodes.same_key(KEY, False)
    node("n2", key=b"other" * 6 + b"!!")
    ((level, text),) = found(tmp_path)
    assert level == "fault"
    assert text.startswith("n2 signs links to seats with another key than the one in this folder")
    db = postgresql.shared().db
    db.execute("UPDATE nodes SET version = '9.9', until = until - interval '5 seconds' WHERE name = 'n1'")
    db.execute("UPDATE nodes SET draining = true WHERE name = 'n2'")
    said = {text.partition(" (")[0].partition(".")[0]: level for level, text in found(tmp_path)}
    assert [one for one in said if one.startswith("The servers have different versions: n1 9")]
    assert [one for one in said if one.startswith("n1 has not reported for ")]
    assert said["n2 gives its tables away and takes none"] == "warning"
    db.execute("UPDATE nodes SET until = until + interval '60 seconds'")
    monkeypatch.setattr(check_nodes, "APART", -1)
    assert any(text.startswith("The clock of n1 and that of the database differ by") for _, text in found(tmp_path))
    (tmp_path / "key").write_bytes(b"x" * 32)
    assert found(tmp_path)[0] == ("fault", STORE["other_key"])
