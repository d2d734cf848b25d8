"""The store of a server: the file in its data folder, or a database that several servers share."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kartentisch.store import database_note
from kartentisch.store.base import Store
from kartentisch.store.errors import FolderInUse, StoreFailed
from kartentisch.store.folder import Hold, make
from kartentisch.store.leases import NODE_LIVES
from kartentisch.store.operator_orders import OperatorOrders
from kartentisch.store.peers import Peers
from kartentisch.store.sqlite import SqliteStore
from kartentisch.store.upgrading import Progress

if TYPE_CHECKING:
    from kartentisch.store.postgres import Database, PostgresStore

PASSWORD = "KARTENTISCH_STORE_PASSWORD"
"""The variable with the password of the database."""
WITHOUT_DRIVER = "Tables in PostgreSQL need the extra “cluster”: pip install 'kartentisch[cluster]'"
SHARING = "Several servers can share their tables in PostgreSQL: see --store."
LATER = 4
"""Seconds after the lease of the last run of this node in which it may still end: somebody may be stopping it."""


class Where(NamedTuple):
    """The database of the tables. Its address has no password: everybody on a computer sees the words of a command."""

    url: str
    password_file: Path | None = None
    node: str = ""
    """The name of this server among those that share the database."""
    inner: str = ""
    """Host and port at which the other servers reach this one."""
    lease: float = NODE_LIVES
    """Seconds after which the others may take the tables of this server, if it does not report to the database."""


class Opened(NamedTuple):
    """A store that is open, and what serving from it needs besides."""

    store: Store
    holds_tables: Callable[[], bool]
    postponed: bool = False
    """Whether the file had too little room to be compacted."""
    clock: Callable[[], int] | None = None
    """Milliseconds since 1970 that all servers of these tables share; None if this is the only one."""
    runs: Callable[[], int] = lambda: 1
    """How often this server has entered the database. All that it held before the last time may belong to others."""
    same_key: Callable[[bytes, bool], None] = lambda key, replace: None
    """Raises StoreFailed if the other servers sign with another key. `replace`: from now on this one counts."""
    peers: Peers | None = None
    """The servers that share the store; None if this is the only one."""
    orders: OperatorOrders | None = None
    """The operator's orders that come through the store; None if they come by the control socket alone."""


@contextmanager
def opened(folder: Path, where: Where | None, progress: Progress, tell: Callable[[str], None]) -> Iterator[Opened]:
    """The store of a server until the end of the block. `tell`: tells the operator why it takes long.

    :raises ValueError: with a sentence, if it cannot be opened.
    """
    if where is None:
        try:
            store = SqliteStore(folder, progress)
        except FolderInUse as error:
            raise ValueError(f"{error} The folder is {folder}. {SHARING}") from error
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {folder}.") from error
        with closing(store):
            _note(folder, "", tell)
            yield Opened(store, store.holds_tables, store.postponed)
        return
    database = database_of(where)
    with ExitStack() as stack:
        try:
            make(folder)
            stack.callback(Hold(folder).close)
        except StoreFailed as error:
            raise ValueError(f"{error} The folder is {folder}.") from error
        node = stack.enter_context(closing(_entered(database, where, tell)))
        stack.enter_context(closing(import_module("kartentisch.store.postgres.heart").Heart(node.nodes)))
        _note(folder, database.named, tell)
        peers = import_module("kartentisch.store.postgres.peers").PostgresPeers(node, node.nodes)
        orders = import_module("kartentisch.store.postgres.operator_orders").PostgresOrders(node, node.nodes)
        yield Opened(
            node,
            node.holds_tables,
            clock=node.nodes.now,
            runs=lambda: node.nodes.runs,
            same_key=node.nodes.same_key,
            peers=peers,
            orders=orders,
        )


def _note(folder: Path, database: str, tell: Callable[[str], None]) -> None:
    """Note in the folder where its tables are: in the database of this name; "" for the folder itself."""
    try:
        if database:
            database_note.write(folder, database)
        else:
            database_note.remove(folder)
    except OSError as error:  # a server can do without, but its operator has to know
        tell(f"{folder / database_note.FILE} cannot be changed, so commands may look for tables elsewhere: {error}.")


def database_of(where: Where) -> Database:
    """The database, with the password from its file or from the environment.

    :raises ValueError: with a sentence, if the address or the file cannot be used, or the driver is missing.
    """
    try:
        address = import_module("kartentisch.store.postgres.address")
    except ImportError as error:
        raise ValueError(WITHOUT_DRIVER) from error
    found: Database = address.checked(where.url, address.password(where.password_file, os.environ.pop(PASSWORD, "")))
    return found


def _entered(database: Database, where: Where, tell: Callable[[str], None]) -> PostgresStore:
    """The store, once the last run of this node has ended: a server that was killed has not left."""
    made: type[PostgresStore] = import_module("kartentisch.store.postgres").PostgresStore
    name, begun, patience = where.node, time.monotonic(), 0.0
    while True:
        try:
            return made(database, name, where.inner, lives=where.lease)
        except StoreFailed as error:
            if error.code != "in_use":
                raise ValueError(f"{error} It is {database.named}.") from error
            told, patience = patience > 0, patience or _patience(database, name)
            if time.monotonic() > begun + patience:
                raise ValueError(
                    f"Another server named {name} is running on the database {database.named}. Give this one another "
                    "name with --node."
                ) from error
        if not told:
            tell(f"The last run of the server {name} has not left the database. Waiting up to {patience:.0f} seconds.")
        time.sleep(0.5)


def _patience(database: Database, name: str) -> float:
    """Seconds in which the last run of this node has ended if nobody runs it any more. Its lease may be another one."""
    nodes = import_module("kartentisch.store.postgres.overview").nodes
    try:
        return max((one.lease for one in nodes(database) if one.name == name), default=NODE_LIVES) + LATER
    except StoreFailed as error:
        raise ValueError(f"{error} It is {database.named}.") from error
