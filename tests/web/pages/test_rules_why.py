"""Why we chose it: a sentence for every marked paragraph, which says something that the paragraph does not."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from kartentisch.web.pages.rules_passage import passage
from kartentisch.web.pages.rules_text import MARKS, load
from tests.web.pages.test_rules import every_game, every_language, paragraphs

MOST_WORDS = 26
MOST_LETTERS = 175
SAME = 5
"""So many words in a row must not stand in both, the paragraph and its reason."""


@cache
def reasons(game: str, language: str) -> dict[str, tuple[str, str]]:
    """Reason and text of each marked paragraph. Examples need no reason: they carry the mark of the rule they show."""
    numbers = paragraphs(load(game, language))
    examples = max(int(number.split(".")[0]) for number in numbers if _is_example(game, language, number))
    passages = (passage(game, language, number) for number in numbers if int(number.split(".")[0]) != examples)
    return {one.number: (one.why, _plain(one.body)) for one in passages if one.mark}


def _is_example(game: str, language: str, number: str) -> bool:
    return passage(game, language, number).title in ("Examples", "Beispiele")


def _plain(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html)


def runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[i : i + SAME]) for i in range(len(words) - SAME + 1)}


@every_game
@every_language
def test_every_marked_paragraph_says_why(game: str, language: str) -> None:
    assert [number for number, (why, _) in reasons(game, language).items() if not why] == []


@every_game
@every_language
def test_a_reason_is_one_short_sentence(game: str, language: str) -> None:
    for number, (why, _) in reasons(game, language).items():
        assert re.fullmatch(r"[A-ZÄÖÜ„“].*[.]", why), number
        assert not re.search(r"[.!?] ", why), number
        assert 6 <= len(why.split()) <= MOST_WORDS, (number, len(why.split()))
        assert len(why) <= MOST_LETTERS, (number, len(why))


@every_game
@every_language
def test_a_reason_repeats_neither_the_rule_nor_the_mark(game: str, language: str) -> None:
    for number, (why, text) in reasons(game, language).items():
        assert runs(why) & runs(text) == set(), number
        assert not any(word in why.lower() for word in (*MARKS.values(), "our ruling", "von uns geregelt")), number


@every_game
@every_language
def test_no_reason_is_given_twice(game: str, language: str) -> None:
    times = Counter(why for why, _ in reasons(game, language).values())

    assert [why for why, n in times.items() if n > 1] == []


@every_game
def test_the_same_paragraphs_have_reasons_in_both_languages(game: str) -> None:
    english, german = reasons(game, "en"), reasons(game, "de")

    assert english.keys() == german.keys()
    assert not {why for why, _ in english.values()} & {why for why, _ in german.values()}


@every_game
@every_language
def test_only_marks_of_paragraphs_have_reasons(game: str, language: str) -> None:
    for line in load(game, language).splitlines():
        if re.search(rf"\[({'|'.join(MARKS.values())}): ", line):
            assert re.match(r"\*\*\d+\.\d+\*\* \[", line), line
