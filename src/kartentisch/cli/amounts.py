"""Times and sizes as options: `30`, `30d`, `4w`, `1y`, `never`; `500M`, `2G`, `0`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kartentisch.words.language import Language

DAYS = {"": 1, "d": 1, "w": 7, "y": 365}
BYTES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def megabytes(t: Language, size: float) -> str:
    """A size as people read it."""
    if size >= 10e9:
        return f"{t.number(round(size / 1e9))} GB"
    return f"{t.decimal(size / 1e6) if size < 10e6 else t.number(round(size / 1e6))} MB"


def days(option: str, text: str, t: Language) -> int:
    """The days that an option says; 0 for never. Raises ValueError with a sentence."""
    found = re.fullmatch(r"(-?\d{1,6})\s*([dwy]?)", text.strip().lower())
    if found:
        return int(found[1]) * DAYS[found[2]]
    if text.strip().lower() == "never":
        return 0
    said = t.say(
        "{option} cannot be “{text}”: say days like 30, weeks like 4w, years like 1y, or never.",
        option=option,
        text=text,
    )
    raise ValueError(said)


def size(option: str, text: str, t: Language) -> int:
    """The bytes that an option says; 0 for none. Raises ValueError with a sentence."""
    found = re.fullmatch(r"(\d{1,9})\s*([kmgt]?)b?", text.strip().lower())
    if not found:
        raise ValueError(
            t.say("{option} cannot be “{text}”: say a size like 500M or 2G, or 0.", option=option, text=text)
        )
    return int(found[1]) * BYTES[found[2]]
