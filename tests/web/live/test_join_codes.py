"""Codes of five to seven letters: they lead to the table, and guessing does not get far."""

from __future__ import annotations

import asyncio

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.store import MemoryStore, StoreFailed
from kartentisch.table.facts import Ask, Fact
from kartentisch.web.access.addresses import neighborhood
from kartentisch.web.access.guesses import AGAIN, AGAIN_IN_ALL, WRONG, WRONG_IN_ALL, LocalGuesses
from kartentisch.web.live.join_codes import length, read
from kartentisch.web.live.world import CODE, CODE_LENGTHS, World
from tests.plain_store import at_once, plain
from tests.web.support.kit import House, browser, call, code_of, in_house, opened, room_of, settled

BASE = "http://192.168.1.5:8000"


def test_codes_have_no_vowels_and_no_sign_that_looks_like_another() -> None:
    codes = {World().new_join_code(5) for _ in range(200)}
    assert all(len(code) == 5 and set(code) <= set(CODE) for code in codes)
    assert [len(World().new_join_code(length)) for length in CODE_LENGTHS] == [5, 6, 7]
    assert len(codes) > 190
    assert not set("AEIOUYQZ0123456789") & set(CODE)


@pytest.mark.parametrize("typed", ["BCDFG", "bcdfg", " b c d f g ", "BC-DFG", "bcd.fg", "b c d f g h j", "BCD FGH"])
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert read(typed) == "BCDFGHJ"[: sum(sign.isalpha() for sign in typed)]


@pytest.mark.parametrize("typed", ["", "BCDF", "BCDFGHJK", "BCDFA", "12345", "ÄBCDF", "http"])
def test_what_is_no_code_is_told_so(typed: str) -> None:
    assert isinstance(read(typed), Reason)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("BCDF", "A code has 5 to 7 letters, like BDGJL."),
        ("BCDFE", "There is no E in a code, only B C D F G H J K L M N P R S T V W X."),
        ("12345", "There is no 1 in a code, only B C D F G H J K L M N P R S T V W X."),
    ],
)
def test_what_is_wrong_with_a_code_is_said(typed: str, said: str) -> None:
    with browser() as (client, _):
        answer = client.post("/code", data={"code": typed})
        assert answer.status_code == 400
        assert said in answer.text


def test_codes_get_longer_as_more_are_in_use_so_that_a_guess_hits_no_more_often() -> None:
    store = MemoryStore()
    drawn = []
    for n in range(2_500):
        letters = at_once(length(store))
        assert plain(store).set_join_code(f"t{n}", code_of(n, letters)).result()
        drawn.append(letters)
    assert [drawn.count(letters) for letters in CODE_LENGTHS] == [100, 1_800, 600]
    for n in range(50):
        plain(store).free_join_code(f"t{n}", 5)
    assert at_once(length(store)) == 5


@pytest.mark.parametrize("why", ["closed", "full", "deleted"])
def test_a_table_that_needs_no_code_any_more_gives_it_back(why: str) -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        code = room.join_code.letters
        assert plain(house.store).table_of_join_code(code) == room.id
        if why == "deleted":
            await house.rooms.delete(room.id)
        elif why == "closed":
            await room.ask(Ask("close", 0, "close-0001"))
        else:
            await room.sit("Ben", "join-ben-0001")
        assert plain(house.store).table_of_join_code(code) == plain(house.store).join_code(room.id) == ""
        assert why == "deleted" or room.join_code.letters == ""
        other = await house.open("you", "open")
        assert other.join_code.letters not in ("", code)

    in_house(work)


def test_a_seat_that_is_free_again_brings_a_new_code() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        code = room.join_code.letters
        seat = (await room.sit("Ben", "join-ben-0001")).seat
        page = await house.page(room, 0)
        assert page.scene.get("invite") is None
        await room.ask(Ask("leave", seat, "leave-0001"))
        await settled()
        assert room.join_code.letters not in ("", code)
        assert plain(house.store).table_of_join_code(room.join_code.letters) == room.id

    in_house(work)


def test_who_closed_a_sleeping_table_has_freed_its_code() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        plain(house.store).append(room.id, 1, [Fact(2, "closed", text="unused 30", time=9)]).result()
        assert plain(house.store).join_code(room.id) == ""

    in_house(work)


def test_a_code_leads_to_its_table_and_stands_on_the_invitation() -> None:
    with browser(House(base=BASE)) as (client, house):
        table, host = opened(client)
        room = room_of(client, house, table)
        assert room.join_code.letters == code_of(0)
        with client.websocket_connect(f"{host}/socket", headers={"origin": "http://testserver"}) as socket:
            socket.send_json({"t": "hello", "version": 1})
            invite = [socket.receive_json() for _ in range(2)][1]["scene"]["invite"]
        assert invite["code"] == room.join_code.letters
        assert "192.168.1.5:8000" in invite["text"]
        assert 'name="code"' in client.get("/").text
        answer = client.post("/code", data={"code": room.join_code.letters.lower()})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")


def test_where_nobody_else_can_come_no_code_is_shown() -> None:
    async def work(house: House) -> None:
        page = await house.page(await house.open("you", "open"), 0)
        assert "code" not in page.scene["invite"]

    in_house(work)


def test_a_code_is_good_as_long_as_the_table_can_be_joined() -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        code = room_of(client, house, table).join_code.letters
        client.post(f"/t/{table}/join", data={"name": "Ben", "ask": "abcdefgh"})
        answer = client.post("/code", data={"code": code})
        assert answer.status_code == 404
        assert "leads to no table that can be joined" in answer.text
        assert f'value="{code}"' in answer.text, "what was typed stands there to be corrected"


def test_a_table_keeps_its_code_over_a_restart_and_an_old_table_gets_one() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open")
        house.store._memory.codes.pop(room.id)
        other = await house.open("you", "open")
        later = House(house.store)
        found = await later.rooms.get(other.id)
        old = await later.rooms.get(room.id)
        assert found is not None
        assert old is not None
        assert found.join_code.letters == other.join_code.letters
        assert old.join_code.letters
        assert old.join_code.letters != other.join_code.letters
        assert plain(house.store).table_of_join_code(old.join_code.letters) == room.id
        await later.close()

    in_house(work)


def test_a_code_that_is_taken_is_drawn_again_and_without_one_a_table_opens_all_the_same() -> None:
    async def work(house: House) -> None:
        await written_code(house.store, "elsewhere", code_of(0))
        room = await house.open("you", "open")
        assert room.join_code.letters == code_of(1)
        failing = house.store.set_join_code
        house.store.set_join_code = lambda *_: (_ for _ in ()).throw(StoreFailed("full"))  # type: ignore[method-assign]
        assert (await house.open("you", "open")).join_code.letters == ""
        house.store.set_join_code = failing  # type: ignore[method-assign]

    in_house(work)


async def written_code(store: MemoryStore, table: str, code: str) -> None:
    assert plain(store).set_join_code(table, code).result()


# ---- Guessing --------------------------------------------------------------------------------------------------------


def test_who_guesses_is_refused_after_ten_wrong_codes_also_with_the_right_one_until_time_has_passed() -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        code = room_of(client, house, table).join_code.letters
        for _ in range(WRONG):
            assert client.post("/code", data={"code": "XXXXX"}).status_code == 404
        answer = client.post("/code", data={"code": code})
        assert answer.status_code == 429
        assert "Too many wrong codes came from here." in answer.text
        house.hands.now += int(1000 / AGAIN) + 1
        assert client.post("/code", data={"code": code}).headers["location"] == f"/t/{table}"


def test_right_codes_and_what_is_no_code_cost_nothing() -> None:
    with browser() as (client, house):
        table, _ = opened(client)
        code = room_of(client, house, table).join_code.letters
        for _ in range(3 * WRONG):
            assert client.post("/code", data={"code": code}).status_code == 303
            assert client.post("/code", data={"code": "four"}).status_code == 400
        assert call(client, house.rooms.get, table) is not None


def test_a_form_of_another_site_cannot_guess() -> None:
    with browser() as (client, _):
        answer = client.post("/code", data={"code": "XXXXX"}, headers={"origin": "https://evil.example"})
        assert answer.status_code == 403


class Guessed:
    """Guesses without a server, at a time of their own."""

    def __init__(self) -> None:
        self.now = 0
        self.guesses = LocalGuesses(lambda: self.now)

    def may(self, address: str) -> bool:
        return asyncio.run(self.guesses.may(address))

    def wrong(self, address: str, times: int = 1) -> None:
        async def guess() -> None:
            for _ in range(times):
                await self.guesses.wrong(address)

        asyncio.run(guess())


def test_guesses_are_counted_by_address_and_the_oldest_addresses_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartentisch.web.access.guesses.ADDRESSES", 2)
    guesses = Guessed()
    guesses.wrong("a", WRONG)
    assert not guesses.may("a")
    assert guesses.may("b")
    guesses.wrong("b")
    assert not guesses.may("a")
    guesses.wrong("c")
    assert guesses.may("a"), "forgotten"


def test_many_wrong_guesses_slow_only_those_who_have_guessed_wrong() -> None:
    guesses = Guessed()
    for n in range(WRONG_IN_ALL):
        assert guesses.may(f"robot {n}")
        guesses.wrong(f"robot {n}")
    assert not guesses.may("robot 7"), "with one wrong guess of its own"
    assert guesses.may("somebody")
    guesses.wrong("somebody")
    assert not guesses.may("somebody")
    guesses.now = round(1000 / AGAIN)
    assert guesses.may("somebody"), "its own guess is forgiven"
    guesses.now = round(1000 / AGAIN_IN_ALL)
    assert guesses.may("robot 7")


def test_a_network_of_ipv6_shares_its_guesses() -> None:
    assert neighborhood("2001:db8:1:2::5") == neighborhood("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert neighborhood("2001:db8:1:3::5") != neighborhood("2001:db8:1:2::5")
    assert neighborhood("192.168.1.5") == "192.168.1.5"
    assert neighborhood("fe80::1%eth0") == "fe80::/64"
    assert neighborhood("testclient") == "testclient"
