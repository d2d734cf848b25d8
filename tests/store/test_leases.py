"""Leases: of two nodes that want to write a log, one does; a node that slept writes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kartentisch.store import (
    HeldElsewhere,
    Lease,
    LeaseLost,
    Memory,
    MemoryStore,
    OutOfStep,
    Said,
    SqliteStore,
    Standing,
)
from kartentisch.store.leases import LONGEST, NODE_LIVES, SHORTEST, beat, check_lives, silence
from tests import shuffled_loop
from tests.plain_store import at_once, plain
from tests.shuffled_loop import end_of, turn
from tests.store.kit import done, fact, fault, opened, some


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def nodes(*names: str) -> tuple[Clock, list[MemoryStore]]:
    clock = Clock()
    memory = Memory(clock)
    return clock, [MemoryStore(memory, name) for name in names]


def test_a_log_is_taken_by_one_node_until_it_lets_go() -> None:
    _, (one, two) = nodes("one", "two")
    lease = done(one.take("a"))
    assert lease == Lease("a", "one", 1)
    error = fault(two.take("a"))
    assert isinstance(error, HeldElsewhere)
    assert (error.log_id, error.owner) == ("a", "one")
    done(one.append(lease, 0, some(1, 2)))
    done(one.release(lease))
    assert isinstance(fault(one.append(lease, 2, some(3, 3))), LeaseLost)
    other = done(two.take("a"))
    assert other == Lease("a", "two", 2)
    done(two.append(other, 2, some(3, 3)))
    assert at_once(two.facts("a")) == some(1, 3)


def test_who_takes_a_log_again_cannot_write_with_the_lease_from_before() -> None:
    _, (one,) = nodes("one")
    first, second = done(one.take("a")), done(one.take("a"))
    assert (first.epoch, second.epoch) == (1, 2)
    assert isinstance(fault(one.append(first, 0, some(1, 1))), LeaseLost)
    done(one.append(second, 0, some(1, 1)))


WRITES: dict[str, Callable[[Any, Lease], Any]] = {
    "append": lambda store, lease: store.append(lease, 1, [fact(2)]),
    "set_name": lambda store, lease: store.set_name(lease, 0, "Ada", "spoon"),
    "say": lambda store, lease: store.say(lease, Said(1, 0, "Ada", "spoon", "Hello")),
    "forget_people": lambda store, lease: store.forget_people(lease),
    "delete": lambda store, lease: store.delete(lease, 1),
    "renew": lambda store, lease: store.renew(lease, 0),
    "set_join_code": lambda store, lease: store.set_join_code(lease, "BCDFG"),
    "free_join_code": lambda store, lease: store.free_join_code(lease, 1),
    "stand": lambda store, lease: store.stand(lease, 1, Standing("playing")),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_node_that_ended_writes_nothing_even_if_nobody_took_its_log(write: str) -> None:
    clock, (one, two) = nodes("one", "two")
    lease = done(one.take("a"))
    done(one.append(lease, 0, some(1, 1)))
    clock.now = NODE_LIVES - 0.1
    done(one.stay())
    clock.now = NODE_LIVES + 1
    done(one.set_name(lease, 0, "Bo", "cup"))
    clock.now = 2 * NODE_LIVES
    assert isinstance(fault(WRITES[write](one, lease)), LeaseLost)
    assert isinstance(fault(one.stay()), LeaseLost)
    assert isinstance(fault(one.take("b")), LeaseLost)
    assert isinstance(fault(two.take("a")), LeaseLost), "it did not say either that it lives"
    assert (at_once(one.facts("a")), at_once(one.names("a"))[0].name) == (some(1, 1), "Bo")


@pytest.mark.parametrize("write", WRITES)
def test_every_write_to_a_file_needs_the_lease_of_that_store(tmp_path: Any, write: str) -> None:
    store = opened(tmp_path)
    done(store.append("a", 0, some(1, 1)))
    for foreign in (Lease("a", "", 2), Lease("a", "node", 1)):
        assert isinstance(fault(WRITES[write](store.store, foreign)), LeaseLost)
    assert store.facts("a") == some(1, 1)
    assert isinstance(store.store, SqliteStore)
    store.close()


def test_a_node_that_drains_keeps_what_it_has_and_takes_no_more() -> None:
    _, (one, two) = nodes("one", "two")
    lease = done(one.take("a"))
    done(one.drain())
    assert isinstance(fault(one.take("b")), LeaseLost)
    done(one.append(lease, 0, some(1, 1)))
    done(one.release(lease))
    assert done(two.take("a")).epoch == 2


def test_each_node_lives_as_long_as_its_own_operator_wants() -> None:
    """The other one goes by what the store says, not by its own time."""
    clock = Clock()
    memory = Memory(clock)
    brief, long = MemoryStore(memory, "brief", 3), MemoryStore(memory, "long", 20)
    own, others = done(brief.take("a")), done(long.take("b"))
    clock.now = 2.9
    assert isinstance(fault(long.take("a")), HeldElsewhere)
    done(brief.append(own, 0, some(1, 1)))
    clock.now = 3
    assert isinstance(fault(brief.append(own, 1, some(2, 2))), LeaseLost)
    assert done(long.take("a")).epoch == 2
    again = MemoryStore(memory, "again", 3)
    clock.now = 5.9
    done(again.stay())
    clock.now = 8.8
    done(again.stay())
    for now in (11, 13.7, 16.4, 19.1):
        clock.now = now
        done(again.stay())
        assert isinstance(fault(again.take("b")), HeldElsewhere), "eight seconds are over, but not twenty"
    done(long.append(others, 0, some(1, 1)))
    clock.now = 20
    assert done(again.take("b")).epoch == 2
    assert isinstance(fault(long.append(others, 1, some(2, 2))), LeaseLost)


@pytest.mark.parametrize("lives", [SHORTEST, 4, NODE_LIVES, 20, LONGEST])
def test_a_node_is_silent_before_others_may_have_its_logs_and_one_lost_report_does_not_end_it(lives: float) -> None:
    check_lives(lives)
    assert lives - silence(lives) >= 0.75, "so long it has for letting them go"
    assert 2 * beat(lives) < silence(lives)
    assert (beat(NODE_LIVES), silence(NODE_LIVES)) == (2, 6)


@pytest.mark.parametrize("lives", [-1, 0, 2.9, 60.1, 1e9, float("inf"), float("nan")])
def test_a_lease_that_is_too_short_or_too_long_is_refused_with_a_sentence(lives: float) -> None:
    with pytest.raises(ValueError, match=rf"^--lease is {lives:g}\. Choose 3 to 60 seconds\.$".replace("+", r"\+")):
        check_lives(lives)


def test_an_id_of_a_node_is_used_once() -> None:
    memory = Memory()
    MemoryStore(memory, "one")
    with pytest.raises(ValueError, match="before"):
        MemoryStore(memory, "one")


@pytest.mark.parametrize("bad", ["", "a b", "ä", "a\0", "a" * 65, "é" * 3])
def test_an_id_that_stores_could_sort_in_different_ways_is_refused(bad: str, tmp_path: Any) -> None:
    store = opened(tmp_path)
    for one in (MemoryStore(), store.store):
        with pytest.raises(ValueError, match="ASCII"):
            one.take(bad)
    store.close()


class Log:
    """What two owners of one log do, and what must never be: two of them that write, or a gap."""

    def __init__(self, wait: Callable[[], float], store: type[MemoryStore] = MemoryStore) -> None:
        self.clock = Clock()
        self.stores = self.new_stores(store)
        self.wait = wait
        """How many seconds pass at a place where an owner may be paused."""
        self.epoch = 0
        """The newest epoch that an owner was given."""
        self.acknowledged: list[int] = []

    def new_stores(self, store: type[MemoryStore]) -> list[Any]:
        memory = Memory(self.clock)
        return [store(memory, name, lives) for name, lives in (("one", NODE_LIVES), ("two", NODE_LIVES - 2))]

    def pass_time(self) -> None:
        self.clock.now += self.wait()

    def lives(self, store: Any, lease: Lease) -> bool:
        return bool(store._memory.leases.lives(lease.owner))

    async def own(self, store: Any, tries: int) -> None:
        """Take the log when it can be had, and write what follows the newest fact, as a room does."""
        lease, newest = None, 0
        for _ in range(tries):
            self.pass_time()
            try:
                if lease is None:
                    lease = await end_of(partial(self.take, store))
                    newest = len(plain(store).facts("a"))
                    await turn()
                await end_of(partial(self.append, store, lease, newest))
                newest += 1
                self.acknowledged.append(newest)
                await end_of(store.stay)
            except (HeldElsewhere, LeaseLost, OutOfStep):
                lease = None

    def take(self, store: Any) -> Future[Lease]:
        future: Future[Lease] = store.take("a")
        if future.exception() is None:
            self.epoch = future.result().epoch
        return future

    def append(self, store: Any, lease: Lease, newest: int) -> Future[None]:
        future: Future[None] = store.append(lease, newest, [fact(newest + 1)])
        if future.exception() is None:
            assert lease.epoch == self.epoch, "a later owner could write already"
            assert self.lives(store, lease), "nobody writes who may be thought gone"
        return future

    def check(self) -> None:
        facts = at_once(self.stores[0].facts("a"))
        assert [one.number for one in facts] == list(range(1, len(facts) + 1)), "no gap"
        assert sorted(self.acknowledged) == [one.number for one in facts]


def wait(data: st.DataObject) -> Callable[[], float]:
    return lambda: data.draw(st.sampled_from([0.0, 0.0, 0.0, 1.0, NODE_LIVES - 1, NODE_LIVES]))


def played(data: st.DataObject, store: type[MemoryStore] = MemoryStore) -> Log:
    return permuted(data, Log(wait(data), store))


def permuted(data: st.DataObject, log: Log) -> Log:
    """Let the owners of a log go on in any order, at every await."""

    async def play() -> None:
        owners = log.stores * 2  # two nodes, and on each a room and the one that took its place
        await asyncio.gather(*(log.own(one, 4) for one in owners))

    shuffled_loop.run(play(), lambda n: data.draw(st.integers(0, n - 1)))
    log.check()
    return log


@given(st.data())
@settings(max_examples=300)
def test_two_owners_paused_and_permuted_at_every_await_never_both_write(data: st.DataObject) -> None:
    played(data)


@pytest.mark.parametrize("careless", ["epoch", "life"])
def test_a_store_that_forgets_a_part_of_the_lease_is_found(careless: str) -> None:
    class Forgetful(MemoryStore):
        def _write(self, work: Any, lease: Lease | None = None) -> Any:
            leases = self._memory.leases
            late = lease is not None and (
                lease != leases.newest(lease.log_id) if careless == "life" else not leases.lives(lease.owner)
            )
            return super()._write(work, lease if late else None)

    @given(st.data())
    @settings(max_examples=2000, database=None, derandomize=True, phases=[Phase.generate])
    def play(data: st.DataObject) -> None:
        played(data, Forgetful)

    with pytest.raises(AssertionError, match="a later owner could write" if careless == "epoch" else "thought gone"):
        play()
