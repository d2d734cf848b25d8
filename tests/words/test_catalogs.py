"""Every sentence has its German, with the same places to fill."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import polib
import pytest
from babel.messages.extract import extract_from_file
from jinja2.ext import babel_extract

from kartentisch.words.language import language
from scripts import catalog


def places(sentence: str) -> set[str]:
    """Names of what is filled into a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def pairs(entry: polib.POEntry) -> list[tuple[str, str]]:
    """English and German of an entry, form by form."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    return list(zip((entry.msgid, entry.msgid_plural), (entry.msgstr_plural[form] for form in (0, 1)), strict=True))


def test_every_sentence_is_in_the_german_catalog() -> None:
    have = {catalog.message_of(entry) for entry in catalog.read() if not entry.obsolete}
    missing = [message for message in catalog.messages() if message not in have]
    assert missing == [], "run make words, then translate"


def test_the_german_catalog_has_nothing_that_no_code_says() -> None:
    said = catalog.messages()
    extra = [entry.msgid for entry in catalog.read() if entry.obsolete or catalog.message_of(entry) not in said]
    assert extra == [], "run make words"


def test_every_sentence_is_translated_and_none_is_a_guess() -> None:
    unfinished = [
        entry.msgid for entry in catalog.read() if entry.fuzzy or not all(german.strip() for _, german in pairs(entry))
    ]
    assert unfinished == []


def test_a_translation_fills_in_the_same_things() -> None:
    differing = [
        (english, german)
        for entry in catalog.read()
        for english, german in pairs(entry)
        if german and places(english) != places(german)
    ]
    assert differing == []


def test_no_translation_has_a_word_that_is_read_as_another() -> None:
    """“Der nächstbeste Zug” is any move whatever; what comes after the best one is “der zweitbeste”."""
    misread = [german for entry in catalog.read() for _, german in pairs(entry) if "nächstbest" in german]
    assert misread == []


def test_every_entry_is_found_by_whoever_says_it() -> None:
    """Two entries of one sentence would hide each other: "1 card" was said in English so."""
    german = language("de")
    for entry in catalog.read():
        for english, said in pairs(entry):
            assert entry.msgid == entry.msgid_plural or german._texts.gettext(english) == said
        if entry.msgid_plural:
            forms = [german._texts.ngettext(entry.msgid, entry.msgid_plural, n) for n in (1, 2)]
            assert forms == [entry.msgstr_plural[0], entry.msgstr_plural[1]]
    ids = [entry.msgid for entry in catalog.read()]
    assert sorted(set(ids)) == sorted(ids)
    assert (german.many("{n} card", "{n} cards", 1), german.say("{n} card", n=1)) == ("1 Karte", "1 Karte")


def test_no_translation_says_itself_twice() -> None:
    """A tool that fills in a catalog can append where it meant to replace."""
    start = 40
    texts = [text for entry in catalog.read() for _, text in pairs(entry)]
    assert [text for text in texts if len(text) > 2 * start and text.count(text[:start]) > 1] == []


def test_between_two_sentences_of_a_translation_there_is_a_space() -> None:
    glued = [
        german
        for entry in catalog.read()
        for english, german in pairs(entry)
        if re.search(r"[a-zäöüß][.!?][A-ZÄÖÜ]", german) and not re.search(r"[a-z][.!?][A-Z]", english)
    ]
    assert glued == []


def test_no_german_preposition_stands_before_points() -> None:
    """It would want another ending: mit 2 Punkten."""
    dative = re.compile(r"\b(mit|von|nach|zu|bei|aus|seit|vor|in|auf|an|unter) \{(points|own|won|total)\}")
    assert dative.search("Du hast mit {points} gewonnen.")
    wrong = [german for entry in catalog.read() for _, german in pairs(entry) if dative.search(german)]
    assert wrong == []


def test_the_catalog_says_how_german_counts() -> None:
    assert catalog.read().metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"


@pytest.mark.parametrize(
    ("name", "text", "method"),
    [
        ("a.py", 'x = t.say("{name} wins", name=t.many("{n} card", "{n} cards", n))', "python"),
        ("a.html", '<p>{{ say("{name} wins", name=name) }} {{ many("{n} card", "{n} cards", 3) }}</p>', babel_extract),
    ],
)
def test_sentences_are_found_where_they_are_written(tmp_path: Path, name: str, text: str, method: Any) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = {message for _, message, _, _ in extract_from_file(method, path, keywords=catalog.KEYWORDS)}
    assert found == {"{name} wins", ("{n} card", "{n} cards")}


def test_sentences_of_the_browser_are_the_values_of_a_json_object(tmp_path: Path) -> None:
    path = tmp_path / "texts.json"
    path.write_text(json.dumps({"bye": "See you", "late": "Too late"}), encoding="utf-8")
    found = [message for _, message, _, _ in extract_from_file(catalog.from_json, path, keywords=catalog.KEYWORDS)]
    assert found == ["See you", "Too late"]


def test_updating_keeps_translations_adds_what_is_new_and_drops_what_is_gone() -> None:
    old = catalog.read(Path("nowhere/de.po"))
    old.append(polib.POEntry(msgid="Yes", msgstr="Ja"))
    old.append(polib.POEntry(msgid="Gone", msgstr="Weg"))
    new, dropped = catalog.update(old, {("No", ""): ["a.py"], ("Yes", ""): ["b.py"]})
    assert (new, [entry.msgid for entry in dropped]) == (["No"], ["Gone"])
    assert [(entry.msgid, entry.msgstr) for entry in old] == [("No", ""), ("Yes", "Ja")]


def test_a_sentence_among_the_arguments_of_another_one_is_found(tmp_path: Path) -> None:
    path = tmp_path / "nested.py"
    path.write_text('t.say("{a} or {b}", a=t.say("one"), b=t.listing([t.many("{n} card", "{n} cards", n)]))\n')
    found = [message for _, message, _, _ in extract_from_file(catalog.from_python, path, keywords=catalog.KEYWORDS)]
    assert found == ["{a} or {b}", "one", ("{n} card", "{n} cards")]
