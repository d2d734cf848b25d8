"""Draw the rooms of the package and who imports whom into docs/architecture.md: `python -m scripts.architecture`."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import grimp

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "architecture.md"
PACKAGE = "kartentisch"
BLOCK = re.compile(r"(?<=<!-- drawn by make docs -->\n).*?(?=<!-- end -->)", re.DOTALL)


class Rooms(NamedTuple):
    """The children of a package, by the layers of its contract from the top, and their imports of each other."""

    layers: list[list[str]]
    modules: Counter[str]
    """Modules in each of them, itself included."""
    imports: Mapping[str, set[str]]


def layers(container: str) -> list[list[str]]:
    """The layers that pyproject.toml gives a container, from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (found,) = [one for one in settings["contracts"] if one.get("containers") == [container]]
    return [[name.strip(" ()") for name in layer.split("|")] for layer in found["layers"]]


def rooms(graph: grimp.ImportGraph, container: str) -> Rooms:
    names = [name for layer in layers(container) for name in layer]
    inside = {name: {f"{container}.{name}", *graph.find_descendants(f"{container}.{name}")} for name in names}
    room_of = {module: name for name, modules in inside.items() for module in modules}
    imports: dict[str, set[str]] = {name: set() for name in names}
    for module, name in room_of.items():
        imports[name] |= {room_of[one] for one in graph.find_modules_directly_imported_by(module) if one in room_of}
        imports[name].discard(name)
    return Rooms(layers(container), Counter({name: len(inside[name]) for name in names}), imports)


def shortest(imports: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The imports without those that follow from others. There is no circle."""
    return [
        (name, other)
        for name, others in imports.items()
        for other in sorted(others)
        if not any(other in reached(imports, between) for between in others - {other})
    ]


def reached(imports: Mapping[str, set[str]], name: str) -> set[str]:
    """What a room imports, directly or by others."""
    return imports[name].union(*(reached(imports, other) for other in imports[name]))


def drawn(found: Rooms, prefix: str) -> Iterable[str]:
    """Lines of Mermaid: a node for each room with the number of its modules, and arrows to what it imports."""
    for layer in found.layers:
        for name in layer:
            count = found.modules[name]
            yield f'  {prefix}{name}["{name}<br>{count} module{"" if count == 1 else "s"}"]'
    for name, other in shortest(found.imports):
        yield f"  {prefix}{name} --> {prefix}{other}"


def block() -> str:
    graph = grimp.build_graph(PACKAGE)
    lines = ["```mermaid", "flowchart TD", *drawn(rooms(graph, PACKAGE), ""), "```", "", "Inside `web`:", ""]
    lines += ["```mermaid", "flowchart TD", *drawn(rooms(graph, f"{PACKAGE}.web"), "web_"), "```", ""]
    return "\n".join(lines)


def page() -> str:
    """docs/architecture.md with the drawing of today."""
    return BLOCK.sub(lambda _: block(), FILE.read_text(encoding="utf-8"))


def main() -> int:
    FILE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
