"""The key that signs tokens."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import StoreFailed, signing_key


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    key = signing_key(folder)
    assert len(key) == 32
    assert signing_key(folder) == key
    assert [path.name for path in folder.iterdir()] == ["key"]
    assert stat.S_IMODE((folder / "key").stat().st_mode) == 0o600
    assert signing_key(tmp_path / "other") != key


def test_all_who_ask_for_the_key_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for k in range(10):
            keys = set(pool.map(signing_key, [tmp_path / str(k)] * 8))
            assert len(keys) == 1
            assert len(list((tmp_path / str(k)).iterdir())) == 1


def test_a_file_system_without_hard_links_gets_a_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    assert signing_key(tmp_path) == signing_key(tmp_path)


def test_a_damaged_key_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(StoreFailed, match="cannot read or write"):
        signing_key(tmp_path)
    assert (tmp_path / "key").read_bytes() == b"short"
