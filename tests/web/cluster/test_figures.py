"""What a server counts of its work for the others: what it carries to them, and tables that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.peers import Peer
from kartentisch.web.cluster import forwarding
from kartentisch.web.cluster.carrying import BrokeOff, Silent
from kartentisch.web.cluster.forwarding import Forwarding
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes
from kartentisch.web.live.handing_over import hand_over, let_go
from kartentisch.web.live.janitor import adopt_all
from kartentisch.web.live.pads import PadRegistry
from kartentisch.web.metrics import PrometheusMeters
from tests.web.support.kit import KEY, House, in_house, two_people

OWNER, THIRD = (Peer(name, name, f"10.0.0.{n}:9200", "1", False) for n, name in enumerate(("owner", "third"), 1))


class Others:
    """One other server has every table, and there is a third one."""

    id = "here"
    tallies: Any = None

    def __init__(self, orphans: Collection[str] = ()) -> None:
        self._orphans = orphans

    lives = NODE_LIVES

    def now(self) -> int:
        return 0

    draining = False
    level = 1

    async def fill(self) -> None:
        raise NotImplementedError

    def silent(self) -> int:
        return 0

    async def owner(self, log_id: str) -> Peer | None:
        return OWNER

    async def living(self) -> list[Peer]:
        return [OWNER, THIRD]

    async def orphans(self, most: int, skip: Collection[str] = (), quiet: int = 0) -> list[str]:
        return [one for one in self._orphans if one not in skip]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "LONGEST_WAIT", 0)


@pytest.mark.parametrize("what", ["request", "socket"])
@pytest.mark.parametrize(
    ("silent", "outcome"),
    [((), "answered"), (("owner",), "answered_by_a_third"), (("owner", "third"), "unreached"), (None, "broke_off")],
)
def test_what_is_forwarded_is_counted_once_by_its_outcome(
    what: str, silent: Collection[str] | None, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def carried(peer: Peer, send: Any) -> None:
        if silent is None:
            raise BrokeOff
        if peer.name in silent:
            raise Silent
        for _ in range(3):
            await send({"type": "http.response.body"})

    monkeypatch.setattr(
        forwarding, "carry_request", lambda http, peer, signed, scope, receive, send: carried(peer, send)
    )
    monkeypatch.setattr(
        forwarding, "carry_socket", lambda peer, signed, gone, scope, receive, send: carried(peer, send)
    )
    meters = PrometheusMeters()

    async def nothing(*_: Any) -> Any:
        return {"type": "http.request"}

    async def never(log_id: str) -> bool:
        return False

    async def work() -> None:
        passes = Passes(KEY, lambda: "here", lambda: 0)
        layer = Forwarding(nothing, Owners(Others()), passes, "", lambda _: False, lambda: False, never, meters)
        kind = {"request": "http", "socket": "websocket"}[what]
        scope = {"type": kind, "path": "/t/abc", "scheme": "http", "headers": [], "client": ("192.0.2.1", 1)}
        await layer(scope, nothing, nothing)

    asyncio.run(work())
    found = {tuple(one.labels.values()): one.value for one in samples(meters, "kartentisch_forwarded_total")}
    assert found == {(what, outcome): 1}


def samples(meters: PrometheusMeters, name: str) -> list[Any]:
    return [one for metric in meters.registry.collect() for one in metric.samples if one.name == name]


def test_tables_that_are_handed_over_let_go_or_adopted_are_counted() -> None:
    meters = PrometheusMeters()

    async def work(house: House) -> None:
        house.rooms.world = replace(house.rooms.world, meters=meters)
        room, _ = await two_people(house)
        await hand_over(house.rooms, room)
        adopting = asyncio.ensure_future(adopt_all(house.rooms, Others([room.id])))
        while not house.rooms.has(room.id):
            await asyncio.sleep(0.01)
        adopting.cancel()
        await let_go(house.rooms, PadRegistry(house.rooms.store, house.rooms.world, house.rooms.retention))

    in_house(work)
    found = {one.labels["how"]: one.value for one in samples(meters, "kartentisch_tables_went_total")}
    assert found == {"handed_over": 1, "adopted": 1, "let_go": 1}
