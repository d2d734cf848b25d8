"""What a browser sends by forms, and what it reads on pages."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from kartentisch.table.facts import Ask
from kartentisch.web.live.room import Room
from tests.web.support.kit import call


def words(html: str) -> str:
    """The text of a page, without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def field(html: str, name: str) -> str:
    """What stands in a field to copy from."""
    found = re.search(rf'id="{name}" class="field" readonly value="([^"]*)"', html)
    assert found, html
    return found[1]


def asks(client: TestClient, room: Room, do: str, seat: int, arg: str = "") -> None:
    """A seat asks for something, and it happens."""
    answer = call(client, room.ask, Ask(do, seat, f"ask-{do}-{arg}", arg=arg))
    assert answer.reason is None, answer


def joined(client: TestClient, table: str, name: str, ask: str = "", seat: str = "1") -> str:
    """Where a form leads, or why it was refused."""
    answer = client.post(f"/t/{table}/join", data={"name": name, "seat": seat} | ({"ask": ask} if ask else {}))
    return answer.headers.get("location", answer.text)
