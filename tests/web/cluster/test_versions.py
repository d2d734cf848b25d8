"""While servers of two versions run side by side, a table that only the newer one can read is answered there."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import pytest

from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.peers import Peer
from kartentisch.web.cluster import forwarding
from kartentisch.web.cluster.carrying import MISDIRECTED
from kartentisch.web.cluster.forwarding import HOPS, Forwarding
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes

HERE = Peer("here", "n1", "127.0.0.1:1", "1.0", draining=False)
ALIKE = Peer("alike", "n2", "127.0.0.1:2", "1.0", draining=False)
NEWER = Peer("newer", "n3", "127.0.0.1:3", "1.1", draining=False)


class Living:
    id = "here"
    tallies: Any = None
    draining = False
    lives = NODE_LIVES

    def __init__(self, *others: Peer) -> None:
        self._living = [HERE, *others]

    def now(self) -> int:
        return 0

    async def fill(self) -> None:
        raise NotImplementedError

    def silent(self) -> int:
        return 0

    async def owner(self, log_id: str) -> Peer | None:
        return None

    async def living(self) -> list[Peer]:
        return self._living

    async def orphans(self, most: int, skip: Collection[str] = (), quiet: int = 0) -> list[str]:
        return []


@pytest.mark.parametrize(
    ("others", "unreadable", "answers"),
    [
        ((ALIKE,), True, "here"),
        ((ALIKE, NEWER), True, "newer"),
        ((ALIKE, NEWER), False, "here"),
        ((NEWER._replace(draining=True),), True, "here"),
        ((), True, "here"),
    ],
    ids=["all are alike", "another version", "readable here", "it is leaving", "alone"],
)
def test_a_table_that_this_version_cannot_read_is_answered_by_another_one(
    others: tuple[Peer, ...], unreadable: bool, answers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[str] = []

    async def app(*_: Any) -> Any:
        answered.append("here")

    async def carried(http: Any, peer: Peer, *_: Any) -> None:
        answered.append(peer.id)

    async def newer(log_id: str) -> bool:
        assert log_id == "abc"
        return unreadable

    async def work() -> None:
        passes = Passes(b"k" * 32, lambda: "here", lambda: 0)
        layer = Forwarding(app, Owners(Living(*others)), passes, "", lambda _: False, lambda: False, newer)
        scope = {"type": "http", "path": "/t/abc/0", "scheme": "http", "headers": [], "method": "GET"}
        await layer(scope, app, app)

    monkeypatch.setattr(forwarding, "carry_request", carried)
    asyncio.run(work())
    assert answered == [answers]


def test_a_server_that_leaves_takes_no_table_that_it_has_handed_over() -> None:
    """The other one had remembered it as the owner; it asks again, and takes the table itself."""
    statuses: list[int] = []

    async def app(*_: Any) -> Any:
        raise AssertionError

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def newer(log_id: str) -> bool:
        return False

    async def work() -> None:
        passes = Passes(b"k" * 32, lambda: "here", lambda: 0)
        layer = Forwarding(app, Owners(Living(ALIKE)), passes, "", lambda _: False, lambda: True, newer)
        scope = {"type": "http", "path": "/t/abc/0", "scheme": "http", "headers": [], "method": "GET", HOPS: 1}
        await layer(scope, app, send)

    asyncio.run(work())
    assert statuses == [MISDIRECTED]
