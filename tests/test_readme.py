"""What the README shows works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def test_the_readme_has_an_example() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("source", EXAMPLES)
def test_the_examples_of_the_readme_run(source: str) -> None:
    exec(compile(source, "README.md", "exec"), {"__name__": "readme"})


def test_the_commands_of_the_readme_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, flags=re.MULTILINE))
    assert {"play", "test"} <= named
    for name in named:
        assert re.search(rf"^{name}:.*## ", makefile, flags=re.MULTILINE), f"make {name}"
