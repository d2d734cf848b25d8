"""Messages that are sent again later give nobody what belongs to somebody else by now."""

from __future__ import annotations

import re

import pytest

from kartentisch.table.facts import Ask
from tests.plain_store import plain
from tests.web.support.clients import asks, field, joined
from tests.web.support.kit import BOT, FORM, House, Page, browser, call, in_house, opened, room_of, step


def link_in(html: str) -> str:
    """What only the holder of the link knows; empty if the page shows no link."""
    return field(html, "link").partition("#")[2] if 'id="link"' in html else ""


# ---- Links of seats --------------------------------------------------------------------------------------------------


def test_the_ask_that_gave_one_seat_shows_no_link_of_another() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        for seat, name in enumerate(["Ben", "Cleo"], 1):
            call(client, room.sit, name, f"join-{name}-0001", seat)
        assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text)
        version, number = plain(house.store).token_version(table, 2), room.table.number
        answer = client.post(f"{host}/give/2", data={"ask": "abcdefgh"})
        assert answer.status_code == 409
        assert "You already sent this" in answer.text
        assert not link_in(answer.text)
        assert (plain(house.store).token_version(table, 2), room.table.number) == (version, number)


@pytest.mark.parametrize("since", ["renewed", "given"])
def test_the_page_that_gave_a_seat_shows_no_newer_link_of_it(since: str) -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        room = room_of(client, house, table)
        call(client, room.sit, "Ben", "join-ben-0001", 1)
        first = link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text)
        assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text) == first
        if since == "renewed":
            call(client, room.admission.renew, 1)
        else:
            assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgi"}).text) not in ("", first)
        answer = client.post(f"{host}/give/1", data={"ask": "abcdefgh"})
        assert answer.status_code == 409
        assert not link_in(answer.text)


def test_the_page_that_let_a_program_in_shows_no_newer_token() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open", "seat-3": "open"})
        form = {"ask": "abcdefgh", "name": "Otto"}
        assert client.post(f"{host}/program/1", data=form).status_code == 200
        assert client.post(f"{host}/program/1", data=form).status_code == 200
        assert client.post(f"{host}/program/1", data=form | {"ask": "abcdefgi"}).status_code == 200
        version = plain(house.store).token_version(table, 1)
        assert client.post(f"{host}/program/1", data=form).status_code == 409
        assert client.post(f"{host}/program/2", data=form).status_code == 409
        assert plain(house.store).token_version(table, 1) == version


# ---- Sitting down ----------------------------------------------------------------------------------------------------


def test_whose_seat_was_taken_does_not_get_it_back_from_the_next_one_with_the_old_form() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1"
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1", "a form sent twice is one"
        asks(client, room, "remove", room.table.host, "1")
        call(client, room.sit, "Cleo", "join-cleo-0001", 1)
        assert "You already sent this" in joined(client, table, "Ben", "abcdefgh")
        assert client.get(f"/t/{table}/1").status_code == 403
        assert room.names[1] == "Cleo"


def test_forms_without_a_name_of_their_own_are_not_one() -> None:
    with browser() as (client, _):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        assert joined(client, table, "Ben") == f"/t/{table}/1"
        assert "already sits there" in joined(client, table, "Cleo")
        assert joined(client, table, "Cleo", seat="2") == f"/t/{table}/2"


def restarted(house: House) -> House:
    """A server that was killed and started again on the same log."""
    return House(store=house.store)


def test_a_form_sent_again_after_a_crash_leads_to_the_same_seat() -> None:
    """Its answer was lost; the log tells which seat it took."""
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        taken = joined(client, table, "Ben", "abcdefgh", "")
        assert taken in (f"/t/{table}/1", f"/t/{table}/2", f"/t/{table}/3")
    with browser(restarted(house)) as (client, later):
        before = plain(later.store).facts(table)
        assert joined(client, table, "Ben", "abcdefgh", "") == taken
        assert client.get(taken).status_code == 200, "its cookie came with it"
        assert plain(later.store).facts(table) == before
        assert len(room_of(client, later, table).table.people) == 2
        assert joined(client, table, "Cleo", "abcdefgi", "") != taken


@pytest.mark.parametrize("since", ["renewed", "left", "given"])
def test_after_a_crash_too_an_old_form_opens_no_seat_whose_links_are_void(since: str) -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        assert joined(client, table, "Ben", "abcdefgh") == f"/t/{table}/1"
        if since == "renewed":
            call(client, room.admission.renew, 1)
        elif since == "left":
            asks(client, room, "leave", 1)
        else:
            assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgi"}).text)
    with browser(restarted(house)) as (client, _):
        again = joined(client, table, "Ben", "abcdefgh", "")
        assert "You already sent this" in again
        fresh = re.search(r'name="ask" value="([^"]+)"', again)
        assert fresh
        assert fresh[1] != "abcdefgh", "what is sent next is another one"
        assert client.get(f"/t/{table}/1").status_code == 403


def test_a_form_of_the_first_version_is_known_to_have_been_sent() -> None:
    """Its id stands in the log without the version of the tokens, so nobody knows whether they are void."""
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-2": "open", "seat-3": "open"})
        room = room_of(client, house, table)
        answer = call(client, room.ask, Ask("sit", id="join-abcdefgh", arg="1"))
        assert answer.reason is None
        assert "You already sent this" in joined(client, table, "Ben", "abcdefgh", "")


def test_after_a_crash_the_page_that_gave_a_seat_shows_its_link_again() -> None:
    with browser() as (client, house):
        table, host = opened(client, **{"seat-2": "open"})
        call(client, room_of(client, house, table).sit, "Ben", "join-ben-0001", 1)
        first = link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text)
        cookies = dict(client.cookies)
    with browser(restarted(house)) as (client, _):
        for name, value in cookies.items():
            client.cookies.set(name, value)
        assert link_in(client.post(f"{host}/give/1", data={"ask": "abcdefgh"}).text) == first
        assert client.post(f"{host}/give/2", data={"ask": "abcdefgh"}).status_code == 409


# ---- Opening ---------------------------------------------------------------------------------------------------------


def test_a_table_opened_by_a_form_whose_answer_was_lost_in_a_crash_is_opened_once() -> None:
    form = FORM | {"ask": "abcdefgh", "name": "Anna"}
    with browser() as (client, house):
        first = client.post("/open/schwupps", data=form).headers["location"]
        assert plain(house.store).facts(first.split("/")[2])[0].ask == "open-abcdefgh"
    with browser(restarted(house)) as (client, later):
        answer = client.post("/open/schwupps", data=form)
        assert answer.headers["location"] == first
        assert client.get(first).status_code == 200, "its cookie came with it"
        assert len(plain(later.store).tables()) == 1
        other = client.post("/open/schwupps", data=form | {"pace": "quick"}).headers["location"]
        assert other != first, "a form that was changed is another one"


@pytest.mark.parametrize("plan", ["open", BOT])
def test_what_a_crash_cut_off_after_the_first_fact_is_done_when_the_form_comes_again(plan: str) -> None:
    """The name of the host, and the start where nobody is waited for."""
    form = FORM | {"ask": "abcdefgh", "name": "Anna", "seat-1": plan}
    with browser() as (client, house):
        first = client.post("/open/schwupps", data=form).headers["location"].split("/")[2]
        opened_fact = plain(house.store).facts(first)[:1]
    house = House()
    plain(house.store).append(first, 0, opened_fact).result()
    with browser(house) as (client, _):
        assert client.post("/open/schwupps", data=form).headers["location"] == f"/t/{first}/0"
        room = room_of(client, house, first)
        assert room.names[0] == "Anna"
        assert room.table.phase == ("waiting" if plan == "open" else "playing")


def test_whose_seat_was_given_away_does_not_get_it_back_by_the_form_that_opened_the_table() -> None:
    with browser() as (client, house):
        table, address = opened(client, **{"ask": "abcdefgh"})
        call(client, room_of(client, house, table).admission.renew, 0)
    with browser(restarted(house)) as (client, _):
        assert client.post("/open/schwupps", data=FORM | {"ask": "abcdefgh"}).headers["location"] == address
        assert client.get(address).status_code == 403


# ---- Asks ------------------------------------------------------------------------------------------------------------


def test_the_id_of_one_ask_does_not_answer_another() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        pages = [await house.page(room, seat) for seat in (0, 1)]
        up = room.table.actors()[0]
        mine, other = pages[up], pages[1 - up]
        assert (await mine.ask("play", "the-same-id", moves=[step_of(mine)]))["t"] == "done"
        number = room.table.number
        for page, do in ((mine, "pause"), (mine, "leave"), (other, "play"), (other, "pause")):
            answer = await page.ask(do, "the-same-id", moves=["end"] if do == "play" else [])
            assert (answer["t"], answer["code"]) == ("refused", "id_used"), do
        assert room.table.number == number

    in_house(work)


def step_of(page: Page) -> str:
    """A move of Schwupps that a seat can make at the beginning of its turn."""
    return step(page) if page.scene.get("steps") else "~A"
