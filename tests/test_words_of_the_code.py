"""Each word of docs/words.md is defined where it says, and once."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from tests.test_house import PACKAGE, ROOT

LINES = re.findall(r"^\| (.+?) \| .+ \| (.*?) ?\|$", (ROOT / "docs" / "words.md").read_text("utf-8"), re.MULTILINE)[1:]
NAMES = [name for _, cell in LINES for name in re.findall(r"`([\w.]+)`", cell)]
TWICE = {"View": 2, "Ask": 2, "Moment": 2}
"""One word for two classes: the engine's view and that of the public API; an ask and its message; a moment of a record
and one of a match that the laws walk through.
"""


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
    assert [word for word, cell in LINES if not cell] == ["hand mode", "wish"]
    assert len(NAMES) > 35


def test_a_class_of_the_list_is_defined_once() -> None:
    classes = {name.rpartition(".")[2] for name in NAMES if inspect.isclass(found(name))}
    seen = dict.fromkeys(classes, 0)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name in seen:
                seen[node.name] += 1
    assert {name: count for name, count in seen.items() if count != TWICE.get(name, 1)} == {}
