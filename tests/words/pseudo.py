"""A language that nobody speaks, made from the catalog: what is not written in it is hard-coded.

Vowels have accents and stand twice, which makes a sentence about as long as in a long language; brackets show its
ends. It takes the place of English: no reader is offered it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

from kartentisch.web.pages import static_files, texts
from kartentisch.words.language import language
from scripts import catalog

ACCENTS = str.maketrans(dict(zip("aeiouyAEIOUYcnstzCNSTZ", "áéíóúýÁÉÍÓÚÝčňšťžČŇŠŤŽ", strict=True)))
PLACE = re.compile(r"(\{.*?\})")
WORD = re.compile(r"[^\W\d_]{2,}")


def pseudo(text: str) -> str:
    """A sentence in the language; what is filled into it stays."""
    said = [part if PLACE.fullmatch(part) else re.sub("[aeiouAEIOU]", vowel, part) for part in PLACE.split(text)]
    return "[" + "".join(part if PLACE.fullmatch(part) else part.translate(ACCENTS) for part in said) + "]"


def vowel(found: re.Match[str]) -> str:
    return found.group() + found.group().lower()


def plain(text: str) -> set[str]:
    """Words of other languages."""
    return {word for word in WORD.findall(text) if not set(word) & set(ACCENTS.values())}


class Pseudo(NullTranslations):
    def __init__(self) -> None:
        super().__init__()
        self._known = {form for forms in catalog.messages() for form in forms}

    def gettext(self, message: str) -> str:
        return pseudo(message) if message in self._known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def spoken() -> Iterator[None]:
    """Who reads English reads this language meanwhile."""
    english = language("en")
    kept = english._texts
    english.__dict__["_texts"] = Pseudo()
    forget()
    try:
        yield
    finally:
        english.__dict__["_texts"] = kept
        forget()


def forget() -> None:
    """No sentence that was said before is said again from memory."""
    texts.texts.cache_clear()
    static_files.files.cache_clear()
    english = language("en")
    for kept in (english._said, english._bare, english._counted):
        kept.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(("kartentisch.words", "kartentisch.web.table_scene", "kartentisch.web.scenes")):
            for thing in vars(module).values():
                if thing is not language and hasattr(thing, "cache_clear"):
                    thing.cache_clear()
