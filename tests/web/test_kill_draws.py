"""The server is killed in the middle of draws: each goes on from its list, is dealt once, and nobody gets a choice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from kartentisch.cli.bench_web import Place
from kartentisch.play.proof import examine
from kartentisch.proof import draws
from kartentisch.store import SqliteStore
from kartentisch.table.contents import Sealed, Unsealed
from kartentisch.table.facts import Fact
from tests.plain_store import plain
from tests.processes import PATIENCE
from tests.ways import long
from tests.web.support.dying import NEVER, Dying, Person, all_follow

pytestmark = pytest.mark.slow


@contextmanager
def running(data: Path, at: str = NEVER) -> Iterator[Dying]:
    server = Dying(data, at)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait(PATIENCE)


def opened(server: Dying) -> Person:
    """The host of a new table for two, whose other seat is open."""
    form = {"name": "Anna", "seat-0": "you", "seat-1": "open", "option-rounds": "1", "pace": "quick"}
    return Person(Place(*server.post("/open/schweinsgalopp", form)))  # fourteen moves


def joined(server: Dying, host: Person) -> Person:
    """Who takes the other seat. From now on the deal waits for both pages only."""
    return Person(Place(*server.post(f"/t/{host.table}/join", {"name": "Ben", "ask": f"{host.table}-joins"})))


def table_for_two(server: Dying) -> tuple[Person, Person]:
    host = opened(server)
    return host, joined(server, host)


def logs(data: Path, tables: list[str]) -> dict[str, list[Fact]]:
    """The facts of tables as they lie on the disk."""
    store = SqliteStore(data)
    try:
        return {table: plain(store).facts(table) for table in tables}
    finally:
        store.close()


def dead(server: Dying) -> bool:
    return server.process.poll() is not None


def shown(person: Person) -> bool:
    return 1 in person.shown


def over(person: Person) -> bool:
    return person.scene.get("phase") == "over"


async def half_way(server: Dying, tables: dict[str, tuple[Person, Person]], at: str) -> None:
    """Bring three tables to three places in a draw, then the fourth to the instant at which the server ends."""
    one, two = tables["sealed by one"]
    await all_follow(one.follow(server, lambda: bool(one.numbers)))
    one, two = tables["shown"]
    await all_follow(*(person.follow(server, partial(shown, person), opens=False) for person in (one, two)))
    one, two = tables["opened by one"]
    await all_follow(
        one.follow(server, lambda: "given" in one.shown.get(1, {})),
        two.follow(server, partial(shown, two), opens=False),
    )
    one, two = tables["killed"]
    await all_follow(*(person.follow(server, lambda: dead(server)) for person in (one, two)))
    assert server.process.wait(PATIENCE) == -9, at


async def to_the_end(server: Dying, tables: dict[str, tuple[Person, Person]]) -> None:
    """All pages are here again, and play."""
    people = [person for pair in tables.values() for person in pair]
    await all_follow(*(person.follow(server, partial(over, person), plays=True) for person in people))


def check(before: list[Fact], after: list[Fact], people: tuple[Person, Person]) -> None:
    """One list, one deal from it, and nothing of the log from before was changed."""
    assert after[: len(before)] == before
    kinds = [fact.kind for fact in after]
    assert [kinds.count(kind) for kind in ("sealed", "unsealed", "dealt", "secret")] == [1, 1, 1, 1]
    sealed, unsealed = (after[kinds.index(kind)].content for kind in ("sealed", "unsealed"))
    assert isinstance(sealed, Sealed)
    assert isinstance(unsealed, Unsealed)
    numbers = {person.seat: person.shown[1]["number"] for person in people}
    assert (dict(unsealed.numbers), unsealed.missing) == (numbers, ())
    for person in people:
        assert person.shown[1]["seals"] == {str(seat): seal for seat, seal in sealed.seals}
        assert person.shown[1]["promise"] == sealed.promise
        assert "differs" not in person.shown[1]
        assert sealed.seals[person.seat][1] == draws.seal(person.bind, 1, person.seat, numbers[person.seat])


INSTANTS = ["unsealed after 1", "sealed before 3", "sealed after 3", "unsealed before 1"]
"""The two tables that are shown a draw close theirs first."""


@pytest.mark.parametrize("at", [INSTANTS[0], *map(long, INSTANTS[1:])])
def test_killed_at_any_place_of_a_draw_it_goes_on_from_its_list_and_is_dealt_once(tmp_path: Path, at: str) -> None:
    data = tmp_path / "data"
    with running(data, at) as server:
        names = ("sealed by one", "shown", "opened by one", "killed")
        tables = {name: table_for_two(server) for name in names}
        asyncio.run(half_way(server, tables, at))
    ids = [pair[0].table for pair in tables.values()]
    before = logs(data, ids)
    closed = [sum(fact.kind == "sealed" for fact in before[table]) for table in ids]
    assert closed == [0, 1, 1, at != "sealed before 3"]
    assert [fact.kind for fact in before[ids[3]]].count("dealt") == (at == "unsealed after 1")
    with running(data) as server:
        asyncio.run(to_the_end(server, tables))
        records = {pair[0].table: server.record(pair[0].place) for pair in tables.values()}
    after = logs(data, ids)
    for pair in tables.values():
        table = pair[0].table
        check(before[table], after[table], pair)
        for person in pair:
            answer = examine(records[table], person.receipt())
            assert (answer.kind, answer.faults, answer.reasons) == ("proved", [], [])


@pytest.mark.long
def test_killed_again_and_again_while_tables_are_dealt(tmp_path: Path) -> None:
    """At random instants, with new tables each time; in the end every one of them is proved."""
    chance = random.Random(14)
    data = tmp_path / "data"
    tables: dict[str, tuple[Person, Person]] = {}
    for _ in range(25):
        with running(data) as server:
            new = [table_for_two(server) for _ in range(3)]
            tables |= {pair[0].table: pair for pair in new}
            asyncio.run(killed_soon(server, [*tables.values()][-6:], chance.random() / 4))
    with running(data) as server:
        asyncio.run(to_the_end(server, tables))
        records = {table: server.record(pair[0].place) for table, pair in tables.items()}
    after = logs(data, [*tables])
    for table, pair in tables.items():
        check([], after[table], pair)
        for person in pair:
            assert examine(records[table], person.receipt()).kind == "proved"


async def killed_soon(server: Dying, pairs: list[tuple[Person, Person]], wait: float) -> None:
    """All pages take part, and the server is killed in the middle of it."""

    async def kill() -> None:
        await asyncio.sleep(wait)
        server.process.kill()

    people = [person for pair in pairs for person in pair]
    await all_follow(kill(), *(person.follow(server, lambda: dead(server)) for person in people))
