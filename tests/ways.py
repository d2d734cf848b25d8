"""How much of what could be tried `make test` tries, and what of it in each of the three ways.

Compiled, everything runs that is not marked `long`; bounds checked and as plain Python, what is marked `ways`. `make
test-long` runs all of it in each way, and the rest of the seats, options and seeds compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

FOLDERS = ("engine", "games", "play")
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
