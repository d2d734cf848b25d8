"""An ask that is sent again while the first one waits for the store."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from kartentisch.store import EndUnknown, MemoryStore, StoreFailed
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, in_house, settled, step


class Hanging(MemoryStore):
    """A store whose next append has no end until the test gives it one."""

    hangs = False

    def append(self, *args: Any) -> Any:
        if not self.hangs:
            return super().append(*args)
        self.hangs, self.hung = False, Future[None]()
        return self.hung


@pytest.mark.parametrize("end", [StoreFailed("unreachable"), EndUnknown()], ids=["failed", "unknown"])
def test_an_ask_sent_again_while_the_first_one_waits_has_the_same_end(end: StoreFailed) -> None:
    """Else a page hears that its move was not stored, and then it is made."""
    store = Hanging()

    async def work(house: House) -> None:
        room = await house.dealt("you", "open", BOT)
        page = await house.page(room, seat := room.table.actors()[0])
        before = room.table.number
        ask = {"t": "ask", "do": "play", "moves": [step(page)], "since": page.scene["since"], "id": "twice-0001"}
        store.hangs = True
        page.say(ask)
        page.say(ask)
        await settled()
        store.hung.set_exception(end)
        await settled()
        told = [one["code"] for one in page.heard("refused")]
        assert told == ([] if isinstance(end, EndUnknown) else ["store", "store"])
        assert page.heard("done") == []
        assert [fact for fact in plain(store).facts(room.id, before) if fact.ask] == []
        fresh = await house.rooms.get(room.id)
        assert fresh is not None
        page = await house.page(fresh, seat)
        page.say(ask if isinstance(end, EndUnknown) else ask | {"id": "twice-0002"})
        await settled()
        assert len(page.heard("done")) == 1

    in_house(work, store=store)
