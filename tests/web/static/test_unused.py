"""Browsers get nothing that is unused: each icon is shown, each token is set, each export is imported."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kartentisch.web.pages.texts import texts as brought_by
from tests.web.support.sheets import STATIC, symbols

ROOT = Path(__file__).resolve().parents[3]
WEB = STATIC.parent
MODULES = sorted((STATIC / "js").glob("*.js"))


def texts(*patterns: str) -> str:
    found = [path for pattern in patterns for path in sorted(WEB.rglob(pattern)) if "vendor" not in path.parts]
    return "\n".join(path.read_text(encoding="utf-8") for path in found)


def test_every_icon_is_shown_somewhere() -> None:
    """By its name; the marks of the colours by their letter."""
    named = texts("*.py", "*.js", "*.html", "*.jinja")
    left = [name for name in symbols("icons.svg") if not re.search(rf"[\"'`]{name}[\"'`]", named)]
    assert [name for name in left if not name.startswith("mark-")] == []
    assert re.search(r"[\"'`]mark-[{$]", named)


def test_every_token_is_set_somewhere() -> None:
    """In a style or a script; the colours of cards in their drawings."""
    tokens = dict(re.findall(r"^ *--([\w-]+): ([^;]+);", (STATIC / "css/tokens.css").read_text(encoding="utf-8"), re.M))
    used, drawn = texts("*.css", "*.js", "*.html"), (ROOT / "scripts/faces/ink.py").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:var\(|[\"'`])--([\w-]+)", used))
    assert [name for name, value in tokens.items() if name not in named and value not in drawn] == []


def test_every_export_is_asked_for() -> None:
    """By another module, or by a test in a browser."""
    asked = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "browser").glob("*.py"))
    sources = {path.name: path.read_text(encoding="utf-8") for path in MODULES}
    taken = {name: set[str]() for name in sources}
    for source in [*sources.values(), asked]:
        whole = dict(re.findall(r"import \* as (\w+) from \"\./([\w-]+\.js)\"", source))
        for alias, name in whole.items():
            taken[name] |= set(re.findall(rf"\b{alias}\.(\w+)", source))
        for alias, name in re.findall(r"const (\w+) = lazily\(\(\) => import\(\"\./([\w-]+\.js)\"\)\)", source):
            taken[name] |= set(re.findall(rf"\b{alias}\([^)]*\)\?\.(\w+)", source))
        both = r"const (\w+) = lazily\(async \(\) => \(await Promise\.all\(\[import\(\"\./([\w-]+\.js)\"\)"
        for alias, name in re.findall(both, source):
            taken[name] |= set(re.findall(rf"\b{alias}\([^)]*\)\)?\?\.(\w+)", source))
        for names, name in re.findall(r"(?:import|export|const) \{([^}]*)\}[^;]*?([\w-]+\.js)[\"']", source):
            taken.get(name, set()).update(re.findall(r"\w+", names))
    declared = r"^export (?:async )?(?:const|let|function|class) (\w+)"
    left = {name: set(re.findall(declared, source, re.M)) - taken[name] for name, source in sources.items()}
    assert {name: names for name, names in left.items() if names} == {}


@pytest.mark.parametrize("page", ["table", "replay", "screen", "pad"])
def test_a_page_brings_every_sentence_that_its_modules_say(page: str) -> None:
    """Those whose key is put together, `option_...` and `sign_...`, belong to the table and come with every page."""
    brought = set(json.loads(brought_by("en", page)))
    sources = {path.name: path.read_text(encoding="utf-8") for path in MODULES}
    found = [f"{page}.js"]
    for name in found:
        found += [one for one in re.findall(r'"\./([\w-]+\.js)"', sources[name]) if one in sources and one not in found]
    calls = re.findall(r"\b(?:text|pluralText|button)\(([^()`]*)", "\n".join(sources[name] for name in found))
    said = {key for call in calls for key in re.findall(r'"([a-z]\w+)"', call)}
    every = {key for one in ("replay", "screen", "pad") for key in json.loads(brought_by("en", one))}
    needed = {key for key in every if key.removesuffix("_one").removesuffix("_other") in said}
    assert len(needed) > 50
    assert sorted(needed - brought) == []


@pytest.mark.parametrize("path", sorted((STATIC / "js").glob("*.json")), ids=lambda path: path.name)
def test_no_sentence_hides_another_one_of_its_key(path: Path) -> None:
    keys = [key for key, _ in json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)]
    assert [key for key in set(keys) if keys.count(key) > 1] == []
