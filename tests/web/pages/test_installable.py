"""Kartentisch as an app: the manifest, the service worker, and the pages about both."""

from __future__ import annotations

import json
import re
import struct

import pytest
from starlette.testclient import TestClient

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web.pages import static_files
from tests.web.support.kit import House, browser

SECRET = re.compile(r"/t/|/learn|/open|/code|/join|socket|/pad/.+/")


def told(client: TestClient) -> dict[str, object]:
    """What the worker is told about the server."""
    first = client.get("/service-worker.js").text.partition("\n")[0]
    found: dict[str, object] = json.loads(first.removeprefix("const WORKER = ").removesuffix(";"))
    return found


@pytest.mark.parametrize(("accepts", "says"), [("en", "Card games at one kitchen table."), ("de", "Kartenspiele")])
def test_the_manifest_speaks_the_readers_language_and_its_icons_are_as_large_as_it_says(
    accepts: str, says: str
) -> None:
    with browser() as (client, _):
        answer = client.get("/manifest.webmanifest", headers={"accept-language": accepts})
        assert answer.headers["content-type"] == "application/manifest+json"
        found = answer.json()
        assert found["lang"] == accepts
        assert found["description"].startswith(says)
        assert (found["start_url"], found["scope"], found["display"]) == ("/", "/", "standalone")
        sizes = []
        for icon in found["icons"]:
            body = client.get(icon["src"])
            assert body.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", body.content[16:24])
                assert icon["sizes"] == f"{width}x{height}"
                sizes.append((width, icon.get("purpose", "any")))
        assert sizes == [(192, "any"), (512, "any"), (512, "maskable")]


def test_every_page_and_file_that_the_worker_may_store_is_there_and_none_belongs_to_someone() -> None:
    with browser() as (client, _):
        found = told(client)
        pages, files = [found["offline"], *found["pages"]], found["shell"]  # type: ignore[misc]
        assert {f"/rules/{game}" for game in games()} <= set(pages)
        for page in pages:
            answer = client.get(page)
            assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
            assert 'method="post"' not in answer.text
            assert not SECRET.search(page)
        for file in files:  # type: ignore[attr-defined]
            assert file.startswith(f"/static/{static_files.version()}/")
            assert client.get(file).status_code == 200


def test_the_answers_that_the_worker_may_store_are_those_of_the_desk_alone() -> None:
    """Each is there, sets no cookie, and has no form to send."""
    with browser() as (client, _):
        found = told(client)
        assert found["most"] == 50
        every = {f"/ask/{game}/{one.name}" for game in games() for one in getattr(words.desk(game), "questions", ())}
        assert set(found["answers"]) == every  # type: ignore[call-overload]
        answer = client.get("/ask/solo/play?top=b%2B2&card=%2B4&phase=owed&owed=2")
        assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
        assert 'method="post"' not in answer.text
        assert 'data-asked="on top: Blue Draw 2 · ' in answer.text


def test_the_files_that_the_page_without_a_server_needs_are_stored_at_once() -> None:
    with browser() as (client, _):
        html = client.get("/offline").text
        needed = set(re.findall(r'(?:href|src)="(/static/[^"#]+\.(?:css|js|woff2|svg))', html))
        shell: list[str] = told(client)["shell"]  # type: ignore[assignment]
        assert needed <= set(shell)
        assert len(shell) == len(set(shell)), "browsers refuse to store a file twice at once, and the worker with it"


def test_a_worker_is_asked_for_anew_and_a_server_without_one_sends_the_worker_that_removes_it() -> None:
    with browser() as (client, _):
        answer = client.get("/service-worker.js")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "respondWith" in answer.text
    house = House()
    house.offline = False
    with browser(house) as (client, _):
        text = client.get("/service-worker.js").text
        assert "unregister" in text
        assert "respondWith" not in text
        for page in ("/", "/rules/solo", "/install"):
            assert "offline.js" not in client.get(page).text


def test_a_first_visit_to_the_home_page_registers_no_worker() -> None:
    with browser() as (client, _):
        assert "offline.js" not in client.get("/").text
        client.get("/language/de?back=/")
        assert "offline.js" in client.get("/").text
        assert "offline.js" in client.get("/rules/solo").text
