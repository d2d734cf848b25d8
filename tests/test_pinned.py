"""What browsers, programs, logs and hosts rely on keeps its name, however the code inside is arranged.

`pinned.json` was written before the rooms of `web/` were put in order. A name may come in addition: `python -m
tests.test_pinned` writes the file again. What games from elsewhere import, `tests/fifth` imports. One that goes or
changes breaks a link, a cookie, a record or a program.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient

import kartentisch as kt
from kartentisch.store import MemoryStore, sqlite
from kartentisch.store.sqlite import SqliteStore
from kartentisch.table import contents, facts
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.phrases import refusals
from kartentisch.web.socket import disconnect
from tests.web.support.kit import KEY

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "kartentisch"
FILE = Path(__file__).with_name("pinned.json")
THEN: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def pinned() -> dict[str, Any]:
    """All of it, as the code of today has it."""
    return {
        "addresses": addresses(),
        "asks": sorted(facts._BRINGS),
        "bye codes": {code: disconnect.CODES[code] for code in sorted(disconnect.CODES)},
        "columns": columns(),
        "cookies": cookies(),
        "environment": sorted(set(found(r"environ(?:\.get\(|\[)[\"'](\w+)", "*.py"))),
        "fields of forms": sorted(set(found(r"<(?:input|select|textarea|button)\b[^>]*?\bname=\"([^\"]+)", "*.html"))),
        "fields of the log": dict(log_fields()),
        "front door": sorted(kt.__all__),
        "kinds of facts": sorted(get_args(contents.Kind)),
        "refusals": sorted({*refusals._OWN, *refusals._NAMED}),
        "statistics": statistics(),
        "storage of browsers": sorted(set(found(r"[\"`](kartentisch\.[^\"`]*)", "*.js"))),
        "wire": hashlib.sha256((ROOT / "docs" / "wire.schema.json").read_bytes()).hexdigest(),
    }


def application() -> Any:
    """With bots of its own: a server that ends takes them along."""
    store = MemoryStore()
    return create_app(RoomRegistry(store), Tokens(KEY))


def addresses() -> list[str]:
    """Each with its methods."""
    app = application()
    while not isinstance(app, Starlette):
        app = app.app
    lines = []
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            lines.append(f"{route.path} socket")
        elif isinstance(route, Route):
            lines.append(f"{route.path} {' '.join(sorted(route.methods or ()))}")
    return sorted(lines)


def columns() -> dict[str, list[str]]:
    """Of each table of the store."""
    with tempfile.TemporaryDirectory() as folder:
        SqliteStore(Path(folder)).close()
        with closing(sqlite3.connect(Path(folder) / sqlite.FILE)) as base:
            names = [name for (name,) in base.execute("select name from sqlite_master where type = 'table'")]
            return {
                name: sorted(row[1] for row in base.execute(f"pragma table_info({name})")) for name in sorted(names)
            }


def cookies() -> list[str]:
    """Names of all that a browser is given when somebody chooses a language and opens a table."""
    with TestClient(application(), follow_redirects=False) as client:
        answers = [
            client.get("/language/de"),
            client.post("/open/schwupps", data={"name": "Anna", "seat-0": "you", "seat-1": "bot:greedy"}),
        ]
    return sorted({line.partition("=")[0] for answer in answers for line in answer.headers.get_list("set-cookie")})


def statistics() -> list[str]:
    with TestClient(application()) as client:
        return sorted(client.get("/statistics").json())


def found(pattern: str, files: str) -> Iterator[str]:
    """What the first group finds in all sources of a kind."""
    for path in sorted(SOURCES.rglob(files)):
        yield from re.findall(pattern, path.read_text(encoding="utf-8"))


def log_fields() -> Iterator[tuple[str, list[str]]]:
    """The fields of each line that is logged, by its words."""
    calls: dict[str, set[str]] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="log"), attr="info" | "warning" | "error"),
                    args=[ast.Constant(value=str(words))],
                ):
                    calls.setdefault(words, set()).update(keyword.arg or "" for keyword in node.keywords)
    yield from ((words, sorted(calls[words])) for words in sorted(calls))


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return pinned()


@pytest.mark.parametrize("what", sorted(THEN))
def test_what_others_rely_on_keeps_its_name(now: dict[str, Any], what: str) -> None:
    assert now[what] == THEN[what], "one in addition: python -m tests.test_pinned; none may go or change"


def test_all_of_it_is_pinned(now: dict[str, Any]) -> None:
    assert sorted(now) == sorted(THEN)
    assert all(THEN.values())


if __name__ == "__main__":
    FILE.write_text(json.dumps(pinned(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
