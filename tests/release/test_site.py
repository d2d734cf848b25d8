"""The documentation: every link leads to something, every page has its place on the site."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from scripts import site
from tests import test_house

PAGES = [path for path in test_house.files() if path.suffix == ".md"]
MARKDOWN = MarkdownIt("commonmark").enable("table")


# ---- The sources ----------------------------------------------------------------------------------------------------


@cache
def parsed(path: Path) -> list[Token]:
    return MARKDOWN.parse(path.read_text(encoding="utf-8"))


@cache
def places(path: Path) -> set[str]:
    """What a link can lead to within a page: its headings, as they are usually named, and the numbers of rules."""
    tokens = parsed(path)
    found, seen = set[str](), Counter[str]()
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            name = re.sub(r"[^\w\- ]", "", inline.content.lower()).replace(" ", "-")
            found.add(f"{name}-{seen[name]}" if seen[name] else name)
            seen[name] += 1
        if path.parent.name == "rules" and (number := re.match(r"(?:\*\*)?(\d+(?:\.\d+)?)(?:\*\*)? ", inline.content)):
            found.add(f"p-{number[1]}")
    return found


def links(path: Path) -> set[str]:
    """Where a page leads and what it shows, except on other hosts."""
    found = set(re.findall(r'<(?:img|a)\b[^>]*?\b(?:src|href)="([^"]+)"', path.read_text(encoding="utf-8")))
    for token in parsed(path):
        for child in token.children or []:
            found |= {str(value) for name, value in child.attrs.items() if name in {"href", "src"}}
    return {link for link in found if not re.match(r"[a-z]+:", link)}


def wrong(path: Path) -> list[str]:
    found = []
    for link in links(path):
        name, _, place = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        known = not place or (target.suffix == ".md" and target.is_file() and place in places(target))
        if not target.exists() or not known:
            found.append(link)
    return found


def test_every_link_of_the_documentation_leads_to_something() -> None:
    dead = {test_house.name_of(path): wrong(path) for path in PAGES}
    assert {name: links for name, links in dead.items() if links} == {}
    assert sum(len(links(path)) for path in PAGES) > 200


def test_a_link_to_nothing_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One *more*\n\n[a](#one-more) [b](#two) [c](none.md) [d](page.md#one-more) ![e](none.png)\n")
    assert sorted(wrong(page)) == ["#two", "none.md", "none.png"]


def test_every_page_of_the_documentation_has_its_place_on_the_site() -> None:
    here = {test_house.name_of(path).removesuffix(".md") for path in PAGES}
    here = {name for name in here if not name.startswith(("src/", "tests/"))}
    listed = {site.HOME, *(page for chapter in site.CHAPTERS.values() for page in chapter)}
    in_folders = {name for name in here if name.rpartition("/")[0] in site.FOLDERS}
    assert here - in_folders == listed - in_folders, "give it a place in CHAPTERS of scripts/site.py"


# ---- The site -------------------------------------------------------------------------------------------------------


def test_dead_links_and_foreign_hosts_are_found_on_the_site(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="sub/a.html#here">1</a><a href="sub/a.html#gone">2</a><a href="b.html">3</a>'
        '<a href="https://example.org/">4</a><img src="c.png"><script src="https://example.org/x.js"></script>'
    )
    (tmp_path / "sub" / "a.html").write_text('<p id="here"></p><a href="../index.html">1</a><a href="#top">2</a>')
    assert sorted(site.dead(tmp_path)) == [
        "index.html: b.html",
        "index.html: c.png",
        "index.html: loads https://example.org/x.js",
        "index.html: sub/a.html#gone",
        "sub/a.html: #top",
    ]


def test_rules_have_a_place_at_each_number() -> None:
    page = site.prepared("docs/rules/some.en", "# Some\n\n## 4 Turn\n\n**4.1** Play. See [4](#p-4).\n")
    assert '<a id="p-4"></a>\n\n## 4 Turn' in page
    assert '<a id="p-4.1"></a>**4.1** Play. See <a href="#p-4">4</a>.' in page


def test_drawings_are_drawn_or_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    source = 'flowchart TD\n  a["a<br>1 module"]\n  b["b"]\n  a --> b\n'
    if shutil.which("dot"):
        assert "<svg" in site.drawn(source)
        with pytest.raises(ValueError, match="neither a box nor an arrow"):
            site.drawn(source + "  a ==> b\n")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert site.drawn(source) == f"```text\n{source}```"


@pytest.mark.long
def test_the_site_is_built_without_a_dead_link(tmp_path: Path) -> None:
    out = tmp_path / "site"
    command = [sys.executable, "-m", "scripts.site", str(out)]
    done = subprocess.run(command, cwd=site.ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    home = (out / "index.html").read_text(encoding="utf-8")
    assert "Card games at one table" in home
    for page in (
        "docs/rules/solo.de",
        "docs/studies/swup",
        "docs/screens/README",
        "api/kartentisch",
        "docs/decisions/README",
    ):
        assert (out / f"{page}.html").is_file()
    pictures = set(re.findall(r'src="([^"]+\.png)"', (out / "docs/screens/README.html").read_text(encoding="utf-8")))
    assert len(pictures) == len([*site.SCREENS.glob("*.png")])
    assert 'href="../api/index.html"' in (out / "docs/README.html").read_text(encoding="utf-8")
