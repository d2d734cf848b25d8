"""The servers that share one store: which of them has a log, and which logs nobody has."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, Protocol

from kartentisch.store.leases import NODE_LIVES, silence
from kartentisch.store.tallies import Tallies


class Peer(NamedTuple):
    """A living node: one run of the program on one of the servers."""

    id: str
    name: str
    address: str
    """Host and port at which the other nodes reach it; "" if they cannot."""
    version: str
    draining: bool
    """It takes no more logs."""
    lives: float = NODE_LIVES
    """Seconds after its newest report within which it still has its logs, even if it is dead."""


class Peers(Protocol):
    """The nodes of a store, as one of them sees them. Its reads raise StoreFailed."""

    tallies: Tallies
    """What the nodes count together."""

    @property
    def id(self) -> str:
        """The id of this node. It changes if the node had ended and entered again."""
        ...

    @property
    def lives(self) -> float:
        """Seconds for which this node lives after a report."""
        ...

    def now(self) -> int:
        """Milliseconds since 1970 by the clock that all nodes share."""
        ...

    @property
    def level(self) -> int:
        """The level of facts that all living nodes know, at this node's newest report: see `contents.LEVELS`."""
        ...

    @property
    def draining(self) -> bool:
        """Whether this node is to give away what it has and take nothing more, at its newest report."""
        ...

    async def fill(self) -> None:
        """Let this node take logs again."""
        ...

    def silent(self) -> int:
        """Milliseconds since this node last began a report that the store has answered."""
        ...

    async def owner(self, log_id: str) -> Peer | None:
        """The living node that has this log; None if there is none."""
        ...

    async def living(self) -> list[Peer]:
        """All living nodes, this one too, by name."""
        ...

    async def orphans(self, most: int, skip: Collection[str] = (), quiet: int = 0) -> list[str]:
        """Up to `most` tables that will act by themselves and that no living node has, the next one first.

        `skip`: tables that are not wanted. `quiet`: milliseconds for which nothing has happened there.
        """
        ...


def cut_off(peers: Peers) -> bool:
    """Whether this node must show its logs to nobody, as the store has not answered for so long."""
    return peers.silent() > silence(peers.lives) * 1000
