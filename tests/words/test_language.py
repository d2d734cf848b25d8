"""Languages: sentences, plural forms, lists, numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartentisch.words import language as languages
from kartentisch.words.language import LANGUAGES, Language, language

EN, DE = language("en"), language("de")


def test_english_and_german_are_there_and_nothing_else() -> None:
    assert [language(code).code for code in LANGUAGES] == ["en", "de"]
    with pytest.raises(ValueError, match=r"^There is no language 'fr' here, only: en, de\.$"):
        language("fr")


def test_a_language_is_read_once() -> None:
    assert language("de") is DE


def test_an_english_sentence_is_its_own_key() -> None:
    assert EN.say("{name} wins the match.", name="Anna") == "Anna wins the match."
    assert DE.say("{name} wins the match.", name="Anna") == "Anna gewinnt die Partie."


def test_a_sentence_without_translation_stays_english() -> None:
    untranslated = "No catalog has this {thing}."
    assert DE.say(untranslated, thing="sentence") == "No catalog has this sentence."


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert EN.say("{name} wins the match.", name="{0} {name}") == "{0} {name} wins the match."


@pytest.mark.parametrize(("n", "english", "german"), [(0, "0 cards", "0 Karten"), (1, "1 card", "1 Karte")])
def test_one_is_singular_and_nothing_is_plural(n: int, english: str, german: str) -> None:
    assert EN.many("{n} card", "{n} cards", n) == english
    assert DE.many("{n} card", "{n} cards", n) == german


def test_a_form_of_a_pair_may_be_said_alone() -> None:
    assert (DE.say("{n} card", n="1"), DE.say("{n} cards", n="2")) == ("1 Karte", "2 Karten")


def test_nothing_stays_nothing() -> None:
    assert DE.say("") == EN.say("") == ""


POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"
"""


def test_a_language_may_have_more_forms_than_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its catalog says which number takes which."""
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr(languages, "_LOCALE", tmp_path)
    polish = Language("pl")
    said = [polish.many("{n} card", "{n} cards", n) for n in (0, 1, 2, 5, 12, 22)]
    assert said == ["0 kart", "1 karta", "2 karty", "5 kart", "12 kart", "22 karty"]


def test_numbers_are_written_as_the_language_does() -> None:
    assert (EN.number(10_000), DE.number(10_000), EN.number(-3)) == ("10,000", "10.000", "−3")


def test_things_in_a_row_are_joined_as_the_language_does() -> None:
    assert EN.listing(["a", "b", "c"]) == "a, b, and c"
    assert DE.listing(["a", "b", "c"]) == "a, b und c"
    assert DE.listing(["a", "b"], "or") == "a oder b"
    assert (DE.listing(["a"]), DE.listing([])) == ("a", "")
