"""Two servers with one store: of two rooms of a table one writes, however their steps fall between each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kartentisch.engine.reasons import Reason
from kartentisch.play.games import sheet
from kartentisch.store import Lease, Memory, MemoryStore, StoreFailed
from kartentisch.store.leases import NODE_LIVES
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import checked_settings
from tests import shuffled_loop
from tests.plain_store import at_once
from tests.store.kit import empty_database, instant, older
from tests.web.support.kit import BOT_POOL, House

ASKS = 6
"""How often each server is asked for something."""


class Owners:
    """Two servers, the asks that were answered, and who wrote what."""

    def __init__(self, wait: Callable[[], float], store: type[MemoryStore] = MemoryStore) -> None:
        self.seconds = 0.0
        self.wait = wait
        """How many seconds pass before a server is asked again: the machine may have slept."""
        self.memory = Memory(lambda: self.seconds)
        self.store = store
        self.started = 0
        self.written: list[tuple[int, int]] = []
        """Epoch and number of the newest fact, for each append, in the order of the store."""
        self.done: set[str] = set()

    def start(self) -> House:
        """A server that has just started."""
        self.started += 1
        store = self.new_store(f"node-{self.started}")
        append = store.append

        def noted(lease: Lease, expected: int, facts: Any, *more: Any) -> Future[None]:
            future: Future[None] = append(lease, expected, facts, *more)
            if future.exception() is None:
                self.written.append((lease.epoch, expected + len(facts)))
                assert self.lives(lease), "nobody writes who may be thought gone"
            return future

        store.append = noted
        return House(store)

    def new_store(self, node: str) -> Any:
        return self.store(self.memory, node)

    def lives(self, lease: Lease) -> bool:
        return self.memory.leases.lives(lease.owner)

    def pass_time(self) -> None:
        self.seconds += self.wait()

    def facts(self, table_id: str) -> list[Fact]:
        return self.memory.facts[table_id]

    async def play(self) -> str:
        opened = checked_settings(sheet("schwupps"), ("you", "open"), {}, BOT_POOL.levels)
        assert not isinstance(opened, Reason)
        first = self.start()
        room = await first.rooms.open(opened, "Anna")
        await asyncio.gather(self.ask(first, room.id, "one"), self.ask(self.start(), room.id, "two"))
        return room.id

    async def ask(self, house: House, table_id: str, who: str) -> None:
        for n in range(ASKS):
            self.pass_time()
            if house.store.stay().exception() is not None:
                house = self.start()
            try:
                room = await house.rooms.get(table_id)
                assert room is not None
                ask = Ask("watchers", 0, f"ask-{who}-{n:03}", arg=("anyone", "link", "nobody")[n % 3])
                answer = await room.ask(ask)
                if not answer.failed and answer.reason is None:
                    self.done.add(ask.id)
            except StoreFailed:  # the other server has the table, or this one is thought gone
                await asyncio.sleep(0)

    def check(self, table_id: str) -> None:
        facts = self.facts(table_id)
        assert [fact.number for fact in facts] == list(range(1, len(facts) + 1)), "no gap"
        assert self.written == sorted(self.written), "an owner never writes after the next one has written"
        asks = [fact.ask for fact in facts if fact.ask.startswith("ask-")]
        assert sorted(asks) == sorted(self.done), "what was acknowledged is there once, and nothing else"


class OwnersInPostgres(Owners):
    """The same with a database. Time passes by making all nodes older, and a little by itself."""

    def __init__(self, wait: Callable[[], float]) -> None:
        super().__init__(wait)
        self.database = empty_database()
        self.stores: list[Any] = []

    def new_store(self, node: str) -> Any:
        self.stores.append(instant(self.database))
        return self.stores[-1]

    def lives(self, lease: Lease) -> bool:
        return True  # test_leases_in_postgres.py asks the database

    def pass_time(self) -> None:
        older(self.wait())

    def facts(self, table_id: str) -> list[Fact]:
        return at_once(self.stores[-1].facts(table_id))

    def close(self) -> None:
        for store in self.stores:
            store.close()


def wait(data: st.DataObject) -> Callable[[], float]:
    return lambda: data.draw(st.sampled_from([0.0, 0.0, 0.0, 1.0, NODE_LIVES - 1, NODE_LIVES]))


def played(data: st.DataObject, store: type[MemoryStore] = MemoryStore) -> None:
    owners = Owners(wait(data), store)
    owners.check(shuffled_loop.run(owners.play(), lambda n: data.draw(st.integers(0, n - 1))))


def played_in_postgres(data: st.DataObject) -> None:
    owners = OwnersInPostgres(wait(data))
    with closing(owners):
        owners.check(shuffled_loop.run(owners.play(), lambda n: data.draw(st.integers(0, n - 1))))


EXAMPLES = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@given(st.data())
@EXAMPLES
def test_of_two_rooms_of_a_table_one_writes(data: st.DataObject) -> None:
    played(data)


@pytest.mark.long
@given(st.data())
@settings(EXAMPLES, max_examples=3000)
def test_of_two_rooms_of_a_table_one_writes_however_often(data: st.DataObject) -> None:
    played(data)


@pytest.mark.postgres
@given(st.data())
@settings(EXAMPLES, max_examples=3, phases=[Phase.generate])
def test_of_two_servers_of_a_database_one_writes(data: st.DataObject) -> None:
    played_in_postgres(data)


@pytest.mark.long
@pytest.mark.postgres
@given(st.data())
@settings(EXAMPLES, max_examples=200, phases=[Phase.generate])
def test_of_two_servers_of_a_database_one_writes_however_often(data: st.DataObject) -> None:
    played_in_postgres(data)


def test_a_store_that_forgets_its_leases_is_found() -> None:
    class Forgetful(MemoryStore):
        def _write(self, work: Any, lease: Lease | None = None) -> Any:
            return super()._write(work)

        def take(self, log_id: str) -> Any:
            return super()._write(lambda: Lease(log_id, self._node, 1))

    @given(st.data())
    @settings(EXAMPLES, max_examples=300, database=None, derandomize=True, phases=[Phase.generate])
    def play(data: st.DataObject) -> None:
        played(data, Forgetful)

    with pytest.raises(AssertionError, match="thought gone"):
        play()
