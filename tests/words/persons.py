"""What must hold of every line of a log, whoever reads it: nothing is left to fill in, each person is who they are, and
numbers agree with what they count.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from scripts import catalog
from tests.words.test_catalogs import pairs, places

NAMES = ["Anna", "Bela", "Cem", "Dora", "Emil", "Fritzi", "Greta", "Hedi", "Ivo", "Jule"]
YOU = {
    "en": re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dich|dir|dein\w*|ihr|euch)\b", re.IGNORECASE),
}
LEFT = re.compile(r"[{}\[\]]|None|  | [.,:;!?](?!\w)|\.\.|\bnull\b")
ENDS = re.compile(r"[.!?]$")
VERB = re.compile(r"(?:^|[.!?] )(\w+) (\w+)")
SAME = {"en": {"and", "took"}, "de": {"und", "ist", "schwuppst"}}
"""What may stand there for all persons, or for others though it looks like yours."""

Say = Callable[[str, "int | None"], str]
"""An event in the language of this code, to this reader; None: somebody who watches."""


def disagreeing(one: str, many: str) -> list[str]:
    """Numbers in the form of other numbers."""
    return [many.format(n=1), one.format(n=0), one.format(n=2)]


COUNTED = {
    code: [
        (forms[0], forms[1])
        for entry in catalog.read()
        if entry.msgid_plural
        for forms in [[pair[code == "de"] for pair in pairs(entry)]]
        if places(forms[0]) == {"n"} and forms[0] != forms[1]
    ]
    for code in catalog.finished()
}
"""Forms for one and for many of all that is counted."""
DISAGREES = {
    code: re.compile(
        rf"\b(?:{'|'.join(re.escape(wrong) for pair in forms for wrong in disagreeing(*pair))})(?!\w)",
    )
    for code, forms in COUNTED.items()
}
"""One of a thing in the form for many, or none or two of it in the form for one."""


def check(say: Say, reader: int | None, watch: Say | None = None) -> None:
    """Hold an event, said to a reader, against all of it, and against what `watch` says to somebody who watches."""
    for code in catalog.finished():
        watched, said = (watch or say)(code, None), say(code, reader)
        whole(code, watched)
        whole(code, said)
        assert not YOU[code].search(watched), f"a watcher is addressed: {watched}"
        about = {seat for seat, name in enumerate(NAMES) if name in watched}
        if reader is not None:
            assert NAMES[reader] not in said, f"{NAMES[reader]} reads their own name: {said}"
            assert reader not in about or YOU[code].search(said), f"{NAMES[reader]} is not addressed: {said}"
        others = [NAMES[seat] for seat in about if seat != reader and NAMES[seat] not in said]
        assert not others, f"{others} left out: {said}, to others: {watched}"


@cache
def whole(code: str, said: str) -> None:
    """One sentence or several, with nothing left to fill in, verbs and numbers that agree."""
    filled(said)
    for who, verb in VERB.findall(said):
        agree(code, who, verb, said)
    assert not DISAGREES[code].search(said), said


def filled(said: str) -> None:
    """With a beginning, an end, and nothing left to fill in."""
    assert not LEFT.search(said), said
    assert ENDS.search(said), said
    assert said[0].isupper() or not said[0].isalpha(), said


def agree(code: str, who: str, verb: str, said: str) -> None:
    """Person and verb at the beginning of a sentence."""
    if verb in SAME[code]:
        return
    if who in ("You", "Du"):
        assert verb.endswith("t") if code == "de" else not verb.endswith("s"), said
    if who in NAMES:
        assert re.search("[^s]t$" if code == "de" else "s$", verb), said
