"""Each numbered paragraph of a game's rules is named by a test of that game: "§7.3" in its docstring."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from kartentisch.play.games import games

ROOT = Path(__file__).resolve().parent.parent


def paragraphs(game: str) -> list[str]:
    """The numbers that docs/rules/<game>.md gives its paragraphs."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^\*\*(\d+\.\d+)\*\*", text, flags=re.MULTILINE)


@cache
def named(game: str) -> set[str]:
    """The paragraphs that the tests of a game name."""
    found: set[str] = set()
    for path in (ROOT / "tests" / "games").glob(f"test_{game}_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"§(\d+\.\d+)", ast.get_docstring(node) or ""))
    return found


@pytest.mark.parametrize("game", games())
def test_every_paragraph_is_named_by_a_test(game: str) -> None:
    assert [number for number in paragraphs(game) if number not in named(game)] == []


@pytest.mark.parametrize("game", games())
def test_no_test_names_a_paragraph_that_is_not_there(game: str) -> None:
    assert sorted(named(game) - set(paragraphs(game))) == []


@pytest.mark.parametrize("game", games())
def test_the_rule_sheet_cites_paragraphs_that_are_there(game: str) -> None:
    folder = ROOT / "src" / "kartentisch" / "games"
    parts = [*folder.glob(f"{game}.py"), *(folder / game).rglob("*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in parts)
    assert source
    cited = set(re.findall(r"§(\d+\.\d+)", source)) | set(re.findall(r'"(\d+\.\d+)"', source))
    assert sorted(cited - set(paragraphs(game))) == []
