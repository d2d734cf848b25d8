"""To another device: what a browser gives, what the other one gets, and who must not learn of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kartentisch.store import SqliteStore
from kartentisch.table.facts import Ask
from kartentisch.web.access import parcel_secrets
from kartentisch.web.access.public_address import PublicAddress, picture
from kartentisch.web.pages import parcel
from kartentisch.web.pages.take import LASTS
from tests.web.support.kit import House, browser, call, opened, room_of
from tests.web.support.taking import STORED, another, made, make, post, refused

# ---- What comes along ------------------------------------------------------------------------------------------------


def test_seats_person_pads_settings_and_lessons_come_along_and_the_first_device_goes_on() -> None:
    with browser() as (client, house):
        table, seat = opened(client)
        client.cookies.set("figure", "pear")
        secret = made(client)
        with another(client):
            assert client.get(seat).status_code == 403
            look = post(client, "look", secret)
            told = {"seats": 1, "name": "Anna", "pads": 2, "lessons": 1, "settings": True}
            assert look.json() == {"left": LASTS, "told": told}
            taken = post(client, "over", secret)
            assert taken.status_code == 200
            got = taken.json()
            assert got["told"] == told
            assert (got["lost"], got["unlisted"]) == (0, 0)
            assert [one["address"] for one in got["tables"]] == [seat]
            assert {key: value for _, key, value in got["browser"]} == STORED
            assert {key: merge for merge, key, _ in got["browser"]} == {
                "kartentisch.options": "replace",
                "kartentisch.order.solo": "replace",
                "kartentisch.lesson.swup": "lesson",
                "kartentisch.pads.solo": "pads",
            }
            assert client.get(seat).status_code == 200
            assert (client.cookies["name"], client.cookies["figure"]) == ("Anna", "pear")
            assert f'href="{seat}"' in client.get("/").text, "it is on the list"
        assert client.get(seat).status_code == 200, "the first device goes on"
        assert len(room_of(client, house, table).table.chairs) == 2


def test_what_the_other_device_already_has_stays() -> None:
    with browser() as (client, _):
        _, first = opened(client)
        secret = made(client, {})
        with another(client):
            _, second = opened(client, name="Ben")
            assert post(client, "over", secret).status_code == 200
            assert [client.get(seat).status_code for seat in (first, second)] == [200, 200]
            html = client.get("/").text
            assert f'href="{first}"' in html
            assert f'href="{second}"' in html
            assert client.cookies["name"] == "Anna"


def test_cookies_that_come_are_like_all_others() -> None:
    with browser() as (client, _):
        _, seat = opened(client)
        secret = made(client)
        with another(client):
            cookies = post(client, "over", secret).headers.get_list("set-cookie")
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Max-Age=31536000" in cookie
    assert sorted((cookie.partition("=")[0], re.search("Path=([^;]*)", cookie)[1]) for cookie in cookies) == [  # type: ignore[index]
        ("name", "/"),
        ("seat", seat),
        ("seats", "/"),
    ]


def test_the_language_comes_along_if_it_was_chosen() -> None:
    with browser() as (client, _):
        client.get("/language/de")
        secret = made(client)
        with another(client):
            post(client, "over", secret)
            assert client.cookies["language"] == "de"


def test_only_what_is_known_comes_along() -> None:
    """No number for a draw, no draft, nothing of another page of this host, no talk of a table without a seat."""
    with browser() as (client, _):
        table, _ = opened(client)
        known = {f"kartentisch.muted.{table}": '["1 Ben"]'}
        other = dict.fromkeys(
            (f"kartentisch.luck.0.{table}", "kartentisch.pad-draft.solo", "token", "kartentisch.pads.skat", ""), "1"
        )
        secret = made(client, STORED | known | other | {"kartentisch.muted.elsewhere": "[]"})
        with another(client):
            got = post(client, "over", secret).json()
    assert {key: value for _, key, value in got["browser"]} == STORED | known


def test_all_that_the_browser_stores_is_known_or_stays_on_purpose() -> None:
    """A new key in `localStorage` needs a decision: does it go along?"""
    stays = {"luck": "secret of a draw", "luck-at": "its time", "pad-draft": "half an entry", "read": "of this screen"}
    stays |= {"picked": "of this tab", "turn": "of this tab", "taking": "the secret", "trial": "nothing"}
    stays |= {"no-app": "of this device", "awake": "of this device", "pad-now": "what the pads say"}
    scripts = Path(parcel.__file__).parents[1] / "static" / "js"
    found = set()
    for script in scripts.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?<!/)["`]kartentisch\.([a-z-]+)', text))
        found |= set(re.findall(r'tableKey\(["`]([a-z-]+)', text))
    known = {key.partition(".")[2] for key in (*parcel.OF_A_BROWSER, *parcel.OF_A_GAME, *parcel.OF_A_TABLE)}
    assert known <= found
    assert found - known == set(stays)


def test_all_cookies_of_a_browser_go_along_or_stay_on_purpose() -> None:
    """A new cookie needs a decision too."""
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(parcel.__file__).parents[1].rglob("*.py"))
    named = re.findall(r'(?m)^(?:\w+_)?COOKIE = "(\w+)"', sources)
    assert sorted(named) == ["figure", "language", "name", "seat", "seats"]
    assert sources.count(".set_cookie(") == 2, "a seat's, and all others"


def test_who_gave_up_a_seat_takes_it_nowhere_once_somebody_else_has_it() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-1": "open", "seat-2": "open"})
        room = room_of(client, house, table)
        call(client, room.sit, "Ben", "join-ben-0001")
        kept = client.cookies["seats"]
        assert call(client, room.ask, Ask("leave", 0, "leave-000001")).reason is None
        client.cookies.set("seats", kept)
        assert make(client).json()["told"]["seats"] == 0
        answer = call(client, room.sit, "Cem", "join-cem-0001", 0)
        assert (answer.reason, answer.seat) == (None, 0)
        assert make(client).json()["told"]["seats"] == 0


def test_a_seat_that_is_somebody_elses_by_now_does_not_come_along() -> None:
    with browser() as (client, house):
        table, seat = opened(client)
        kept = client.cookies["seats"]
        secret = made(client)
        call(client, room_of(client, house, table).admission.renew, 0)
        with another(client):
            got = post(client, "over", secret).json()
            assert (got["told"]["seats"], got["lost"], got["tables"]) == (0, 1, [])
            assert client.get(seat).status_code == 403
        client.cookies.set("seats", kept)
        assert make(client).json()["told"]["seats"] == 0, "nor does it go"


@pytest.mark.parametrize("sign", ["", ".AAAAAAAAAAAAAAAAAAAAAAAAAAA"])
def test_a_forged_list_takes_no_seat_along(sign: str) -> None:
    with browser() as (client, _):
        table, _ = opened(client)
        with another(client):
            client.cookies.set("seats", f"{table}.0{sign}")
            assert make(client).json()["told"]["seats"] == 0


def test_a_full_list_of_seats_comes_in_headers_that_every_proxy_passes_on() -> None:
    """Of nginx, 4 kB is the least."""
    with browser() as (client, _):
        for _ in range(12):
            opened(client, name="Wilhelmine Anna-Sophia M")
        secret = made(client, {})
        with another(client):
            opened(client)
            answer = post(client, "over", secret)
    assert answer.json()["told"]["seats"] == 12
    assert answer.json()["unlisted"] == 1
    assert sum(len(key) + len(value) + 4 for key, value in answer.headers.raw) < 4096 - 100


# ---- Who must not learn of it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["make", "look", "over", "back"])
def test_no_other_site_can_ask(what: str) -> None:
    with browser() as (client, _):
        answer = client.post(f"/take/{what}", json={"browser": {}}, headers={"origin": "https://evil.example"})
        assert refused(answer) == (403, "This request comes from another site, so it is refused.")


def test_no_file_and_no_line_of_the_log_holds_a_secret(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    store = SqliteStore(folder)
    with browser(House(store)) as (client, _):  # type: ignore[arg-type]
        opened(client, name="Rumpelstilzchen")
        secret = made(client, STORED | {"kartentisch.order.swup": "Geheimnis"})
        token = client.cookies["seats"].partition(".0.")[2]
        assert len(token) > 20
        needles = [secret, secret.replace("-", ""), token, "Rumpelstilzchen", "Geheimnis", "pad-of-solo"]
        files = b"".join(path.read_bytes() for path in folder.iterdir())
        assert b"parcels" in files, "the control"
        assert [needle for needle in needles if needle.encode() in files] == []
        post(client, "look", parcel_secrets.new())
        post(client, "over", secret)
        files = b"".join(path.read_bytes() for path in folder.iterdir())
        assert [needle for needle in needles if needle.encode() in files] == []
    store.close()
    said = "".join(capfd.readouterr())
    assert [needle for needle in (*needles, secret[:9]) if needle in said] == []


def test_no_picture_of_a_link_stays_in_memory() -> None:
    house = House(base="https://cards.example")
    with browser(house) as (client, _):
        picture.cache_clear()
        answer = make(client).json()
        assert answer["qr"].startswith("<svg")
        assert answer["link"].startswith("https://cards.example/take#")
        assert picture.cache_info().currsize == 0


def test_a_restart_within_ten_minutes_loses_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with browser(House(store)) as (client, _):  # type: ignore[arg-type]
        _, seat = opened(client)
        secret = made(client)
    store.close()
    store = SqliteStore(tmp_path)
    with browser(House(store)) as (client, _):  # type: ignore[arg-type]
        assert post(client, "over", secret).json()["told"]["seats"] == 1
        assert client.get(seat).status_code == 200
    store.close()


def test_below_a_path_the_link_and_the_cookies_are_too() -> None:
    base = "https://cards.example/games"
    house = House(base=base)
    assert house.public_address == PublicAddress(base)
    with browser(house) as (client, _):
        client.base_url = "https://cards.example"
        answer = client.post("/games/open/schwupps", data={"name": "Anna", "seat-0": "you", "seat-1": "open"})
        seat = answer.headers["location"]
        answer = client.post("/games/take/make", json={"browser": {}}).json()
        assert answer["link"].startswith(f"{base}/take#")
        with another(client):
            secret = answer["link"].partition("#")[2]
            taken = client.post("/games/take/over", json={"secret": secret})
            assert {re.search("Path=([^;]*)", one)[1] for one in taken.headers.get_list("set-cookie")} == {  # type: ignore[index]
                "/games/",
                seat,
            }
            assert all("Secure" in one for one in taken.headers.get_list("set-cookie"))


def test_the_page_is_stored_nowhere() -> None:
    with browser() as (client, _):
        answer = client.get("/take")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert '"/take' not in client.get("/service-worker.js").text.partition("\n")[0]
