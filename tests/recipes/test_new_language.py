"""A step of the recipe “A new language” that is left out fails here, unless another test finds it (decision 0025)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel import Locale

from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from kartentisch.words.language import LANGUAGES
from scripts import catalog
from tests.recipes.support import sources
from tests.words.test_catalogs import places

COUNT = {"n"}
"""A form for one thing may leave its number out."""
OF_LANGUAGE = "(CONTRIBUTING.md, A new language, step {})"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_its_own_name(code: str) -> None:
    assert code in LANGUAGE_NAMES, f"add it to web/phrases/languages.py {OF_LANGUAGE.format(1)}"
    assert Locale.parse(code).language == code


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_names_the_languages_that_it_speaks(code: str) -> None:
    helps = re.findall(r"(?:language: |Tongue = ).*?help=\"(.*?)\"", sources("src/kartentisch/cli/*.py"))
    assert len(helps) >= 6
    assert [text for text in helps if not re.search(rf"\b{code}\b", text)] == [], (
        f"say it in the help of each --language in cli/ {OF_LANGUAGE.format(1)}"
    )


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_language_has_a_catalog_with_all_sentences(code: str) -> None:
    """They need no translation there: what has none is said in English."""
    have = [catalog.message_of(entry) for entry in catalog.read(catalog.LOCALE / f"{code}.po")]
    assert have == [*catalog.messages()], f"make words {OF_LANGUAGE.format(2)}"


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_translation_fills_in_what_the_sentence_does(code: str) -> None:
    entries = catalog.read(catalog.LOCALE / f"{code}.po")
    assert [entry.msgid for entry in entries if entry.fuzzy] == []
    wrong = [
        (entry.msgid, text)
        for entry in entries
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if text and places(text) - COUNT != places(entry.msgid_plural or entry.msgid) - COUNT
    ]
    assert wrong == [], f"the words in braces stay as they are {OF_LANGUAGE.format(3)}"


def test_a_language_with_a_gap_is_not_finished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "de.po").write_bytes(catalog.GERMAN.read_bytes())
    monkeypatch.setattr(catalog, "LOCALE", tmp_path)
    monkeypatch.setattr(catalog, "LANGUAGES", ("en", "de", "fr"))
    made = catalog.read(tmp_path / "fr.po")
    catalog.update(made, catalog.messages())
    counted = next(entry for entry in made if entry.msgid_plural)
    assert len(counted.msgstr_plural) == catalog.forms(made) == 3, "French counts one thing, several, and millions"
    made.save(str(tmp_path / "fr.po"))
    assert catalog.gaps("fr") == [*catalog.messages()]
    assert catalog.finished.__wrapped__() == ("en", "de")
