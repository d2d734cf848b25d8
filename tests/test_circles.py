"""The script that counts circles finds those that are there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from scripts import circles


def test_a_circle_of_three_is_found_whole_and_what_leads_to_it_is_not_in_it() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"b", "e"}, "e": set[str]()}
    assert circles.circles(imports) == [["b", "c", "d"]]


def test_an_import_from_a_lower_layer_goes_upwards() -> None:
    imports = {"kartentisch.table.facts": {"kartentisch.web.app"}, "kartentisch.web.app": {"kartentisch.table.facts"}}
    assert list(circles.upwards(imports, "kartentisch")) == [("kartentisch.table.facts", "kartentisch.web.app")]
    rooms = {"kartentisch.web.live.room": {"kartentisch.web.pages.home", "kartentisch.web.scene"}}
    assert list(circles.upwards(rooms, "kartentisch.web")) == [
        ("kartentisch.web.live.room", "kartentisch.web.pages.home")
    ]


def test_imports_in_functions_and_for_types_count_and_other_sources_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "kartentisch"
    for name, text in {
        "__init__": "",
        "table/__init__": "",
        "table/one": "def f():\n    from kartentisch.table import two\n",
        "table/two": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from kartentisch.table import one\n",
    }.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / f"{name}.py").write_text(text)
    monkeypatch.setattr(sys, "argv", ["circles", os.fspath(tmp_path)])
    assert circles.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        "4 modules, 2 imports",
        "circle of 2: kartentisch.table.one, kartentisch.table.two",
        "imports that close a circle in kartentisch.table: 1",
        "circles: 1, imports upwards: 0",
    ]
