"""The reference that `make api` writes: every public name has a docstring, and the examples in docstrings run."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module, util
from pathlib import Path

import pdoc.doc
import pytest

from scripts import api_docs

EXAMPLES = [
    api_docs.name_of(path)
    for path in sorted((api_docs.ROOT / "src").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The pages, and what the command says. pdoc changes the modules that it reads, so it has a process of its own."""
    out = tmp_path_factory.mktemp("api")
    command = [sys.executable, "-W", "error", "-m", "scripts.api_docs", str(out)]
    done = subprocess.run(command, cwd=api_docs.ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    return out, done.stdout


def test_every_public_name_has_a_docstring(built: tuple[Path, str]) -> None:
    missing = [line.removeprefix("no docstring: ") for line in built[1].splitlines() if line.startswith("no docstring")]
    assert missing == [], "say what it is, in what unit, what it raises"


def test_every_public_module_has_a_page_with_its_names(built: tuple[Path, str]) -> None:
    out, _ = built
    index = (out / "index.html").read_text(encoding="utf-8")
    for module in api_docs.modules():
        assert (out / f"{module.replace('.', '/')}.html").is_file(), module
        assert f'href="{module.replace(".", "/")}.html"' in index
    front = (out / "kartentisch.html").read_text(encoding="utf-8")
    for name in ("Match.play", "View.imagine", "Bot.choose", "playouts", "replay", "games", "RecordError.line"):
        assert f'id="{name}"' in front


def test_what_games_bots_and_recipes_import_is_public() -> None:
    public = set(api_docs.modules())
    assert public >= {
        *api_docs.DOORS,
        *(f"kartentisch.engine.{name}" for name in ("fields", "layout", "options", "moves", "piles", "game")),
        "kartentisch.words.shared",
        "kartentisch.words.language",
        "kartentisch.web.scene",
        "kartentisch.web.scenes",
    }
    assert not any(api_docs.of_a_game(name) for name in public)
    assert api_docs.of_a_game("kartentisch.words._solo_log")
    assert api_docs.of_a_game("kartentisch.games.swup.cards")


def test_a_name_without_a_docstring_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "half_silent.py"
    path.write_text(
        '"""A module."""\nclass A:\n    """One."""\n    x: int\n    def f(self): ...\n    def _g(self): ...\n'
    )
    spec = util.spec_from_file_location("half_silent", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "half_silent", module)
    spec.loader.exec_module(module)
    assert api_docs.silent([pdoc.doc.Module(module)]) == ["half_silent.A.x", "half_silent.A.f"]


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_in_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried > 0
    assert failed == 0


def test_the_front_door_has_examples() -> None:
    assert {"kartentisch", "kartentisch.testing", "kartentisch.play.match", "kartentisch.play.playouts"} <= {*EXAMPLES}
