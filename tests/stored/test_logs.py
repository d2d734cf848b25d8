"""Logs of the first version: after every fact they fold to what they folded to then, and are told in the same words."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kartentisch.table.ticking import left, ticking, zero_at
from kartentisch.table.timing import woke
from kartentisch.table.windows import woken
from tests.stored import kit
from tests.stored.kit import FIRST, names_of, unpacked
from tests.stored.reworded import today

LOGS = names_of("logs", ".jsonl")


@cache
def expected() -> dict[str, Any]:
    found: dict[str, Any] = unpacked(FIRST / "logs" / "expected.json.gz")
    return found


def test_the_logs_hold_every_kind_of_fact_and_every_text_of_the_first_version() -> None:
    """A text that is read otherwise than it was meant would be found below only if it stands in a log."""
    facts = [fact for name in LOGS for fact in kit.log(name)]
    texts: dict[str, set[str]] = {}
    for fact in facts:
        word = fact.text.partition(" ")[0] if fact.kind in ("handed", "dealt") else fact.text
        texts.setdefault(fact.kind, set()).add("" if fact.kind in ("opened", "moved") else word)
    assert set(texts) == {
        *("opened", "sat", "left", "handed", "dealt", "moved", "paused", "pace", "woke", "watchers", "hinted"),
        *("again", "closed"),
    }
    assert texts["sat"] == {"", "late", "program", "late program"}
    assert texts["left"] >= {"", "medium", "removed"}
    assert any(text.startswith("removed ") for text in texts["left"])
    assert texts["handed"] == {"bot", "back", "in", "given", "host", "once", "zero"}
    assert texts["dealt"] == {"first", "next", "given"}
    assert texts["paused"] == {"on", "off"}
    clocks = {f"clock {kind} {zero}" for kind in ("none", "relaxed", "brisk") for zero in ("wait", "bot", "pass")}
    assert texts["pace"] == {"calm", "quick", "step", "more", *clocks}
    assert texts["watchers"] == {"anyone", "link", "nobody"}
    assert texts["closed"] == {"host", "rules", "unused 1", "unused 30"}
    assert {fact.text for fact in facts if fact.kind == "handed"} >= {"given", "given medium"}
    levels = {fact.text.removeprefix("bot ") for fact in facts if fact.text.startswith("bot ")}
    assert levels == {"random", "novice", "greedy", "easy", "medium", "hard", "expert"}


def test_every_log_has_what_follows_from_it_beside_it() -> None:
    assert set(LOGS) == set(expected())


@pytest.mark.parametrize("name", LOGS)
def test_a_log_folds_to_the_same_table_after_every_fact(name: str) -> None:
    facts, stored = kit.log(name), expected()[name]
    found = kit.folds(facts)
    assert len(found) == len(facts) == len(stored["folds"])
    for fact, now, then in zip(facts, found, stored["folds"], strict=True):
        assert {key: (now[key], then[key]) for key in then if now[key] != then[key]} == {}, fact
        if fact.digest:
            assert now["digest"] == fact.digest, fact


@pytest.mark.parametrize("name", [name for name in LOGS if name.startswith(("clocks", "seats", "reactions"))])
def test_nobodys_time_is_up_because_of_the_update(name: str) -> None:
    """Whoever comes first after it, the decision that runs begins again."""
    ran = 0
    for table in kit.tables(kit.log(name)):
        now = table.newest + 3_600_000
        _, here, _ = woke(woken(table, now), now, None)
        if (seat := ticking(here)) >= 0:
            ran += 1
            assert left(here, seat, now) >= here.clocks.allowance
            assert (zero_at(here) or now + here.clocks.allowance) >= now + here.clocks.allowance
    assert ran or not name.startswith("clocks")


@pytest.mark.parametrize("name", [name for name in LOGS if not name.startswith("opened")])
def test_views_of_then_are_views_of_now(name: str) -> None:
    stored = expected()[name]["views"]
    assert stored
    for table in kit.tables(kit.log(name)):
        if str(table.number) in stored:
            assert kit.views(table) == stored[str(table.number)], table.number


@pytest.mark.parametrize("name", LOGS)
def test_a_log_is_told_in_the_same_sentences(name: str) -> None:
    found, stored = kit.sentences(kit.log(name)), expected()[name]["sentences"]
    assert found.keys() == stored.keys()
    for code, by_reader in stored.items():
        for reader, lines in by_reader.items():
            said = [[number, today(code, text)] for number, text in lines]
            assert found[code][reader] == said, f"{code}, reader {reader}: a change that is meant goes to reworded.py"
