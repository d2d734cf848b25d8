"""While servers of two versions run side by side, a table that only the newer one can read is answered there."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import nullcontext
from typing import Any

import pytest

from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.peers import Peer
from kartentisch.table import contents
from kartentisch.table.contents import Hinted
from kartentisch.table.facts import Ask
from kartentisch.table.verdict import one
from kartentisch.web.cluster import forwarding
from kartentisch.web.cluster.carrying import MISDIRECTED, Silent
from kartentisch.web.cluster.forwarding import HOPS, Forwarding
from kartentisch.web.cluster.owners import Owners
from kartentisch.web.cluster.passes import Passes
from tests.web.support.kit import House, in_house

HERE = Peer("here", "n1", "127.0.0.1:1", "1.0", draining=False)
ALIKE = Peer("alike", "n2", "127.0.0.1:2", "1.0", draining=False)
NEWER = Peer("newer", "n3", "127.0.0.1:3", "1.1", draining=False)


class Living:
    id = "here"
    tallies: Any = None
    draining = False
    lives = NODE_LIVES

    def __init__(self, *others: Peer, level: int = 1) -> None:
        self._living, self.level = [HERE, *others], level

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


def answering(path: str, others: tuple[Peer, ...], unreadable: bool, hops: int = 0, gone: bool = False) -> list[str]:
    """Who is asked for a page, in order. `hops`: how often it was forwarded. `gone`: the others are silent."""
    asked: list[str] = []

    async def app(*_: Any) -> Any:
        asked.append("here")

    async def carried(http: Any, peer: Peer, *_: Any) -> None:
        asked.append(peer.id)
        if gone:
            raise Silent

    async def newer(log_id: str) -> bool:
        assert log_id == "abc"
        return unreadable

    async def work() -> None:
        passes = Passes(b"k" * 32, lambda: "here", lambda: 0)
        owners = Owners(Living(*others))
        layer = Forwarding(app, owners, passes, "", lambda _: False, lambda: False, newer, files=lambda: "v0123456789")
        scope = {"type": "http", "path": path, "scheme": "http", "headers": [], "method": "GET", "query_string": b""}
        await layer({**scope, HOPS: hops}, app, app)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forwarding, "carry_request", carried)
        asyncio.run(work())
    return asked


@pytest.mark.parametrize(
    ("others", "unreadable", "hops", "answers"),
    [
        ((ALIKE,), True, 0, "here"),
        ((ALIKE, NEWER), True, 0, "newer"),
        ((ALIKE, NEWER), False, 0, "here"),
        ((NEWER._replace(draining=True),), True, 0, "here"),
        ((), True, 0, "here"),
        ((NEWER,), True, 1, "newer"),
        ((NEWER,), True, 2, "here"),
    ],
    ids=["all are alike", "another version", "readable here", "it is leaving", "alone", "sent on", "sent on twice"],
)
def test_a_table_that_this_version_cannot_read_is_answered_by_another_one(
    others: tuple[Peer, ...], unreadable: bool, hops: int, answers: str
) -> None:
    assert answering("/t/abc/0", others, unreadable, hops) == [answers]


@pytest.mark.parametrize(
    ("others", "files", "hops", "asked"),
    [
        ((ALIKE, NEWER), "v9876543210", 0, ["newer"]),
        ((ALIKE, NEWER), "v0123456789", 0, ["here"]),
        ((ALIKE,), "v9876543210", 0, ["here"]),
        ((NEWER,), "v9876543210", 1, ["here"]),
    ],
    ids=["another version", "this version", "all are alike", "sent on"],
)
def test_a_page_of_another_version_gets_its_files_from_a_server_of_that_version(
    others: tuple[Peer, ...], files: str, hops: int, asked: list[str]
) -> None:
    assert answering(f"/static/{files}/js/table.js", others, False, hops) == asked


def test_a_file_is_answered_here_if_the_server_of_its_version_has_gone() -> None:
    assert answering("/static/v9876543210/js/table.js", (NEWER,), False, gone=True) == ["newer", "here"]


def test_of_several_servers_of_the_other_version_a_table_always_gets_the_same_one() -> None:
    others = tuple(NEWER._replace(id=f"newer{n}") for n in range(3))

    async def chosen() -> set[str]:
        owners = Owners(Living(*others))
        found = {table: {await owners.unlike(table) for _ in range(3)} for table in map(str, range(50))}
        assert all(len(one) == 1 for one in found.values())
        return {peer.id for one in found.values() for peer in one if peer is not None}

    assert asyncio.run(chosen()) == {"newer0", "newer1", "newer2"}


@pytest.mark.parametrize(("level", "writes"), [(None, True), (1, False), (2, True)])
def test_a_new_kind_of_fact_is_written_only_when_all_servers_know_it(
    level: int | None, writes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`hinted` plays a kind that came with level 2. None: this is the only server."""
    monkeypatch.setattr(contents, "LEVELS", {"hinted": 2})

    async def work(house: House) -> None:
        room = await house.dealt("you", "bot:greedy")
        house.rooms.peers = None if level is None else Living(level=level)
        assert house.rooms.all_know("moved")
        assert room.ledger.all_know("hinted") is writes
        before = room.table.number
        with nullcontext() if writes else pytest.raises(ValueError, match="'hinted' yet"):
            await room.act(lambda table, now: one(table, Hinted(), Ask("hint", 0), now))
        assert len(await house.store.facts(room.id)) == room.table.number == before + writes

    in_house(work)


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
