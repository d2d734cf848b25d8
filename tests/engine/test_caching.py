"""What was compiled once is found wherever the same sources stand, and what was not is not thought to be there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from kartentisch.bots.search.search import prepare
from kartentisch.engine import caching, compiled
from kartentisch.engine.warm import warm
from kartentisch.play.games import sheet

LOOK = """
from kartentisch.bots.search.search import prepare, prepared
from kartentisch.engine.warm import warm
from kartentisch.play.games import sheet
game = sheet("schwupps")
print("ready", all(known for _, known in warm(game)) and prepared(game))
prepare(game)
"""

only_compiled = pytest.mark.skipif(not compiled.COMPILED, reason="nothing is compiled")


@only_compiled
def test_the_same_sources_in_another_folder_find_what_was_compiled(tmp_path: Path) -> None:
    for _ in warm(game := sheet("schwupps")):
        pass
    prepare(game)
    shutil.copytree(caching.PACKAGE, tmp_path / "kartentisch", ignore=shutil.ignore_patterns("__pycache__", "static"))
    found = subprocess.run(
        [sys.executable, "-c", LOOK],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DEBUG_CACHE": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout
    assert "ready True" in found
    assert "data loaded" in found
    assert " saved to " not in found, "something was compiled again"


@pytest.mark.parametrize("file", ["engine/rows.py", "games/one.py", "games/two/cards.py", "games/two/parts/a.py"])
def test_a_change_in_any_source_of_the_rules_gives_the_cache_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setattr(caching, "PACKAGE", tmp_path)
    source = tmp_path / file
    source.parent.mkdir(parents=True)
    source.write_text("A = 1\n")
    first = caching.source_stamp("engine", "games")
    assert caching.source_stamp("engine", "games") == first
    source.write_text("A = 2\n")
    changed = caching.source_stamp("engine", "games")
    source.rename(source.with_name("other.py"))
    moved = caching.source_stamp("engine", "games")
    assert len({first, changed, moved}) == 3


def test_where_nothing_can_be_kept_a_sentence_says_so_and_it_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    code = "from kartentisch.engine.caching import CACHE; print(CACHE.is_dir(), CACHE.parent)"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "KARTENTISCH_CACHE": str(blocked), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    there, home = found.stdout.split()
    assert there == "True"
    assert not Path(home).exists(), "what nobody can find again is taken away"
    assert "Set KARTENTISCH_CACHE to a folder that can be written." in found.stderr


def test_an_index_without_its_code_is_not_taken_for_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "CACHE", tmp_path)
    monkeypatch.setattr(compiled, "COMPILED", True)

    def search_of_nothing() -> None: ...

    (tmp_path / "bots-search").mkdir()
    (tmp_path / "bots-search" / "tree.search_of_nothing-40.py311.nbi").touch()
    assert not compiled.is_cached(search_of_nothing)
    (tmp_path / "bots-search" / "tree.another_search_of_nothing-40.py311.1.nbc").touch()
    assert not compiled.is_cached(search_of_nothing)
    (tmp_path / "bots-search" / "tree.search_of_nothing-40.py311.1.nbc").touch()
    assert compiled.is_cached(search_of_nothing)


def test_numba_keeps_the_settings_of_whoever_uses_the_package() -> None:
    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    assert str(caching.CACHE) not in before
    with caching.kept():
        ours = numba.config.CACHE_DIR
    assert ours == str(caching.CACHE)
    after = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    assert after == before


def test_another_processor_has_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    here = caching._target()
    monkeypatch.setattr(numba.config, "CPU_NAME", "generic")
    monkeypatch.setattr(numba.config, "CPU_FEATURES", "")
    assert caching._target() != here
