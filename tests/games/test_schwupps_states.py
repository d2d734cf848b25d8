"""state_json, and what from_state_json refuses (§14, §15 of docs/rules/schwupps.md, §5 of docs/rules/README.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import kartentisch as kt
from tests.games.schwupps_positions import State, after, match_at, position

pytestmark = pytest.mark.rules

KEYS = [
    *["game", "rules", "seats", "options", "round", "steps", "turn", "round_over", "start", "acted", "shifted"],
    *["tasks", "next", "task_bag", "task_discard", "piles", "hands", "bag", "stacks", "common", "common_bag"],
    *["boxed", "points", "totals", "over", "winners"],
]


def base() -> State:
    """A sound state to spoil."""
    state = position("b2 g5 !", "b1,b3 g1 r1 v1", task_bag=["c", "nc"], common_bag=["v4", "v5"], boxed=2)
    state["hands"][2].sort(key=lambda card: card == "!")
    loaded: State = match_at(state).state_json()
    return loaded


def refused(state: Any, match: str = ".") -> str:
    with pytest.raises(ValueError, match=match) as caught:
        kt.Match.from_state_json(state, seed=1)
    assert len(str(caught.value)) > 10, "a sentence"
    return str(caught.value)


def spoilt(**changes: Any) -> State:
    return {**base(), **changes}


def test_the_keys_of_a_state_are_these() -> None:
    """§14.1"""
    assert sorted(base()) == sorted(KEYS)


def test_a_sound_state_is_accepted_and_comes_back() -> None:
    """§14.1"""
    state = base()
    assert match_at(json.loads(json.dumps(state))).state_json() == state


def test_acted_and_shifted_say_what_was_done_in_this_turn() -> None:
    """§14.2"""
    flags = []
    for moves in ([], ["!A>1"], ["~A"], ["~A", "end"]):
        state = after(position("b2 !"), *moves)
        flags.append((state["acted"], state["shifted"]))
    assert flags == [(False, False), (True, False), (True, True), (False, False)]


def test_piles_run_from_bottom_to_top_and_bags_and_hands_are_sorted() -> None:
    """§14.3"""
    state = after(position("b10 b9 b2 !", "b1 g1 r1 v1", "+1 n n n"), "b2>A1")
    assert state["piles"]["A1"] == ["b1", "b2"]
    assert state["hands"][0] == ["b9", "b10", "!"]


def test_lists_that_are_sorted_by_rule_are_accepted_in_any_order() -> None:
    """§14.3"""
    state = base()
    mixed = json.loads(json.dumps(state))
    for cards in [*mixed["hands"], mixed["bag"], mixed["common_bag"], mixed["task_bag"]]:
        cards.reverse()
    assert match_at(mixed).state_json() == state


def test_common_bag_is_null_until_the_first_reshuffle_that_had_cards() -> None:
    """§14.4"""
    state = after(position("b2", common=1), "~A")
    assert (state["common"], state["common_bag"], len(state["bag"])) == (0, None, 30)
    state = after(position("b2", "b1,b3 g1 r1 v1", common=1), "~A")
    assert (state["common"], state["common_bag"], len(state["bag"])) == (1, ["b1"], 30)
    state = after(position("b2", common_bag=["v4"]), "~A")
    assert (state["common"], state["common_bag"]) == (0, [])


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_refused(key: str) -> None:
    """§15.1"""
    state = base()
    del state[key]
    refused(state)


@pytest.mark.parametrize("key", ["seat", "moves", "Turn", "", 5])
def test_an_unknown_key_is_refused(key: Any) -> None:
    """§15.1"""
    refused({**base(), key: 0})


WRONG_TYPES: list[Any] = [None, True, 1.5, "x", -1, 10**12, [], {}, [None], {"A1": 1}, [[]], "b1"]
ALLOWED: dict[str, list[Any]] = {
    "acted": [True],
    "shifted": [],
    "over": [],
    "round_over": [],
    "winners": [[]],
    "boxed": [],
}


@pytest.mark.parametrize("value", WRONG_TYPES, ids=repr)
@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_type_or_number_is_refused(key: str, value: Any) -> None:
    """§15.1"""
    if value not in ALLOWED.get(key, []):
        refused(spoilt(**{key: value}))


@pytest.mark.parametrize("name", ["match", "tasks", "step_limit"])
def test_options_are_all_there_and_right(name: str) -> None:
    """§15.1"""
    options = base()["options"]
    refused(spoilt(options={key: value for key, value in options.items() if key != name}))
    refused(spoilt(options={**options, name: True}))
    refused(spoilt(options={**options, "more": 1}))


LISTS: dict[str, Callable[[State], list[Any]]] = {
    "hand": lambda state: state["hands"][1],
    "bag": lambda state: state["bag"],
    "common_bag": lambda state: state["common_bag"],
    "pile": lambda state: state["piles"]["A1"],
    "task_bag": lambda state: state["task_bag"],
    "task_discard": lambda state: state["task_discard"],
}


@pytest.mark.parametrize("where", LISTS)
def test_a_card_missing_doubled_or_unknown_is_refused(where: str) -> None:
    """§15.1"""
    state = base()
    LISTS[where](state).pop(0)
    refused(state)
    state = base()
    LISTS[where](state).append(LISTS[where](state)[0])
    refused(state)
    others: list[Any] = ["x", "b0", "b11", "B1", None, 5, True, ["b1"], {}]
    for other in others:
        state = base()
        LISTS[where](state)[0] = other
        refused(state)
    state = base()
    LISTS[where](state)[0] = "n" if where.startswith("task") else "y7"  # instead of another card
    refused(state)


def test_a_task_or_next_task_of_no_kind_is_refused() -> None:
    """§15.1"""
    kinds: list[Any] = ["b1", "+3", "", None, 1, []]
    for kind in kinds:
        refused(spoilt(next=kind))
        refused(spoilt(tasks={**base()["tasks"], "A1": kind}))
    refused(spoilt(tasks={**base()["tasks"], "C1": "n"}))
    refused(spoilt(piles={**base()["piles"], "C1": ["b1"]}))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "solo"),
        ("game", "Schwupps"),
        ("rules", 1),
        ("rules", 3),
        ("rules", 1.0),
        ("seats", 1),
        ("seats", 6),
        ("seats", 2),
        ("seats", 4),
        ("round", 0),
        ("round", 2),
        ("steps", 10_000),
        ("turn", 3),
        ("turn", None),
        ("round_over", True),
        ("over", True),
        ("boxed", 1),
        ("boxed", 3),
        ("boxed", 15),
        ("common", 1),
        ("common", 3),
        ("common", 111),
        ("stacks", [10, 10, 9]),
        ("stacks", [10, 10, 11]),
        ("stacks", [10, 20]),
        ("stacks", [26, 2, 2]),
        ("stacks", [31, 0, -1]),
        ("points", [1, 0, 0]),
        ("points", [0, 0]),
        ("totals", [0, 0, 0, 0]),
        ("totals", [2**31, 0, 0]),
        ("winners", [0]),
        ("winners", [3]),
    ],
)
def test_numbers_out_of_range_and_counts_that_do_not_fit_are_refused(key: str, value: Any) -> None:
    """§15.1"""
    refused(spoilt(**{key: value}))


def test_an_empty_number_pile_is_refused() -> None:
    """§15.1"""
    state = base()
    state["bag"][:0] = state["piles"]["A2"]
    state["piles"]["A2"] = []
    state["stacks"][0] += 1
    refused(state, "pile")


def test_an_aggravation_card_on_a_number_pile_or_in_the_common_bag_is_refused() -> None:
    """§15.1"""
    for where in (("piles", "A1"), ("common_bag",)):
        state = base()
        place = state["piles"]["A1"] if where[0] == "piles" else state["common_bag"]
        held = state["hands"][2]
        held[held.index("!")], place[0] = place[0], "!"
        refused(state, "aggravation")


def test_tasks_that_do_not_fit_the_options_are_refused() -> None:
    """§15.1"""
    state = base()
    split = {**state["options"]["tasks"], "n": 5, "c": 3}
    refused(spoilt(options={**state["options"], "tasks": split}))


def test_shifted_without_acted_is_refused() -> None:
    """§15.1"""
    refused(spoilt(shifted=True), "shifted")
    assert match_at(spoilt(shifted=True, acted=True)).moves(0)


def test_a_start_that_does_not_fit_the_round_is_refused() -> None:
    """§15.1"""
    refused(spoilt(start=1), "start")
    options = {**base()["options"], "match": "tournament"}
    assert match_at(spoilt(options=options, round=3, start=2)).actors() == (0,)
    refused(spoilt(options=options, round=3, start=1), "start")
    refused(spoilt(options=options, round=4, start=0), "round")


@pytest.mark.parametrize("kind", ["single", "tournament"])
def test_a_round_beyond_those_of_the_match_is_refused_and_over_must_fit_the_last(kind: str) -> None:
    """§15.1, §10.4"""
    options = {**base()["options"], "match": kind, "rounds": 4}
    assert match_at(spoilt(options=options, round=4, start=0)).actors() == (0,)
    refused(spoilt(options=options, round=4, start=1), "start")
    refused(spoilt(options=options, round=5, start=1), "round 5 is one too many")
    last = position("b2", options={**options, "step_limit": 8}, round=4, start=0, totals=[3, 0, 0])
    ended = after(last, "~A")
    assert (ended["over"], ended["winners"]) == (True, [0])
    refused({**ended, "over": False, "winners": []}, "over does not fit the round")
    refused({**ended, "round": 3, "start": 2}, "over does not fit the round")


def test_round_over_is_true_exactly_when_a_seat_is_out_or_at_the_step_limit() -> None:
    """§15.2"""
    out = after(position("b2", "b1 g9 r9 v9", "+1 n n n", stacks=[0, 10, 10]), "b2>A1")
    stopped = after(position("b2", options={"step_limit": 8}), "~A")
    for state in (out, stopped):
        assert match_at(state).state_json() == state
        running = {**state, "round_over": False, "over": False, "turn": 0, "winners": [], "points": [0, 0, 0]}
        refused(running, "round_over")
    refused(spoilt(round_over=True, turn=None), "round_over")
    refused({**stopped, "steps": 7}, "round_over")
    empty = base()
    empty["bag"] += empty["hands"][1]
    empty["stacks"] = [10, 0, 10 + len(empty["hands"][1]) + 10]
    empty["hands"][1] = []
    refused(empty)


@pytest.mark.parametrize("winners", [[], [0, 0], [1, 0, 5], [True], ["0"], None, [0.0]])
def test_winners_are_different_seats_and_there_are_some_when_the_match_is_over(winners: Any) -> None:
    """§15.1"""
    state = after(position("b2", options={"step_limit": 8}), "~A")
    refused({**state, "winners": winners})


@pytest.mark.parametrize("state", [None, [], "schwupps", 5, True, {}, {"game": "schwupps"}])
def test_what_is_no_state_is_refused(state: Any) -> None:
    """§15.1"""
    refused(state)
