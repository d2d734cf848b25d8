"""What a running server consists of besides our own sources: packages that it needs, and files of others."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "src" / "kartentisch" / "web" / "static"
MEGABYTE = 1_000_000
LIMIT = 400 * MEGABYTE
"""What all packages together may take."""
LARGE = 5 * MEGABYTE
"""A package above this needs its reason."""

WHY = {
    "llvmlite": "the compiler behind Numba; without it the rules would run as plain Python",
    "numpy": "states of matches are its records and arrays",
    "babel": "choosing a language, plural forms, numbers and dates; most of it is data for all languages",
    "numba": "compiles the rules, for bots, reviews and studies",
    "cryptography": "seals names and table talk with a key for each table, so that deleting the key deletes them",
    "uvloop": "the event loop: faster than asyncio's own",
    "pydantic-core": "comes with Typer, by way of pydantic",
}
"""Why each large package is there. `docs/packages.md` shows it."""


class Vendored(NamedTuple):
    """Files of others that stand in our sources and come with the wheel."""

    name: str
    license: str
    files: str
    """A pattern below the static files."""
    text: str
    """The file with the text of the license."""
    why: str
    version: str = ""
    purl: str = ""


def vendored() -> list[Vendored]:
    """All of them."""
    (version,) = re.findall(r"^lit-html ([\d.]+)", (STATIC / "vendor/lit-html/README.md").read_text("utf-8"))
    (hashes,) = re.findall(r"^@noble/hashes ([\d.]+)", (STATIC / "vendor/noble-hashes/README.md").read_text("utf-8"))
    noble = ("@noble/hashes", "MIT", "vendor/noble-hashes/**/*.js", "vendor/noble-hashes/LICENSE")
    lit = ("lit-html", "BSD-3-Clause", "vendor/lit-html/**/*.js", "vendor/lit-html/LICENSE")
    atkinson = ("Atkinson Hyperlegible Next", "OFL-1.1", "fonts/atkinson-*.woff2", "fonts/atkinson-OFL.txt")
    fraunces = ("Fraunces", "OFL-1.1", "fonts/fraunces-*.woff2", "fonts/fraunces-OFL.txt")
    return [
        Vendored(*lit, "draws the table in the browser", version, f"pkg:npm/lit-html@{version}"),
        Vendored(
            *noble,
            "hashes for checking luck, where a page on plain http has none",
            hashes,
            f"pkg:npm/%40noble/hashes@{hashes}",
        ),
        Vendored(*atkinson, "the typeface of text, cut down to the characters of our languages"),
        Vendored(*fraunces, "the typeface of headings, cut down in the same way"),
    ]


@cache
def running() -> tuple[Distribution, ...]:
    """The packages that a server needs here, by name: those that pyproject.toml declares, and those that they do."""
    found = dict[str, Distribution]()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [(line, frozenset[str]()) for line in project["dependencies"]]
    while waiting:
        line, extras = waiting.pop()
        need = Requirement(line)
        key = canonicalize_name(need.name)
        wanted = need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in {"", *extras})
        if wanted and key not in found:
            found[key] = distribution(key)
            waiting += [(more, frozenset(need.extras)) for more in found[key].requires or []]
    return tuple(found[key] for key in sorted(found))


def name_of(package: Distribution) -> str:
    return canonicalize_name(package.metadata["Name"])


@cache
def size(package: Distribution, *, bytecode: bool) -> int:
    """The bytes of its installed files, with or without what pip has compiled to bytecode."""
    paths = (Path(str(file.locate())) for file in package.files or [] if bytecode or file.suffix != ".pyc")
    return sum(path.stat().st_size for path in paths if path.is_file())


def license_of(package: Distribution) -> str:
    """The license as the package declares it, in a few words."""
    metadata = package.metadata
    short = next((metadata[key] for key in ("License-Expression", "License") if key in metadata), "").partition("\n")[0]
    classified = [line.rpartition(":: ")[2] for line in metadata.get_all("Classifier", []) if "License ::" in line]
    return short or ", ".join(classified)
