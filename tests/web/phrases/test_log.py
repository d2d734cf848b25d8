"""What the table itself says in the log: to the person it is about, to the others, and to watchers."""

from __future__ import annotations

import pytest

from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.web.phrases import log
from kartentisch.words.language import language
from tests.words import persons

SAID = [
    ("sat", ""), ("sat", "late"),
    ("left", ""), ("left", "greedy"), ("left", "removed"), ("left", "removed greedy"),
    ("handed", "bot greedy"), ("handed", "back"), ("handed", "in"), ("handed", "given greedy"), ("handed", "host"),
    ("handed", "once greedy"), ("handed", "zero greedy"),
    ("hinted", ""),
    ("paused", "on"), ("paused", "off"),
    ("pace", "more"), *(("pace", f"clock {kind} {zero}") for kind in KINDS for zero in ZEROS),
    ("watchers", "anyone"), ("watchers", "link"), ("watchers", "nobody"),
    ("again", "abcdefgh"),
    ("closed", "host"), ("closed", "rules"), *(("closed", f"unused {days}") for days in (1, 2, 1000)),
]  # fmt: skip
"""Kinds and texts of facts, as `table.contents` describes them."""
SILENT = [("pace", "calm"), ("pace", "quick"), ("pace", "step")]


def test_no_kind_is_missing() -> None:
    assert {kind for kind, _ in SAID} == set(log.OWN)


@pytest.mark.parametrize(("kind", "text"), SAID)
@pytest.mark.parametrize("reader", [0, 1])
def test_what_a_table_says_is_whole_and_in_the_right_person(kind: str, text: str, reader: int) -> None:
    if kind == "left":
        reader = 1  # whoever left does not read it any more
    event = (kind, {"seat": 0, "text": text})
    persons.check(lambda code, who: log.sentence(language(code), "solo", event, persons.NAMES, who), reader)


@pytest.mark.parametrize(("kind", "text"), SILENT)
def test_the_pace_of_bots_is_no_line(kind: str, text: str) -> None:
    event = (kind, {"seat": 0, "text": text})
    assert log.sentence(language("de"), "solo", event, persons.NAMES, 0) == ""
