"""The garbage collector stops the loop for as long as it looks at young objects, so there are never many of them."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator

import pytest

from kartentisch.web.serve import settle_memory

MOVES, OLDER = 1_000, 300
NEW = 300
"""Objects that come with a move."""
MORE = 40
"""Of these, how many do not take the place of older ones."""
MOST = 3_000
"""Young objects at a turn: it looks at them within some milliseconds."""


@pytest.fixture
def settled() -> Iterator[None]:
    before = gc.get_threshold()
    settle_memory()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_takes_the_place_of_older_objects_does_not_stay_young_for_long(settled: None) -> None:
    looked_at: list[int] = []

    def turn(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] < 2:
            looked_at.append(sum(len(gc.get_objects(generation=age)) for age in range(info["generation"] + 1)))

    kept: list[list[int]] = []
    older: deque[list[list[int]]] = deque([[[0] for _ in range(NEW - MORE)] for _ in range(OLDER)])
    gc.collect()
    gc.callbacks.append(turn)
    try:
        for _ in range(MOVES):
            older.append([[0] for _ in range(NEW - MORE)])
            older.popleft()
            kept += ([0] for _ in range(MORE))
    finally:
        gc.callbacks.remove(turn)
    assert len(looked_at) > 20
    assert max(looked_at) < MOST, looked_at
