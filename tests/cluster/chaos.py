"""Several things at once: what begins at random ends at random."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable

from tests.cluster.crowd import Crowd
from tests.cluster.faults import WITHIN
from tests.cluster.nodes import DATABASE, PEOPLE, Node

Heal = Callable[[], None]
MOST = 2
"""Faults at a time."""


class Chaos:
    """Strikes and heals until its time is up; then all is whole again, and everybody plays on."""

    def __init__(self, people: Crowd, chance: random.Random) -> None:
        self.people, self.chance = people, chance
        self.said: list[str] = []
        self._struck: dict[str, Heal] = {}

    def run(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(self.chance.uniform(0.3, 4))
            if len(self._struck) < MOST and self.chance.random() < 0.6:
                self._strike()
            elif self._struck:
                self._heal(self.chance.choice(sorted(self._struck)))
        while self._struck:
            self._heal(next(iter(self._struck)))
        for node in self.people.cluster.nodes.values():
            if not node.lives:  # it began while the database was away
                node.start()
        fault = self.people.struck("the last of several at once")
        self.people.play_on(fault, WITHIN)
        for node in self.people.cluster.nodes.values():
            node.wait()

    def _strike(self) -> None:
        node = self.chance.choice([*self.people.cluster.nodes.values()])
        strike = self.chance.choice(STRIKES)
        name = DATABASE if strike is Chaos.crash_database else node.name
        if name not in self._struck:  # one thing at a time for each
            self._struck[name] = strike(self, node)

    def _heal(self, name: str) -> None:
        self.said.append(f"{name} is whole again")
        self._struck.pop(name)()

    def kill(self, node: Node) -> Heal:
        self.said.append(f"{node.name} is killed")
        node.send(signal.SIGKILL)
        node.ended()
        return node.start

    def leave(self, node: Node) -> Heal:
        self.said.append(f"{node.name} leaves")
        node.send(signal.SIGTERM)

        def back() -> None:
            node.ended()
            node.start()

        return back

    def pause(self, node: Node) -> Heal:
        self.said.append(f"{node.name} is paused")
        node.send(signal.SIGSTOP)
        return lambda: node.send(signal.SIGCONT)

    def cut(self, node: Node) -> Heal:
        net = self.people.cluster.net
        other = self.chance.choice([name for name in net.hosts if name not in (node.name, PEOPLE)])
        self.said.append(f"{node.name} is cut from {other}")
        net.cut(node.name, other)
        return lambda: net.mend(node.name, other)

    def unplug(self, node: Node) -> Heal:
        self.said.append(f"{node.name} is unplugged")
        self.people.cluster.net.unplug(node.name)
        return lambda: self.people.cluster.net.plug(node.name)

    def lose(self, node: Node) -> Heal:
        self.said.append(f"{node.name} loses packets")
        self.people.cluster.net.lose(node.name, 20)
        return lambda: self.people.cluster.net.lose(node.name, 0)

    def crash_database(self, node: Node) -> Heal:
        self.said.append("the database crashes")
        cluster = self.people.cluster
        cluster.database.stop(signal.SIGQUIT)

        def back() -> None:
            with cluster.net.at(DATABASE):
                cluster.database.start()

        return back


STRIKES = (Chaos.kill, Chaos.leave, Chaos.pause, Chaos.cut, Chaos.cut, Chaos.unplug, Chaos.lose, Chaos.crash_database)
