"""The fifth game of the tests, known for a while by the rules of one of its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kartentisch.engine import homes

FIRST, SECOND = "tests.fifth.rules", "tests.fifth.second"


@contextmanager
def fifth(rules: str = FIRST) -> Iterator[None]:
    homes.bring("fifth", rules=rules, words="tests.fifth.words", scenes="tests.fifth.scene")
    try:
        yield
    finally:
        homes.forget("fifth")
