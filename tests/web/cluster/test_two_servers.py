"""Two servers on one database: whichever a page comes to, it is at its table. See `tests/cluster` for faults."""

from __future__ import annotations

import asyncio
import gzip
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from kartentisch.cli.bench_server import Server
from kartentisch.cli.bench_web import Place
from kartentisch.store.leases import NODE_LIVES
from tests.processes import PATIENCE
from tests.web.support.two_servers import FORM, Cluster, Player, cluster, holds_together, played, seated
from tests.web.test_kill import connected, killed

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two servers that nothing happens to."""
    with cluster(tmp_path_factory.mktemp("two")) as found:
        yield found


def test_a_match_of_two_people_at_two_servers(two: Cluster) -> None:
    table, players = seated(two)
    played(two, players)
    holds_together(two.facts(table), players)
    assert [player.byes for player in players] == [[], []], "no page was sent away"


async def until_moved(players: list[Player], moves: int = 6) -> None:
    while min(len(player.done) for player in players) < moves:
        await asyncio.sleep(0.02)


def pause_of(players: list[Player], when: float) -> float:
    """Seconds from this time to the next scene with something new, for the one who waited longest."""
    return max(
        next(at for at, number in player.seen if at > when and number > max(n for t, n in player.seen if t <= when))
        - when
        for player in players
    )


@pytest.mark.long
def test_when_the_owner_is_killed_the_other_server_goes_on(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)
        when = 0.0

        async def kill() -> None:
            nonlocal when
            await until_moved(players)
            killed(found.servers[await asyncio.to_thread(found.owner, table)])
            when = time.monotonic()

        played(found, players, kill)
        holds_together(found.facts(table), players)
        assert pause_of(players, when) < NODE_LIVES + 4


@pytest.mark.long
def test_a_server_that_is_told_to_end_gives_its_tables_away_first(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)
        when = 0.0

        async def end() -> None:
            nonlocal when
            await until_moved(players)
            owner = found.servers[await asyncio.to_thread(found.owner, table)]
            when = time.monotonic()
            owner.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(owner.process.wait, PATIENCE) == 0

        played(found, players, end)
        holds_together(found.facts(table), players)
        assert "moved" in [bye for player in players for bye in player.byes]
        assert pause_of(players, when) < NODE_LIVES, "nobody has waited for a lease to end"


@pytest.mark.long
def test_a_server_that_was_paused_writes_nothing_and_its_pages_are_right_again(tmp_path: Path) -> None:
    with cluster(tmp_path) as found:
        table, players = seated(found)

        async def pause() -> None:
            await until_moved(players)
            owner = found.servers[await asyncio.to_thread(found.owner, table)]
            owner.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(NODE_LIVES + 2)
            owner.process.send_signal(signal.SIGCONT)

        played(found, players, pause)
        holds_together(found.facts(table), players)


async def first_scene(server: Server, place: Place) -> dict[str, Any]:
    """The first scene of a match that has begun."""
    async with asyncio.timeout(PATIENCE), connected(server, place) as line:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["t"] == "scene" and message["scene"]["phase"] != "waiting":
                return dict(message["scene"])
    raise AssertionError


def test_a_form_that_comes_to_both_servers_opens_one_table(two: Cluster) -> None:
    for n in range(4):
        form = {**FORM, "seat-1": "bot:easy", "quick": "on", "ask": f"open-twice-12{n}"}
        with ThreadPoolExecutor() as both:
            led = [*both.map(lambda one, form=form: one.post("/open/solo", form), two.servers)]
        assert led[0] == led[1]
        assert led[0][0].startswith("/t/")
        assert led[0][1], "both pages have the seat"
        scene = asyncio.run(first_scene(two.servers[n % 2], Place(*led[0])))
        assert scene["phase"] == "playing", "the match has begun"


def test_a_table_that_nobody_has_can_be_asked_of_both_servers_at_once(two: Cluster) -> None:
    with ThreadPoolExecutor(4) as threads:
        for _ in range(8):
            place = Place(*two.servers[0].post("/open/schweinsgalopp", FORM))  # it is handed over at once
            asked = [threads.submit(request, one, place.address, place.cookie) for one in two.servers * 2]
            assert [one.result()[0] for one in asked] == [200] * 4


def request(server: Server, path: str, cookie: str = "") -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
        line.request("GET", path, headers={"Cookie": cookie, "Accept-Language": "en"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def test_lists_show_tables_of_the_other_server(two: Cluster) -> None:
    """And they leave them where they are."""
    first, second = two.servers
    form = {**FORM, "name": "Ada", "seat-2": "open", "public": "on", "watchers": "anyone"}
    with closing(HTTPConnection("127.0.0.1", first.port, timeout=PATIENCE)) as line:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/open/schweinsgalopp", urlencode(form), headers)
        answer = line.getresponse()
        answer.read()
    cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    place = Place(answer.getheader("location", ""), next(one for one in cookies if one.startswith("seat=")))
    table = place.address.split("/")[2]
    own = next(one for one in cookies if one.startswith("seats="))

    async def here() -> None:
        async with connected(first, place) as line:
            assert msgspec.json.decode(await line.recv())["t"] == "welcome"
            assert await asyncio.to_thread(two.owner, table) == 0
            for path, said in (("/", "Schweins-Galopp"), ("/lobby", "2 seats are still free"), ("/", "Ada")):
                status, text = await asyncio.to_thread(request, second, path, own)
                assert status == 200
                assert f"/t/{table}" in text
                assert said in text
            assert await asyncio.to_thread(two.owner, table) == 0

    asyncio.run(here())


PAGES = ("", "/", "/watch", "/watch/", "/0", "/0/", "/0/link", "/0/name", "/0/show", "/0/screen", "/screen", "/record")
NONE = ("/0/replay", "/0/again", "/0/give/1", "/0/program/1", "/0/delete", "/9", "/99", "/0/x", "/%2e%2e/0", "//0")
METHODS = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "POST")


def answered(server: Server, method: str, path: str, **headers: str) -> tuple[int, list[tuple[str, str]], str]:
    """Status, headers and body, without what is new each time."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
        line.request(method, path, headers={"Host": "cards.example", "Accept-Encoding": "gzip", **headers})
        answer = line.getresponse()
        raw = answer.read()
    kept = [(name.lower(), value) for name, value in answer.getheaders() if name.lower() != "date"]
    text = (gzip.decompress(raw) if ("content-encoding", "gzip") in kept else raw).decode()
    always = [(name, value) for name, value in kept if name != "content-length" or method == "HEAD" or not raw]
    return answer.status, sorted(always), re.sub(r'name="ask" value="[^"]*"', "", text)


def test_the_right_server_and_the_wrong_one_answer_the_same(two: Cluster) -> None:
    """For people with a seat and without one: pages, redirects, cookies, compression, methods."""
    table, players = seated(two)
    place, other = players[0].place, players[1].place

    async def here() -> None:
        async with connected(two.servers[0], place) as line:
            assert msgspec.json.decode(await line.recv())["t"] == "welcome"
            owner = await asyncio.to_thread(two.owner, table)
            asks = [("GET", f"/t/{table}{page}") for page in PAGES + NONE]
            asks += [(method, place.address) for method in METHODS]
            seen = set[int]()
            for method, path in asks:
                for cookie in (place.cookie, other.cookie, ""):
                    both = [
                        await asyncio.to_thread(answered, one, method, path, Cookie=cookie, Range="bytes=0-9")
                        for one in two.servers
                    ]
                    assert both[0] == both[1], (method, path)
                    seen.add(both[0][0])
            assert {200, 303, 307, 403, 404, 405} <= seen
            assert await asyncio.to_thread(two.owner, table) == owner

    asyncio.run(here())


def test_forms_have_their_effect_once_whichever_servers_they_come_to(two: Cluster) -> None:
    place = Place(*two.servers[0].post("/open/schweinsgalopp", {**FORM, "seat-2": "open"}))
    table = place.address.split("/")[2]

    def renewed(server: Server) -> str:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": place.cookie}
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
            line.request("POST", f"{place.address}/renew", "", headers)
            return next(v for k, v in line.getresponse().getheaders() if (k, v[:5]) == ("set-cookie", "seat=")).split(
                ";"
            )[0]

    async def here() -> None:
        async with connected(two.servers[0], place) as line:
            assert msgspec.json.decode(await line.recv())["t"] == "welcome"
            form = {"name": "Bo", "ask": "join-at-both"}
            sent = [asyncio.to_thread(one.post, f"/t/{table}/join", form) for one in two.servers * 3]
            assert len(set(await asyncio.gather(*sent))) == 1
            assert [fact.kind for fact in await asyncio.to_thread(two.facts, table)].count("sat") == 1
            new = await asyncio.to_thread(renewed, two.servers[1])
            for one in two.servers:
                seen = [await asyncio.to_thread(request, one, place.address, c) for c in (place.cookie, new)]
                assert [status for status, _ in seen] == [403, 200]

    asyncio.run(here())


def test_what_is_taken_along_is_made_at_one_server_and_taken_once_at_another(two: Cluster) -> None:
    def post(server: Server, what: str, **body: Any) -> tuple[int, dict[str, Any], list[str]]:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
            headers = {"Content-Type": "application/json", "Cookie": own}
            line.request("POST", f"/take/{what}", msgspec.json.encode(body), headers)
            answer = line.getresponse()
            found = dict(msgspec.json.decode(answer.read()))
        return answer.status, found, [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]

    own = "name=Ada"
    status, found, _ = post(two.servers[0], "make", browser={"kartentisch.order.solo": "colour"})
    assert status == 200
    secret, own = found["link"].partition("#")[2], ""
    assert post(two.servers[1], "look", secret=secret)[0] == 200
    status, _, cookies = post(two.servers[1], "over", secret=secret)
    assert status == 200
    assert any(value.startswith("name=Ada;") for value in cookies)
    for one in two.servers:
        status, _, cookies = post(one, "over", secret=secret)
        assert (status, cookies) == (410, [])


def test_the_inner_port_is_for_servers_alone(two: Cluster) -> None:
    from kartentisch.store.postgres import Database

    with Database(two.url).connect() as db:
        inner = [row[0] for row in db.execute("SELECT address FROM nodes WHERE until > clock_timestamp()").fetchall()]
    for address in inner:
        host, _, port = address.rpartition(":")
        assert host == "127.0.0.1"
        for headers in ({}, {"X-Kartentisch-Pass": "e30=.00"}):
            with closing(HTTPConnection(host, int(port), timeout=PATIENCE)) as line:
                line.request("GET", "/", headers=headers)
                answer = line.getresponse()
                assert answer.status == 421
                assert "only for the other servers" in answer.read().decode()
    status, text = request(two.servers[0], "/")
    assert status == 200
    assert "only for the other servers" not in text
