"""A hint as a scene shows it."""

from __future__ import annotations

import msgspec


class Hint(msgspec.Struct, omit_defaults=True):
    """What a search makes of the reader's situation: only for the reader, who has asked for it."""

    n: int
    """Number of the fact after which it was asked for: each hint has another."""
    text: str
    """The best move in a sentence, or what is being done."""
    more: list[str] = []
    """In figures: the best move, then others, the better first."""
    why: str = ""
    """What it has over the next best one, in words."""
    path: list[str] = []
    """Elements that are to be picked for it, the next first."""
    done: int = 0
    of: int = 0
    """How far it is, as long as it is not there; 0: it is."""
