"""The time of one table: stamps that never go back and run at the speed of time."""

from __future__ import annotations

from kartentisch.web.live.world import World

PARTED = 2_000
"""Milliseconds that the computer's clock may be ahead of a table's before the table's clock is set forward."""


class Hours:
    """Milliseconds since 1970, measured by the steady clock since the room was made.

    If the computer's clock is set back, nothing changes here. If it is set forward, or ran while the computer slept,
    `forward` follows it. Only `TableTime` calls that, since everything that counts from an older stamp has to move too.
    """

    def __init__(self, world: World, newest: int) -> None:
        """`newest`: the newest stamp of the table. The clock starts at or after it."""
        self._world = world
        self._from = max(world.clock(), newest) - world.steady()

    def __call__(self) -> int:
        return self._from + self._world.steady()

    def behind(self) -> int:
        """Milliseconds by which the computer's clock is ahead of this one; 0 if they agree or it was set back."""
        ahead = self._world.clock() - self()
        return ahead if ahead > PARTED else 0

    def forward(self, milliseconds: int) -> None:
        self._from += milliseconds
