"""A node that drains hands over what it has, and takes logs again when nobody else does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from kartentisch.store import StoreFailed
from kartentisch.store.peers import Peer
from kartentisch.web.cluster import node as nodes
from kartentisch.web.cluster.node import Node
from kartentisch.web.live.pads import PadRegistry
from tests.web.cluster.test_figures import OWNER, Others
from tests.web.support.kit import KEY, House, browser, in_house, two_people


class Watched(Others):
    """It has been told to drain. `there`: the other nodes; None while the store does not answer."""

    draining = True
    level = 1

    def __init__(self, there: list[Peer] | None) -> None:
        super().__init__()
        self.there = there

    async def living(self) -> list[Peer]:
        if self.there is None:
            raise StoreFailed("unreachable")
        return self.there

    async def fill(self) -> None:
        self.draining = False


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "DRAINS", 0.01)
    monkeypatch.setattr(nodes, "NOTICED", 0)


async def emptied(house: House, peers: Watched, until: Callable[[], bool]) -> None:
    pads = PadRegistry(house.rooms.store, house.rooms.world, house.rooms.retention)
    work = asyncio.ensure_future(Node(peers, lambda: 1, house.rooms, pads, KEY, "").keep_empty())
    try:
        async with asyncio.timeout(20):
            while not until():
                await asyncio.sleep(0.01)
    finally:
        work.cancel()


@pytest.mark.parametrize("there", [[], [OWNER._replace(draining=True)]], ids=["alone", "the other drains too"])
def test_if_nobody_else_takes_logs_it_does_again_after_a_while(there: list[Peer]) -> None:
    async def work(house: House) -> None:
        peers, looks = Watched(there), 0
        room, _ = await two_people(house)

        def later() -> bool:
            nonlocal looks
            looks += 1
            if looks == 20:
                assert peers.draining, "another one may come back at any moment"
                house.hands.now += nodes.ALONE * 1000 + 1
            return not peers.draining

        await emptied(house, peers, later)
        assert looks >= 20
        assert house.rooms.has(room.id), "it has kept its tables, as nobody could take them"

    in_house(work)


def test_with_another_one_it_is_empty_at_last_also_if_the_store_was_away() -> None:
    async def work(house: House) -> None:
        peers = Watched(None)
        room, _ = await two_people(house)
        looks = 0

        def given() -> bool:
            nonlocal looks
            looks += 1
            if looks == 5:
                peers.there = [OWNER]
            return not house.rooms.has(room.id)

        await emptied(house, peers, given)
        assert looks >= 5
        assert peers.draining

    in_house(work)


def test_it_hands_nothing_over_before_proxies_have_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        monkeypatch.setattr(nodes, "NOTICED", 2000)
        room, _ = await two_people(house)
        looks = 0

        def given() -> bool:
            nonlocal looks
            looks += 1
            if looks in (10, 20):
                assert house.rooms.has(room.id)
                house.hands.now += 1000
            return not house.rooms.has(room.id)

        await emptied(house, Watched([OWNER]), given)
        assert looks > 20

    in_house(work)


@pytest.mark.parametrize(
    ("path", "status"), [("/readyz", 503), ("/readyz?draining=404", 404), ("/readyz?draining=1", 503)]
)
def test_a_proxy_that_can_leave_its_sockets_alone_is_told_that_it_drains(path: str, status: int) -> None:
    with browser() as (client, house):
        house.rooms.mark_woken()
        assert client.get(path).status_code == 200
        house.rooms.peers = Watched([])
        assert (client.get(path).status_code, client.get(path).text.split()[0]) == (status, "draining")
        house.rooms.begin_closing()
        assert client.get(path).status_code == 503
