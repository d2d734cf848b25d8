"""What entries add up to, and undoing them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartentisch import words
from kartentisch.pad.entries import Entry, ended, in_force, values_of
from kartentisch.pad.reading import NOBODY, Place, Problem, Value, read
from kartentisch.play.games import games
from tests.pad import readings

CASES = json.loads(readings.FILE.read_text(encoding="utf-8"))
SEEDS = st.integers(0, 10**9)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_case_is_read_as_it_always_was(number: int) -> None:
    assert readings.reading(CASES[number]) == CASES[number]["reading"]


def test_the_cases_hold_what_can_happen() -> None:
    found = [problem for case in CASES for one in case["reading"]["rounds"] for problem in one["problems"]]
    assert {one["code"] for one in found} == {"answer", "low", "number", "check"}
    assert {case["reading"]["over"] for case in CASES} == {True, False}
    assert any(one["do"] == "undo" for case in CASES for one in case["entries"])
    assert {case["game"] for case in CASES} == set(games())


# ---- Undo ------------------------------------------------------------------------------------------------------------


@given(seed=SEEDS, game=st.sampled_from(games()), at=st.integers(0, 99))
def test_undoing_any_entry_gives_the_pad_without_it(seed: int, game: str, at: int) -> None:
    """Also one in the middle, an end, and an undo, which brings back what it had undone."""
    score, chance = words.score_sheet(game), random.Random(seed)
    made = [Entry("entry-first", "end"), *readings.entries(score, score.seats[0], chance, 40)]
    gone = made[at % len(made)]
    after = [*made, Entry("entry-last", "undo", of=gone.id)]
    without = [one for one in made if one.id != gone.id]
    assert in_force(after) == in_force(without)
    assert values_of(score, after) == values_of(score, without)
    assert ended(after) == ended(without)


@given(seed=SEEDS, game=st.sampled_from(games()))
def test_undoing_one_after_the_other_gives_every_pad_before(seed: int, game: str) -> None:
    score, chance = words.score_sheet(game), random.Random(seed)
    made = readings.entries(score, score.seats[-1], chance, 30)
    log = list(made)
    for left in range(len(made) - 1, -1, -1):
        log.append(Entry(f"undo{left:05}", "undo", of=made[left].id))
        assert in_force(log) == in_force(made[:left])
    assert len(log) == 2 * len(made), "nothing is ever removed"


@given(seed=SEEDS, game=st.sampled_from(games()))
def test_an_undo_that_is_undone_leaves_the_pad_as_it_was(seed: int, game: str) -> None:
    score, chance = words.score_sheet(game), random.Random(seed)
    made = readings.entries(score, score.seats[0], chance, 30)
    for one in made:
        again = [*made, Entry("entry-undo", "undo", of=one.id), Entry("entry-redo", "undo", of="entry-undo")]
        assert in_force(again) == in_force(made)


# ---- Sums ------------------------------------------------------------------------------------------------------------


def test_the_later_of_two_entries_of_one_place_stands() -> None:
    score = words.score_sheet("swup")
    made = [
        Entry("a", "enter", 1, 0, {"stars": 3}),
        Entry("b", "enter", 1, 0, {"stars": 4}),
        Entry("c", "enter", 1, values={"stars": {"1": 2}}),
    ]
    assert values_of(score, made) == {(1, "stars", 0): 4, (1, "stars", 1): 2}
    assert values_of(score, [*made, Entry("d", "undo", of="b")]) == {(1, "stars", 0): 3, (1, "stars", 1): 2}


def test_a_cell_that_the_sheet_does_not_have_is_left_out() -> None:
    score = words.score_sheet("swup")
    assert values_of(score, [Entry("a", "enter", 1, 0, {"nothing like it": 3})]) == {}


SWUP: dict[str, Any] = {
    "rounds": 0,
    "most_cards": 1,
    "most_black": 2,
    "last_cards": 1,
    "star_points": 1,
    "swup_points": 1,
}


def test_six_of_seven_stars_are_one_too_few_unless_nobody_took_anything() -> None:
    score = words.score_sheet("swup")
    named: dict[Place, Value] = {(1, "most", NOBODY): 2, (1, "black", NOBODY): 0, (1, "last", NOBODY): 1}
    values = {
        **named,
        (1, "stars", 0): 3,
        (1, "stars", 1): 1,
        (1, "stars", 2): 2,
        (1, "swups", 1): 2,
        (1, "swups", 2): 1,
    }
    (one,) = read(score, SWUP, 3, values).rounds
    assert (one.points, one.problems) == ((5, 4, 4), (Problem("check", "stars", n=6),))
    (one,) = read(score, SWUP, 3, {**values, (1, "nothing", NOBODY): 1}).rounds
    assert (one.points, one.problems) == ((0, 0, 0), ())


def test_who_was_last_to_take_cannot_be_nobody() -> None:
    score = words.score_sheet("swup")
    values: dict[Place, Value] = {
        (1, "most", NOBODY): -1,
        (1, "black", NOBODY): -1,
        (1, "last", NOBODY): -1,
        (1, "stars", 0): 7,
    }
    (one,) = read(score, SWUP, 2, values).rounds
    assert one.problems == (Problem("answer", "last"),)


def test_of_a_round_that_nobody_has_won_nothing_counts() -> None:
    score, options = words.score_sheet("schwupps"), {"match": "tournament", "rounds": 0}
    values: dict[Place, Value] = {(1, "left", 0): 6, (1, "left", 1): 2, (1, "out", NOBODY): -1}
    reading = read(score, options, 2, values)
    assert (reading.rounds[0].points, reading.rounds[0].problems, reading.best) == ((0, 0), (), (0, 1))
    reading = read(score, options, 2, {**values, (1, "out", NOBODY): 1})
    assert (reading.rounds[0].points, reading.totals, reading.over) == ((-6, 5), (-6, 5), False)


def test_whoever_is_not_out_has_a_card() -> None:
    score, options = words.score_sheet("solo"), {"limit": 500, "rounds": 0}
    values: dict[Place, Value] = {(1, "out", NOBODY): 0, (1, "left", 1): {"7": 1, "S": 1, "C": 1}}
    (one,) = read(score, options, 3, values).rounds
    assert (one.points, one.problems) == ((0, 67, 0), (Problem("low", "left", 2),))


def test_there_are_only_so_many_cards_of_a_kind() -> None:
    score, options = words.score_sheet("solo"), {"limit": 500, "rounds": 0}
    values: dict[Place, Value] = {(1, "out", NOBODY): 0, (1, "left", 1): {"+4": 3}, (1, "left", 2): {"+4": 2}}
    (one,) = read(score, options, 3, values).rounds
    assert one.problems == (Problem("number", "left", key="+4", n=5),)


def test_a_match_ends_above_the_limit_not_at_it_and_the_fewest_points_win() -> None:
    score, options = words.score_sheet("solo"), {"limit": 50, "rounds": 0}
    values: dict[Place, Value] = {(1, "out", NOBODY): 0, (1, "left", 1): {"+4": 1}}
    assert not read(score, options, 2, values).over
    reading = read(score, options, 2, {**values, (1, "left", 1): {"+4": 1, "1": 1}})
    assert (reading.over, reading.best, reading.totals) == (True, (0,), (0, 51))


def test_a_round_that_lacks_something_does_not_count_and_is_the_next_one() -> None:
    score = words.score_sheet("schweinsgalopp")
    options: dict[str, Any] = {"rounds": 3, "rotate_start": True}
    reading = read(score, options, 2, {(1, "banked", 0): 5, (3, "banked", 1): 4})
    assert ([len(one.problems) for one in reading.rounds], reading.next) == ([0, 0, 0], 4), "0 is a number too"
    score, options = words.score_sheet("schwupps"), {"match": "single", "rounds": 3}
    reading = read(score, options, 2, {(1, "out", NOBODY): 0, (3, "out", NOBODY): 0, (3, "left", 1): 4})
    assert ([len(one.problems) for one in reading.rounds], reading.next) == ([1, 1, 0], 1)
    assert (reading.totals, reading.starts) == ((5, -4), 0)
