"""state_json, and what from_state_json refuses (§14, §15 of docs/rules/swup.md, §5 of docs/rules/README.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import kartentisch as kt
from tests.games.swup_positions import CARDS, State, after, base, match_at, position, refused

pytestmark = pytest.mark.rules

KEYS = [
    *[
        "game",
        "rules",
        "seats",
        "options",
        "round",
        "steps",
        "turn",
        "round_over",
        "dealer",
        "hands",
        "table",
        "builds",
    ],
    *["deck", "piles", "swups", "last_taker", "points", "totals", "over", "winners"],
]


def spoilt(**changes: Any) -> State:
    return {**base(), **changes}


# ---- §14 ------------------------------------------------------------------------------------------------------------


def test_the_keys_of_a_state_are_these() -> None:
    """§14.1"""
    assert list(base()) == KEYS
    options = ["most_cards", "most_black", "last_cards", "builds_in_sums", "rounds", "swup_points", "star_points"]
    assert list(base()["options"]) == options
    assert list(base()["builds"][0]) == ["owner", "value", "double", "cards"]


def test_a_sound_state_is_accepted_and_comes_back() -> None:
    """§14.1"""
    state = base()
    assert match_at(json.loads(json.dumps(state))).state_json() == state


def test_the_table_is_in_the_order_laid_and_all_else_is_sorted() -> None:
    """§14.2"""
    state = position("k2 y13 r9", "y5 k9 b6", hands={1: "y11 k3 k4"})
    reached = after(state, "y13 lay", "k3 lay", "k2 lay", "y11 take:11 b6 y5 done", "r9 lay")
    assert reached["table"] == ["k9", "y13", "k3", "k2", "r9"]
    assert {"b6", "y5", "y11"} <= set(reached["piles"][1])
    assert reached["piles"][1] == sorted(reached["piles"][1], key=CARDS.index)
    built = after(position("y2 r9", "b7"), "y2 build:9 b7 done")
    assert built["builds"][0]["cards"] == ["b7", "y2"]


def test_only_the_order_of_the_table_counts_in_what_is_handed_in() -> None:
    """§14.2"""
    state = base()
    mixed = json.loads(json.dumps(state))
    for cards in [*mixed["hands"], mixed["deck"], *mixed["piles"], *(one["cards"] for one in mixed["builds"])]:
        cards.reverse()
    mixed["builds"].reverse()
    assert match_at(mixed).state_json() == state
    mixed["table"].reverse()
    assert match_at(mixed).state_json() == {**state, "table": state["table"][::-1]}


def test_steps_count_tokens_and_a_round_has_48_turns() -> None:
    """§14.3"""
    state = position("y2 r9 k5", "b7 k9")
    assert after(state, "y2 build:9 b7 done")["steps"] == state["steps"] + 4
    assert after(state, "r9 lay")["steps"] == state["steps"] + 2
    assert after(state, "k5")["steps"] == state["steps"] + 1
    for seats in (2, 3, 4):
        match = kt.Match("swup", seats, seed=4)
        turns = 0
        while not match.round_over:
            (seat,) = match.actors()
            move = match.steps(seat)[0]
            while offered := match.steps(seat, move):
                move = f"{move} {offered[0]}"
            match.play(seat, move)
            turns += 1
        assert turns == 48


def test_last_taker_is_null_until_somebody_takes_in_the_round() -> None:
    """§14.3"""
    match = kt.Match("swup", 2, seed=1)
    assert match.state_json()["last_taker"] is None
    fresh = position("r9 k1 k2 k3", "b9 k7 k11 k12", piles=["", ""])
    assert after(fresh, "r9 take:9 b9 done")["last_taker"] == 0
    assert after(fresh, "r9 lay")["last_taker"] is None


# ---- §15 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_refused(key: str) -> None:
    """§15.1"""
    state = base()
    del state[key]
    refused(state)


@pytest.mark.parametrize("key", ["seat", "moves", "step_limit", "Turn", "", 5])
def test_an_unknown_key_is_refused(key: Any) -> None:
    """§15.1"""
    refused({**base(), key: 0})


WRONG: list[Any] = [None, True, 1.5, "x", -1, 10**12, [], {}, [None], {"A1": 1}, [[]], "b1"]
ALLOWED: dict[str, list[Any]] = {"last_taker": [None], "winners": [[]]}


@pytest.mark.parametrize("value", WRONG, ids=repr)
@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_type_or_number_is_refused(key: str, value: Any) -> None:
    """§15.1"""
    if not any(value is allowed or value == allowed for allowed in ALLOWED.get(key, [])):
        refused(spoilt(**{key: value}))


LISTS: dict[str, Callable[[State], list[Any]]] = {
    "own hand": lambda state: state["hands"][1],
    "hand": lambda state: state["hands"][2],
    "deck": lambda state: state["deck"],
    "table": lambda state: state["table"],
    "pile": lambda state: state["piles"][2],
    "build": lambda state: state["builds"][1]["cards"],
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
    state = base()
    LISTS[where](state)[0] = "y13" if where != "pile" else "k13"
    refused(state)
    others: list[Any] = ["x", "b0", "b14", "B1", "@0", None, 5, True, ["b1"], {}]
    for other in others:
        state = base()
        LISTS[where](state)[0] = other
        refused(state)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "solo"),
        ("game", "SWUP"),
        ("rules", 1),
        ("rules", 3),
        ("rules", 1.0),
        ("seats", 1),
        ("seats", 2),
        ("seats", 4),
        ("seats", 5),
        ("round", 0),
        ("round", 2),
        ("round", 4),
        ("steps", -1),
        ("steps", 1.0),
        ("turn", 0),
        ("turn", 2),
        ("turn", 3),
        ("turn", None),
        ("dealer", 0),
        ("dealer", 1),
        ("dealer", 3),
        ("last_taker", 3),
        ("last_taker", -1),
        ("swups", [0, 0]),
        ("swups", [0, 0, -1]),
        ("swups", [0, 0, 49]),
        ("swups", [0, 0, 0, 0]),
        ("points", [1, 0, 0]),
        ("points", [0, 0]),
        ("totals", [0, 0, 0, 0]),
        ("totals", [2**31, 0, 0]),
        ("winners", [0]),
        ("winners", [3]),
        ("over", True),
        ("round_over", True),
    ],
)
def test_numbers_out_of_range_and_what_does_not_fit_are_refused(key: str, value: Any) -> None:
    """§15.1, §15.2"""
    refused(spoilt(**{key: value}))


def test_a_dealer_that_does_not_fit_the_round_is_refused() -> None:
    """§15.1"""
    for number, dealer in ((1, 2), (2, 0), (3, 1)):
        state = position("y7 k10", "b7", seats=3, round=number, dealer=dealer) | {"turn": (dealer + 1) % 3}
        assert match_at(state).actors() == (state["turn"],)
        for other in {0, 1, 2} - {dealer}:
            refused({**state, "dealer": other, "turn": (other + 1) % 3}, "dealer")
    refused(position("y7 k10", "b7", seats=3, round=4), "round")


def test_a_deck_that_no_deal_leaves_is_refused() -> None:
    """§15.1"""
    state = base()
    for number in (1, 4, 8, 11):
        spoiled = base()
        spoiled["piles"][0] += [spoiled["deck"].pop() for _ in range(number)]
        refused(spoiled, "deck")
    full = position("k2", "b7 y4", seats=2)
    full["deck"] = [card for pile in full["piles"] for card in pile]
    full["piles"] = [[], []]
    assert len(full["deck"]) == 48
    refused(full, "48")
    assert match_at({**state, "deck": state["deck"]}).actors() == (1,)


@pytest.mark.parametrize(
    "sizes", [(3, 3, 3), (2, 2, 3), (2, 3, 2), (1, 3, 3), (3, 2, 3), (4, 5, 5), (0, 0, 0), (2, 3, 4)]
)
def test_hand_sizes_that_do_not_fit_dealer_turn_and_each_other_are_refused(sizes: tuple[int, ...]) -> None:
    """§15.1"""
    state = position("y7 k10 r3", "b7", seats=3, turn=1, hands={0: "y9 k8", 2: "k5 b2 b3"})
    assert match_at(state).actors() == (1,)
    cards = [card for hand in state["hands"] for card in hand] + state["piles"][2]
    state["hands"] = [[cards.pop(0) for _ in range(size)] for size in sizes]
    state["piles"][2] = cards
    refused(state, "hand|round_over")


def test_round_over_is_true_exactly_when_hands_and_deck_are_empty() -> None:
    """§15.2"""
    last = after(position("r9", "b8", turn=1, last_taker=0), "r9 lay")
    assert match_at(last).state_json() == last
    refused({**last, "round_over": False, "turn": 0, "points": [0, 0]}, "round_over")
    refused(spoilt(round_over=True, turn=None), "round_over")
    refused({**last, "over": True, "winners": [0]}, "over")
    second = {**last, "round": 2, "dealer": 0}
    refused(second, "over")
    assert match_at({**second, "over": True, "winners": [0]}).over


def test_a_last_taker_that_is_no_seat_is_refused() -> None:
    """§15.2"""
    refused(spoilt(last_taker=3), "last")
    assert match_at(spoilt(last_taker=0, piles=base()["piles"][::-1])).actors() == (1,)


def test_a_last_taker_that_does_not_fit_the_piles_is_refused() -> None:
    """§15.4"""
    refused(spoilt(last_taker=None), "last_taker must be a seat")
    refused(spoilt(last_taker=0), "nothing lies in its pile")
    fresh = position("r9 k1 k2 k3", "b9 k7 k11 k12", piles=["", ""])
    assert match_at(fresh).actors() == (0,)
    refused({**fresh, "last_taker": 1}, "nothing lies in its pile")
    last = after(position("r9", "b8", turn=1, last_taker=0), "r9 lay")
    refused({**last, "piles": [last["piles"][0][1:], []], "table": last["piles"][0][:1]}, "last cards")


def test_more_swups_than_turns_are_refused() -> None:
    """§15.4"""
    fresh = position("r9 k1 k2 k13", "b9 k7 k11", piles=["y1 y2", ""], turn=1, last_taker=0, hands={0: "r3 r4 r5"})
    assert match_at({**fresh, "swups": [1, 0]}).actors() == (1,)
    refused({**fresh, "swups": [1, 1]}, "1 turns")
    refused(spoilt(swups=[0, 0, 48]), "SWUPs")
    assert match_at(spoilt(swups=[0, 0, 3])).state_json()["swups"] == [0, 0, 3]


def test_winners_other_than_those_with_the_best_total_are_refused() -> None:
    """§15.2"""
    last = after(position("r9", "b8", turn=1, last_taker=0, totals=[0, 30]), "r9 lay")
    last |= {"round": 2, "dealer": 0, "over": True, "winners": [1]}
    assert match_at(last).winners == [1]
    for winners in ([0], [0, 1]):
        refused({**last, "winners": winners}, "winners")


@pytest.mark.parametrize("state", [None, [], "swup", 5, True, {}, {"game": "swup"}])
def test_what_is_no_state_is_refused(state: Any) -> None:
    """§15.1"""
    refused(state)
