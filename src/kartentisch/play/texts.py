"""The text of a record, independent of its match: splitting it into lines, whatever program saved it, and its hash.

A header line `hash: ` with 32 hex digits covers all other lines. It is optional. It reveals every change of the text,
including a changed header and a missing end.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from kartentisch.play.errors import RecordError

KEY = "hash"
NEWER = "this record was made by a newer version of Kartentisch"


def lines_of(text: str) -> list[str]:
    """The lines of a record, without what editors and mail programs add: byte-order mark, carriage returns, blank last
    lines. The empty line after the header stays.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while len(lines) > 1 and not lines[-1].strip() and "" in lines[:-1]:
        lines.pop()
    return lines


def hash_of(lines: Sequence[str]) -> str:
    """The hash of all lines except the line of the hash itself: 32 hex digits."""
    header = lines.index("") if "" in lines else len(lines)
    rest = [line for place, line in enumerate(lines) if place >= header or not line.startswith(f"{KEY}: ")]
    return hashlib.blake2b("\n".join(rest).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def hashed(text: str) -> str:
    """A record with its hash as the last line of the header."""
    lines = lines_of(text)
    lines.insert(lines.index(""), f"{KEY}: {hash_of(lines)}")
    return "\n".join(lines) + "\n"


def check(lines: Sequence[str]) -> None:
    """Raise RecordError if the header has a hash that does not match the text."""
    for place, line in enumerate(lines[: lines.index("")]):
        if line.startswith(f"{KEY}: ") and (said := line.removeprefix(f"{KEY}: ")) != hash_of(lines):
            if not re.fullmatch(r"[0-9a-f]{32}", said):
                raise RecordError(f"line {place + 1}: {said[:60]!r} is no hash of 32 hex digits", place + 1)
            sentence = f"line {place + 1}: the text was changed, or its end is missing: this is not its hash"
            raise RecordError(sentence, place + 1)
