"""The server of today on a copy of a stored data folder, with the clock of then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from kartentisch.store import SqliteStore, signing_key
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from tests.stored import kit
from tests.web.support.kit import BOT_POOL, Hands, call, kept_bot_pool


class Served(NamedTuple):
    client: TestClient
    rooms: RoomRegistry
    store: SqliteStore
    known: dict[str, Any]
    """What is known of the folder: `data.json` or `foreign.json`."""

    def room(self, table: str) -> Room:
        room: Room | None = call(self.client, self.rooms.get, table)
        assert room is not None
        return room

    def table(self, what: str) -> str:
        """The id of the table that is called so in what is known."""
        found: str = self.known["tables"][what]
        return found


@contextmanager
def served(name: str, folder: Path, later: int = 60_000, fresh: bool = True) -> Iterator[Served]:
    """`name`: "data" or "foreign"; `later`: milliseconds since it was left; not `fresh`: `folder` holds it already."""
    known = kit.unpack(name, folder) if fresh else kit.known(name)
    hands = Hands(seed=77)
    hands.now = known["time"] + later
    store = SqliteStore(folder)
    rooms = RoomRegistry(store, hands.world(), BOT_POOL)
    app = create_app(rooms, Tokens(signing_key(folder)), PublicAddress())
    try:
        with kept_bot_pool(), TestClient(app, base_url="http://testserver", follow_redirects=False) as client:
            yield Served(client, rooms, store, known)
    finally:
        store.close()


def cookies(seat: dict[str, Any], *names: str) -> dict[str, str]:
    """The header with these cookies of a browser; all it had where none are named."""
    had = seat["cookies"]
    return {"cookie": "; ".join(f"{name}={had[name]}" for name in names or had)}
