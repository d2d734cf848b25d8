"""The map in docs/architecture.md is that of today."""

from __future__ import annotations

import re

import pytest

from scripts import architecture

PAGE = architecture.FILE.read_text(encoding="utf-8")


def test_the_drawing_is_made_from_the_imports_of_today() -> None:
    assert architecture.page() == PAGE, "make docs"
    assert "web_live --> web_access" in PAGE
    assert "games --> engine" in PAGE


@pytest.mark.parametrize("container", ["kartentisch", "kartentisch.web"])
def test_every_room_is_described(container: str) -> None:
    described = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))))
    assert {name for layer in architecture.layers(container) for name in layer} <= described


def test_every_file_of_the_map_is_there() -> None:
    web = architecture.ROOT / "src" / "kartentisch" / "web"
    named = re.findall(r"`((?:\w+/)*\w+\.(?:py|js))`", PAGE)
    assert len(named) > 10
    missing = [
        name
        for name in named
        if not any((folder / name).exists() for folder in (web, web.parent, web / "static" / "js"))
    ]
    assert missing == []


def test_imports_that_follow_from_others_are_left_out() -> None:
    imports = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}
    assert architecture.shortest(imports) == [("a", "b"), ("b", "c")]
