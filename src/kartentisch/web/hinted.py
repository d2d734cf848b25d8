"""A hint as a scene shows it."""

from __future__ import annotations

import msgspec


class Hint(msgspec.Struct, omit_defaults=True):
    """What a search makes of the reader's situation: only for the reader, who has asked for it."""

    n: int
    """The number of the fact that asked for it, which is different for each hint."""
    text: str
    """The best move as a sentence, or the progress."""
    more: list[str] = []
    """Moves with their figures, the best first."""
    why: str = ""
    """How it beats the second-best move, in words."""
    path: list[str] = []
    """The elements to pick for it, the next one first."""
    done: int = 0
    """How much of it has been computed, while it is being computed; 0 once it is there."""
    of: int = 0
    """How much there is to compute, while it is being computed; 0 once it is there."""
