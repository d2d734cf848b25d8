"""What one address has done at one server counts at the others too, and no address is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from kartentisch.web.access.counts import Counts
from kartentisch.web.access.guesses import AGAIN, WRONG
from kartentisch.web.access.table_limits import DAY, HOUR, Limits, TableLimits
from kartentisch.web.cluster.shared_counts import shared_counts
from tests.web.test_serve_postgres import new_url

pytestmark = pytest.mark.postgres
KEY = b"k" * 32
ADDRESS = "203.0.113.7"
MINUTE = 60_000


class Two:
    """Two servers of one database, with one clock that the test sets."""

    def __init__(self) -> None:
        from kartentisch.store.postgres import Database, PostgresStore
        from kartentisch.store.postgres.peers import PostgresPeers

        self.database = Database(new_url())
        self.stores = [PostgresStore(self.database, f"n{n}") for n in range(2)]
        self.now = 20_000 * DAY + DAY // 2

        class Peers(PostgresPeers):
            def now(peers) -> int:  # noqa: N805 - the clock is the test's
                return self.now

        self.counts: list[Counts] = [shared_counts(Peers(store, store.nodes), KEY) for store in self.stores]

    def rows(self, what: str) -> list[tuple[Any, ...]]:
        with self.database.connect() as db:
            return db.execute(what).fetchall()

    def close(self) -> None:
        for store in self.stores:
            store.close()


@pytest.fixture
def two() -> Iterator[Two]:
    found = Two()
    yield found
    found.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


def test_tables_an_hour_count_at_all_servers(two: Two) -> None:
    first, second = (TableLimits(one.tables, Limits(per_hour=3, at_once=0)) for one in two.counts)

    async def work() -> None:
        for number, gate in enumerate((first, second, first)):
            assert await gate.refusal(ADDRESS) is None
            async with gate.opening(ADDRESS) as one:
                one.table = f"table{number}"
            two.now += 10 * MINUTE
        for gate in (first, second):
            reason = await gate.refusal(ADDRESS)
            assert reason is not None
            assert (reason.code, reason.args["minutes"]) == ("tables_hour", 30)
            assert await gate.refusal("203.0.113.8") is None
        two.now += HOUR // 2
        assert await second.refusal(ADDRESS) is None

    run(work)
    assert ADDRESS not in repr(two.rows("SELECT * FROM openings"))


def test_what_is_being_opened_counts_until_it_is_not_opened(two: Two) -> None:
    first, second = (TableLimits(one.pads, Limits(per_hour=0, at_once=1)) for one in two.counts)

    async def work() -> None:
        async with first.opening(ADDRESS):
            assert await second.refusal(ADDRESS) is not None
        assert await second.refusal(ADDRESS) is None
        with pytest.raises(OSError, match="full"):
            async with first.opening(ADDRESS):
                raise OSError("full")
        assert await second.refusal(ADDRESS) is None
        async with first.opening(ADDRESS) as one:
            one.table = "held00000001"
        assert await second.refusal(ADDRESS) is None, "nobody has it"
        await asyncio.wrap_future(two.stores[0].take("held00000001"))
        assert await second.refusal(ADDRESS) is not None

    run(work)


def test_yesterdays_tables_count_after_midnight_and_are_forgotten_a_day_later(two: Two) -> None:
    gate = TableLimits(two.counts[0].tables, Limits(per_hour=1, at_once=0))

    async def work() -> None:
        two.now = 20_001 * DAY - MINUTE
        async with gate.opening(ADDRESS) as one:
            one.table = "late00000001"
        two.now += 2 * MINUTE
        assert await gate.refusal(ADDRESS) is not None
        await two.counts[1].forget()
        assert two.rows("SELECT 1 FROM openings")
        two.now += DAY
        await two.counts[1].forget()
        assert not two.rows("SELECT 1 FROM openings")

    run(work)


def test_wrong_guesses_count_at_all_servers_and_are_forgiven(two: Two) -> None:
    first, second = (one.codes for one in two.counts)

    async def work() -> None:
        for number in range(WRONG):
            assert await second.may(ADDRESS), number
            await (first, second)[number % 2].wrong(ADDRESS)
        assert not await first.may(ADDRESS)
        assert not await second.may(ADDRESS)
        assert await second.may("203.0.113.8")
        assert await two.counts[0].parcels.may(ADDRESS), "other guesses are counted for themselves"
        two.now += round(1000 / AGAIN)
        assert await second.may(ADDRESS)

    run(work)
    assert ADDRESS not in repr(two.rows("SELECT * FROM guesses"))
