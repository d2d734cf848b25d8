"""What happens to servers while people play: nothing acknowledged is lost, nothing is done twice, and all play on."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from kartentisch.store.leases import NODE_LIVES, beat
from tests.cluster import faults
from tests.cluster.chaos import Chaos
from tests.cluster.crowd import Crowd, crowd
from tests.cluster.found import Found
from tests.cluster.nodes import cluster

pytestmark = [pytest.mark.cluster, pytest.mark.slow]
NAMES = ("n1", "n2", "n3")
FIGURES = Path(__file__).resolve().parents[2] / "build" / "cluster"
"""Where the long tests write their figures."""
CYCLES = int(os.environ.get("CLUSTER_CYCLES", "2"))
"""How often each fault happens in the long tests."""
GAMES = ["schweinsgalopp", "schwupps"]
MANY: dict[str, Any] = {"openers": 3, "pads": 9, "talk": 0.2}
"""In the long tests people also talk, and write on score pads."""


def seconds(waits: list[float]) -> dict[str, float]:
    """Within which the parts of the tables went on."""
    waits = sorted(waits)
    parts = (0.5, 0.99, 1.0)
    return {f"{part:.0%}": round(waits[min(len(waits) - 1, int(len(waits) * part))], 2) for part in parts if waits}


def written(name: str, found: Found) -> None:
    waits = {
        what: {
            "tables": len(some),
            "seconds until all had a scene again": seconds([wait.scene for wait in some]),
            "seconds until all saw the next fact": seconds([wait.fact for wait in some]),
        }
        for what, some in found.waits.items()
    }
    FIGURES.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"figures": found.figures, "faults": found.faults, "after": waits}, indent=2)
    (FIGURES / f"{name}.json").write_text(text + "\n", "utf-8")


@contextmanager
def people_at(
    folder: Path,
    tables: int,
    think: float,
    lease: float = NODE_LIVES,
    followed: Literal["", "acknowledged", "behind"] = "",
    **more: Any,
) -> Iterator[Crowd]:
    """People who play at servers of one database. `lease`, `followed`: see `cluster`. `more`: of the `Plan`."""
    plan = {"tables": tables, "think": think, "games": GAMES, "bots": ["random"], "openers": 1, **more}
    with cluster(folder, NAMES, followed=followed, lease=lease) as servers, crowd(servers, **plan) as people:
        yield people


def test_people_play_on_after_a_kill_a_pause_a_farewell_and_a_cut(tmp_path: Path) -> None:
    """With a short lease, so that less is waited for; `make test-cluster` has the usual one."""
    with people_at(tmp_path, 9, 1.5, lease=4) as people:
        for strike in faults.SHORT:
            strike(people)
        found = people.found()
    assert found.faults == []
    assert found.figures["moves acknowledged"] > 30
    assert found.figures["tables taken over"] >= 9


@pytest.mark.long
@pytest.mark.parametrize("strike", faults.ALL, ids=lambda strike: strike.__name__)
def test_again_and_again(tmp_path: Path, strike: faults.Strike) -> None:
    with people_at(tmp_path, 30, 0.6, **MANY) as people:
        for _ in range(CYCLES):
            strike(people)
        found = people.found()
    written(strike.__name__, found)
    assert found.faults == []


@pytest.mark.long
@pytest.mark.parametrize("lease", [4, 16])
def test_after_a_kill_tables_stand_still_for_the_lease_and_a_little(tmp_path: Path, lease: int) -> None:
    with people_at(tmp_path, 12, 0.6, lease=lease) as people:
        for _ in range(CYCLES):
            faults.kill(people)
        found = people.found()
    written(f"kill_with_a_lease_of_{lease}", found)
    assert found.faults == []
    waits = [wait.scene for wait in found.waits["kill -9"]]
    assert len(waits) >= CYCLES
    assert max(waits) < lease + 4
    assert lease < NODE_LIVES or min(waits) > lease - beat(lease) - 1, "nobody takes a table before the lease has ended"


@pytest.mark.long
@pytest.mark.parametrize("strike", faults.FAILOVERS, ids=lambda strike: strike.__name__)
def test_a_standby_that_acknowledges_takes_over_and_has_every_move(tmp_path: Path, strike: faults.Strike) -> None:
    with people_at(tmp_path, 30, 0.6, openers=3, followed="acknowledged") as people:
        for _ in range(CYCLES):
            strike(people)
        found = people.found()
    written(strike.__name__, found)
    assert found.faults == []


@pytest.mark.long
def test_one_thing_after_another(tmp_path: Path) -> None:
    chance = random.Random(8)
    with people_at(tmp_path, 30, 0.6, **MANY) as people:
        for _ in range(3 * CYCLES):
            chance.choice(faults.ALL)(people)
        found = people.found()
    written("one_thing_after_another", found)
    assert found.faults == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_several_things_at_once(tmp_path: Path, seed: int) -> None:
    with people_at(tmp_path, 30, 0.6, **MANY) as people:
        chaos = Chaos(people, random.Random(seed))
        chaos.run(20 * CYCLES)
        found = people.found()
    written(f"several_things_at_once_{seed}", found)
    assert (found.faults, chaos.said) == ([], chaos.said)
