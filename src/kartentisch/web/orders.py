"""In which orders a hand may lie, and what an open pile holds: part of the vocabulary of `scene.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to sort a hand: the client remembers the choice."""

    id: str
    """`colour` or `number`."""
    label: str
    """The word on its button."""
    cards: Sequence[str]
    """The ids of the cards in this order."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of a pile that may be looked through: a tap on it that picks nothing opens them."""

    label: str
    """What the cards are, in words."""
    cards: Sequence[str]
    """Their faces. If their order means something, the newest comes first."""
    names: Mapping[str, str]
    """Each face in words."""
    ordered: bool = False
    """Their order means something: the newest comes first."""
