"""Sentences about numbers, each with none, one and two of a thing, in both languages; and a language of brackets."""

from __future__ import annotations

import json
import re

import pytest

from kartentisch.words import schwupps
from kartentisch.words.language import LANGUAGES, language
from scripts import catalog
from tests.words import pseudo
from tests.words.test_catalogs import places

FORMS: dict[str, dict[str, tuple[str, str]]] = {code: {} for code in catalog.finished()}
for entry in catalog.read():
    if entry.msgid_plural:
        FORMS["en"][entry.msgid] = (entry.msgid, entry.msgid_plural)
        FORMS["de"][entry.msgid] = (entry.msgstr_plural[0], entry.msgstr_plural[1])


def test_there_are_sentences_about_numbers_in_each_language() -> None:
    plurals = dict(FORMS["en"].values())
    assert len(plurals) >= 20
    assert plurals == {one: many for one, many in catalog.messages() if many}
    assert all(set(FORMS[code]) == set(plurals) for code in catalog.finished())


@pytest.mark.parametrize("code", catalog.finished())
@pytest.mark.parametrize(("one", "many"), FORMS["en"].values())
def test_a_number_has_its_form_and_nothing_is_left_to_fill_in(code: str, one: str, many: str) -> None:
    given = {name: "things" for name in places(one) | places(many) if name != "n"}
    for n, written in ((0, "0"), (1, "1"), (2, "2"), (1000, {"en": "1,000", "de": "1.000"}[code])):
        form = FORMS[code][one][0 if n == 1 else 1].replace("{n}", written)
        said = language(code).many(one, many, n, **given)
        assert said == re.sub(r"\{\w+\}", "things", form), n
        assert not re.search("[{}]", said), n


def test_browsers_choose_the_same_forms() -> None:
    """Sentences of the page itself come in two forms, which Intl.PluralRules names `one` and `other`."""
    texts: dict[str, str] = {}
    for path in (catalog.PACKAGE / "web" / "static" / "js").glob("texts*.json"):
        texts |= json.loads(path.read_text(encoding="utf-8"))
    ones = {key.removesuffix("_one") for key in texts if key.endswith("_one")}
    assert len(ones) > 2
    for key in ones:
        assert "{n}" in texts[f"{key}_other"], key
        for code in LANGUAGES:
            single, several = (
                language(code).say(texts[f"{key}_{form}"], n="5", name="", limit="500") for form in ("one", "other")
            )
            assert not re.search("[{}]", single + several)


def test_the_language_of_brackets_is_longer_and_leaves_no_word_as_it_was() -> None:
    messages = [one for one, _ in catalog.messages()]
    longer = [len(pseudo.pseudo(one)) / len(one) for one in messages]
    assert 1.3 < sum(longer) / len(longer) < 1.5
    assert {word for one in messages for word in pseudo.plain(pseudo.PLACE.sub("", pseudo.pseudo(one)))} <= {"QR"}


def test_the_language_of_brackets_takes_the_place_of_english_for_a_while_and_is_offered_to_nobody() -> None:
    english = language("en")
    assert schwupps.card(english, "b10") == "blue 10"
    with pseudo.spoken():
        assert schwupps.card(english, "b10") == "[[blúúéé] 10]", "not from memory"
        assert english.say("{name} wins the match.", name="Anna") == "[Anna wííňš ťhéé mááťčh.]"
        assert english.many("{n} card", "{n} cards", 1) == "[1 čáárd]"
        assert LANGUAGES == ("en", "de")
    assert english.say("{name} wins the match.", name="Anna") == "Anna wins the match."
    assert schwupps.card(english, "b10") == "blue 10"
