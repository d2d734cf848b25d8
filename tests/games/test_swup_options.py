"""Options (§10 of docs/rules/swup.md, §4 of docs/rules/README.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.games.swup_positions import CARDS, after, build, legal, moves_at, position, refusal, steps_at

pytestmark = pytest.mark.rules

NAMES = ["most_cards", "most_black", "last_cards", "builds_in_sums"]
IN_SUMS = {"builds_in_sums": True}
FIVE = build(1, 5, "k3 b2")


def made(**options: Any) -> dict[str, Any]:
    chosen: dict[str, Any] = kt.Match("swup", 2, seed=1, options=options).state_json()["options"]
    return chosen


def refused(**options: Any) -> str:
    with pytest.raises(ValueError, match=r"[Oo]ption") as caught:
        made(**options)
    return str(caught.value)


def test_the_points_of_a_score_block_can_be_chosen() -> None:
    """§10.1"""
    assert made() == {"most_cards": 1, "most_black": 2, "last_cards": 1, "builds_in_sums": False}
    assert made(most_cards=0, last_cards=9) == {**made(), "most_cards": 0, "last_cards": 9}
    assert list(made(builds_in_sums=True, most_black=3)) == NAMES


def test_the_chosen_points_are_given() -> None:
    """§10.1"""
    most = " ".join(card for card in CARDS if card not in ("y13", "y12", "r2", "r3"))
    state = position("y13", "y12", turn=1, piles=[most, "r2 r3"], last_taker=1)
    usual = after(state, "y13 lay")["points"]
    chosen = {"most_cards": 3, "most_black": 7, "last_cards": 5}
    other = after({**state, "options": {**state["options"], **chosen}}, "y13 lay")["points"]
    assert [one - before for one, before in zip(other, usual, strict=True)] == [2 + 5, 4]


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], -1, 10, 2**31])
@pytest.mark.parametrize("name", NAMES[:3])
def test_points_are_whole_numbers_from_0_to_9(name: str, value: Any) -> None:
    """§10.1"""
    sentence = refused(**{name: value})
    assert name in sentence
    assert "0-9" in sentence
    assert json.dumps(value) in sentence


@pytest.mark.parametrize("value", [0, 1, "true", None, [True]])
def test_builds_in_sums_is_true_or_false(value: Any) -> None:
    """§10.2"""
    sentence = refused(builds_in_sums=value)
    assert "builds_in_sums" in sentence
    assert "true, false" in sentence


def test_with_builds_in_sums_a_single_build_and_loose_cards_make_a_group_of_a_take() -> None:
    """§10.2"""
    hands = {1: "y5 y13"}
    for options, takes in (
        (IN_SUMS, ["r9 take:9 r4 @1 done", "r9 take:9 r4 @1 y9 done", "r9 take:9 y9 done"]),
        ({}, 1),
    ):
        found = moves_at(position("r9 y2", "r4 y9", FIVE, hands=hands, options=options), "r9 take")
        assert found == (takes if options else ["r9 take:9 y9 done"])
    state = position("r9 y2", "r4 y9", FIVE, hands=hands, options=IN_SUMS)
    assert legal(state, "r9 take:9 @1 r4 done")
    assert legal(state, "r9 take:9 y9 @1 r4 done")
    assert not legal(state, "r9 take:9 @1 y9 r4 done")
    assert after(state, "r9 take:9 r4 @1 y9 done")["swups"] == [1, 0]


def test_never_two_builds_in_a_sum_and_never_a_double_one() -> None:
    """§10.2"""
    two = position(
        "r9 y2", "r4", FIVE, build(2, 4, "k1 r3"), seats=3, hands={1: "y5 y13", 2: "b4 y12"}, options=IN_SUMS
    )
    assert moves_at(two, "r9 take") == ["r9 take:9 r4 @1 done"]
    assert "Two builds never" in refusal(two, "r9 take:9 @1 @2")
    double = build(1, 5, "k3 b2 k4 b1", double=True)
    assert moves_at(position("r9 y2", "r4", double, hands={1: "y5 y13"}, options=IN_SUMS), "r9 take") == []


def test_the_own_build_can_be_in_a_sum_too_even_if_its_promise_is_played() -> None:
    """§10.2"""
    state = position("r10 y3", "r6 k13", build(0, 10, "k8 b2"), options=IN_SUMS)
    assert moves_at(state, "r10 take:16") == ["r10 take:16 r6 @0 done"]
    assert after(state, "r10 take:16 r6 @0 done")["builds"] == []
    lacking = position("r10 y3", "y9 r7 k6", build(0, 10, "k8 b2"), options=IN_SUMS)
    assert steps_at(lacking, "r10 take:16") == ["k6", "r7", "y9", "@0"]
    assert steps_at(lacking, "r10 take:16 k6") == ["@0"]
    both = position("k2 y3", "y6 b7 k8 r5 b10", build(0, 2, "k1 r1"), options=IN_SUMS)
    assert moves_at(both, "k2 take:15") == [
        *["k2 take:15 k8 r5 @0 done", "k2 take:15 r5 b10 b7 y6 @0 done", "k2 take:15 b7 y6 @0 done"],
    ]
    assert steps_at(both, "k2 take:15 r5") == ["k8", "b10", "@0"]
    assert steps_at(both, "k2 take:15 r5 b10") == ["b7", "y6", "@0"], "13 stays for the own build of 2"
    assert legal(both, "k2 take:15 b7 y6 @0 r5 b10 done")


def test_building_is_not_affected() -> None:
    """§10.2"""
    for table in ("r4 y9", "k6 y1"):
        states = [
            position("r4 r9", table.replace("r4", "b4"), FIVE, hands={1: "y5 y13"}, options=o) for o in ({}, IN_SUMS)
        ]
        assert moves_at(states[0], "r4 build") == moves_at(states[1], "r4 build")
    state = position("r9 b9", "r4 y9", FIVE, hands={1: "y5 y13"}, options=IN_SUMS)
    assert moves_at(state, "r9 build") == ["r9 build:9 y9 done"]


def test_an_unknown_option_is_refused_with_the_names_there_are() -> None:
    """§10.1"""
    sentence = refused(stars=5)
    assert "stars" in sentence
    assert ", ".join(NAMES) in sentence


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, 2.0, "2", None])
def test_a_number_of_seats_out_of_range_is_refused(seats: Any) -> None:
    """§2.1"""
    with pytest.raises(ValueError, match="2-4"):
        kt.Match("swup", seats)
