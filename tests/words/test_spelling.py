"""English on screen is American English, and its articles fit what is filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kartentisch.words import shared
from kartentisch.words.language import language
from scripts import catalog

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"

BRITISH = re.compile(
    r"""\b(?:
      \w*(?:col|fav|hon|hum|lab|neighb|behavi|harb|rum|vap|arm|endeav)our\w* | grey\w* |
      (?:cent|met|theat|fib|lit)re[sd]? | (?!\w*promis)\w+(?:gn|al|an|at|er|et|om|on|or|um|ol|im|in)is(?:e|es|ed|ing) |
      (?:anal|catal)ys(?:e|es|ed|ing) |
      (?:cancel|travel|label|model|signal|level|total)l(?:ed|ing) | (?:fulfil|enrol|instal)(?:s|ment)? |
      (?:defen|offen|preten|licen)ces? | practis(?:e|es|ed|ing) | judgements? | (?:catal|dial|anal)ogues? |
      programmes? | cheques? | ageing | whilst | amongst | learnt | spelt | burnt
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)

ARTICLE = re.compile(r"\ba (?=\{(?:n|value|number|count)\})")


def sentences() -> Iterator[str]:
    """Every English text of the product, without the names of what is filled in."""
    for message in catalog.messages():
        yield from (re.sub(r"\{.*?\}", "{}", form) for form in message if form)
    for path in RULES.glob("*.en.md"):
        yield from path.read_text(encoding="utf-8").splitlines()


def british(text: str) -> list[str]:
    return BRITISH.findall(text)


def test_english_on_screen_is_spelled_as_in_america() -> None:
    found = {sentence: words for sentence in sentences() if (words := british(sentence))}
    assert found == {}


@pytest.mark.parametrize(
    "word",
    [
        "colour",
        "Colours",
        "coloured",
        "favourite",
        "neighbours",
        "grey",
        "centre",
        "organise",
        "recognised",
        "cancelled",
        "fulfil",
        "defence",
        "catalogue",
        "judgement",
        "whilst",
        "analyse",
        "metres",
        "honour",
        "finalise",
        "symbolise",
        "customised",
    ],
)
def test_british_words_would_be_found(word: str) -> None:
    assert british(f"A {word} here") == [word]


@pytest.mark.parametrize(
    "sentence",
    [
        "The four colors, raised otherwise, promise surprise",
        "our hour, four tours, pour, precise noise",
        "fulfilled, canceled, center, an arise, of course",
    ],
)
def test_others_would_not(sentence: str) -> None:
    assert british(sentence) == []


def test_no_a_stands_before_a_number_that_may_be_eight() -> None:
    said = {form for message in catalog.messages() for form in message}
    alone = [form for form in said if ARTICLE.search(form) and ARTICLE.sub("an ", form) not in said]
    assert alone == []


def test_a_and_an_fit_the_number() -> None:
    t = language("en")
    assert [shared.a_number(t, n) for n in (1, 7, 8, 9, 11, 18)] == ["a 1", "a 7", "an 8", "a 9", "an 11", "an 18"]
