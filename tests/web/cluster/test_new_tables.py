"""A new table is handed over once its deal is done; one that has gone meanwhile is forgotten."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from kartentisch.store.peers import Peer
from kartentisch.web.cluster.node import Node
from kartentisch.web.live.new_tables import New, NewTables


class Others:
    id = "here"

    def now(self) -> int:
        return 0

    async def living(self) -> list[Peer]:
        return [Peer("other", "n2", "127.0.0.1:2", "1.0", draining=False)]


@pytest.mark.parametrize(("here", "remembered"), [(True, 1), (False, 0)])
def test_a_table_that_waits_for_seals_is_remembered_only_while_it_is_here(here: bool, remembered: int) -> None:
    new = NewTables()
    rooms: Any = SimpleNamespace(
        has=lambda _: here, new_tables=new, world=SimpleNamespace(steady=lambda: 0), take_out=lambda _: None
    )
    pads: Any = SimpleNamespace(in_use=lambda _: False)
    peers: Any = Others()

    async def work() -> None:
        room: Any = SimpleNamespace(id="abc", table=SimpleNamespace(gathers_until=1), lock=asyncio.Lock())
        await Node(peers, lambda: 1, rooms, pads, b"k" * 32, "").pass_on([New(room, 0)])

    asyncio.run(work())
    assert len(new.settled(1)) == remembered
