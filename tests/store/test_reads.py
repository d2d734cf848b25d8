"""Short reads answer at once; long ones run in a thread, and nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import SqliteStore
from kartentisch.store.sqlite_reads import AT_ONCE
from tests.plain_store import plain
from tests.store.kit import PATIENCE, done, some

Read = Callable[[SqliteStore], Coroutine[Any, Any, Any]]


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store with a log of one fact more than is read at once, and a short one."""
    store = SqliteStore(tmp_path)
    done(plain(store).append("long", 0, some(1, AT_ONCE + 1)))
    done(plain(store).append("short", 0, some(1, 3)))
    yield store
    store.close()


LONG: dict[str, Read] = {
    "facts": lambda store: store.facts("long"),
    "tables": lambda store: store.tables(),
    "unused": lambda store: store.unused(0, closed=False),
    "waking": lambda store: store.waking(),
}
SHORT: dict[str, Read] = {
    "newest facts": lambda store: store.facts("long", 1),
    "short log": lambda store: store.facts("short"),
    "row": lambda store: store.listed("long"),
    "names": lambda store: store.names("long"),
    "tokens": lambda store: store.token_versions("long"),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_read_leaves_the_event_loop_free(
    filled: SqliteStore, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    go, readers = threading.Event(), list[str]()
    read = filled._long.read

    def slow(*args: Any) -> Any:
        readers.append(threading.current_thread().name)
        assert go.wait(PATIENCE)
        return read(*args)

    async def work() -> None:
        reading = asyncio.ensure_future(LONG[name](filled))
        for short in SHORT.values():
            await short(filled)
        assert not reading.done()
        go.set()
        await reading

    monkeypatch.setattr(filled._long, "read", slow)
    asyncio.run(work())
    assert readers
    assert threading.main_thread().name not in readers


@pytest.mark.parametrize("name", SHORT)
def test_a_short_read_answers_without_waiting(filled: SqliteStore, name: str) -> None:
    with pytest.raises(StopIteration):
        SHORT[name](filled).send(None)
