"""Write docs/packages.md, what a running server needs, by size: `python -m scripts.package_sizes`."""

from __future__ import annotations

import sys

from scripts.parts import LARGE, LIMIT, MEGABYTE, ROOT, STATIC, WHY, license_of, name_of, running, size, vendored

FILE = ROOT / "docs" / "packages.md"
HEAD = f"""# What a server consists of

Made by `make docs`. `locks/play.txt` has the releases and the hashes of their files; `make sbom` lists all of it for
programs (CycloneDX).

## Packages

In MB (millions of bytes) on Linux with an x86-64 processor and Python 3.11. A package above {LARGE // MEGABYTE} MB
needs a reason in `scripts/parts.py`, and all together take less than {LIMIT // MEGABYTE} MB, with bytecode.
Tests hold both.
"""
TABLE = ("| package | MB | license | why |", "|---|---:|---|---|")
EXTRA = """
Tables in PostgreSQL need the extra `cluster`: psycopg with the library of PostgreSQL (LGPL-3.0-only, 13 MB). Nothing
else imports it.

Arenas and studies on other computers need the extra `ray`: Ray (Apache-2.0, 260 MB with what it needs). Nothing else
imports it.
"""
FILES = """
## Files of others in our sources

| what | kB | license | why |
|---|---:|---|---|"""


def page() -> str:
    """The whole of docs/packages.md."""
    packages = sorted(running(), key=lambda package: (-tenths(size(package, bytecode=False)), name_of(package)))
    lines = [HEAD, *TABLE]
    for package in packages:
        cells = (name_of(package), megabytes(size(package, bytecode=False)), license_of(package))
        lines.append(f"| {' | '.join(cells)} | {WHY.get(name_of(package), '')} |")
    plain, whole = (sum(size(package, bytecode=extra) for package in packages) for extra in (False, True))
    lines.append(f"| **all {len(packages)}** | **{megabytes(plain)}** | | with their bytecode {megabytes(whole)} MB |")
    lines.append(EXTRA.rstrip())
    lines.append(FILES)
    for part in vendored():
        kilobytes = sum(path.stat().st_size for path in STATIC.glob(part.files)) / 1000
        name = f"{part.name} {part.version}".rstrip()
        lines.append(
            f"| {name} | {kilobytes:.0f} | [{part.license}](../{(STATIC / part.text).relative_to(ROOT)}) | {part.why} |"
        )
    return "\n".join(lines) + "\n"


def tenths(size: int) -> int:
    return round(size * 10 / MEGABYTE)


def megabytes(size: int) -> str:
    return f"{tenths(size) / 10:.1f}"


def main() -> int:
    """Write the file."""
    FILE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
