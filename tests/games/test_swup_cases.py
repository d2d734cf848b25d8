"""The worked cases (§13 of docs/rules/swup.md)."""

from __future__ import annotations

import pytest

from tests.games.swup_positions import CARDS, after, build, legal, match_at, moves_at, position, refusal, steps_at

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def test_black_11_takes_yellow_11_or_5_and_6_or_all_three_and_not_red_3() -> None:
    """§13.1"""
    assert moves_at(position("k11", "y5 b6 y11 r3"), "k11 take:") == [
        "k11 take:11 b6 y5 done",
        "k11 take:11 b6 y5 y11 done",
        "k11 take:11 y11 done",
    ]


def test_build_9_needs_another_9_in_hand_and_build_17_never_is() -> None:
    """§13.2"""
    assert moves_at(position("k2 r9", "b7"), "k2 build:") == ["k2 build:9 b7 done"]
    assert moves_at(position("k2 r8", "b7"), "k2 build:") == []
    assert not legal(position("k2 r9", "y13 b2"), "k2 build:17 y13 b2 done")


def test_a_single_build_of_10_is_raised_to_11_and_changes_hands_and_a_double_one_is_not() -> None:
    """§13.3"""
    tens = build(0, 10, "k7 b3")
    state = position("b1 r11", "r3", tens, turn=1, hands={0: "y10"})
    assert "b1 build:11 @0 done" in moves_at(state)
    assert after(state, "b1 build:11 @0 done")["builds"] == [build(1, 11, "k7 b3 b1")]
    double = build(0, 10, "k7 b3 k4 b6", double=True)
    assert moves_at(position("b1 r11", "r3", double, turn=1, hands={0: "y10"}), "b1 build:11") == []


def test_an_own_build_of_7_with_a_loose_black_5_becomes_a_double_7() -> None:
    """§13.4"""
    state = position("b2 y7", "k5", build(0, 7, "k4 b3"))
    assert after(state, "b2 build:7 k5 @0 done")["builds"] == [build(0, 7, "k4 b3 k5 b2", double=True)]


def test_a_7_on_a_7_is_a_double_7_or_a_single_14() -> None:
    """§13.5"""
    assert moves_at(position("b7 y7", "r7"), "b7 build:") == ["b7 build:7 r7 done"]
    assert after(position("b7 y7", "r7"), "b7 build:7 r7 done")["builds"] == [build(0, 7, "r7 b7", double=True)]
    both = position("b7 y7 k1", "r7")
    assert moves_at(both, "b7 build:") == ["b7 build:7 r7 done", "b7 build:14 r7 done"]
    assert after(both, "b7 build:14 r7 done")["builds"] == [build(0, 14, "r7 b7")]


def test_red_10_takes_as_16_and_as_10() -> None:
    """§13.6"""
    assert moves_at(position("r10", "y1 b2"), "r10 take:") == ["r10 take:16 b2 y1 done"]
    assert moves_at(position("r10", "y1 b9"), "r10 take:") == ["r10 take:10 b9 y1 done"]


def test_14_out_of_two_ones_and_a_13_is_double_and_out_of_one_of_each_single() -> None:
    """§13.7"""
    state = position("k1 b1", "r1 y13")
    assert after(state, "k1 build:14 r1 y13 done")["builds"] == [build(0, 14, "k1 r1 y13", double=True)]
    assert after(state, "k1 build:14 y13 done")["builds"] == [build(0, 14, "k1 y13")]


def test_whose_only_9_is_the_last_card_must_take_the_build_of_9() -> None:
    """§13.8"""
    state = position("r9", "k9 b9 r4 b5 y3", build(0, 9, "k4 y5"))
    takes = moves_at(state)
    assert len(takes) == 2 ** len(["k9", "b9", "r4 b5"])
    assert all("@0" in move for move in takes)
    assert "r9 take:9 k9 b9 @0 done" in takes
    assert "must be in it" in refusal(state, "r9 take:9 k9 done")
    assert not legal(state, "r9 build:9 k9 @0 done")
    assert not legal(state, "r9 lay")


def test_the_very_last_card_clears_the_table_and_that_is_no_swup() -> None:
    """§13.9"""
    piles = [" ".join(CARDS[i:51:4]) for i in range(4)]
    taken = {"k9", "r9"}
    piles = [" ".join(card for card in pile.split() if card not in taken) for pile in piles]
    piles[0] += " y13"
    state = position("k9", "r9", seats=4, turn=3, piles=piles, last_taker=0)
    reached = after(state, "k9 take:9 r9 done")
    assert (reached["round_over"], reached["table"], reached["swups"]) == (True, [], [0, 0, 0, 0])
    assert taken <= set(reached["piles"][3])
    assert reached["last_taker"] == 3
    without = after({**state, "options": {**state["options"], "last_cards": 0}}, "k9 take:9 r9 done")
    gained = [one - other for one, other in zip(reached["points"], without["points"], strict=True)]
    assert gained == [0, 0, 0, 1]


def test_with_26_cards_each_nobody_gets_the_point_for_most_cards() -> None:
    """§13.10"""
    piles = [" ".join(CARDS[:26]), " ".join(CARDS[26:50])]
    state = position("y13", "y12", turn=1, piles=piles, last_taker=1)
    reached = after(state, "y13 lay")
    assert [len(pile) for pile in reached["piles"]] == [26, 26]
    assert reached["points"] == [2 + 1 + 1 + 2 + 1, 1 + 1 + 1]


def test_a_card_that_keeps_the_own_build_out_is_not_offered() -> None:
    """§13.11"""
    state = position("b2 y9 k7", "r7", build(0, 7, "k4 b3"))
    assert steps_at(state, "b2 build:9") == ["@0"]
    assert "could no longer get in" in refusal(state, "b2 build:9 r7")


def test_the_group_of_the_played_card_comes_first_and_groups_are_not_mixed() -> None:
    """§13.12"""
    state = position("b2 y7", "k5", build(0, 7, "k4 b3"))
    assert legal(state, "b2 build:7 k5 @0 done")
    assert not legal(state, "b2 build:7 @0 k5 done")
    table = position("k11", "y5 b6 y11")
    assert not legal(table, "k11 take:11 y5 y11 b6 done")
    assert legal(table, "k11 take:11 y5 b6 y11 done")
    assert legal(table, "k11 take:11 y11 b6 y5 done")
    match = match_at(table)
    match.play(0, "k11 take:11 y11 y5 b6 done")
    assert match.state_json()["table"] == []
