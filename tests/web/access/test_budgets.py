"""Expensive requests have a budget for each address, far above what a class of thirty needs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import pytest
from starlette.testclient import TestClient

from kartentisch.web.access import budgets
from kartentisch.web.access.table_limits import Limits
from tests.web.support.kit import House, browser, opened


def at(address: str, proxies: Sequence[str] = ()) -> AbstractContextManager[tuple[TestClient, House]]:
    """A browser there; time stands still."""
    return browser(None, Limits(0, 0), address, proxies)


def test_beyond_the_budget_there_is_a_sentence_and_other_pages_and_addresses_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budgets, "MOST", 3)
    with at("198.51.100.7") as (client, house):
        table, seat = opened(client)
        assert [client.get("/").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = client.get(f"/t/{table}/watch", headers={"accept-language": "de"})
        assert answer.status_code == 429
        assert "deiner Adresse" in answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert client.get(seat).status_code == 200, "who plays plays on"
        assert client.get("/rules/schwupps").status_code == 200
        house.hands.now += int(2000 / budgets.PER_SECOND) + 1
        assert [client.get("/").status_code for _ in range(3)] == [200, 200, 429]


def test_a_page_that_watches_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST", 0)
    with at("198.51.100.7") as (client, _):
        table, seat = opened(client)
        for address in (f"/t/{table}/watch/socket", f"/t/{table}/screen/socket"):
            with client.websocket_connect(address) as socket:
                said = json.loads(socket.receive_text())
                assert (said["t"], said["code"], said["again"]) == ("bye", "busy_address", True)
        with client.websocket_connect(f"{seat}/socket") as socket:
            socket.send_text('{"t":"hello","version":1}')
            assert json.loads(socket.receive_text())["t"] == "welcome"


def test_a_class_of_thirty_behind_one_address_stays_below_it() -> None:
    """All at once: each loads the home page twice, watches, looks back at 64 moments, saves the record, and reviews."""
    each: list[tuple[str, int]] = [
        ("home", 2 * budgets.PAGE),
        ("watch and its line", budgets.PAGE + budgets.LOOK),
        ("replay", budgets.PAGE + 4 * budgets.LOOK),
        ("record", budgets.MATCH),
        ("review", budgets.LOOK),
    ]
    assert 30 * sum(cost for _, cost in each) <= budgets.MOST
    assert 30 * budgets.LOOK / 6.4 <= budgets.PER_SECOND, "and when all of them go on at the greatest speed"
    with at("127.0.0.1", ["127.0.0.1"]) as (client, _):
        client.headers["x-forwarded-for"] = "198.51.100.7"
        assert {client.get("/").status_code for _ in range(60)} == {200}


def test_each_address_behind_the_proxy_has_its_own_and_this_computer_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "MOST", 2)

    def home(client: TestClient, n: int, **headers: Any) -> list[int]:
        return [client.get("/", headers=headers).status_code for _ in range(n)]

    with at("127.0.0.1", ["127.0.0.1"]) as (client, _):
        assert home(client, 3, **{"x-forwarded-for": "198.51.100.7"}) == [200, 200, 429]
        assert home(client, 3, **{"x-forwarded-for": "198.51.100.8"}) == [200, 200, 429]
    with at("127.0.0.1") as (client, _):
        assert home(client, 5, **{"x-forwarded-for": "198.51.100.7"}) == [200] * 5


def test_what_is_remembered_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "ADDRESSES", 3)
    found = budgets.Budgets()
    for n in range(10):
        assert found.take(f"198.51.100.{n}", 1, 0.0)
    assert len(found._buckets) == 3
