"""A store of each kind, for what all of them promise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kartentisch.store import Store
from tests.store.kit import STORES


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    store = STORES[request.param](tmp_path / "data")
    yield store
    store.close()
