"""How long a server keeps its tables when it does not report: it falls silent before others may have them, and requests
that come to others wait until they may.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from kartentisch.store.leases import LONGEST, NODE_LIVES, SHORTEST, silence
from kartentisch.store.peers import Peer
from kartentisch.web.cluster import forwarding
from kartentisch.web.cluster.carrying import Silent
from kartentisch.web.cluster.forwarding import HOPS, Forwarding
from kartentisch.web.cluster.node import Node
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes
from kartentisch.web.live.pads import PadRegistry
from kartentisch.web.pages.status import state
from tests.web.cluster.test_figures import Others
from tests.web.support.hop import Known
from tests.web.support.kit import KEY, House, in_house, two_people


class Quiet(Others):
    """The database has not answered for some time. `lives`: the lease of this server, in seconds."""

    def __init__(self, lives: float) -> None:
        super().__init__()
        self.lives = lives
        self.quiet = 0.0

    def silent(self) -> int:
        return int(self.quiet * 1000)


@pytest.mark.parametrize("lives", [SHORTEST, 4, NODE_LIVES, 30, LONGEST])
def test_it_lets_its_tables_go_before_its_own_lease_has_ended(lives: float) -> None:
    async def work(house: House) -> None:
        peers = Quiet(lives)
        house.rooms.peers = peers
        pads = PadRegistry(house.rooms.store, house.rooms.world, house.rooms.retention)
        node = Node(peers, lambda: 1, house.rooms, pads, KEY, "")
        room, _ = await two_people(house)
        peers.quiet = silence(lives) - 0.1
        await node._look()
        assert house.rooms.has(room.id)
        assert state(house.rooms) != "cut off"
        peers.quiet = silence(lives) + 0.1
        assert peers.quiet < lives
        assert state(house.rooms) == "cut off"
        await node._look()
        assert not house.rooms.has(room.id)

    in_house(work)


@pytest.mark.parametrize(
    ("lives", "hops", "waits"), [(SHORTEST, 0, 7), (4, 0, 8), (NODE_LIVES, 0, 12), (20, 0, 24), (60, 0, 30), (8, 1, 0)]
)
def test_a_request_waits_for_the_lease_of_the_server_that_does_not_answer(
    lives: float, hops: int, waits: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most for half a minute; and one that was forwarded here does not wait here, too."""
    now, statuses = 0.0, list[int]()

    async def gone(*_: Any) -> None:
        nonlocal now
        now += 0.5
        raise Silent

    async def app(*_: Any) -> Any:
        raise AssertionError

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def work() -> None:
        owner = Peer("owner", "n2", "10.0.0.2:9200", "1", draining=False, lives=lives)
        known: Any = Known([owner])
        passes = Passes(KEY, lambda: "here", lambda: 0)
        no, never = (lambda *_: False), (lambda _: asyncio.sleep(0, False))
        layer = Forwarding(app, Owners(known), passes, "", no, no, never)
        scope = {"type": "http", "path": "/t/abc/0", "scheme": "http", "headers": [], "method": "GET"}
        await layer(scope | ({HOPS: hops} if hops else {}), app, send)

    monkeypatch.setattr(forwarding, "carry_request", gone)
    monkeypatch.setattr(forwarding, "PAUSE", 0)
    monkeypatch.setattr(forwarding, "time", SimpleNamespace(monotonic=lambda: now))
    asyncio.run(work())
    assert len(statuses) == 1
    assert waits < now <= waits + 1
