"""How many tables one address can open: enough for a family. Anyone who wants more is told why not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from kartentisch.table.facts import Ask
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.table_limits import DAY, HOUR, Limits, LocalOpenings, TableLimits
from kartentisch.web.network.listening import trusted
from tests.plain_store import plain
from tests.web.support.kit import FORM, House, browser, call, room_of

OUTSIDE = "203.0.113.7"


def visitor(
    limits: Limits, address: str = OUTSIDE, proxies: Sequence[str] = ()
) -> AbstractContextManager[tuple[TestClient, House]]:
    return browser(None, limits, address, proxies)


def statuses(client: TestClient, n: int, **headers: str) -> list[int]:
    return [client.post("/open/schwupps", data=FORM, headers=headers).status_code for _ in range(n)]


def test_so_many_tables_an_hour_and_then_a_sentence_that_says_when() -> None:
    with visitor(Limits(per_hour=3, at_once=0)) as (client, house):
        assert statuses(client, 3) == [303] * 3
        house.hands.now += 10 * 60_000
        answer = client.post("/open/schwupps", data=FORM | {"name": "Ünal"})
        assert answer.status_code == 429
        assert "This server allows 3 new tables an hour from one address" in answer.text
        assert "Try again in 50 minutes." in answer.text
        assert "Ünal" in answer.text, "the form keeps what was filled in"
        assert len(plain(house.store).tables()) == 3
        house.hands.now += HOUR - 10 * 60_000
        assert statuses(client, 1) == [303]


def test_so_many_tables_at_a_time_until_one_is_closed_or_over() -> None:
    with visitor(Limits(per_hour=0, at_once=2)) as (client, house):
        assert statuses(client, 2) == [303] * 2
        answer = client.post("/open/schwupps", data=FORM, headers={"accept-language": "de"})
        assert answer.status_code == 429
        assert "2" in answer.text
        room = room_of(client, house, plain(house.store).tables()[0].id)
        call(client, room.ask, Ask("close", room.table.host, "close-0001"))
        assert statuses(client, 2) == [303, 429]
        call(client, house.rooms.delete, plain(house.store).tables()[1].id)
        assert statuses(client, 2) == [303, 429]


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "testclient"])
def test_this_computer_itself_is_not_limited(address: str) -> None:
    with visitor(Limits(1, 1), address) as (client, _):
        assert statuses(client, 3) == [303] * 3


def test_a_limit_of_nothing_is_none() -> None:
    with visitor(Limits(0, 0)) as (client, _):
        assert statuses(client, 5) == [303] * 5


def test_a_form_with_a_mistake_does_not_count() -> None:
    with visitor(Limits(1, 0)) as (client, _):
        assert client.post("/open/schwupps", data=FORM | {"name": ""}).status_code == 400
        assert statuses(client, 2) == [303, 429]


def test_the_word_of_a_visitor_about_the_address_is_not_taken() -> None:
    with visitor(Limits(1, 0)) as (client, _):
        assert statuses(client, 1) == [303]
        assert [statuses(client, 1, **{"x-forwarded-for": f"198.51.100.{n}"}) for n in (1, 2)] == [[429], [429]]


def test_the_word_of_a_proxy_that_was_named_is_taken() -> None:
    with visitor(Limits(1, 0), "172.18.0.2", trusted("172.18.0.0/16", "")) as (client, _):
        first = {"x-forwarded-for": "198.51.100.1"}
        assert statuses(client, 2, **first) == [303, 429]
        assert statuses(client, 2, **{"x-forwarded-for": "198.51.100.2"}) == [303, 429]
        assert statuses(client, 1, **{"x-forwarded-for": "198.51.100.9, 198.51.100.1"}) == [429], "only its last word"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("", ""),
    ],
)
def test_a_household_counts_as_one_address(host: str, address: str) -> None:
    scope = {"type": "http", "client": (host, 1) if host else None}
    assert address_of(HTTPConnection(scope)) == address


def test_tables_that_are_being_opened_count_too() -> None:
    """Many requests at the same moment do not slip through before the first of them is done."""

    async def play(gate: TableLimits, openings: LocalOpenings) -> None:
        async with gate.opening(OUTSIDE), gate.opening(OUTSIDE) as second:
            assert await gate.refusal(OUTSIDE) is not None
            second.table = "b"
        async with gate.opening(OUTSIDE) as third:
            assert await gate.refusal(OUTSIDE) is not None
            third.table = "c"
        with pytest.raises(OSError, match="full"):
            async with gate.opening(OUTSIDE):
                raise OSError("full")
        assert [one.table for one in openings._opened[OUTSIDE]] == ["b", "c"], "what was not opened does not count"

    for limits in (Limits(2, 0), Limits(0, 2)):
        openings = LocalOpenings(lambda: 0, lambda table: True)
        asyncio.run(play(TableLimits(openings, limits), openings))


def test_addresses_are_forgotten_after_a_day_and_not_noted_without_limits() -> None:
    now = 0
    openings = LocalOpenings(lambda: now, lambda table: False)

    async def opened(limits: Limits) -> None:
        async with TableLimits(openings, limits).opening(OUTSIDE) as one:
            one.table = "a"

    asyncio.run(opened(Limits(0, 0)))
    assert not openings._opened
    asyncio.run(opened(Limits(5, 5)))
    now = DAY - 1
    openings.forget()
    assert openings._opened
    now = DAY
    openings.forget()
    assert not openings._opened


def test_a_limit_below_nothing_is_refused() -> None:
    for limits in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="1 or more, or 0 for none"):
            Limits(*limits)
