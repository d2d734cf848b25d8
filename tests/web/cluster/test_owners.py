"""All pages of a server that has gone come to another one at once, which asks the database once for all of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kartentisch.store import StoreFailed
from kartentisch.store.peers import Peer
from kartentisch.web.cluster.forwarding import PAUSE
from kartentisch.web.cluster.owners import AGAIN, Owners

GONE, NEXT = (Peer(name, name, f"10.0.0.{n}:9200", "1", False) for n, name in enumerate(("gone", "next"), 1))
PAGES = 50


class Asked:
    """The database, which counts what it is asked."""

    id = "here"
    owner_is: Peer | None = GONE
    fails = False
    asked = 0

    async def owner(self, log_id: str) -> Peer | None:
        found: list[Peer | None] = await self._answer([self.owner_is])
        return found[0]

    async def living(self) -> list[Peer]:
        return await self._answer([GONE, NEXT])

    async def _answer(self, found: list[Any]) -> list[Any]:
        self.asked += 1
        await asyncio.sleep(0.01)
        if self.fails:
            raise StoreFailed("gone")
        return found


def both() -> tuple[Asked, Owners]:
    asked: Any = Asked()
    return asked, Owners(asked)


async def tries(owners: Owners) -> list[Peer | None]:
    """All pages look up the owner, which does not answer, and whoever else there is."""

    async def one() -> Peer | None:
        found = await owners.of("x")
        await owners.others_lately()
        owners.forget("x")
        return found

    return await asyncio.gather(*(one() for _ in range(PAGES)))


def test_all_pages_look_together_and_what_they_find_is_new() -> None:
    async def work() -> None:
        asked, owners = both()
        for _ in range(3):
            assert await tries(owners) == [GONE] * PAGES
        assert asked.asked <= 4
        asked.owner_is = NEXT
        await asyncio.sleep(PAUSE)
        assert await tries(owners) == [NEXT] * PAGES
        asked.owner_is = None
        await asyncio.sleep(PAUSE)
        assert await tries(owners) == [None] * PAGES
        assert asked.asked <= 4 + 2 * 2 + 1

    asyncio.run(work())


def test_who_tries_again_after_a_pause_gets_a_new_answer() -> None:
    assert AGAIN < PAUSE


def test_one_failure_is_told_to_all_and_not_remembered() -> None:
    async def work() -> None:
        asked, owners = both()
        asked.fails = True
        found = await asyncio.gather(*(owners.of("x") for _ in range(PAGES)), return_exceptions=True)
        assert {type(one) for one in found} == {StoreFailed}
        left = asyncio.ensure_future(owners.of("x"))
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.sleep(0.02)
        asked.fails = False
        assert await owners.of("x") == GONE

    asyncio.run(work())


@pytest.mark.parametrize("times", [1, 100])
def test_to_forget_often_does_not_keep_it_longer(times: int) -> None:
    async def work() -> None:
        asked, owners = both()
        await owners.of("x")
        for _ in range(times):
            owners.forget("x")
            await asyncio.sleep(AGAIN / times)
        asked.owner_is = NEXT
        await asyncio.sleep(0.02)
        assert await owners.of("x") == NEXT

    asyncio.run(work())
