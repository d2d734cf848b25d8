"""People at a cluster (`players`), what is done to it meanwhile, and what the checker says in the end."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from tests import processes
from tests.cluster import checker
from tests.cluster.checker import Fault
from tests.cluster.checking import checked_by, kept
from tests.cluster.found import Event, Found
from tests.cluster.nodes import HOSTS, PEOPLE, PORT, PROXY, Cluster, until
from tests.cluster.plan import Plan
from tests.cluster.players import LAST
from tests.cluster.programs import Program


class Crowd:
    """People who play until they are told to stop."""

    def __init__(self, cluster: Cluster, process: Any, plan: Plan, said: IO[bytes]) -> None:
        self.cluster, self.process, self.plan = cluster, process, plan
        self.faults: list[Fault] = []
        self._said = said
        self._newest: dict[tuple[str, int], int] = {}
        """By table and seat: the newest fact that was shown there."""
        self._ended: set[tuple[str, int]] = set()

    def struck(self, what: str, name: str = "") -> Fault:
        """Something is done now to the server of this name, and so to its tables; "" to all."""
        owners = self.cluster.owners()
        everywhere = self.cluster.rows("SELECT table_id, '' FROM tables WHERE newest > 0 AND NOT closed")
        tables = frozenset(table for table, owner in (owners.items() if name else everywhere) if owner == name)
        self.faults.append(Fault(what, time.monotonic(), tables))
        return self.faults[-1]

    def play_on(self, fault: Fault, within: float) -> None:
        """Wait until everybody at the tables that were struck has seen a newer fact, or their match is over."""
        self._read(fault.at)
        before = {place: n for place, n in self._newest.items() if place[0] in fault.tables}

        def all_do() -> bool:
            self._read()
            return all(place in self._ended or self._newest[place] > n for place, n in before.items())

        until(all_do, f"{fault.what}: after {within:.0f} s somebody still waits", within)

    def _read(self, before: float = math.inf) -> None:
        """Read what they have written down, or only what was before this time."""
        while line := self._said.readline():
            if not line.endswith(b"\n"):
                self._said.seek(-len(line), os.SEEK_CUR)
                break
            event = msgspec.json.decode(line)
            if event["at"] >= before:
                self._said.seek(-len(line), os.SEEK_CUR)
                break
            if event["what"] == "scene":
                self._newest[event["table"], event["seat"]] = event["n"]
            elif event["what"] == "leaves" and "table" in event:
                self._ended.add((event["table"], event["seat"]))

    def heard(self) -> list[Event]:
        """What they have heard, once they have stopped."""
        self.process.stdin.write("stop\n")
        self.process.stdin.flush()
        assert self.process.wait(LAST + processes.PATIENCE) == 0
        return checker.events(Path(self.plan.out))

    def found(self) -> Found:
        """What the checker says of all that they have heard."""
        return checker.check(self.cluster.rows, self.cluster.key, self.heard(), self.faults, self._names)

    def found_by(self, program: Program) -> Found:
        """What the checker of this version of the program says, which may know more than this one."""
        what = kept(self.cluster.rows, self.cluster.key, self.heard(), faults=self.faults, names=self._names)
        return checked_by(program, what, self.cluster.folder / "checked")

    @property
    def _names(self) -> dict[str, str]:
        return {node.address: node.name for node in self.cluster.nodes.values()}


@contextmanager
def crowd(cluster: Cluster, **plan: Any) -> Iterator[Crowd]:
    """People who have begun to play."""
    number = len(list(cluster.folder.glob("*.plan.json")))
    nodes = [f"{node.address}:{PORT}" for node in cluster.nodes.values()]
    made = Plan(HOSTS[PROXY], str(cluster.folder / f"{number}.heard"), nodes=nodes, **{"seed": number, **plan})
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
        with Path(made.out).open("rb") as heard:
            yield Crowd(cluster, process, made, heard)
