"""A store as most tests use it: a write names its log instead of a lease, and a read answers at once."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine
from functools import cache, partial
from typing import Any, TypeVar

from kartentisch.store import FIRST_VERSION, Lease, MemoryStore, Store
from kartentisch.table.facts import Fact
from kartentisch.web.access.tokens import SeatToken, Tokens

T = TypeVar("T")
WRITES = ("append", "stand", "set_name", "say", "forget_people", "delete", "renew", "set_join_code", "free_join_code")


class PlainStore:
    """The store behind it has every promise; this adds none. Writes use the lease that holds, if there is one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._taken: dict[str, Lease] = {}
        self._gate = threading.Lock()

    def lease(self, log_id: str) -> Lease:
        if isinstance(self.store, MemoryStore):
            return self.store._memory.leases.newest(log_id) or self.store.take(log_id).result()
        with self._gate:
            if log_id not in self._taken:
                self._taken[log_id] = self.store.take(log_id).result()
        return self._taken[log_id]

    def token_version(self, table_id: str, seat: int) -> int:
        return int(_read(self.store.token_versions, table_id).get(seat, FIRST_VERSION))

    def facts(self, log_id: str, after: int = 0) -> list[Fact]:
        found: list[Fact] = _read(self.store.facts, log_id, after)
        return found

    def __getattr__(self, name: str) -> Any:
        part = getattr(self.store, name)
        if name in WRITES:
            return lambda log_id, *args, **more: part(self.lease(log_id), *args, **more)
        return partial(_read, part) if inspect.iscoroutinefunction(part) else part


def _read(part: Callable[..., Coroutine[Any, Any, Any]], *args: Any, **more: Any) -> Any:
    work = part(*args, **more)
    try:
        work.send(None)
    except StopIteration as answer:
        return answer.value
    except RuntimeError:  # a long read wants a thread, and so an event loop
        pass
    work.close()
    return at_once(part(*args, **more))


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """What this work gives. Also from within another event loop, which waits meanwhile."""
    return asyncio.run_coroutine_threadsafe(work, _loop()).result(120)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="reads of tests", daemon=True).start()
    return loop


def plain(store: Store | PlainStore) -> PlainStore:
    return store if isinstance(store, PlainStore) else PlainStore(store)


class PlainTokens:
    """Tokens of seats, whose versions are read in the store."""

    def __init__(self, key: bytes, store: Store) -> None:
        self._tokens, self._store = Tokens(key), PlainStore(store)

    def _of(self, table_id: str, seat: int) -> SeatToken:
        return SeatToken(table_id, seat, self._store.token_version(table_id, seat))

    def secret(self, table_id: str, seat: int) -> str:
        return self._tokens.secret(self._of(table_id, seat))

    def cookie(self, table_id: str, seat: int) -> str:
        return self._tokens.cookie(self._of(table_id, seat))

    def program(self, table_id: str, seat: int) -> str:
        return self._tokens.program(self._of(table_id, seat))

    def list_sign(self, table_id: str, seat: int) -> str:
        return self._tokens.list_sign(self._of(table_id, seat))
