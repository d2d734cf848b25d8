"""In which orders a hand may lie, and what an open pile holds: part of the vocabulary of `scene.py`."""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, omit_defaults=True):
    """A way to sort a hand: the client remembers the choice."""

    id: str
    """`colour` or `number`."""
    label: str
    cards: list[str]
    """Ids of the cards in this order."""


class Look(msgspec.Struct, omit_defaults=True):
    """The cards of a pile that may be looked through: a tap on it that picks nothing opens them."""

    label: str
    """What they are, in words."""
    cards: list[str]
    """Their faces; where they lie in an order, the newest first."""
    names: dict[str, str]
    """Each face in words."""
    ordered: bool = False
