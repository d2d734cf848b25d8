"""Headers in which a browser lists what it accepts, with weights: languages, encodings."""

from __future__ import annotations

import re

MOST = 500
"""The number of characters that are read: many times what browsers send."""
_ENTRY = re.compile(r"\s*([^\s;]+)\s*(?:;\s*q=(0|1|0?\.\d+|[01]\.0*)\s*)?", re.IGNORECASE)


def by_weight(header: str) -> list[str]:
    """The accepted values in lower case, the best first (RFC 9110, 12.4.2). Equal weights keep the header's order.

    A value of weight 0 is not accepted. An entry that cannot be read is left out.
    """
    entries = [entry for part in header[:MOST].split(",") if (entry := _ENTRY.fullmatch(part))]
    entries.sort(key=_weight, reverse=True)
    return [entry[1].lower() for entry in entries if _weight(entry)]


def _weight(entry: re.Match[str]) -> float:
    return float(entry[2] or 1)
