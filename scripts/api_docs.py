"""`make api`: write the reference of all public names to build/api, made from their docstrings.

Public is what programs, bots and games from elsewhere import: the front doors below, and each shared module that a
game, its words, its scene or its advice imports. A public name without a docstring is printed, and the command fails.
"""

from __future__ import annotations

import ast
import os
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pdoc.doc
import pdoc.render

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "kartentisch"
OUT = ROOT / "build" / "api"
DOORS = (
    "kartentisch",
    "kartentisch.bots.own",
    "kartentisch.bots.live",
    "kartentisch.engine.homes",
    "kartentisch.testing",
)
"""What a program, a bot, a package with a game and its tests begin with."""
BEHIND = f"{PACKAGE}.play."
"""Where the names of the front door stand, which shows them."""
OF_GAMES = ("games", "words", "web.scenes", "bots.advice")
"""Where the parts of the games stand, each under the name of its game."""
OUTSIDE = ("tests/fifth/rules.py", "tests/fifth/words.py", "tests/fifth/scene.py", "examples")


# ---- Which names ----------------------------------------------------------------------------------------------------


def modules() -> list[str]:
    """The public modules, the front door first."""
    found = {module for path in parts() for module in imported(path) if not of_a_game(module)}
    return [*DOORS, *sorted(name for name in found - {*DOORS} if not name.startswith(BEHIND))]


def parts() -> Iterator[Path]:
    """The files that make a game, and the programs that come as examples."""
    source = ROOT / "src" / PACKAGE
    for folder in OF_GAMES:
        yield from (path for path in (source / folder.replace(".", "/")).rglob("*.py") if of_a_game(name_of(path)))
    for place in OUTSIDE:
        path = ROOT / place
        yield from path.rglob("*.py") if path.is_dir() else [path]


def imported(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, or takes names from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == PACKAGE:
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                yield below if is_module(below) else str(node.module)


def is_module(name: str) -> bool:
    path = ROOT / "src" / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def name_of(path: Path) -> str:
    """The dotted name of a file of the package."""
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    return name.removesuffix(".__init__")


def of_a_game(module: str) -> bool:
    """Whether a module belongs to one game, or is a private part of one."""
    names = {path.stem for path in (ROOT / "src" / PACKAGE / "games").iterdir() if not path.stem.startswith("_")}
    last = [part.lstrip("_").partition("_")[0] for part in module.split(".")]
    return any(
        module.startswith(f"{PACKAGE}.{folder}.") and last[1 + len(folder.split("."))] in names for folder in OF_GAMES
    )


# ---- What they say --------------------------------------------------------------------------------------------------


def loaded() -> list[pdoc.doc.Module]:
    """The modules as pdoc reads them."""
    front = import_module(PACKAGE)
    for name in front.__all__:
        getattr(front, name)  # it imports each of its names when it is first used
    return [pdoc.doc.Module.from_name(name) for name in modules()]


def names(doc: pdoc.doc.Doc[Any]) -> Iterator[pdoc.doc.Doc[Any]]:
    """A module or class, and all that is public in it. What a class inherits is listed where it was defined."""
    yield doc
    if isinstance(doc, pdoc.doc.Namespace):
        for member in doc.members.values() if isinstance(doc, pdoc.doc.Module) else doc.own_members:
            if not member.name.startswith("_"):
                yield from names(member)


def says(doc: pdoc.doc.Doc[Any]) -> bool:
    """Whether a name has a docstring, its own or that of the same name in a base class.

    A class without one is told by its fields, if each of them is. The docstring of a message is a part of the wire's
    schema, so one that has none keeps it so.
    """
    if isinstance(doc, pdoc.doc.Class) and not doc.obj.__dict__.get("__doc__"):
        fields = [field for field in doc.own_members if field.kind == "variable" and not field.name.startswith("_")]
        return bool(fields) and all(says(field) for field in fields)
    return bool(doc.docstring.strip())


def silent(found: list[pdoc.doc.Module]) -> list[str]:
    """The public names without a docstring."""
    return [doc.fullname for module in found for doc in names(module) if not says(doc)]


def write(found: list[pdoc.doc.Module], out: Path) -> None:
    """The pages: one for each module, with an index and a search."""
    pdoc.render.configure(docformat="markdown", footer_text="Kartentisch: make api")
    pages = {module.fullname: module for module in found}
    with warnings.catch_warnings():
        # The constructor of a dataclass repeats annotations of its base class, which its own module need not know.
        warnings.filterwarnings("ignore", message="Error parsing type annotation .* Import of .* failed")
        for name, module in pages.items():
            path = out / f"{name.replace('.', '/')}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pdoc.render.html_module(module, pages), encoding="utf-8")
        index = pdoc.render.env.get_template("index.html.jinja2")  # of all modules: by itself it leads to the first
        (out / "index.html").write_text(index.render(all_modules=pages, root_module_name=None), encoding="utf-8")
        (out / "search.js").write_text(pdoc.render.search_index(pages), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write the pages into a folder, `build/api` if none is given. Return 1 if a name has no docstring."""
    out = Path(arguments[0]) if arguments else OUT
    found = loaded()
    write(found, out)
    missing = silent(found)
    for name in missing:
        print(f"no docstring: {name}")
    print(f"{sum(1 for module in found for _ in names(module))} names of {len(found)} modules: {out / 'index.html'}")
    return 1 if missing else 0


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled function would have neither signature nor docstring
    sys.exit(main(sys.argv[1:]))
