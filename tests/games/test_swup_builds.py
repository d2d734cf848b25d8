"""Building, and one build each (§5, §6 of docs/rules/swup.md)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from tests.games.swup_oracle import values
from tests.games.swup_positions import (
    State,
    after,
    build,
    legal,
    moves_at,
    paragraph,
    position,
    refusal,
    steps_at,
)

pytestmark = [pytest.mark.rules, pytest.mark.ways]

SEVEN = build(1, 7, "k4 b3")
SEVENS = build(1, 7, "k4 b3 r5 y2", double=True)
OTHER: dict[int, str] = {1: "r7 y13 y12"}


def facing(hand: str, table: str, *builds: State) -> State:
    """Seat 0 with three cards, seat 1 holding a 7."""
    return position(hand, table, *builds, hands=OTHER)


# ---- §5 -------------------------------------------------------------------------------------------------------------


def test_played_card_and_cards_of_the_table_become_a_pile_of_the_seat() -> None:
    """§5.1"""
    state = position("k2 r9", "b7 r3")
    reached = after(state, "k2 build:9 b7 done")
    assert (reached["builds"], reached["table"]) == ([build(0, 9, "k2 b7")], ["r3"])
    assert (reached["piles"], reached["last_taker"], reached["swups"]) == (state["piles"], 1, [0, 0])


def test_at_least_one_card_or_build_of_the_table_is_in_a_build() -> None:
    """§5.1"""
    state = position("k9 r9", "b7")
    assert moves_at(state, "k9 build") == []
    assert "nothing on the table makes 9" in refusal(state, "k9 build:9 done")
    assert "at least one" in refusal(position("k9 r9", "b9"), "k9 build:9 done")
    assert "k9 build:9 @1 done" in moves_at(position("k9 r9", "b7", build(1, 9, "k6 b3"), hands={1: "y9 y13"}))


def test_a_card_of_the_builds_value_is_kept_in_the_hand() -> None:
    """§5.2"""
    assert moves_at(position("k9 r8", "b9"), "k9 build") == []
    assert "must keep another card worth 9" in refusal(position("k9 r8", "b9"), "k9 build:9 b9 done")
    assert paragraph(position("k9 r8", "b9"), "k9 build:9") == "5.2"
    assert moves_at(position("r12 k1", "b2"), "r12 build") == ["r12 build:14 b2 done"]


def test_the_first_group_holds_the_played_card_alone_with_cards_or_with_one_single_build() -> None:
    """§5.3"""
    state = facing("k2 r9 b13", "y7 b5 k5", SEVEN)
    assert moves_at(state, "k2 build:9") == ["k2 build:9 y7 done", "k2 build:9 @1 done"]
    assert legal(facing("k2 r12 b13", "y7 y3", SEVEN), "k2 build:12 y3 @1 done")
    assert legal(facing("k2 r12 b13", "y7 r3", SEVEN), "k2 build:12 @1 r3 done")
    assert moves_at(facing("k2 r9 b13", "y8", SEVENS), "k2 build:9") == []


def test_further_groups_are_cards_that_add_up_and_builds_of_the_value_single_or_double() -> None:
    """§5.4"""
    for other in (SEVEN, SEVENS):
        state = facing("k6 b7 r13", "r1 y7 b6 y1", other)
        found = moves_at(state, "k6 build:7")
        assert "k6 build:7 r1 b6 y1 y7 @1 done" in found
        assert "k6 build:7 y1 @1 done" in found
        assert after(state, "k6 build:7 r1 y7 @1 done")["builds"][0]["double"]
    assert after(facing("k7 b7 r13", "", SEVEN), "k7 build:7 @1 done")["builds"] == [
        build(0, 7, "k4 k7 b3", double=True)
    ]


def test_two_builds_are_no_summands_of_one_group() -> None:
    """§5.5"""
    state = position("k2 r12 b13", "", SEVEN, build(2, 3, "k1 y2"), seats=3, hands={1: "r7 y13 y12", 2: "y3 y11 y10"})
    assert moves_at(state, "k2 build:12") == []
    state["builds"][1] = build(2, 3, "k1 y2")
    more = position(
        "k2 r12 b13", "r3 y5", SEVEN, build(2, 3, "k1 y2"), seats=3, hands={1: "r7 y13 y12", 2: "y3 y11 y10"}
    )
    assert steps_at(more, "k2 build:12 @1") == ["r3"]
    assert "Two builds never" in refusal(more, "k2 build:12 @1 @2")
    assert paragraph(more, "k2 build:12 @1 @2") == "5.5"


def test_a_double_build_keeps_its_value_and_takes_more_groups_of_it() -> None:
    """§5.6"""
    state = facing("k2 r9 b7", "y7 b5", SEVENS)
    assert [move for move in moves_at(state, "k2 build") if "@1" in move] == [
        "k2 build:7 b5 y7 @1 done",
        "k2 build:7 b5 @1 done",
    ]
    assert "double: it stays 7" in refusal(facing("k2 r9 b13", "y7", SEVENS), "k2 build:9 @1")
    assert after(state, "k2 build:7 b5 @1 done")["builds"] == [build(0, 7, "k4 b3 r5 y2 k2 b5", double=True)]


def test_a_build_of_one_group_is_single_and_can_be_raised_by_anybody() -> None:
    """§5.6"""
    state = after(facing("k2 r9 b13", "y3", SEVEN), "k2 build:9 @1 done")
    assert state["builds"] == [build(0, 9, "k4 b3 k2")]
    assert after(facing("k2 r12 b13", "y3", SEVEN), "k2 build:12 y3 @1 done")["builds"] == [build(0, 12, "k4 b3 k2 y3")]


@pytest.mark.parametrize("value", range(14, 17))
def test_no_reading_makes_a_build_single_that_another_makes_double(value: int) -> None:
    """§5.7: all sums of up to six cards, of which one of the value is kept in the hand."""
    keeper = {14: "y1", 15: "k2", 16: "r10"}[value]
    special = [card for card in ("k1", "r1", "b1", "y1", "k2", "r10") if card != keeper]
    others = ["y2", "b3", "y12", "y13"]
    for number in range(2, 7):
        for cards in combinations_with_replacement(special + others, number):
            if any(cards.count(card) > (1 if card in special else 2) for card in cards):
                continue
            totals = {0}
            for card in cards:
                totals = {total + worth for total in totals for worth in values(card) if worth <= value}
            assert len([total for total in totals if total % value == 0]) <= 1, cards


def test_a_build_belongs_to_who_played_onto_it_last_and_is_never_split() -> None:
    """§5.8"""
    state = facing("k2 r9 b13", "y7", SEVEN)
    reached = after(state, "k2 build:9 @1 done")
    assert [one["owner"] for one in reached["builds"]] == [0]
    assert legal(reached, "y13 lay"), "seat 1 owns no build any more"
    for item in ("k4", "b3"):
        assert "does not lie loose" in refusal(state, f"k2 build:9 {item}")


def test_the_own_single_build_can_be_raised() -> None:
    """§5.9"""
    state = position("k2 r9 b7", "y4", build(0, 7, "k4 b3"))
    assert after(state, "k2 build:9 @0 done")["builds"] == [build(0, 9, "k4 b3 k2")]


def test_two_builds_of_one_value_can_be_taken_and_joined_together() -> None:
    """§5.10"""
    state = position("k2 r7 b7", "b5", build(0, 7, "k6 y1"), SEVEN, hands={1: "y7 y13 y12"})
    assert "r7 take:7 @0 @1 done" in moves_at(state)
    assert "r7 take:7 @1 done" in moves_at(state)
    assert after(state, "k2 build:7 b5 @0 @1 done")["builds"] == [build(0, 7, "k6 y1 k4 b3 k2 b5", double=True)]


# ---- §6 -------------------------------------------------------------------------------------------------------------

MINE = build(0, 7, "k6 y1")


def test_a_build_move_of_an_owner_takes_the_own_build_in() -> None:
    """§6.1"""
    state = position("k2 r9 b7", "y7 b5 k9", MINE)
    assert moves_at(state, "k2 build") == [
        *["k2 build:7 b5 y7 @0 done", "k2 build:7 b5 @0 done", "k2 build:9 @0 done", "k2 build:9 @0 k9 done"],
    ]
    assert "must be in it" in refusal(position("k2 r7 b7", "y7 b5", MINE), "k2 build:7 b5 done")
    double = build(0, 7, "k6 y1 r7", double=True)
    assert "it stays 7" in refusal(position("k2 r9 b7", "y7 b5", double), "k2 build:9 y7 done")
    assert "must be part" in refusal(position("k2 r3 b7", "b1 r5", MINE), "k2 build:3 b1 done")


def test_an_owner_may_not_lay() -> None:
    """§6.2"""
    state = position("k13 r7", "y4", MINE)
    assert steps_at(state) == ["r7"]
    assert "cannot lay a card" in refusal(state, "k13 lay")
    assert "cannot lay a card" in refusal(position("k4 r7", "y4", MINE), "k4 lay")
    assert paragraph(state, "k13 lay") == paragraph(position("k4 r7", "y4", MINE), "k4 lay") == "6.2"


def test_a_move_leaves_a_card_of_the_builds_value_as_long_as_the_build_is_owned() -> None:
    """§6.3"""
    state = position("k13 r7", "y7 b5 r2", MINE)
    assert moves_at(state, "r7 take") == [
        "r7 take:7 r2 b5 y7 @0 done",
        "r7 take:7 r2 b5 @0 done",
        "r7 take:7 y7 @0 done",
        "r7 take:7 @0 done",
    ]
    assert "must be in it" in refusal(state, "r7 take:7 y7 done")
    assert moves_at(position("k7 r7", "y7", MINE), "r7 take") == [
        *["r7 take:7 y7 done", "r7 take:7 y7 @0 done", "r7 take:7 @0 done"],
    ]
    one = position("r1 k3", "y9 b4", build(0, 14, "k12 y2"))
    assert moves_at(one, "r1") == ["r1 take:14 @0 done"]
    assert "last card worth 14" in refusal(position("r1 k3", "y1", build(0, 14, "k12 y2")), "r1 take:1 y1 done")


def test_no_build_is_on_the_table_when_the_hands_are_empty() -> None:
    """§6.3"""
    state = position("r7", "y4", MINE)
    assert moves_at(state) == ["r7 take:7 @0 done"]


def test_an_owner_may_take_something_else() -> None:
    """§6.4"""
    state = position("k4 r7", "y4", MINE)
    assert moves_at(state, "k4") == ["k4 take:4 y4 done"]
    assert after(state, "k4 take:4 y4 done")["builds"] == [MINE]


def test_an_owner_may_touch_another_build_only_if_both_end_in_one_pile() -> None:
    """§6.5"""
    state = position("k2 r9 b7", "y7", MINE, build(1, 5, "k4 b1"), hands={1: "r5 y13 y12"})
    joined = [move for move in moves_at(state, "k2 build") if "@1" in move]
    assert joined == ["k2 build:7 @1 y7 @0 done", "k2 build:7 @1 @0 done"]
    assert after(state, "k2 build:7 @1 @0 done")["builds"] == [build(0, 7, "k6 y1 k4 b1 k2", double=True)]
    higher = position("k2 r9 b7", "y7", MINE, build(1, 9, "k8 b1"), hands={1: "y9 y13 y12"})
    assert [move for move in moves_at(higher, "k2 build") if "@1" in move] == ["k2 build:9 @0 @1 done"]
    barred = position("k2 r9 b7", "y3", MINE, build(1, 4, "k3 b1"), hands={1: "r4 y13 y12"})
    assert steps_at(barred, "k2 build:9") == ["@0"]
    assert "your own one could no longer get in" in refusal(barred, "k2 build:9 @1")
    assert paragraph(barred, "k2 build:9 @1") == "6.5"


def test_the_order_of_picking_rests_on_paragraphs_for_players() -> None:
    """§3.3, §4.6, §5.11"""
    state = position("k2 k11 r9 y11", "y5 y6 y7 b9", build(1, 11, "k4 b7"), hands={1: "b11 b13 r13 y13"})
    found = {
        "take:7": "3.3",
        "k11 y5": "3.3",
        "k11 take:11 lay": "3.3",
        "k11 take:11 b9": "4.6",
        "k11 take:11 y5 @1": "4.6",
        "k2 build:9 b9": "5.11",
        "k2 build:9 @1": "5.11",
    }
    assert {move: paragraph(state, move) for move in found} == found
