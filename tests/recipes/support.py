"""The sources, for checks that look for a name in them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def sources(*patterns: str) -> str:
    paths = [path for pattern in patterns for path in ROOT.glob(pattern) if "vendor" not in path.parts]
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths))
