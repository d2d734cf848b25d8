"""To another device: all that cannot be taken, with the sentence that says so; nothing changes then."""

from __future__ import annotations

import asyncio

import httpx2
import pytest

from kartentisch.store import StoreFailed
from kartentisch.web.access import parcel_secrets
from kartentisch.web.access.budgets import PARCELS
from kartentisch.web.access.guesses import WRONG
from kartentisch.web.live import janitor
from kartentisch.web.pages.parcel import MOST_BYTES
from kartentisch.web.pages.take import LASTS
from tests.web.support.kit import House, browser, call, opened
from tests.web.support.taking import STORED, UNKNOWN, USED, made, make, post, refused


def test_a_link_works_once() -> None:
    with browser() as (client, _):
        secret = made(client)
        assert post(client, "over", secret).status_code == 200
        for what in ("over", "look", "back"):
            assert refused(post(client, what, secret)) == USED


def test_looking_uses_nothing_up_and_a_get_neither() -> None:
    with browser() as (client, _):
        secret = made(client)
        for _ in range(3):
            assert post(client, "look", secret).status_code == 200
            assert post(client, "look", secret, only_state=True).json() == {"left": LASTS}
            assert [client.get(f"/take/{what}").status_code for what in ("over", "look", "back", "make")] == [405] * 4
        assert client.get("/take").status_code == 200
        assert post(client, "over", secret).status_code == 200


def test_of_two_at_once_one_gets_it() -> None:
    with browser() as (client, _):
        opened(client)
        secret = made(client)

        async def both() -> list[httpx2.Response]:
            transport = httpx2.ASGITransport(client.app)
            async with (
                httpx2.AsyncClient(transport=transport, base_url="http://testserver") as one,
                httpx2.AsyncClient(transport=transport, base_url="http://testserver") as two,
            ):
                return await asyncio.gather(*(each.post("/take/over", json={"secret": secret}) for each in (one, two)))

        answers = sorted(call(client, both), key=lambda answer: answer.status_code)
        assert [answer.status_code for answer in answers] == [200, 410]
        assert refused(answers[1]) == USED


def test_after_ten_minutes_it_is_too_late_and_soon_forgotten() -> None:
    with browser() as (client, house):
        secret = made(client)
        house.hands.now += LASTS - 1
        assert post(client, "look", secret).json()["left"] == 1
        house.hands.now += 1
        old = (410, "This link was good for 10 minutes, and they are over. Make a new one on the other device.")
        assert [refused(post(client, what, secret)) for what in ("look", "over", "back")] == [old] * 3
        call(client, sweep, house)
        assert refused(post(client, "over", secret)) == UNKNOWN


async def sweep(house: House) -> None:
    """What the server does each minute."""
    await janitor.sweep_parcels(house.rooms)


def test_a_link_is_taken_back_at_once() -> None:
    with browser() as (client, _):
        secret = made(client)
        assert post(client, "back", secret).json() == {}
        assert refused(post(client, "over", secret)) == UNKNOWN


def test_a_new_link_replaces_the_one_before() -> None:
    with browser() as (client, _):
        first = made(client)
        second = made(client, instead=first)
        assert refused(post(client, "look", first)) == UNKNOWN
        assert post(client, "look", second).status_code == 200


@pytest.mark.parametrize("bad", ["", "x", "7kmq-p2xd", "ü" * 28, "u" * 28, "0" * 28, "0" * 600])
def test_a_damaged_link_is_known_as_one(bad: str) -> None:
    with browser() as (client, _):
        answers = [refused(post(client, what, bad)) for what in ("look", "over", "back") for _ in range(WRONG)]
    text = "This link is not complete, or has a typing error. Copy or scan it again as a whole."
    assert set(answers) == {(400, text)}


def test_one_wrong_sign_is_found_and_another_way_to_type_it_is_not_wrong() -> None:
    with browser() as (client, _):
        secret = made(client)
        for at in (0, 13, 33):
            wrong = secret[:at] + ("b" if secret[at] != "b" else "c") + secret[at + 1 :]
            assert refused(post(client, "look", wrong))[0] == 400
        typed = f" https://cards.example/take#{secret.upper().replace('-', ' ').replace('0', 'O').replace('1', 'l')}"
        assert post(client, "look", typed).status_code == 200


def test_guessing_is_slowed_down_and_says_so() -> None:
    with browser() as (client, house):
        secret = made(client)
        for _ in range(WRONG):
            assert refused(post(client, "look", parcel_secrets.new())) == UNKNOWN
        often = (429, "Too many links that open nothing came from here. In a minute you can try again.")
        assert refused(post(client, "over", secret)) == often
        house.hands.now += 60_000
        assert post(client, "over", secret).status_code == 200


def test_too_much_is_refused_as_a_whole() -> None:
    with browser() as (client, house):
        large = (413, "That is too much to take along at once: it may be at most 256 kB.")
        for size in (MOST_BYTES, MOST_BYTES + 100_000):
            assert refused(make(client, STORED | {"kartentisch.options": "x" * size})) == large
        assert not house.store._memory.parcels
        left = MOST_BYTES - sum(map(len, [*STORED, *STORED.values()])) + len(STORED["kartentisch.options"])
        made(client, STORED | {"kartentisch.options": "x" * left})


def test_a_few_links_an_hour_can_be_made_from_one_address() -> None:
    with browser(address="198.51.100.7") as (client, house):
        for _ in range(PARCELS):
            made(client)
        often = "12 links an hour can be made from one address. In 5 minutes you can make the next one."
        assert refused(make(client)) == (429, often)
        house.hands.now += 5 * 60_000
        made(client)


def test_a_server_that_carries_too_much_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartentisch.web.pages.take.ROOM", 100)
    with browser() as (client, _):
        full = (503, "Others are taking along too much right now. Try again in 10 minutes.")
        assert refused(make(client)) == full


def test_a_browser_with_nothing_makes_no_link() -> None:
    with browser() as (client, _):
        assert refused(make(client, {"kartentisch.awake": "said"})) == (400, "There is nothing here yet to take along.")


@pytest.mark.parametrize(
    "bad", [b"", b"[]", b"{", b'{"browser": 1}', b'{"browser": {"a": 1}}', b"\xff", b"[" * 100_000]
)
def test_what_is_no_request_is_refused(bad: bytes) -> None:
    with browser() as (client, _):
        assert client.post("/take/make", content=bad).status_code == 400
        assert client.post("/take/look", content=bad[:4000]).status_code == 400


def test_a_store_that_fails_takes_nothing() -> None:
    with browser() as (client, house):
        secret = made(client)
        house.store.failing = StoreFailed("full")
        assert refused(post(client, "over", secret))[0] == 503
        assert refused(make(client))[0] == 503
        house.store.failing = None
        assert post(client, "over", secret).status_code == 200
