"""Count import circles and imports upwards: `python -m scripts.circles`, and for other sources `... circles SRC`.

Imports under TYPE_CHECKING and inside functions count. The contracts in pyproject.toml say which of them fail; this
says how many there are, so that two versions of the code can be compared.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import grimp

from scripts.architecture import PACKAGE, ROOT, layers


class Count(NamedTuple):
    """What is wrong with the imports of a package."""

    modules: int
    imports: int
    circles: list[list[str]]
    """Modules that import each other, directly or by others; each circle sorted."""
    closing: dict[str, list[tuple[str, str]]]
    """For each package, the imports between its children without which it has no circle."""
    upwards: list[tuple[str, str]]
    """Imports from a room to one above it, by the layers of the contracts."""


def counted(graph: grimp.ImportGraph) -> Count:
    imports = {module: graph.find_modules_directly_imported_by(module) & graph.modules for module in graph.modules}
    packages = [module for module in sorted(graph.modules) if graph.find_children(module)]
    closing = {package: sorted(set(graph.nominate_cycle_breakers(package))) for package in packages}
    return Count(
        len(graph.modules),
        sum(map(len, imports.values())),
        circles(imports),
        {package: found for package, found in closing.items() if found},
        sorted(one for container in (PACKAGE, f"{PACKAGE}.web") for one in upwards(imports, container)),
    )


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that all reach each other."""
    reach = {module: reached(imports, module) for module in imports}
    groups = {frozenset(other for other in reach[module] if module in reach[other]) for module in imports}
    return sorted(sorted(group) for group in groups if group)


def reached(imports: Mapping[str, set[str]], module: str) -> set[str]:
    """What a module imports, directly or by others; itself only if a circle leads back to it."""
    found: set[str] = set()
    left = list(imports[module])
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left += imports[other]
    return found


def upwards(imports: Mapping[str, set[str]], container: str) -> Iterable[tuple[str, str]]:
    """Imports between the rooms of a container that go to a layer above."""
    height = {f"{container}.{name}": -depth for depth, names in enumerate(layers(container)) for name in names}

    def room(module: str) -> str:
        return ".".join(module.split(".")[: container.count(".") + 2])

    for module, others in imports.items():
        for other in others:
            below, above = height.get(room(module)), height.get(room(other))
            if below is not None and above is not None and above > below:
                yield module, other


def elsewhere(source: str) -> Count:
    """The count for the sources in another folder, by a process that finds the package there."""
    code = f"import sys; sys.path[:0] = [{source!r}, {str(ROOT)!r}]; from scripts.circles import *; "
    code += "import json; print(json.dumps(counted(grimp.build_graph(PACKAGE, cache_dir=None))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    return Count(*json.loads(done.stdout))


def report(found: Count) -> str:
    lines = [f"{found.modules} modules, {found.imports} imports"]
    lines += [f"circle of {len(circle)}: {', '.join(circle)}" for circle in found.circles]
    lines += [f"imports that close a circle in {package}: {len(imports)}" for package, imports in found.closing.items()]
    lines += [f"upwards: {module} -> {other}" for module, other in found.upwards]
    lines.append(f"circles: {len(found.circles)}, imports upwards: {len(found.upwards)}")
    return "\n".join(lines)


def main() -> int:
    """Return 1 if there is a circle or an import upwards."""
    source = sys.argv[1] if len(sys.argv) > 1 else None
    found = elsewhere(str(Path(source).resolve())) if source else counted(grimp.build_graph(PACKAGE, cache_dir=None))
    print(report(found))
    return 1 if found.circles or found.upwards else 0


if __name__ == "__main__":
    sys.exit(main())
