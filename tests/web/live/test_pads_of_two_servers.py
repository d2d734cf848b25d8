"""A pad at two servers of one store: shared once with all its names, and no entry is lost while it goes to and fro."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kartentisch.engine.reasons import Reason
from kartentisch.pad.entries import Entry
from kartentisch.pad.log import Opened
from kartentisch.store import EndUnknown, Lease, LeaseLost, Memory, MemoryStore, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from kartentisch.web.live.handing_over import hand_over_pad
from kartentisch.web.live.pads import Given, PadRegistry
from kartentisch.web.live.retention import Retention
from tests import shuffled_loop
from tests.browser import pads
from tests.plain_store import at_once
from tests.web.support.kit import House

PAD, NAMES, ENTRIES = "pad-1", ("Anna", "Ben"), 4
OPENED = Opened("swup", 2, pads.SWUP, len(NAMES))
BEGUN = [Given(Entry(f"name-000{n}", "name", person=n), name) for n, name in enumerate(NAMES)]
EXAMPLES = settings(max_examples=8, deadline=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck])


class Servers:
    """Two servers, and phones that share the pad and write on it at any of them."""

    def __init__(self, data: st.DataObject) -> None:
        self.data, self.seconds = data, 0.0
        self.memory = Memory(lambda: self.seconds)
        self.started = 0
        self.registries = [self.start(), self.start()]
        self.acknowledged: dict[str, int] = {}
        """With the number of its fact."""

    def start(self) -> PadRegistry:
        self.started += 1
        store = MemoryStore(self.memory, f"node-{self.started}")
        return PadRegistry(store, House().hands.world(), Retention())

    def one(self) -> PadRegistry:
        """Any of the servers, which may have been paused for too long and enters again."""
        place = self.data.draw(st.integers(0, 1))
        self.seconds += self.data.draw(st.sampled_from([0.0, 0.0, 0.0, NODE_LIVES - 1, NODE_LIVES]))
        if self.registries[place].store.stay().exception() is not None:
            self.registries[place] = self.start()
        return self.registries[place]

    async def share(self) -> None:
        while True:
            try:
                opened = await self.one().open(PAD, OPENED, BEGUN, "open-0000001")
            except StoreFailed:
                await asyncio.sleep(0)
                continue
            assert not isinstance(opened, Reason)
            assert [opened.names.get(number) for number in (2, 3)] == [*NAMES]
            return

    async def write(self, phone: str) -> None:
        for n in range(ENTRIES):
            entry = Entry(f"{phone}-{n:06}", "enter", 1 + n, -1, {"most": 0})
            while True:
                try:
                    room = await self.one().get(PAD)
                except StoreFailed:
                    await asyncio.sleep(0)
                    continue
                assert room is not None
                answer = await room.ask([Given(entry)])
                assert answer.reason is None, "the phone would throw its entry away"
                assert answer.unknown or not answer.failed, "the phone would wait before it asks again"
                if answer.failed:
                    continue
                known = self.acknowledged.setdefault(entry.id, answer.number)
                assert answer.number == known, "it has that number, however often it is asked for"
                if self.data.draw(st.booleans()):
                    break

    async def move(self) -> None:
        """An operator drains a server now and then."""
        for _ in range(4):
            registry = self.one()
            for room in registry.open_rooms():
                await hand_over_pad(registry, room)
            await asyncio.sleep(0)

    async def play(self) -> None:
        await asyncio.gather(self.share(), self.share())
        await asyncio.gather(self.write("phone-a"), self.write("phone-b"), self.move(), self.share())


def played(data: st.DataObject) -> None:
    servers = Servers(data)
    shuffled_loop.run(servers.play(), lambda n: data.draw(st.integers(0, n - 1)))
    facts = servers.memory.facts[PAD]
    assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
    assert [fact.ask for fact in facts[1:3]] == [one.entry.id for one in BEGUN]
    assert {fact.ask: fact.number for fact in facts[3:]} == servers.acknowledged
    names = at_once(MemoryStore(servers.memory, "reader").names(PAD))
    assert [names[number].name for number in (2, 3)] == [*NAMES]


@given(st.data())
@EXAMPLES
def test_nothing_that_two_phones_write_is_lost_or_done_twice(data: st.DataObject) -> None:
    played(data)


@pytest.mark.long
@given(st.data())
@settings(EXAMPLES, max_examples=1000)
def test_nothing_that_two_phones_write_is_lost_however_often(data: st.DataObject) -> None:
    played(data)


@pytest.mark.parametrize("error", [EndUnknown(), LeaseLost(PAD)])
def test_a_pad_of_which_nobody_knows_whether_it_was_deleted_is_read_again(error: StoreFailed) -> None:
    class Failing(MemoryStore):
        def delete(self, lease: Lease, time: int) -> Future[None]:
            raise error

    async def work() -> None:
        registry = PadRegistry(Failing(), House().hands.world(), Retention())
        room = await registry.open(PAD, OPENED, BEGUN, "open-0000001")
        assert not isinstance(room, Reason)
        with pytest.raises(type(error)):
            await registry.delete(room)
        assert (room.gone, registry.in_use(PAD)) == ("stale", False)

    asyncio.run(work())
