"""What `kartentisch tables` does in a data folder: by the server that runs on it, or without one."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kartentisch.cli.amounts import megabytes
from kartentisch.cli.folders import faults, store_failed
from kartentisch.cli.screen import MistakeError

if TYPE_CHECKING:
    from kartentisch.store import Listed, Store
    from kartentisch.web.live.world import World
    from kartentisch.words.language import Language


class Listing(NamedTuple):
    """What is printed about tables."""

    tables: list[Listed]
    column: str
    """The head of the last column."""
    cells: dict[str, str]
    """Its text, by id of a table."""
    server: str
    """A sentence on who serves the tables."""
    others: list[str]
    """More sentences."""


class Ended(NamedTuple):
    """What came of an order about tables."""

    done: list[str]
    faults: list[str]
    """A sentence for each that failed."""


class FolderTables:
    def __init__(self, t: Language, folder: Path) -> None:
        self._t, self._folder = t, folder

    def tables(self) -> list[Listed]:
        from kartentisch.store.listing import tables_of

        with faults(self._t, self._folder):
            return tables_of(self._folder)

    def listing(self) -> Listing:
        from kartentisch.web.live.maintenance import read
        from kartentisch.web.network.control import NoControl, ask

        t, folder, others = self._t, self._folder, []
        found = self.tables()
        try:
            running = ask(folder, do="state")
            server = t.say("A server runs on this folder.")
        except NoControl:
            running, server = {}, t.say("No server runs on this folder.")
        pages, warn_below = running.get("pages", {}), running.get("warn_below", 500_000_000)
        if (free := shutil.disk_usage(folder).free if folder.is_dir() else None) is not None and free < warn_below:
            others.append(t.say("Only {size} are free on the disk. See: kartentisch doctor", size=megabytes(t, free)))
        if text := read(folder):
            others.append(t.say("All pages show: {text}", text=text))
        cells = {one.id: str(pages.get(one.id, 0)) for one in found}
        return Listing(found, t.say("open pages"), cells, server, others)

    def close(self, ids: Sequence[str]) -> Ended:
        closed = self._ordered(do="close", tables=ids)["done"]
        missed = [one for one in ids if one not in closed]
        return Ended(closed, [unreadable(self._t, missed)] if missed else [])

    def delete(self, ids: Sequence[str]) -> Ended:
        self._ordered(do="delete", tables=ids)
        return Ended([*ids], [])

    def say(self, text: str) -> None:
        self._ordered(do="say", text=text)

    def _ordered(self, **order: Any) -> dict[str, Any]:
        """Have something done, by the server that runs on the folder or else here. Return its answer."""
        from kartentisch.web.network.control import NoControl, ask

        t, folder = self._t, self._folder
        if not folder.is_dir():
            raise MistakeError(t.say("There is no folder {folder}.", folder=folder))
        try:
            answer = ask(folder, **order)
        except NoControl:
            with faults(t, folder), only_faults_logged():
                answer = asyncio.run(self._here(order))
        if code := answer.get("failed"):
            raise MistakeError(store_failed(t, code, folder))
        return answer

    async def _here(self, order: dict[str, Any]) -> dict[str, Any]:
        """Carry an order out without a server. Raises StoreFailed, above all if a server holds the folder."""
        from kartentisch.store import SqliteStore
        from kartentisch.store.backups import resume

        resume(self._folder)
        store = SqliteStore(self._folder)
        try:
            return await carried_out(store, world(self._folder), order, self._folder)
        finally:
            store.close()


def unreadable(t: Language, tables: Sequence[str]) -> str:
    return t.say("Not closed, as this version cannot read their logs: {tables}.", tables=", ".join(tables))


def world(folder: Path) -> World:
    """What a table gets from outside. With the key of the folder, one that is closed tells the secret of its luck."""
    from kartentisch.proof.draws import luck_key
    from kartentisch.store import StoreFailed, signing_key
    from kartentisch.web.live.world import World

    if not folder.is_dir():
        return World()
    try:
        return World(luck_key=luck_key(signing_key(folder, make_missing=False)))
    except StoreFailed:  # without a key the luck of its matches is not proved
        return World()


async def carried_out(store: Store, world: World, order: dict[str, Any], folder: Path | None = None) -> dict[str, Any]:
    """Carry an order out at a store that is served by nobody else. `folder`: where the message to everybody is."""
    from kartentisch.web.live.maintenance import Maintenance
    from kartentisch.web.live.registry import RoomRegistry
    from kartentisch.web.network.operating import carry_out

    rooms = RoomRegistry(store, world, maintenance=Maintenance(folder))
    try:
        return await carry_out(rooms, order, {})
    finally:
        await rooms.close()


@contextmanager
def only_faults_logged() -> Iterator[None]:
    """What a server would log of its work is said by the command itself."""
    import logging
    import sys

    import structlog

    before = structlog.get_config()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    try:
        yield
    finally:
        structlog.configure(**before)
