"""A room's answer to an ask."""

from __future__ import annotations

from dataclasses import dataclass

from kartentisch.engine.reasons import Reason

ANSWERS = 64
"""The number of answers that a room keeps for asks that are sent again. The log answers those that left a fact."""


@dataclass(frozen=True)
class Answer:
    """An ask was done, with the number of its fact, or it was refused."""

    number: int = 0
    reason: Reason | None = None
    failed: str = ""
    """The code of the store's failure; "" if there was none."""
    seat: int = -1

    @property
    def unknown(self) -> bool:
        """Whether it may have been stored anyway, or another server has the log now. Then there is no answer: the page
        connects again and sends the ask again with its id.
        """
        return self.failed in ("unknown", "moved")
