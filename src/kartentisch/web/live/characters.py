"""Characters as readers see them: which are invisible, which emoji form one picture, which look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_IGNORED = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U0001d159"
    "\ufe00-\ufe0f\U000e0000-\U000e0fff]"
)
"""Characters that are invisible although their category does not say so."""
_EMOJI = "[\u2190-\u27bf\u2b00-\u2bff\u3030\u303d\u3297\u3299\u00a9\u00ae\u2122\U0001f000-\U0001faff]"
_PICTURE = f"{_EMOJI}(?:[\ufe0e\ufe0f]|[\U0001f3fb-\U0001f3ff])?"
_WHOLE = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f"
    "|[0-9#*]\ufe0f\u20e3"
    f"|{_PICTURE}(?:\u200d{_PICTURE})*"
)
"""One picture: the flag of a part of a country, a keycap, or emoji that are joined."""
_MARKS = 4
"""The most marks on one letter: no script needs more, and a pile of them covers the lines around it."""
_ALIKE = str.maketrans("аеорсухіјѕԁһԛԝαεορνικτ", "aeopcyxijsdhqwaeopvikt")
"""Lowercase letters of other alphabets that look like Latin ones."""


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text; True marks an emoji, which stays as it is."""
    done = 0
    for found in _WHOLE.finditer(text):
        if done < found.start():
            yield text[done : found.start()], False
        yield found[0], True
        done = found.end()
    if done < len(text):
        yield text[done:], False


def normal(text: str) -> str:
    """The text in one spelling (NFKC) and with single spaces; emoji stay as they are."""
    text = "".join(part if emoji else unicodedata.normalize("NFKC", part) for part, emoji in pieces(text))
    return " ".join(filter(None, re.split(r"[ \u1680]", text)))


def shows(sign: str) -> bool:
    """Whether a character is visible when it stands alone."""
    category = unicodedata.category(sign)
    return not _IGNORED.match(sign) and (category == "Cn" or category[0] not in "CMZ")


def hidden(text: str) -> bool:
    """Whether the text has an invisible character. Joiners are allowed in scripts and emoji that need them."""
    return any(
        bool(_IGNORED.match(sign)) or (unicodedata.category(sign) in ("Cf", "Co", "Cn") and not _joins(part, at))
        for part, emoji in pieces(text)
        if not emoji
        for at, sign in enumerate(part)
    )


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at this place shapes the letters beside it, as in Persian and Indian scripts."""
    if text[at] not in "\u200c\u200d" or not 0 < at < len(text) - 1:
        return False
    around = {unicodedata.bidirectional(text[at - 1]), unicodedata.bidirectional(text[at + 1])}
    return unicodedata.combining(text[at - 1]) == 9 or (text[at] == "\u200c" and around == {"AL"})


def _marks(sign: str) -> bool:
    """Whether a character is a mark over or under another one."""
    return unicodedata.category(sign) in ("Mn", "Me") and not _IGNORED.match(sign)


def piled(text: str) -> bool:
    """Whether the text begins with marks, or has more of them on one letter than any script needs."""
    row = _MARKS
    for sign in text:
        row = row + 1 if _marks(sign) else 0
        if row > _MARKS:
            return True
    return False


@lru_cache(maxsize=4096)
def look(text: str) -> str:
    """A key that is equal for texts that look alike: without case, spaces and invisible characters."""
    folded = normal(text).casefold().translate(_ALIKE)
    return "".join(sign for sign in folded if shows(sign) or _marks(sign))


def shortened(text: str, most: int) -> str:
    """At most the first `most` characters; an emoji is kept whole or left out."""
    kept = ""
    for part, emoji in pieces(text):
        if len(kept) + len(part) > most:
            return (kept if emoji else kept + part[: most - len(kept)]).rstrip(" \u200c\u200d")
        kept += part
    return kept
