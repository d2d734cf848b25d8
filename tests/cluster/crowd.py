"""People at a cluster (`players`), what is done to it meanwhile, and what the checker says in the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests import processes
from tests.cluster import checker
from tests.cluster.checker import Fault, Found
from tests.cluster.nodes import HOSTS, PEOPLE, PROXY, Cluster
from tests.cluster.plan import Plan
from tests.cluster.players import LAST


class Crowd:
    """People who play until they are told to stop."""

    def __init__(self, cluster: Cluster, process: Any, plan: Plan) -> None:
        self.cluster, self.process, self.plan = cluster, process, plan
        self.faults: list[Fault] = []

    def struck(self, what: str, name: str = "") -> Fault:
        """Something is done now to the server of this name, and so to its tables; "" to all."""
        owners = self.cluster.owners()
        tables = frozenset(table for table, owner in owners.items() if name in ("", owner))
        self.faults.append(Fault(what, time.monotonic(), tables))
        return self.faults[-1]

    def heard(self) -> list[checker.Event]:
        """What they have heard, once they have stopped."""
        self.process.stdin.write("stop\n")
        self.process.stdin.flush()
        assert self.process.wait(LAST + processes.PATIENCE) == 0
        return checker.events(Path(self.plan.out))

    def found(self) -> Found:
        """What the checker says of all that they have heard."""
        return checker.check(self.cluster.rows, self.cluster.key, self.heard(), self.faults)


@contextmanager
def crowd(cluster: Cluster, **plan: Any) -> Iterator[Crowd]:
    """People who have begun to play."""
    number = len(list(cluster.folder.glob("*.plan.json")))
    made = Plan(HOSTS[PROXY], str(cluster.folder / f"{number}.heard"), **{"seed": number, **plan})
    file = cluster.folder / f"{number}.plan.json"
    file.write_bytes(msgspec.json.encode(made))
    errors = cluster.folder / f"{number}.errors"
    pipes: dict[str, Any] = {"stdin": -1, "stdout": -1, "text": True}
    with (
        errors.open("wb") as said,
        cluster.net.at(PEOPLE),
        processes.python("-m", "tests.cluster.players", file, stderr=said, **pipes) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "dealt\n", errors.read_text("utf-8")
        yield Crowd(cluster, process, made)
