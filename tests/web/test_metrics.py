"""`--metrics`: what is counted at a table, and who may ask for it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from kartentisch.web.access.tokens import Tokens
from kartentisch.web.app import create_app
from kartentisch.web.metrics import PrometheusMeters, application
from kartentisch.web.network.connections import Admissions, ConnectionLimits
from kartentisch.web.network.listening import inner_address
from kartentisch.web.pages.status import VERSION
from kartentisch.web.serve import goodbye
from tests.web.support.kit import KEY, House, in_house, kept_bot_pool, step, two_people


def counting(house: House) -> PrometheusMeters:
    meters = PrometheusMeters()
    house.rooms.world = replace(house.rooms.world, meters=meters)
    return meters


def figures(meters: PrometheusMeters, house: House) -> dict[str, float]:
    """What Prometheus reads, by name and labels."""
    with TestClient(application(meters, house.rooms, Admissions(ConnectionLimits()))) as inside:
        answer = inside.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    found = re.findall(r"^([a-z_]+(?:\{[^}]*\})?) ([0-9.e+-]+)$", answer.text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_moves_commits_and_the_time_until_all_seats_have_them_are_counted() -> None:
    async def work(house: House) -> tuple[PrometheusMeters, House]:
        meters = counting(house)
        room, (page, other) = await two_people(house)
        watcher = await house.page(room, -1)
        assert (await page.play(step(page)))["t"] == "done"
        assert meters.registry.get_sample_value("kartentisch_move_shown_seconds_count") == 1
        watcher.wire.reading = False
        up = page if page.scene["prompt"].get("yours") else other
        slow = other if up is page else page
        slow.wire.reading = False
        assert (await up.play(step(up)))["t"] == "done"
        shown = "kartentisch_move_shown_seconds_count"
        assert meters.registry.get_sample_value(shown) == 1, "one seat has not been sent it"
        slow.wire.reading = True
        for _ in range(100):
            if meters.registry.get_sample_value(shown) == 2:
                break
            await other.hello()
        assert meters.registry.get_sample_value(shown) == 2, "nobody waits for those who only watch"
        watcher.wire.reading = True
        assert (await up.ask("play", moves=["nonsense"]))["t"] == "refused"
        return meters, house

    meters, house = in_house(work)
    found = figures(meters, house)
    assert found['kartentisch_moves_total{by="person",game="schwupps"}'] == 2
    assert found["kartentisch_commit_seconds_count"] >= 3
    assert sum(value for name, value in found.items() if name.startswith("kartentisch_refusals_total{")) == 1
    assert found['kartentisch_tables{phase="playing"}'] == 1
    assert found["kartentisch_ready"] == 0
    assert found["kartentisch_bots_waiting"] == 0
    assert found['kartentisch_loop_stalls_total{cause="busy"}'] == 0
    assert found["process_resident_memory_bytes"] > 1e6
    assert f'kartentisch_info{{version="{VERSION}"}}' in found


def test_refused_pages_and_failures_of_the_store_are_counted_by_their_code() -> None:
    house = House()
    meters = counting(house)
    app = create_app(house.rooms, Tokens(KEY), house.public_address)
    with kept_bot_pool(), TestClient(app) as client:
        assert client.get("/t/unknown").status_code == 404
        with client.websocket_connect("/t/unknown/watch/socket") as socket:
            assert socket.receive_json()["code"] == "table_unknown"
    meters.store_failed("full")
    found = figures(meters, house)
    assert found['kartentisch_refusals_total{code="table_unknown",where="page"}'] == 1
    assert found['kartentisch_refusals_total{code="table_unknown",where="connection"}'] == 1
    assert found['kartentisch_store_failures_total{code="full"}'] == 1


def test_ready_is_said_while_tables_that_act_by_themselves_are_awake_and_the_server_goes_on() -> None:
    house = House()
    with TestClient(application(PrometheusMeters(), house.rooms, Admissions(ConnectionLimits()))) as inside:
        said = []
        for happens in ("start", "woken", "stop"):
            house.rooms.woken = happens != "start"
            if happens == "stop":
                asyncio.run(goodbye(house.rooms))
            answer = inside.get("/readyz")
            said.append((answer.status_code, answer.text.splitlines()))
        program = f"kartentisch {VERSION}"
        assert said == [(503, ["waking tables", program]), (200, ["ready", program]), (503, ["closing", program])]
        assert inside.get("/healthz").text == f"ok\n{program}\n"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9100", ("127.0.0.1", 9100)),
        ("127.0.0.1:9100", ("127.0.0.1", 9100)),
        ("localhost:9100", ("127.0.0.1", 9100)),
        ("10.0.0.5:0", ("10.0.0.5", 0)),
        ("[::1]:9100", ("::1", 9100)),
        ("[fd00::2]:9100", ("fd00::2", 9100)),
        ("100.64.3.4:9100", ("100.64.3.4", 9100)),
    ],
)
def test_figures_are_served_inside(text: str, address: tuple[str, int]) -> None:
    assert inner_address(text) == address


@pytest.mark.parametrize(
    "text", ["0.0.0.0:9100", "[::]:9100", "93.184.216.34:9100", "127.0.0.1:99999", "here", "a:1", ""]
)
def test_an_address_for_everybody_or_none_at_all_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be an internal address|is no address for --metrics"):
        inner_address(text)
