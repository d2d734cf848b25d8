"""The key that signs tokens."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kartentisch.store import StoreFailed, key_read_by_others, signing_key


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
    with pytest.raises(StoreFailed, match="is damaged"):
        signing_key(tmp_path)
    assert (tmp_path / "key").read_bytes() == b"short"
    key = signing_key(tmp_path, replace_damaged=True)
    assert key == signing_key(tmp_path)
    assert (tmp_path / "key.damaged").read_bytes() == b"short"


def test_a_missing_key_is_made_only_where_that_may_be(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="is missing"):
        signing_key(tmp_path, make_missing=False)
    assert not (tmp_path / "key").exists()
    assert signing_key(tmp_path) == signing_key(tmp_path, make_missing=False)


def test_a_key_that_others_can_read_is_mended_or_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signing_key(tmp_path)
    assert key_read_by_others(tmp_path) == ""
    path = tmp_path / "key"
    path.chmod(0o644)
    assert "Now only its owner can." in key_read_by_others(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)

    def refuse(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    assert "Change its rights." in key_read_by_others(tmp_path)
