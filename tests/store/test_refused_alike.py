"""Writes that not every store could keep are refused by all of them, at once, and change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kartentisch.store import JobKey, Lease, Parcel, Standing, Store
from tests.store.kit import EACH, STORES, done, fact, some
from tests.store.test_alike import HALF, HUGE, NUL

Write = Callable[[Store, Lease, Any], Any]


@pytest.fixture(params=EACH, scope="module")
def unchanged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with a log "a" of one fact, the same for all tests of this file, since none of them changes it."""
    store = STORES[request.param](tmp_path_factory.mktemp("store")).store
    done(store.append(done(store.take("a")), 0, some(1, 1)))
    yield store
    store.close()


TEXTS: dict[str, Write] = {
    "kind": lambda store, lease, bad: store.append(lease, 1, [fact(2, bad)]),
    "ask": lambda store, lease, bad: store.append(lease, 1, [fact(2, ask=bad)]),
    "phase after facts": lambda store, lease, bad: store.append(lease, 1, some(2, 2), Standing(bad)),
    "phase": lambda store, lease, bad: store.stand(lease, 1, Standing(bad)),
    "name": lambda store, lease, bad: store.set_name(lease, 0, bad, ""),
    "figure": lambda store, lease, bad: store.set_name(lease, 0, "", bad),
    "code": lambda store, lease, bad: store.set_join_code(lease, bad),
    "log": lambda store, lease, bad: store.take(bad),
    "parcel": lambda store, lease, bad: store.keep_parcel(bad, Parcel(b"x", 5), 9),
    "parcel to take": lambda store, lease, bad: store.take_parcel(bad, 5),
    "parcel to drop": lambda store, lease, bad: store.drop_parcel(bad),
    "kind of a job": lambda store, lease, bad: store.jobs.ask(JobKey(bad, "a", 1), 5, 9),
    "log of a job": lambda store, lease, bad: store.jobs.ask(JobKey("review", bad, 1), 5, 9),
    "worker of a job": lambda store, lease, bad: store.jobs.take(bad, ["review"], 5),
    "kind of a job to take": lambda store, lease, bad: store.jobs.take("w", [bad], 5),
    "result of a job": lambda store, lease, bad: store.jobs.finish("w", JobKey("review", "a", 1), bad, 5),
}
NUMBERS: dict[str, Write] = {
    "seat of a fact": lambda store, lease, bad: store.append(lease, 1, [fact(2, seat=bad)]),
    "next time after facts": lambda store, lease, bad: store.append(lease, 1, some(2, 2), Standing("x", False, bad)),
    "next time": lambda store, lease, bad: store.stand(lease, 1, Standing("x", False, bad)),
    "seat of a name": lambda store, lease, bad: store.set_name(lease, bad, "Ada", ""),
    "seat of a link": lambda store, lease, bad: store.renew(lease, bad),
    "time of a code": lambda store, lease, bad: store.set_join_code(lease, "BCDFG", bad),
    "time a code is free": lambda store, lease, bad: store.free_join_code(lease, bad),
    "time of a parcel": lambda store, lease, bad: store.keep_parcel("p", Parcel(b"x", bad), 9),
    "time to take a parcel": lambda store, lease, bad: store.take_parcel("p", bad),
    "time to drop parcels": lambda store, lease, bad: store.drop_parcels(bad),
    "number of a job": lambda store, lease, bad: store.jobs.ask(JobKey("review", "a", bad), 5, 9),
    "time of a job": lambda store, lease, bad: store.jobs.ask(JobKey("review", "a", 1), bad, 9),
    "time to take a job": lambda store, lease, bad: store.jobs.take("w", ["review"], bad),
    "progress of a job": lambda store, lease, bad: store.jobs.report("w", JobKey("review", "a", 1), bad, 9, 5),
    "time of the end": lambda store, lease, bad: store.delete(lease, bad),
}


def everything(store: Store) -> list[Any]:
    """What can be read of the log."""

    async def read() -> list[Any]:
        rows = [await store.listed("a"), await store.facts("a"), await store.names("a"), await store.talk("a")]
        return [*rows, await store.token_versions("a"), await store.join_code("a"), await store.deleted("a")]

    return asyncio.run(read())


def refused(store: Store, write: Write, bad: Any) -> None:
    before = everything(store)
    lease = done(store.take("a"))
    with pytest.raises((ValueError, TypeError)):
        write(store, lease, bad)
    assert everything(store) == before


@pytest.mark.parametrize("bad", [NUL, HALF, 7, None])
@pytest.mark.parametrize("what", TEXTS)
def test_a_text_that_not_every_store_can_hold_is_refused_at_once(unchanged: Store, what: str, bad: Any) -> None:
    refused(unchanged, TEXTS[what], bad)


@pytest.mark.parametrize("bad", [HUGE, -HUGE, "1", 1.5])
@pytest.mark.parametrize("what", NUMBERS)
def test_a_number_that_not_every_store_can_hold_is_refused_at_once(unchanged: Store, what: str, bad: Any) -> None:
    refused(unchanged, NUMBERS[what], bad)
