"""The pages around the table, as a browser asks for them."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from kartentisch.web.pages import rules_text
from kartentisch.web.pages.request import accepted
from kartentisch.words.language import LANGUAGES, language
from tests.web.support.kit import browser, call, opened, room_of


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Card games at one kitchen table."), ("de", "Kartenspiele an einem Küchentisch.")]
)
def test_home_speaks_the_readers_language(language: str, sentence: str) -> None:
    with browser() as (client, _):
        page = client.get("/", headers={"accept-language": language})
        assert page.status_code == 200
        assert sentence in page.text
        assert f'<html lang="{language}">' in page.text


def test_a_language_once_chosen_stays() -> None:
    with browser() as (client, _):
        answer = client.get("/language/de?back=/rules/schwupps", headers={"accept-language": "en"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/rules/schwupps")
        assert '<html lang="de">' in client.get("/", headers={"accept-language": "en"}).text


def other_language(html: str) -> str:
    """Where the page's link to the other language leads back to."""
    found = re.search(r'href="/language/de\?back=([^"]+)"', html)
    assert found, html
    return unquote(found[1])


def test_the_other_language_is_that_of_the_same_page() -> None:
    with browser() as (client, _):
        table, seat = opened(client)
        about = ("link", "name", "delete", "show", "give/1", "program/1", "again")
        for page in ("/", "/open/solo?alone=1", "/rules/solo", "/nowhere", *(f"{seat}/{what}" for what in about)):
            assert other_language(client.get(page).text) == page
        assert other_language(client.get(f"/t/{table}?seat=1").text) == f"/t/{table}?seat=1"


def test_the_other_language_of_what_answers_a_form_is_that_of_a_page_that_can_be_asked_for() -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        posted = [route for route in client.app.app.routes if "POST" in (getattr(route, "methods", None) or ())]  # type: ignore[attr-defined]
        assert len(posted) > 10
        for route in posted:
            address = route.path.replace("{table:str}", table).replace("{game:str}", "solo")
            address = address.replace("{seat:seat}", "0").replace("{other:seat}", "1")
            answer = client.post(address, headers={"origin": "https://evil.example"})
            assert answer.status_code == 403
            if answer.headers["content-type"] == "application/json":  # asked by a script, which stays on its page
                continue
            assert client.get(other_language(answer.text)).status_code != 405, address


def test_after_a_wrong_code_or_a_refused_seat_it_is_the_page_with_the_form() -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        assert other_language(client.post("/code", data={"code": "x"}).text) == "/"
        assert other_language(client.post(f"/t/{table}/join", data={"name": ""}).text) == f"/t/{table}"


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"])
def test_choosing_a_language_leads_to_no_other_site(back: str) -> None:
    with browser() as (client, _):
        assert client.get("/language/de", params={"back": back}).headers["location"] == "/"


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,en;q=0.5,de;q=0.7", "de"),
        ("", "en"),
        ("fr", "en"),
        ("de;q=x", "en"),
        (",;", "en"),
        ("fr, de-AT ; q=0.4 , en; Q=0.3", "de"),
        ("DE-at", "de"),
        ("de;q=0, fr", "en"),
        ("de;q=nan,de;q=inf,de;q=-1,de;q=2", "en"),
        ("den,deu;q=0.9", "en"),
        ("x" * 500 + ",de", "en"),
    ],
)
def test_the_browsers_languages_are_read_with_their_weights(header: str, code: str) -> None:
    assert accepted(header) == code


def test_every_response_says_how_safe_it_is() -> None:
    with browser() as (client, _):
        for address in ("/", "/nowhere", "/healthz", "/t/unknown"):
            headers = client.get(address).headers
            assert headers["content-security-policy"].startswith("default-src 'self'; ")
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] in ("no-referrer", "same-origin")
        for address in ("/static/css/tokens.css", "/static/icons.svg"):
            assert client.get(address).headers["x-content-type-options"] == "nosniff"
        assert client.get("/static/icons.svg").headers["content-security-policy"] == "default-src 'none'"
        table, address = opened(client)
        assert client.get(address).headers["referrer-policy"] == "no-referrer"
        assert client.get(f"/t/{table}/watch").headers["referrer-policy"] == "no-referrer"


def test_the_page_of_a_fault_says_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with browser() as (client, house):
        monkeypatch.setattr(house.rooms, "open_rooms", lambda: 1 // 0)
        answer = TestClient(client.app, raise_server_exceptions=False).get("/")
        assert answer.status_code == 500
        assert "Something went wrong here." in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'self'; ")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_no_page_names_another_host() -> None:
    with browser() as (client, _):
        table, address = opened(client)
        for page in ("/", "/open/schwupps", "/rules/schwupps", f"/t/{table}", address, f"/t/{table}/watch"):
            html = client.get(page).text
            assert not re.search(r'(?:src|href|action)="(?:https?:)?//', html)
            assert "style=" not in html
            assert "<script>" not in html


@pytest.mark.parametrize(
    "address", ["/t/nowhere00000", "/t/nowhere00000/watch", "/t/nowhere00000/0", "/t/nowhere00000/record"]
)
def test_an_unknown_table_is_a_page_with_a_sentence(address: str) -> None:
    with browser() as (client, _):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "There is no such table." in answer.text


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/open/chess", 404),
        ("GET", "/rules/chess", 404),
        ("GET", "/language/fr", 404),
        ("POST", "/", 405),
    ],
)
def test_whatever_is_not_there_has_a_page(method: str, address: str, status: int) -> None:
    with browser() as (client, _):
        answer = client.request(method, address)
        assert answer.status_code == status
        assert "To the games" in answer.text or status == 404


@pytest.mark.parametrize("seat", ["1" * 5000, "0" * 5000, "100"])
def test_a_seat_of_more_than_two_digits_is_no_page_anywhere(seat: str) -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        found = [route for route in client.app.app.routes if isinstance(route, Route) and ":seat}" in route.path]  # type: ignore[attr-defined]
        assert len(found) > 12
        for route in found:
            address = re.sub(r"{\w+:seat}", seat, route.path.replace("{table:str}", table))
            for method in (route.methods or set()) - {"HEAD"}:
                answer = client.request(method, address)
                assert answer.status_code == 404, route.path
                assert "There is no such page." in answer.text


def test_the_record_of_a_finished_match_can_be_replayed() -> None:
    from kartentisch.play.replay import replay

    with browser() as (client, house):
        table, address = opened(client, **{"seat-1": "bot:random", "option-step_limit": "1"})
        assert client.get(f"/t/{table}/record?match=1").status_code == 404
        room = room_of(client, house, table)
        from kartentisch.table.facts import Ask

        call(client, room.ask, Ask("play", 0, "abcdefgh", room.table.number, ("~A",)))
        answer = client.get(f"/t/{table}/record?match=1")
        assert answer.status_code == 200
        assert replay(answer.text).over
        for wrong in ("0", "2", "-1", "x", "99999999"):
            assert client.get(f"/t/{table}/record", params={"match": wrong}).status_code == 404
        assert client.get(address).status_code == 200


def test_operators_can_ask_how_it_is() -> None:
    with browser() as (client, _):
        assert client.get("/healthz").text.splitlines()[0] == "ok"
        assert client.get("/readyz").status_code in (200, 503)
        opened(client)
        found = client.get("/statistics").json()
        assert found["tables_in_memory"] == 1
        assert found["tables_by_phase"] == {"waiting": 1}


def test_the_rules_are_rendered_once_for_all_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a tenth of a second, in which no table has an answer."""
    rendered: list[str] = []
    render = rules_text.render

    def counted(text: str, labels: Any, sheet: str) -> str:
        rendered.append(text)
        return render(text, labels, sheet)

    monkeypatch.setattr(rules_text, "render", counted)
    rules_text.render_once.cache_clear()
    with browser() as (client, _):
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: client.get("/rules/schwupps").text, range(8)))
        assert len(set(found)) == 1
        client.get("/rules/schwupps", headers={"accept-language": "de"})
    assert len(rendered) == 2


def test_the_rules_of_each_game_are_a_page() -> None:
    with browser() as (client, _):
        for language, sentence in (("en", "Four number piles lie in the middle"), ("de", "Schwuppskarte")):
            answer = client.get("/rules/schwupps", headers={"accept-language": language})
            assert answer.status_code == 200
            assert sentence in answer.text
            assert 'id="p-3' in answer.text


def test_a_server_that_is_up_has_read_the_catalogs_of_all_languages() -> None:
    """Reading one takes a fifth of a second, in which nobody else would be served."""
    for code in LANGUAGES:
        vars(language(code)).pop("_texts", None)  # forgotten, not made anew: there is one of each in a process
    with browser():
        assert all("_texts" in vars(language(code)) for code in LANGUAGES)
