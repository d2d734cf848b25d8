"""Servers are updated one after the other while people play: two versions of the program run side by side."""

from __future__ import annotations

import json
import os
import re
import signal
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cluster.crowd import Crowd, crowd
from tests.cluster.faults import WITHIN
from tests.cluster.found import Found
from tests.cluster.nodes import Cluster, Node, cluster, until
from tests.cluster.programs import NEW_FILE, Program, next_release, release_after_it
from tests.cluster.test_faults import FIGURES, NAMES, seconds

pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.long]
UPDATES = int(os.environ.get("CLUSTER_UPDATES", "20"))
"""How often all servers are updated."""
TABLES = 12
GAMES = ["fifth", "schweinsgalopp", "schwupps"]
THIS = Program()
CORES = os.cpu_count() or 1
SOON = 1.0
"""Seconds within which half of the pages that are sent to another server have a scene again, on an idle computer."""


@contextmanager
def people_at(folder: Path, tables: int) -> Iterator[Crowd]:
    with (
        cluster(folder, NAMES, program=THIS.compiled()) as servers,
        crowd(servers, tables=tables, games=GAMES, bots=["random"], openers=1, think=0.6, keeps=4) as people,
    ):
        yield people


def update(people: Crowd, node: Node, program: Program) -> None:
    """Stop one server and start another version in its place, as an operator does."""
    fault = people.struck("update", node.name)
    node.send(signal.SIGTERM)
    assert node.ended() == 0
    node.program = program
    node.start()
    node.wait()
    people.play_on(fault, WITHIN)


def written(name: str, found: Found, updates: int) -> None:
    """The figures of a run, with the load of this computer."""
    waits = [wait for some in found.returns.values() for wait in some]
    of_tables = [statistics.median(some) for some in found.returns.values()]
    text = {
        "updates of all servers": updates,
        "figures": found.figures,
        "faults": found.faults,
        "load": [round(load, 1) for load in os.getloadavg()],
        "pages that were sent to another server": len(waits),
        "seconds until such a page had a scene again": seconds(waits),
        "the same, the median of each table": seconds(of_tables),
    }
    FIGURES.mkdir(parents=True, exist_ok=True)
    (FIGURES / f"{name}.json").write_text(json.dumps(text, indent=2) + "\n", "utf-8")


def check(found: Found) -> None:
    assert found.faults == []
    assert set(found.figures["moves refused"]) <= {"stale"}
    assert found.figures["pages that gave up"] == 0
    assert set(found.figures["farewells"]) <= {"moved", "restart"}
    medians = [statistics.median(some) for some in found.returns.values()]
    share = max(1.0, max(os.getloadavg()) / CORES)  # of the processors, for how many programs that want one
    assert statistics.median(medians) < SOON * share


def _passes_on_what_is_new(servers: Cluster, old: Node, new: Node) -> None:
    """A table that the older server cannot read, and the files of a newer page."""
    over = "SELECT table_id FROM facts JOIN tables USING (table_id) WHERE facts.kind = 'greeted' AND phase = 'over'"
    until(lambda: servers.rows(over), "no match with something new is over")
    table = servers.rows(over)[0][0]
    with servers.database.connect() as db:
        db.execute("UPDATE tables SET owner = NULL WHERE table_id = %s", (table,))  # as if nobody had come for long
    assert old.answer(f"/t/{table}/watch") == 200
    assert "this log cannot be read here" in old.said()
    assert servers.owners().get(table) != old.name
    address = re.search(rb"/static/v[0-9a-f]{10}/", new.get("/")[1])
    assert address is not None
    assert NEW_FILE in new.get(f"{address[0].decode()}js/connection.js")[1]
    assert NEW_FILE in old.get(f"{address[0].decode()}js/connection.js")[1]
    assert NEW_FILE not in old.get("/static/js/connection.js")[1]


def test_updates_to_and_fro_refuse_no_move(tmp_path: Path) -> None:
    """Nothing new is written, and the schema has only grown, so the way back is as easy."""
    new = next_release(tmp_path / "next").compiled()
    with people_at(tmp_path, TABLES) as people:
        for number in range(UPDATES):
            for node in people.cluster.nodes.values():
                update(people, node, THIS if number % 2 else new)
        found = people.found_by(new)
    written("rolling_updates", found, UPDATES)
    check(found)
    assert found.figures["moves acknowledged"] > 10 * UPDATES


def test_what_is_new_is_written_when_all_servers_know_it(tmp_path: Path) -> None:
    """A new kind of fact and a new option of a game. A server of the older version passes on what it cannot read."""
    new = release_after_it(tmp_path / "after").compiled()
    kinds = "SELECT count(*) FROM facts WHERE kind = 'greeted'"
    rules = "SELECT count(*) FROM tables WHERE game = 'fifth' AND rules = 2"
    with people_at(tmp_path, TABLES) as people:
        servers = people.cluster
        first, *others, last = servers.nodes.values()
        for node in (first, *others):
            update(people, node, new)
            until(lambda: servers.rows(rules) > [(0,)], "no table of the new rules was opened")
            assert servers.rows(kinds) == [(0,)], f"{last.name} does not know this kind"
        update(people, last, new)
        until(lambda: servers.rows(kinds) > [(0,)], "nothing new is written")
        update(people, first, THIS)  # one update is taken back
        _passes_on_what_is_new(people.cluster, first, last)
        people.play_on(people.struck("a server of the older version is back"), WITHIN)
        found = people.found_by(new)
    written("new_facts", found, 1)
    check(found)
