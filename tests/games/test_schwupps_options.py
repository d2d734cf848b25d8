"""Options (§10 of docs/rules/schwupps.md, §4 of docs/rules/README.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.games.schwupps_positions import KINDS, SPLIT, after, position, tasks_of

pytestmark = pytest.mark.rules

NO_NUMBERS: list[Any] = [True, False, 1.0, "1", None, [1], 0, -1, 2**31]


def made(**options: Any) -> dict[str, Any]:
    return kt.Match("schwupps", 2, seed=1, options=options).state_json()


def refused(**options: Any) -> str:
    with pytest.raises(ValueError, match=r"[Oo]ption") as caught:
        made(**options)
    return str(caught.value)


def test_a_match_is_single_unless_a_tournament_is_asked_for() -> None:
    """§10.1"""
    assert made()["options"]["match"] == "single"
    assert made(match="tournament")["options"]["match"] == "tournament"


@pytest.mark.parametrize("value", ["Single", "", "single ", None, 0, True, ["single"], {"single": 1}])
def test_another_match_is_refused_with_option_value_and_what_is_allowed(value: Any) -> None:
    """§10.1"""
    sentence = refused(match=value)
    assert "match" in sentence
    assert "single, tournament" in sentence
    assert json.dumps(value) in sentence


def test_a_split_of_the_tasks_may_leave_kinds_out() -> None:
    """§10.2"""
    state = made(tasks={"nc": 10, "+2": 20})
    assert state["options"]["tasks"] == {"+1": 0, "+2": 20, "-1": 0, "-2": 0, "n": 0, "c": 0, "nc": 10}
    assert list(state["options"]["tasks"]) == KINDS
    assert tasks_of(state) == {"nc": 10, "+2": 20}


def test_without_a_split_the_default_is_taken() -> None:
    """§10.2"""
    assert made()["options"]["tasks"] == SPLIT


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"c": 29},
        {"c": 31},
        {"c": 31, "n": -1},
        {"c": 30.0},
        {"c": True, "n": 29},
        {"c": "30"},
        {"c": 30, "x": 0},
        {"C": 30},
        {1: 30},
        30,
        True,
        None,
        "nc",
        ["nc"] * 30,
        [["nc", 30]],
    ],
)
def test_a_split_that_does_not_add_up_is_refused(value: Any) -> None:
    """§10.2"""
    sentence = refused(tasks=value)
    assert "tasks" in sentence
    assert "30" in sentence
    for kind in KINDS:
        assert kind in sentence


def test_the_step_limit_is_ten_thousand_unless_another_is_chosen() -> None:
    """§10.3"""
    assert made()["options"]["step_limit"] == 10_000
    assert made(step_limit=1)["options"]["step_limit"] == 1
    assert made(step_limit=2**31 - 1)["options"]["step_limit"] == 2**31 - 1


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_step_limit_is_a_whole_number_from_one(value: Any) -> None:
    """§10.3: a bool is no number, nor is a float."""
    sentence = refused(step_limit=value)
    assert "step_limit" in sentence
    assert "1-" in sentence or "1 to" in sentence


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], -1, 100, 2**31])
def test_rounds_are_a_whole_number_from_0_to_99(value: Any) -> None:
    """§10.4"""
    sentence = refused(rounds=value)
    assert "rounds" in sentence
    assert "0-99" in sentence
    assert made(rounds=99)["options"]["rounds"] == 99


@pytest.mark.parametrize("kind", ["single", "tournament"])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_with_rounds_from_1_on_the_match_has_so_many_whatever_match_says(kind: str, rounds: int) -> None:
    """§10.4: with three seats, so that the start comes round."""
    match = kt.Match("schwupps", 3, seed=1, options={"match": kind, "rounds": rounds, "step_limit": 2})
    starts = []
    for number in range(1, rounds + 1):
        starts.append(match.actors()[0])
        while not match.round_over:
            seat = match.actors()[0]
            match.play(seat, "~A" if "~A" in match.moves(seat) else "end")
        assert match.over == (number == rounds)
        if not match.over:
            match.next_round()
    assert starts == [number % 3 for number in range(rounds)]
    with pytest.raises(ValueError, match="over"):
        match.next_round()


def test_with_rounds_the_most_points_win_whoever_wins_the_last_round() -> None:
    """§10.4: of a single match too, once it has rounds."""
    more: dict[str, Any] = {"options": {"rounds": 5}, "round": 5, "start": 1, "totals": [-9, 40, 20]}
    last = position("b2", "b1 g9 r9 v9", "+1 n n n", stacks=[0, 10, 10], **more)
    state = after(last, "b2>A1")
    assert (state["over"], state["totals"], state["winners"]) == (True, [-4, 26, 6], [1])
    state = after({**last, "round": 4, "start": 0}, "b2>A1")
    assert (state["over"], state["totals"], state["winners"]) == (False, [-4, 26, 6], [])


def test_with_0_rounds_it_follows_from_the_kind_of_match() -> None:
    """§10.4: one round, or as many as seats; and so it was before there was this option."""
    for options in ({}, {"rounds": 0}):
        assert kt.Match("schwupps", 4, seed=1, options=options).options["rounds"] == 0
    for rules in (1, 2):
        for kind, rounds in (("single", 1), ("tournament", 2)):
            match = kt.Match("schwupps", 2, seed=1, options={"match": kind, "step_limit": 1}, rules=rules)
            assert ("rounds" in match.options) == (rules == 2)
            for number in range(1, rounds + 1):
                match.play(match.actors()[0], "~A")
                assert match.over == (number == rounds)
                if not match.over:
                    match.next_round()


def test_the_options_stand_in_this_order() -> None:
    """§10.3, §10.4"""
    assert list(made()["options"]) == ["match", "tasks", "step_limit", "rounds"]
    assert list(made(rounds=2, step_limit=5, tasks={"c": 30}, match="single")["options"]) == list(made()["options"])


def test_an_unknown_option_is_refused_with_the_names_there_are() -> None:
    sentence = refused(steps=5)
    assert "steps" in sentence
    assert "match, tasks, step_limit, rounds" in sentence


@pytest.mark.parametrize("options", [5, "match", [("match", "single")], True])
def test_options_are_a_mapping(options: Any) -> None:
    with pytest.raises(ValueError, match=r"[Oo]ptions"):
        kt.Match("schwupps", 2, options=options)


def test_what_was_handed_in_is_not_changed_and_may_change_afterwards() -> None:
    """§10.2"""
    mine = {"c": 30}
    match = kt.Match("schwupps", 2, seed=1, options={"tasks": mine})
    mine["c"] = 0
    assert match.options["tasks"]["c"] == 30
    match.options["tasks"]["c"] = 1
    assert match.options["tasks"]["c"] == 30


def test_the_front_door_tells_defaults_and_what_is_allowed() -> None:
    options = kt.game("schwupps").options
    assert list(options) == ["match", "tasks", "step_limit", "rounds"]
    assert [option.default for option in options.values()] == ["single", SPLIT, 10_000, 0]
    assert all(option.allowed and option.meaning for option in options.values())
