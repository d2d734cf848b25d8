"""Each word of docs/words.md is defined where it says, and once."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Collection
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.test_house import PACKAGE, ROOT

LINES = re.findall(r"^\| (.+?) \| .+ \| (.*?) ?\|$", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE)[1:]
NAMES = [name for _, cell in LINES for name in re.findall(r"`([\w.]+)`", cell)]
TWICE = {"View": 2, "Ask": 2, "Moment": 3}
"""One word for several classes: the engine's view and that of the public API; an ask and its message; a moment of a
record, one of a match that the laws walk through, and one of a lesson.
"""

ONLY_IN = {"settle": ("engine", "games"), "heard": ("engine", "games", "bots/search")}
"""Verbs of a rule sheet, and the parts of the package that may define something of that name."""
REPLACED = """
    visit speaks clockwork crew school lasting dismiss dismissed turn_out listener listeners sitting pasts eyes keeping
    gate purse openings happen touch rise hire
"""
"""Names that `web` had for things with a usual name: see docs/decisions/0023."""


def found(name: str) -> Any:
    """What a dotted name stands for: a module, or something in one."""
    parts = name.split(".")
    module = next(end for end in range(len(parts), 0, -1) if _is_module(".".join(parts[:end])))
    here: Any = import_module(f"kartentisch.{'.'.join(parts[:module])}")
    for part in parts[module:]:
        fields = (
            {**getattr(here, "__annotations__", {}), **inspect.get_annotations(here)} if inspect.isclass(here) else {}
        )
        if not hasattr(here, part) and part not in fields and f"self.{part}" not in inspect.getsource(here):
            raise AttributeError(f"{name}: there is no {part}")
        here = getattr(here, part, part)
    return here


def _is_module(name: str) -> bool:
    try:
        return find_spec(f"kartentisch.{name}") is not None
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("name", NAMES)
def test_a_word_is_defined_where_the_list_says(name: str) -> None:
    assert found(name) is not None


def test_every_word_but_those_of_the_browser_has_a_place() -> None:
    assert [word for word, cell in LINES if not cell] == ["hand mode", "preference"]
    assert len(NAMES) > 35


def test_a_class_of_the_list_is_defined_once() -> None:
    classes = {name.rpartition(".")[2] for name in NAMES if inspect.isclass(found(name))}
    seen = dict.fromkeys(classes, 0)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name in seen:
                seen[node.name] += 1
    assert {name: count for name, count in seen.items() if count != TWICE.get(name, 1)} == {}


def defined(path: Path) -> set[str]:
    """The names that a module gives to functions, classes, arguments, variables and attributes, without underscores."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return {name.strip("_") for name in names}


def places_of(words: Collection[str], folder: Path) -> list[tuple[str, str]]:
    return [
        (path.relative_to(PACKAGE).as_posix(), word)
        for path in sorted(folder.rglob("*.py"))
        for word in sorted(defined(path) & set(words))
    ]


def test_settle_and_heard_are_verbs_of_a_rule_sheet_alone() -> None:
    places = places_of(ONLY_IN, PACKAGE)
    assert {word for _, word in places} == set(ONLY_IN)
    assert [(path, word) for path, word in places if not path.startswith(ONLY_IN[word])] == []


def test_web_has_no_private_words_where_there_are_usual_ones() -> None:
    assert places_of(REPLACED.split(), PACKAGE / "web") == []
