"""A shared pad as a value: entries become facts, each once; facts give the pad again; what cannot be is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartentisch import words
from kartentisch.pad import log, pad
from kartentisch.pad.entries import Entry, in_force, values_of
from kartentisch.pad.pad import Pad, decide
from kartentisch.play.games import games
from kartentisch.store.rows import kind_of
from kartentisch.table.facts import Fact
from kartentisch.web.phrases import refusals
from kartentisch.words.language import language
from tests.pad import readings

NOW = 1_800_000_000_000


def new(game: str = "solo", people: int = 3) -> Pad:
    opened = log.Opened(game, 2, {"limit": 500, "rounds": 0}, people)
    return pad.opened(words.score_sheet(game), log.opening(opened, "open-the-pad", NOW))


def entered(here: Pad, *entries: Entry, by: int = -1) -> Pad:
    verdict = decide(here, [(entry, by) for entry in entries], NOW)
    assert verdict.reason is None
    return verdict.pad


def hand(cards: dict[str, int], name: str = "entry001", person: int = 0) -> Entry:
    return Entry(name, "enter", 1, person, {"left": cards})


# ---- The log ---------------------------------------------------------------------------------------------------------


@given(seed=st.integers(0, 10**9), game=st.sampled_from(games()))
def test_the_facts_give_the_pad_again_and_undoing_any_entry_gives_the_pad_without_it(seed: int, game: str) -> None:
    score, chance = words.score_sheet(game), random.Random(seed)
    people = chance.choice(score.seats)
    here, first = new(game, people), log.opening(log.Opened(game, 2, {}, people), "open-the-pad", NOW)
    made = [one for one in readings.entries(score, people, chance, 25) if pad.refusal(here, one) is None]
    verdict = decide(here, [(one, chance.randrange(-1, people)) for one in made], NOW)
    assert verdict.reason is None
    again = pad.folded(score, [first, *verdict.facts])
    assert [line.entry for line in again.lines] == made
    assert again.lines == verdict.pad.lines
    for gone in made:
        after = entered(verdict.pad, Entry("the-last-undo", "undo", of=gone.id))
        without = [one for one in made if one.id != gone.id]
        assert in_force(after.entries) == in_force(without)
        assert values_of(score, after.entries) == values_of(score, without)


def test_the_texts_of_the_log_stay_as_they_are() -> None:
    """They are stored for ever."""
    opened = log.Opened("swup", 2, {"rounds": 0}, 2, NOW)
    assert log.opening(opened, "open-12345678", NOW) == Fact(
        1,
        "pad",  # type: ignore[arg-type]
        ask="open-12345678",
        text='{"game":"swup","rules":2,"options":{"rounds":0},"people":2,"begun":1800000000000}',
        time=NOW,
    )
    entries = [
        Entry("entry001", "enter", 1, 0, {"stars": 3}),
        Entry("entry002", "enter", 1, values={"most": 1, "stars": {"1": 4}}),
        Entry("entry003", "name", person=1),
        Entry("entry004", "undo", of="entry001"),
        Entry("entry005", "end"),
    ]
    facts = decide(new("swup", 2), [(entry, 1 if entry.do == "undo" else -1) for entry in entries], NOW).facts
    assert [(fact.number, fact.kind, fact.seat, fact.ask, fact.text) for fact in facts] == [
        (2, "entered", 0, "entry001", '{"round":1,"values":{"stars":3}}'),
        (3, "entered", -1, "entry002", '{"round":1,"values":{"most":1,"stars":{"1":4}}}'),
        (4, "named", 1, "entry003", "{}"),
        (5, "undone", -1, "entry004", '{"of":2,"by":1}'),
        (6, "ended", -1, "entry005", "{}"),
    ]


def test_a_log_of_a_pad_is_of_a_kind_of_its_own() -> None:
    assert kind_of(log.opening(log.Opened("solo", 2, {}, 2), "open-12345678", NOW)) == "pad"


@pytest.mark.parametrize(
    "facts",
    [
        [Fact(1, "opened", text="{}")],
        [Fact(1, "pad", text="{}")],  # type: ignore[arg-type]
        [Fact(1, "pad", text="no JSON")],  # type: ignore[arg-type]
        [log.opening(log.Opened("solo", 2, {}, 2), "open-12345678", NOW), Fact(2, "sealed")],
        [log.opening(log.Opened("solo", 2, {}, 2), "open-12345678", NOW), Fact(3, "ended", text="{}")],  # type: ignore[arg-type]
        [log.opening(log.Opened("solo", 2, {}, 2), "open-12345678", NOW), Fact(2, "undone", text='{"of":9}')],  # type: ignore[arg-type]
    ],
)
def test_a_log_that_does_not_fit_is_not_read(facts: list[Fact]) -> None:
    with pytest.raises(log.UnreadablePad):
        pad.folded(words.score_sheet("solo"), facts)


# ---- Asks ------------------------------------------------------------------------------------------------------------


def test_an_entry_that_comes_again_is_in_the_log_once_and_another_one_with_its_id_is_refused() -> None:
    here = entered(new(), hand({"7": 1}))
    again = decide(here, [(hand({"7": 1}), -1)], NOW)
    assert (again.facts, again.reason, again.pad) == ([], None, here)
    for other in (hand({"7": 2}), Entry("entry001", "end"), Entry("open-the-pad", "end")):
        other_ = decide(here, [(other, -1)], NOW)
        assert (other_.facts, other_.reason and other_.reason.code) == ([], "id_used")


def test_of_several_entries_all_come_in_or_none() -> None:
    verdict = decide(new(), [(hand({"7": 1}), -1), (hand({}, "entry002", 9), -1)], NOW)
    assert (verdict.facts, verdict.pad, verdict.reason and verdict.reason.code) == ([], new(), "pad_person")


WRONG: list[tuple[str, Entry, str]] = [
    ("solo", Entry("short", "end"), "An ask needs an id of 8 to 40 letters, digits, - or _."),
    ("solo", Entry("entry001", "undo", of="nothing"), "There is no entry “nothing” to undo."),
    ("solo", Entry("entry001", "undo", of="open-the-pad"), "There is no entry “open-the-pad” to undo."),
    ("solo", Entry("entry001", "name", person=-1), "There is no person -1 on this pad, only 0 to 2."),
    ("solo", hand({}, person=3), "There is no person 3 on this pad, only -1 to 2."),
    ("solo", Entry("entry001", "enter", 0, 0, {"left": {}}), "There is no round 0: rounds are 1 to 200."),
    ("solo", Entry("entry001", "enter", 201, 0, {"left": {}}), "There is no round 201: rounds are 1 to 200."),
    ("solo", Entry("entry001", "enter", 1, 0, {}), "There is nothing in this entry."),
    ("solo", Entry("entry001", "enter", 1, 0, {"gold": 3}), "This sheet has no “gold”, only out, left."),
    ("solo", hand({"R7": 1}), "There is no card “R7” on this sheet, only 1, 2, 3, 4, 5, 6, 7, 8, 9, R, S, +2, G, "),
    ("solo", hand({"+4": 5}), "There cannot be 5 of card “+4”: it is 0 to 4."),
    ("solo", hand({"7": -1}), "There cannot be -1 of card “7”: it is 0 to 8."),
    ("solo", Entry("entry001", "enter", 1, 0, {"left": 7}), "“left” cannot be 7; allowed is: 1, 2, 3, 4, 5, 6, 7, "),
    ("solo", Entry("entry001", "enter", 1, values={"out": 3}), "“out” cannot be 3; allowed is: -1-2."),
    ("solo", Entry("entry001", "enter", 1, values={"out": True}), "“out” cannot be True; allowed is: -1-2."),
    ("swup", Entry("entry001", "enter", 1, 0, {"stars": 8}), "“stars” cannot be 8; allowed is: 0-7."),
    ("swup", Entry("entry001", "enter", 1, 0, {"stars": {"a": 1}}), "“stars” cannot be {'a': 1}; allowed is: 0-7."),
    ("swup", Entry("entry001", "enter", 1, values={"stars": {"3": 1}}), "“stars” cannot be 3; allowed is: 0-2."),
    ("swup", Entry("entry001", "enter", 1, values={"stars": {"01": 1}}), "“stars” cannot be 01; allowed is: 0-2."),
    ("swup", Entry("entry001", "enter", 1, values={"nothing": 2}), "“nothing” cannot be 2; allowed is: 0-1."),
]


@pytest.mark.parametrize(("game", "entry", "sentence"), WRONG)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(game: str, entry: Entry, sentence: str) -> None:
    here = new(game)
    verdict = decide(here, [(entry, -1)], NOW)
    assert (verdict.facts, verdict.pad) == ([], here)
    assert verdict.reason is not None
    assert refusals.sentence(language("en"), "", verdict.reason).startswith(sentence)
    assert refusals.sentence(language("de"), "", verdict.reason)


@pytest.mark.parametrize("by", [3, -2, True])
def test_whose_device_it_is_must_be_somebody(by: Any) -> None:
    verdict = decide(new(), [(hand({"7": 1}), by)], NOW)
    assert (verdict.facts, verdict.reason and verdict.reason.code) == ([], "pad_person")


def test_a_pad_can_be_full() -> None:
    full = Pad(new().opened, new().sheet, lines=entered(new(), hand({"7": 1})).lines * pad.MOST_ENTRIES)
    why = pad.refusal(full, Entry("entry-last", "end"))
    assert why is not None
    assert why.code == "pad_full"


def test_the_later_of_two_devices_stands_and_undoing_it_brings_back_the_earlier_one() -> None:
    here = entered(entered(new(), hand({"7": 1}, "from-anna"), by=0), hand({"9": 1}, "from-lea1"), by=2)
    assert values_of(here.sheet, here.entries) == {(1, "left", 0): {"9": 1}}
    assert [(line.entry.id, line.by) for line in here.lines] == [("from-anna", 0), ("from-lea1", 2)]
    here = entered(here, Entry("undo-lea1", "undo", of="from-lea1"))
    assert values_of(here.sheet, here.entries) == {(1, "left", 0): {"7": 1}}
