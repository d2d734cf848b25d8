"""What a room answers to an ask."""

from __future__ import annotations

from dataclasses import dataclass

from kartentisch.engine.reasons import Reason

ANSWERS = 64
"""Kept by a room, so that an ask sent again is answered again. Those of the log are found there."""


@dataclass(frozen=True)
class Answer:
    """To an ask: done with the number of its fact, or why not."""

    number: int = 0
    reason: Reason | None = None
    failed: str = ""
    """Code of the store's failure."""
    seat: int = -1
