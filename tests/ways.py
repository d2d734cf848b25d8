"""How much of what could be tried `make test` tries, and what of it in each of the three ways.

Compiled, everything runs that is not marked `long`; bounds checked and as plain Python, what is marked `ways`. `make
test-long` runs all of it in each way, and the rest of the seats, options and seeds compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

FOLDERS = ("engine", "games", "play", "testing")
"""Of tests, where the marks stand: nobody looks elsewhere for them."""


def ways(*values: Any) -> Any:
    """A case that is tried in all ways."""
    return pytest.param(*values, marks=pytest.mark.ways)


def long(*values: Any) -> Any:
    """A case that is left to `make test-long`."""
    return pytest.param(*values, marks=pytest.mark.long)


def first_of_all(cases: Sequence[tuple[Any, ...]], *, soon: Sequence[tuple[Any, ...]]) -> list[Any]:
    """All cases in their order: the first of `soon` in all ways, the others of them compiled, the rest `long`."""
    return [ways(*case) if case == soon[0] else pytest.param(*case) if case in soon else long(*case) for case in cases]


def first_now(values: Iterable[Any]) -> list[Any]:
    """The first value, and the others at length: where `make test` shows a thing at one size of window, or once."""
    first, *others = values
    return [pytest.param(first), *map(long, others)]


def in_turn(first: Iterable[Any], second: Sequence[Any]) -> list[Any]:
    """Every value of the first with one of the second, another one each time, and all other pairs at length."""
    pairs = [(place, one, number, other) for place, one in enumerate(first) for number, other in enumerate(second)]
    return [
        (pytest.param if number == place % len(second) else long)(one, other) for place, one, number, other in pairs
    ]
