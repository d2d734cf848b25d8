"""A server that is still compiling its rules: its pages are there at once, and each game opens when it is ready."""

from __future__ import annotations

import itertools

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from tests.plain_store import plain
from tests.web.support.kit import BOT, BOT_POOL, FORM, House, browser, call, in_house


class Compiling:
    """As far as it is said to be."""

    def __init__(self, share: float, left: float | None) -> None:
        self._share, self._left = share, left
        self.done = False

    def ready(self, name: str) -> bool:
        return self.done or name != "schwupps"

    def share(self, name: str | None = None) -> float:
        return self._share

    def left(self, name: str | None = None) -> float | None:
        return self._left

    def close(self) -> None: ...


def house_of(store: MemoryStore, compilation: Compiling) -> House:
    house = House(store)
    house.rooms = RoomRegistry(store, house.hands.world(), BOT_POOL, compilation=compilation)  # type: ignore[arg-type]
    return house


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Getting ready: 40 %, about 12 seconds left"),
        ("de", "Wird vorbereitet: 40 %, noch etwa 12 Sekunden"),
    ],
)
def test_home_says_how_far_a_game_is_and_opens_the_others(language: str, said: str) -> None:
    with browser(house_of(MemoryStore(), Compiling(0.4, 11.2))) as (client, _):
        text = client.get("/", headers={"Accept-Language": language}).text
        assert text.count(said) == 1
        assert 'href="/open/schwupps"' not in text
        assert 'href="/open/swup"' in text
        assert 'href="/rules/schwupps"' in text
        assert client.get("/rules/schwupps").status_code == 200
        assert client.get("/open/swup").status_code == 200


def test_what_needs_the_game_waits_and_goes_on_by_itself() -> None:
    store = MemoryStore()
    table = in_house(lambda house: house.dealt("you", BOT), store=store).id
    facts = plain(store).facts(table)
    compilation = Compiling(0.02, None)
    with browser(house_of(store, compilation)) as (client, house):
        house.hands._ids = itertools.count(500)
        for answer in (
            client.get("/open/schwupps"),
            client.post("/open/schwupps", data=FORM),
            client.get(f"/t/{table}"),
        ):
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "3"
            assert "Getting ready: 2 %</label>" in answer.text
            assert "js/compiling.js" in answer.text
        with client.websocket_connect(f"/t/{table}/watch/socket") as socket:
            bye = socket.receive_json()
            assert (bye["code"], bye["again"]) == ("compiling", True)
        assert client.get("/readyz").status_code == 503
        assert plain(store).facts(table) == facts
        compilation.done = True
        assert client.get("/open/schwupps").status_code == 200
        assert client.post("/open/schwupps", data=FORM).status_code == 303
        assert client.get(f"/t/{table}/watch").status_code == 200
        assert call(client, house.rooms.get, table).table.phase == "playing"
        assert "data-compiling" not in client.get("/").text
