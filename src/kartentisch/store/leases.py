"""Who may write which log.

A node is one run of the program: a restart is another node. A node lives as long as it reports often enough, by the
clock of the store. A lease gives one log to one node. Its epoch rises whenever the log is taken, so a write with an
older lease is refused, even if its node was only paused and has not noticed. See docs/decisions/0026.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kartentisch.store.errors import HeldElsewhere, LeaseLost

NODE_LIVES = 8.0
"""Seconds for which a node lives after its last report, unless its operator wants another time."""
SHORTEST, LONGEST = 3.0, 60.0
"""What an operator may want. Below, one slow write of a busy database ends a node; above, people give up."""


def beat(lives: float) -> float:
    """Seconds between two reports of a node that lives for `lives` seconds after each."""
    return min(2.0, lives / 4)


def silence(lives: float) -> float:
    """Seconds without an answer after which such a node shows its logs to nobody any more: soon others may have them.

    It counts from before the report was sent, and the store counts from when it arrived. So the node is always first.
    """
    return lives - beat(lives)


def check_lives(lives: float) -> None:
    """Raise ValueError, with a sentence, for a time that an operator may not want."""
    if not SHORTEST <= lives <= LONGEST:
        raise ValueError(f"--lease is {lives:g}. Choose {SHORTEST:g} to {LONGEST:g} seconds.")


class Lease(NamedTuple):
    """The right to write a log, carried by every write. It holds until the log is taken again or its node ends."""

    log_id: str
    owner: str
    """The id of the node; "" in a store that only one process opens."""
    epoch: int
    """How often the log has been taken so far, from 1."""


class Leases:
    """The nodes and leases of a store without a database. One thread at a time may use it.

    `clock`: seconds, the same clock for all nodes.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}
        """When each living node ends."""
        self._lives: dict[str, float] = {}
        self._draining: set[str] = set()
        self._owners: dict[str, str] = {}
        self._epochs: dict[str, int] = {}

    def enter(self, node: str, lives: float = NODE_LIVES) -> None:
        """Begin a node. `lives`: seconds for which it lives after a report.

        Raises ValueError if this id has been used before.
        """
        if node in self._until:
            raise ValueError(f"there has been a node {node} before")
        self._lives[node] = lives
        self._until[node] = self._clock() + lives

    def stay(self, node: str) -> None:
        """Keep a node alive. Raises LeaseLost if it has ended: its leases may belong to others by now."""
        if not self.lives(node):
            raise LeaseLost("")
        self._until[node] = self._clock() + self._lives[node]

    def drain(self, node: str) -> None:
        """Let a node take nothing more. It keeps the logs that it holds until it releases them."""
        self._draining.add(node)

    def lives(self, node: str) -> bool:
        return self._clock() < self._until[node]

    def take(self, log_id: str, node: str) -> Lease:
        """Give a log to a node, if nobody holds the log, the node holds it already, or its holder has ended.

        :raises HeldElsewhere: if another living node holds the log, with the id of that node.
        :raises LeaseLost: if this node has ended or is draining.
        """
        if not self.lives(node) or node in self._draining:
            raise LeaseLost(log_id)
        owner = self._owners.get(log_id)
        if owner is not None and owner != node and self.lives(owner):
            raise HeldElsewhere(log_id, owner)
        self._owners[log_id] = node
        self._epochs[log_id] = self._epochs.get(log_id, 0) + 1
        return Lease(log_id, node, self._epochs[log_id])

    def newest(self, log_id: str) -> Lease | None:
        """The newest lease of a log, even if its node has ended; None if the log was released or never taken."""
        owner = self._owners.get(log_id)
        return None if owner is None else Lease(log_id, owner, self._epochs[log_id])

    def check(self, lease: Lease) -> None:
        """Raise LeaseLost unless the lease holds now."""
        if lease != self.newest(lease.log_id) or not self.lives(lease.owner):
            raise LeaseLost(lease.log_id)

    def release(self, lease: Lease) -> None:
        """Let anybody take the log. This does nothing if the lease no longer holds. The epoch stays."""
        if lease == self.newest(lease.log_id):
            del self._owners[lease.log_id]
