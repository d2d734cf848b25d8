"""What one store would take, keep or sort in another way than the next one is refused by all, or the same in all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import JobKey, SqliteStore, Standing, Store
from kartentisch.store.sqlite_reads import AT_ONCE
from tests.store.kit import EACH, STORES, done, fact, some

HUGE, HALF, NUL = 2**70, "\ud800", "a\0b"


@pytest.fixture(params=EACH)
def raw(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with a log "a" of one fact."""
    store = STORES[request.param](tmp_path).store
    done(store.append(done(store.take("a")), 0, some(1, 1)))
    yield store
    store.close()


def test_the_id_of_an_ask_fits_into_an_index(raw: Store) -> None:
    with pytest.raises(ValueError, match="at most 500 bytes"):
        raw.append(done(raw.take("a")), 1, [fact(2, ask="ä" * 251)])


def test_a_name_of_a_game_that_cannot_be_stored_is_not_in_the_row(raw: Store) -> None:
    """The log of an unknown program is kept as it is; the row must not carry what the log only spells out."""
    lease = done(raw.take("odd"))
    done(raw.append(lease, 0, [fact(1, "opened", text='{"game":"a\\u0000b","rules":1}')]))
    row = asyncio.run(raw.listed("odd"))
    assert row is not None
    assert (row.game, row.rules) == ("", 1)


@pytest.mark.parametrize("bad", [NUL, HALF])
def test_a_read_for_what_no_store_can_hold_finds_nothing(raw: Store, bad: str) -> None:
    async def read() -> list[Any]:
        found = [
            await raw.facts(bad),
            await raw.answered(bad, "x"),
            await raw.answered("a", bad),
            await raw.listed(bad),
        ]
        found += [await raw.names(bad), await raw.talk(bad), await raw.deleted(bad), await raw.token_versions(bad)]
        jobs = [await raw.jobs.get(key) for key in (JobKey(bad, "a", 1), JobKey("review", bad, 1))]
        return [*found, await raw.join_code(bad), await raw.table_of_join_code(bad), await raw.parcel(bad), *jobs]

    assert asyncio.run(read()) == [[], 0, 0, None, {}, [], False, {}, "", "", None, None, None]


def test_a_read_with_a_number_beyond_all_others_is_answered(raw: Store) -> None:
    async def read() -> list[Any]:
        numbers = [len(await raw.facts("a", after)) for after in (HUGE, -HUGE)]
        numbers += [len(await raw.unused(since, closed=False)) for since in (HUGE, -HUGE)]
        return [*numbers, await raw.inviting(HUGE, 3), await raw.join_codes(HUGE)]

    assert asyncio.run(read()) == [0, 1, 1, 0, [], 0]


def test_logs_of_one_time_are_in_the_order_of_their_ids(raw: Store) -> None:
    ids = ["b", "Z", "c", "0", "_", "-"]
    for log in ids:
        done(raw.append(done(raw.take(log)), 0, [fact(1, "opened", time=5)], Standing("waiting", True, 7)))

    async def read() -> list[list[str]]:
        found = [await raw.tables(), await raw.unused(9, closed=False)]
        lists = [[row.id for row in rows if row.id != "a"] for rows in found]
        return [*lists, await raw.waking(), await raw.inviting(0, 99), await raw.inviting(0, 2)]

    ordered = sorted(ids)
    assert asyncio.run(read()) == [ordered, ordered, ordered, ordered, ordered[:2]]


def test_rows_of_a_long_read_are_made_in_the_thread_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred thousand tables, making the rows takes longer than reading them."""
    store = SqliteStore(tmp_path)
    done(store.append(done(store.take("a")), 0, some(1, AT_ONCE + 1)))
    handed_back: list[Any] = []

    async def to_thread(work: Callable[..., Any], *args: Any) -> Any:
        handed_back.append(work(*args))
        return handed_back[-1]

    monkeypatch.setattr(asyncio, "to_thread", to_thread)

    async def read() -> list[Any]:
        lists = [await store.facts("a"), await store.tables(), await store.unused(9, closed=False)]
        return [*lists, await store.waking(), [await store.answered("a", "x")], [await store.join_codes(5)]]

    found = asyncio.run(read())
    store.close()
    assert handed_back == found
    assert [len(rows) for rows in found] == [AT_ONCE + 1, 1, 1, 0, 1, 1]
