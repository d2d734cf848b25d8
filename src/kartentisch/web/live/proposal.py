"""The proposal to play again, with the answers so far. After a restart people are asked again."""

from __future__ import annotations


class Proposal:
    def __init__(self) -> None:
        self._said: dict[int, bool] = {}

    def say(self, seat: int, along: bool) -> None:
        """Note whether the person at a seat plays again."""
        self._said[seat] = along

    def withdraw(self) -> None:
        """Drop the proposal, as if nobody had made it."""
        self._said.clear()

    @property
    def agreed(self) -> list[int]:
        """The seats that play again, the one that proposed it first."""
        return [seat for seat, along in self._said.items() if along]

    def answered(self, seat: int) -> bool:
        return seat in self._said

    def refused(self, seat: int) -> bool:
        """Whether the person at a seat has said no."""
        return not self._said.get(seat, True)
