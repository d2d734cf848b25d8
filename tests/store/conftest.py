"""A store of each kind, for what all of them promise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plain_store import PlainStore
from tests.store.kit import EACH, STORES


@pytest.fixture(params=EACH)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PlainStore]:
    store = STORES[request.param](tmp_path / "data")
    yield store
    store.close()
