"""What is said otherwise today than when a log was stored: each change of a sentence that was meant.

What a fact means stays for ever, how it is said may get better. Whoever changes a sentence that stored logs tell adds
a line here: a pattern of the old words, and the new ones. The stored files stay as they are.
"""

from __future__ import annotations

import re

REWORDED: dict[str, list[tuple[str, str]]] = {
    "en": [
        (r"\bshifts row\b", "schwupps row"),
        (r"\bshift row\b", "schwupp row"),
        (r"^You play yourself again\.$", "You are playing again."),
        (
            r"^It goes on from a moment of another match\. What could not be seen there was dealt anew\.$",
            "This match continues from a moment of another one. What could not be seen there was dealt again.",
        ),
        (r"^Whoever has the link may watch now\.$", "Anyone with the link may watch now."),
        (r"^It goes on at a new table\.$", "Play continues at a new table."),
        # Said to the one whose build somebody else uses.
        (r"^(?!You )(.*)\byour own build \((\d+)\)", r"\1your build of \2"),
    ],
    "de": [
        (r"\b(?<!Du )schwuppst Reihe\b", "schwuppt Reihe"),
        (r"^(?!Du )(.*)\bdeinem Bau \((\d+)\)", r"\1deinem Bau von \2"),
        (
            r"^Es geht weiter von einem Moment einer anderen Partie aus\.",
            "Diese Partie geht von einem Moment einer anderen aus weiter.",
        ),
    ],
}
"""By language: (regular expression, what stands in its place today), one after the other."""


def today(code: str, text: str) -> str:
    """A stored sentence in the words of today."""
    for pattern, words in REWORDED[code]:
        text = re.sub(pattern, words, text)
    return text
