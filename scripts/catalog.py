"""`make words`: bring the catalogs of all languages up to date with the sentences in the code.

Sentences are written in English where they are used. Python has `t.say("{name} wins", name=name)` and
`t.many("{n} card", "{n} cards", n)`, Jinja templates have `say(...)` and `many(...)`, and the sentences for the browser
are the values of `web/static/js/texts*.json`.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
from babel.messages.extract import extract_from_file
from babel.messages.plurals import get_plural
from jinja2.ext import babel_extract

from kartentisch.words.language import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "kartentisch"
LOCALE = PACKAGE / "words" / "locale"
GERMAN = LOCALE / "de.po"
KEYWORDS = {"say": None, "many": (1, 2)}

Message = tuple[str, str]
"""A sentence and its plural, "" for none."""


def from_json(file: Any, keywords: object, comment_tags: object, options: object) -> Iterator[Any]:
    """An extraction method for Babel: all values of one JSON object."""
    for number, sentence in enumerate(json.load(file).values(), start=1):
        yield number, "say", sentence, []


def from_python(file: Any, keywords: object, comment_tags: object, options: object) -> Iterator[Any]:
    """An extraction method for Python. Babel's own misses a sentence among the arguments of another one."""
    source = file.read()
    if b"say(" not in source and b"many(" not in source:
        return
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if not isinstance(node.func, ast.Attribute | ast.Name):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        wanted = {"say": 1, "many": 2}.get(name, 0)
        first = [one.value for one in node.args[:wanted] if isinstance(one, ast.Constant)]
        texts = [value for value in first if isinstance(value, str)]
        if wanted and len(texts) == wanted:
            yield node.lineno, name, texts[0] if wanted == 1 else tuple(texts), []


def sources() -> Iterator[tuple[Path, Any]]:
    """Each file that may have sentences, with Babel's method for it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, from_python
    for ending in ("*.html", "*.jinja"):
        for path in sorted(PACKAGE.rglob(ending)):
            yield path, babel_extract
    for path in sorted((PACKAGE / "web" / "static" / "js").glob("texts*.json")):
        yield path, from_json


@cache
def messages() -> dict[Message, list[str]]:
    """Every sentence in the code, with the files in which it is. The result is cached, so do not change it."""
    found: dict[Message, list[str]] = {}
    for path, method in sources():
        for _, message, _, _ in extract_from_file(method, path, keywords=KEYWORDS):
            one, many = message if isinstance(message, tuple) else (message, "")
            places = found.setdefault((one, many), [])
            place = path.relative_to(ROOT).as_posix()
            if place not in places:
                places.append(place)
    for one, many in [pair for pair in found if pair[1]]:  # one entry serves the pair, and each form said alone
        for form in (one, many):
            found[one, many] += [place for place in found.pop((form, ""), []) if place not in found[one, many]]
    return found


def message_of(entry: polib.POEntry) -> Message:
    return entry.msgid, entry.msgid_plural


def read(path: Path = GERMAN) -> polib.POFile:
    """The catalog. It is empty if there is no file yet."""
    if path.exists():
        return polib.pofile(str(path), wrapwidth=120)
    catalog = polib.POFile(wrapwidth=120)
    catalog.metadata = {
        "Language": path.stem,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": f"{get_plural(path.stem).plural_forms.rstrip(';')};",
    }
    return catalog


def forms(catalog: polib.POFile) -> int:
    """The number of forms that the language has for numbers of things."""
    return int(catalog.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])


@cache
def finished() -> tuple[str, ...]:
    """English, and each language whose catalog has no gap. What another one lacks is said in English."""
    first, *others = LANGUAGES
    return first, *(code for code in others if (LOCALE / f"{code}.po").exists() and not gaps(code))


def gaps(code: str) -> list[Message]:
    """The sentences of its catalog without a translation. That the catalog has all sentences of the code, tests say."""
    return [message_of(entry) for entry in read(LOCALE / f"{code}.po") if not entry.translated()]


def update(old: polib.POFile, wanted: dict[Message, list[str]]) -> tuple[list[str], list[polib.POEntry]]:
    """Make the catalog have exactly the wanted messages, in their order. Return the new ones and the dropped ones."""
    have = {message_of(entry): entry for entry in old}
    dropped = [entry for message, entry in have.items() if message not in wanted]
    new = []
    old.clear()
    for (one, many), places in wanted.items():
        entry = have.get((one, many))
        if entry is None:
            entry = polib.POEntry(msgid=one, msgid_plural=many)
            if many:
                entry.msgstr_plural = dict.fromkeys(range(forms(old)), "")
            new.append(one)
        entry.obsolete = False
        entry.occurrences = [(place, "") for place in places]
        old.append(entry)
    return new, dropped


def main() -> int:
    """Write the catalogs. Print the sentences that need a translator, and the translations that are no longer used."""
    for code in LANGUAGES[1:]:
        path = LOCALE / f"{code}.po"
        catalog = read(path)
        new, dropped = update(catalog, messages())
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog.save(str(path))
        for sentence in new:
            print(f"to translate: {sentence}")
        for entry in dropped:
            print(f"dropped: {entry.msgid} = {entry.msgstr or entry.msgstr_plural}")
        print(f"{len(catalog)} sentences, {len(catalog.translated_entries())} translated: {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
