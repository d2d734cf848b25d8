"""The time of one table: stamps that never go back, and that go as fast as time does."""

from __future__ import annotations

from kartentisch.web.live.world import World

PARTED = 2_000
"""Milliseconds that the computer's clock may be ahead of a table's before the table's is set forward."""


class Hours:
    """Milliseconds since 1970, measured by the steady clock from when the room was made.

    A computer's clock that is set back changes nothing here. One that is set forward, or that went on while the
    computer slept, is followed by `forward`, which only the room may call: all that counts from an older stamp has to
    be moved along.
    """

    def __init__(self, world: World, newest: int) -> None:
        """`newest`: the newest stamp of the table; no later one comes before it."""
        self._world = world
        self._from = max(world.clock(), newest) - world.steady()

    def __call__(self) -> int:
        return self._from + self._world.steady()

    def behind(self) -> int:
        """Milliseconds by which the computer's clock has left this one behind; 0: they agree, or it was set back."""
        ahead = self._world.clock() - self()
        return ahead if ahead > PARTED else 0

    def forward(self, milliseconds: int) -> None:
        self._from += milliseconds
