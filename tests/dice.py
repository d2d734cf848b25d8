"""The luck of tables that a test does not hand any luck to: another for each test, and the same in every run."""

from __future__ import annotations

from dataclasses import fields
from random import Random

from kartentisch.web.live.world import World

_dice = Random(0)


def begin(test: str) -> None:
    """What follows depends on the name of the test alone."""
    _dice.seed(test)


def load() -> None:
    """From now on a World that is handed nothing draws from these dice; ids and codes stay different everywhere."""
    own = {"luck": lambda: _dice.getrandbits(64), "lot": _dice.randrange}
    World.__init__.__defaults__ = tuple(own.get(field.name, field.default) for field in fields(World))
