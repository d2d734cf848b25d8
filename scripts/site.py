"""`make site`: write the documentation as a site to build/site: README, docs/ with rules, studies, pictures, the API.

Sphinx reads the Markdown where it stands. Every page must have its place in `CHAPTERS`, and every link must lead to
something: otherwise the command fails. Addresses of other hosts are not tried, and no page loads anything from them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "site"
HOME = "README"
API = "api/index.html"

CHAPTERS = {
    "Play": ("docs/table", "docs/ask", "docs/rules/README", "docs/options", "docs/screens/README"),
    "Host": ("docs/hosting", "contrib/README", "docs/packages", "docs/threats", "docs/trust"),
    "Study": ("docs/studies/README", "docs/programs", "docs/own-bots", "docs/arena", "docs/bots", "docs/review"),
    "Develop": (
        *("CONTRIBUTING", "docs/README", "docs/architecture", "docs/words", "docs/wire", "docs/first-visit"),
        *("docs/server-speed", "docs/releasing", "docs/decisions/README", "CHANGELOG"),
    ),
}
"""The chapters beside each page. The pages of a folder are listed below its README."""
DECISIONS = "docs/decisions"
RULES = "docs/rules"
SHORT = "docs/rules/short"
FOLDERS = (RULES, SHORT, "docs/studies", DECISIONS)
LANGUAGES = {"en": "English", "de": "Deutsch"}
SCREENS = ROOT / "docs" / "screens"
SETTINGS = {
    "project": "Kartentisch",
    "extensions": "myst_parser,scripts.site",
    "root_doc": HOME,
    "include_patterns": "README.md,CONTRIBUTING.md,CHANGELOG.md,contrib/**,docs/**",
    "exclude_patterns": ".*,build,dist,node_modules,src,tests",
    "html_theme": "furo",
    "html_title": "Kartentisch",
    "html_show_copyright": "0",
    "html_show_sourcelink": "0",
    "html_copy_source": "0",
    "html_favicon": "src/kartentisch/web/static/favicon.svg",
    "myst_heading_anchors": "6",
}


# ---- What is read ---------------------------------------------------------------------------------------------------


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx, which takes this module as an extension."""
    app.connect("source-read", lambda _, name, source: source.__setitem__(0, prepared(name, source[0])))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def prepared(name: str, text: str) -> str:
    """A page for the site: folders lead to their README, drawings are drawn, READMEs list their pages."""
    text = re.sub(r"\]\(((?:[\w.-]+/)+)\)", r"](\1README.md)", text)
    text = re.sub(r"^```mermaid\n(.*?)^```", lambda block: drawn(block[1]), text, flags=re.MULTILINE | re.DOTALL)
    folder = name.rpartition("/")[0]
    if folder == RULES:
        text = numbered(text)
    elif folder == f"{RULES}/short":
        text = f"---\norphan: true\n---\n\n{text}"
    if name == HOME:
        text += "".join(contents(title, (f"/{page}" for page in pages)) for title, pages in CHAPTERS.items())
    elif name == "docs/README":
        text = text.replace("| `make api` |", f'| <a href="../{API}">API</a> |')
    elif name == "docs/screens/README":
        text += "".join(f"\n{picture(path)}\n" for path in sorted(SCREENS.glob("*.png")))
    elif name.endswith("/README") and folder in FOLDERS:
        paths = sorted((ROOT / folder).glob("*.md"))
        entries = [entry(path) for path in paths if path.stem != "README"]
        if folder == RULES:
            entries += [entry(path).replace(" <", " <short/") for path in sorted((ROOT / SHORT).glob("*.md"))]
        text += contents("", iter(entries), hidden=folder != DECISIONS)
    return text


def entry(path: Path) -> str:
    """A page in the menu: by its heading, and by its language if it is there in several."""
    name, _, code = path.stem.partition(".")
    heading = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    return f"{heading} ({LANGUAGES[code]}) <{path.stem}>" if code else name


def picture(path: Path) -> str:
    """One of the pictures, those of a phone as wide as a phone."""
    width = 320 if "-phone-" in path.stem else 820
    return f'<p><img alt="{path.stem.replace("-", " ")}" src="{path.name}" width="{width}"></p>'


def numbered(text: str) -> str:
    """Rules with a place at each number, as on the server's pages: section 4 is `p-4`, paragraph 4.3 `p-4.3`."""
    text = re.sub(r"^(?=## (\d+) )", r'<a id="p-\1"></a>\n\n', text, flags=re.MULTILINE)
    text = re.sub(r"^(?=\*\*(\d+\.\d+)\*\*)", r'<a id="p-\1"></a>', text, flags=re.MULTILINE)
    return re.sub(r"\[([^]]+)\]\((#p-[\d.]+)\)", r'<a href="\2">\1</a>', text)


def contents(title: str, pages: Iterator[str], *, hidden: bool = True) -> str:
    """A list for the menu beside each page, and for the page itself unless it is hidden."""
    options = [*([":hidden:"] if hidden else []), *([f":caption: {title}"] if title else []), ":maxdepth: 1"]
    return "\n".join(["", "```{toctree}", *options, "", *pages, "```", ""])


def drawn(mermaid: str) -> str:
    """A drawing of boxes and arrows, by Graphviz. Without Graphviz the page shows the drawing's text."""
    if not shutil.which("dot"):
        return f"```text\n{mermaid}```"
    lines = ['digraph { bgcolor=transparent; node [shape=box style="rounded,filled" fillcolor="#eef3f8" fontname=sans]']
    for line in mermaid.splitlines()[1:]:
        if box := re.fullmatch(r'\s*(\w+)\["(.*)"\]', line):
            lines.append(f'{box[1]} [label="{box[2].replace("<br>", chr(92) + "n")}"]')
        elif arrow := re.fullmatch(r"\s*(\w+) --> (\w+)", line):
            lines.append(f'{arrow[1]} -> {arrow[2]} [color="#888888"]')
        else:
            raise ValueError(f"neither a box nor an arrow: {line}")
    command = ["dot", "-Tsvg"]
    done = subprocess.run(command, input="\n".join([*lines, "}"]), capture_output=True, text=True, check=True)
    return f"<div>\n{done.stdout[done.stdout.index('<svg') :]}</div>\n"


# ---- What is checked ------------------------------------------------------------------------------------------------


class Links(HTMLParser):
    """Where a page leads, what it loads, and the places in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.leads: set[str] = set()
        self.loads: set[str] = set()
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.places.update(found[name] for name in ("id", "name") if name in found)
        if tag == "a" and "href" in found:
            self.leads.add(found["href"])
        if tag == "link" and found.get("rel") in {"stylesheet", "icon", "preload"} and "href" in found:
            self.loads.add(found["href"])
        if tag in {"img", "script", "iframe", "source"} and "src" in found:
            self.loads.add(found["src"])


def dead(folder: Path) -> list[str]:
    """The links of all pages below a folder that lead to nothing there, and what pages load from other hosts."""
    pages = {path.resolve(): Links(path) for path in sorted(folder.rglob("*.html"))}
    found = []
    for page, links in pages.items():
        where = page.relative_to(folder.resolve())
        found += [f"{where}: loads {one}" for one in links.loads if urlsplit(one).netloc]
        for link in sorted(links.leads | links.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            known = not parts.fragment or target not in pages or unquote(parts.fragment) in pages[target].places
            if not target.is_file() or not known:
                found.append(f"{where}: {link}")
    return found


def main(arguments: list[str]) -> int:
    """Write the site into a folder, `build/site` if none is given. Return 1 if a page or a link is wrong."""
    out = Path(arguments[0]).resolve() if arguments else OUT
    work = out.with_name(f"{out.name}-work")
    for folder in (out, work):
        shutil.rmtree(folder, ignore_errors=True)
    settings = [word for name, value in SETTINGS.items() for word in ("-D", f"{name}={value}")]
    sphinx = ["-m", "sphinx", "-C", "-q", "-W", "--keep-going", "-j", "auto", "-d", str(work), *settings]
    for command in ([*sphinx, ".", str(out)], ["-m", "scripts.api_docs", str(out / "api")]):
        environment = os.environ | ({"NUMBA_DISABLE_JIT": "1"} if "scripts.api_docs" in command else {})
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=environment, check=False, stdout=subprocess.DEVNULL
        )
        if command[1] == "sphinx" and done.returncode:
            return 1  # the other also returns 1 if a docstring is missing; if it wrote nothing, links to it are dead
    shutil.copyfile(out / f"{HOME}.html", out / "index.html")
    shutil.copytree(SCREENS, out / "docs" / "screens", ignore=shutil.ignore_patterns("*.md"), dirs_exist_ok=True)
    faults = dead(out)
    for fault in faults:
        print(f"leads nowhere: {fault}")
    print(f"{len(list(out.rglob('*.html')))} pages: {out / 'index.html'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
