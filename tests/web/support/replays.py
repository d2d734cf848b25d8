"""Tables with a past, and what a browser reads of it."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from starlette.testclient import TestClient

from kartentisch.table.table import Table
from kartentisch.web.access.tokens import COOKIE, path
from tests.browser.past import Past
from tests.plain_store import PlainTokens
from tests.web.support.kit import KEY, House

SHORT = {"solo": {"limit": 60}}
"""So that a match is over after a few rounds."""


def over(table: Table) -> bool:
    return table.phase == "over"


@cache
def whole(game: str, seats: int, seed: int) -> Past:
    """A match to its end."""
    return Past(game, seats, seed, SHORT.get(game)).go_on(over)


def laid(house: House, game: str, until: Any = over, seats: int = 3, seed: int = 3) -> Past:
    """A table with a past, called `table1`: seat 0 is a person's."""
    past = copy(whole(game, seats, seed)) if until is over else Past(game, seats, seed, SHORT.get(game)).go_on(until)
    past.facts = [*past.facts]  # what comes after is this test's own
    past.written(house.store, "table1")
    return past


def hold(client: TestClient, house: House, seat: int = 0) -> None:
    """Give the browser the cookie of a seat."""
    client.cookies.set(COOKIE, PlainTokens(KEY, house.store).cookie("table1", seat), path=path("table1", seat))


def every(client: TestClient, address: str, **query: Any) -> list[dict[str, Any]]:
    """All moments."""
    found: list[dict[str, Any]] = []
    while True:
        answer = client.get(address, params={"first": len(found), **query})
        assert answer.status_code == 200, answer.text
        said = answer.json()
        assert said["frames"]
        found += said["frames"]
        if len(found) == len(said["numbers"]):
            return found
