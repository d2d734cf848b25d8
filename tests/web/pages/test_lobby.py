"""The page of open tables: its filters, their links, and what it says when nothing is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from starlette.testclient import TestClient

from tests.web.support.kit import browser

TABLES = {
    "solo, calm, one": {"pace": "calm", "seat-1": "open"},
    "solo, quick, two": {"pace": "quick", "seat-1": "open", "seat-2": "open"},
    "swup, quick, one": {"pace": "quick", "seat-1": "open"},
    "swup, calm, watched": {"pace": "calm", "seat-1": "bot:greedy", "watchers": "anyone"},
}


@pytest.fixture(scope="module")
def lobby() -> Iterator[tuple[TestClient, dict[str, str]]]:
    """A browser, and the names of the tables that it has opened, by their ids. Somebody has the last one open."""
    with browser() as (client, _):
        names, seat = {}, ""
        for name, form in TABLES.items():
            public = {} if "watched" in name else {"public": "on"}
            answer = client.post(
                f"/open/{name.partition(',')[0]}", data={"name": "Anna", "seat-0": "you", **form, **public}
            )
            seat = answer.headers["location"]
            names[seat.split("/")[2]] = name
        with client.websocket_connect(f"{seat}/socket") as socket:
            socket.send_json({"t": "hello", "version": 1, "language": "en"})
            assert [socket.receive_json()["t"] for _ in range(2)] == ["welcome", "scene"]
            yield client, names


def listed(lobby: tuple[TestClient, dict[str, str]], query: str) -> set[str]:
    client, names = lobby
    page = client.get(f"/lobby{query}", headers={"accept-language": "en"})
    assert page.status_code == 200
    return {names[table] for table in re.findall(r'<li>\s*<a href="/t/(\w+)', page.text)}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", set(TABLES)),
        ("?game=solo", {"solo, calm, one", "solo, quick, two"}),
        ("?game=swup", {"swup, quick, one", "swup, calm, watched"}),
        ("?seats=1", {"solo, calm, one", "solo, quick, two", "swup, quick, one"}),
        ("?seats=2", {"solo, quick, two"}),
        ("?seats=3", set()),
        ("?seats=watch", {"swup, calm, watched"}),
        ("?pace=quick", {"solo, quick, two", "swup, quick, one"}),
        ("?game=swup&pace=calm", {"swup, calm, watched"}),
        ("?game=solo&seats=1&pace=calm", {"solo, calm, one"}),
        ("?game=schwupps", set()),
    ],
)
def test_filters_leave_what_is_wanted(lobby: tuple[TestClient, dict[str, str]], query: str, names: set[str]) -> None:
    assert listed(lobby, query) == names


def test_a_filter_that_leaves_nothing_says_so_and_offers_all_tables(lobby: tuple[TestClient, dict[str, str]]) -> None:
    page = lobby[0].get("/lobby?game=schwupps", headers={"accept-language": "en"}).text
    assert "No open table is like this now." in page
    assert '<a href="/lobby">Show all tables</a>' in page
    with browser() as (client, _):
        empty = client.get("/lobby", headers={"accept-language": "de"}).text
        assert "Gerade steht kein Tisch allen offen." in empty
        assert "/lobby?" not in empty
        assert 'href="/lobby"' not in client.get("/").text, "the home page leads there only if there are tables"


def test_a_press_keeps_the_other_filters_and_each_choice_has_one_link(
    lobby: tuple[TestClient, dict[str, str]],
) -> None:
    client, _ = lobby
    page = client.get("/lobby?game=solo&pace=calm", headers={"accept-language": "en"}).text
    forms = re.findall(r'<form action="/lobby"(.+?)</form>', page)
    hidden = [dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', form)) for form in forms]
    assert hidden == [{"pace": "calm"}, {"game": "solo", "pace": "calm"}, {"game": "solo"}]
    chosen = [re.findall(r'aria-current="true">([^<]+)<', form) for form in forms]
    assert chosen == [["Solo"], ["Any"], ["calm"]]
    answer = client.get("/lobby?pace=calm&seats=&game=solo&more=1", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/lobby?game=solo&pace=calm")
    assert 'href="/lobby"' in client.get("/").text


def test_a_filter_that_does_not_exist_is_named_with_what_it_can_be(lobby: tuple[TestClient, dict[str, str]]) -> None:
    client, names = lobby
    answer = client.get("/lobby?seats=9", headers={"accept-language": "en"})
    assert answer.status_code == 400
    assert "“9” is nothing that “seats” can be. It can be: 1 2 3 watch." in unescape(answer.text)
    assert all(f"/t/{table}" in answer.text for table in names), "all tables are shown"


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/lobby?game=solo&pace=quick", "en", "2 seats are still free · quick pace"),
        ("/", "de", "Noch 2 Plätze frei · zügiges Tempo"),
    ],
)
def test_a_row_says_how_a_table_stands_in_parts_without_full_stops(
    lobby: tuple[TestClient, dict[str, str]], path: str, code: str, said: str
) -> None:
    page = lobby[0].get(path, headers={"accept-language": code}).text
    assert f'<span class="soft">{said}</span>' in page
