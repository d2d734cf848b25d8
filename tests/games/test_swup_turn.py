"""Cards, deal, turn and taking (§1-4 of docs/rules/swup.md)."""

from __future__ import annotations

from collections import Counter

import pytest

import kartentisch as kt
from kartentisch.games.swup import LAYOUT
from tests.games.swup_positions import (
    CARDS,
    State,
    after,
    build,
    legal,
    match_at,
    moves_at,
    position,
    refusal,
    steps_at,
)

pytestmark = pytest.mark.rules

NINE = build(1, 9, "k7 b2")


def lying(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    piles = [
        state["table"],
        state["deck"],
        *state["hands"],
        *state["piles"],
        *(one["cards"] for one in state["builds"]),
    ]
    return Counter(card for pile in piles for card in pile)


# ---- §1 -------------------------------------------------------------------------------------------------------------


def test_there_are_52_cards_black_red_blue_and_yellow_from_1_to_13() -> None:
    """§1.1"""
    assert LAYOUT.packs[0].tokens == tuple(CARDS)
    for seats in (2, 3, 4):
        assert lying(kt.Match("swup", seats, seed=seats).state_json()) == Counter(CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_worth_its_number_and_six_cards_have_a_second_value(card: str) -> None:
    """§1.2"""
    second = {"k1": 14, "r1": 14, "b1": 14, "y1": 14, "k2": 15, "r10": 16}
    values = {int(card[1:]), second.get(card, int(card[1:]))}
    found = set()
    for value in range(1, 17):
        made = {1: "1", 14: "12 2", 15: "12 3", 16: "12 4"}.get(value, str(value))
        colours = "y" if card[0] != "y" else "b"
        table = " ".join(f"{colours}{number}" for number in made.split())
        if card != "k5" and legal(position(card, table), f"{card} take:{value} {table} done"):
            found.add(value)
    assert found == (values if card != "k5" else set())


def test_either_value_counts_on_the_table_in_the_hand_and_played() -> None:
    """§1.2"""
    assert moves_at(position("r13", "y1 b12"), "r13 take") == ["r13 take:13 b12 y1 done"]
    assert "k2 build:14 b12 done" in moves_at(position("k2 y1", "b12"))
    assert "k2 build:16 y1 done" in moves_at(position("k2 r10", "y1"))
    assert moves_at(position("y1 k3", "b13 k12"), "y1 build:15") == []
    assert moves_at(position("y1 k2", "b1 r1"), "y1 build:15") == ["y1 build:15 r1 done", "y1 build:15 b1 done"]


def test_a_card_of_two_values_counts_in_each_group_with_one_and_two_equal_ones_may_differ() -> None:
    """§1.3"""
    state = position("b1", "k1 r1 y13")
    assert "b1 take:14 k1 r1 y13 done" in moves_at(state)
    assert legal(state, "b1 take:14 k1 y13 r1 done")
    assert legal(state, "b1 take:14 y13 r1 k1 done")


def test_there_are_seven_stars() -> None:
    """§1.4"""
    for card, number in {"k1": 1, "r1": 1, "b1": 1, "y1": 1, "k2": 1, "r10": 2, "k5": 0, "b10": 0, "y2": 0}.items():
        rest = [other for other in CARDS if other not in (card, "y13", "y12")]
        taken = [card, *[other for other in rest if other not in ("k2", "r10", "k1", "r1", "b1", "y1")][:30]]
        stars = {"k1", "r1", "b1", "y1", "k2", "r10"} - {card}
        piles = [" ".join(taken), " ".join(other for other in rest if other not in taken)]
        reached = after(position("y13", "y12", turn=1, piles=piles, last_taker=0), "y13 lay")
        without = reached["points"][0] - 1 - 1 - (2 if sum(c[0] == "k" for c in taken) > 6 else 0)
        assert without == number
        assert reached["points"][1] == sum(2 if star == "r10" else 1 for star in stars)


# ---- §2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_pass_to_the_left(seats: int) -> None:
    """§2.1"""
    match = kt.Match("swup", seats, seed=3)
    turns = []
    for _ in range(9):
        (seat,) = match.actors()
        turns.append(seat)
        match.play(seat, match.moves(seat)[0])
    assert turns == [turn % seats for turn in range(9)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_left_of_the_dealer_begins_and_the_last_seat_deals_first(seats: int) -> None:
    """§2.2, §2.3"""
    match = kt.Match("swup", seats, seed=1)
    for number in range(1, seats + 1):
        state = match.state_json()
        assert (state["round"], state["dealer"]) == (number, (number - 2) % seats)
        assert state["turn"] == (state["dealer"] + 1) % seats == number - 1
        while not match.round_over:
            (seat,) = match.actors()
            match.play(seat, match.moves(seat)[-1])
        if not match.over:
            match.next_round()
    assert match.over


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_cards_lie_on_the_table_and_each_seat_gets_four(seats: int) -> None:
    """§2.4"""
    state = kt.Match("swup", seats, seed=2).state_json()
    assert (len(state["table"]), [len(hand) for hand in state["hands"]]) == (4, [4] * seats)


@pytest.mark.parametrize(("seats", "deals"), [(2, 6), (3, 4), (4, 3)])
def test_when_all_hands_are_empty_each_seat_gets_four_more_until_the_deck_is_gone(seats: int, deals: int) -> None:
    """§2.5"""
    match = kt.Match("swup", seats, seed=5)
    dealt = 1
    while not match.round_over:
        (seat,) = match.actors()
        before = match.state_json()
        card = match.steps(seat)[-1]
        match.play(seat, "k5" if card == "k5" else f"{card} lay")
        state = match.state_json()
        if len(state["deck"]) < len(before["deck"]):
            dealt += 1
            assert [len(hand) for hand in state["hands"]] == [4] * seats
            assert state["turn"] == (state["dealer"] + 1) % seats
        if not state["round_over"]:
            assert len(state["table"]) == (0 if card == "k5" else len(before["table"]) + 1)
    assert dealt == deals


def test_the_last_deal_is_announced() -> None:
    """§2.6"""
    from kartentisch.words import swup
    from kartentisch.words.language import language

    for deals in (1, 2):
        state = position("y13", "y12", turn=1, deals=deals)
        match = match_at(state)
        before = match.view(0)
        match.play(1, "y13 lay")
        said = [swup.sentence(language("en"), one) for one in swup.tell(before, match.view(0), 1, ["y13", "lay"])]
        assert any("Last cards" in sentence for sentence in said) == (deals == 1)


# ---- §3 -------------------------------------------------------------------------------------------------------------


def test_a_turn_is_one_card_laid_taking_or_building() -> None:
    """§3.1"""
    state = position("k2 r9", "b7 y9")
    assert {move.split()[1].partition(":")[0] for move in moves_at(state)} == {"lay", "take", "build"}
    for move in ("r9 lay", "r9 take:9 y9 done", "k2 build:9 b7 done"):
        reached = after(state, move)
        assert (len(reached["hands"][0]), reached["turn"]) == (1, 1)
    assert "begins with a card" in refusal(state, "done")
    assert "do not have" in refusal(state, "y9 lay")
    assert "Say first" in refusal(state, "r9 y9")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_but_the_seat_in_turn_may_act(seats: int) -> None:
    """§3.1"""
    match = match_at(position("k2 r9", "b7", seats=seats))
    assert match.actors() == (0,)
    for seat in range(1, seats):
        assert (match.moves(seat), match.steps(seat)) == ([], [])
        with pytest.raises(kt.IllegalMove, match="not your turn"):
            match.play(seat, "k2 lay")


def test_a_card_that_is_laid_joins_the_loose_cards() -> None:
    """§3.2"""
    reached = after(position("k2 r9", "b7 r3", NINE, hands={1: "b9 k4"}), "r9 lay")
    assert (reached["table"], reached["hands"][0], reached["last_taker"]) == (["b7", "r3", "r9"], ["k2"], 1)
    assert reached["builds"] == [NINE]


# ---- §4 -------------------------------------------------------------------------------------------------------------


def test_groups_of_a_take_are_loose_cards_that_add_up_or_a_build_of_that_value_of_anybody() -> None:
    """§4.1"""
    state = position("r9 y9", "b5 k4 b9", NINE, build(0, 9, "k6 b3"), hands={1: "k9 k3"})
    takes = moves_at(state, "r9 take:9")
    assert len(takes) == 2**4 - 1
    assert "r9 take:9 k4 b5 b9 @0 @1 done" in takes
    assert moves_at(position("r8 y2", "b5 k4 b9"), "r8 take") == []
    assert "nothing on the table" in refusal(position("r8 y2", "b5 k4 b9"), "r8 take:8 b5 done")
    assert "is worth 8, not 9" in refusal(position("r8 y2", "b5 k4 b9"), "r8 take:9 b9 done")
    assert "at least one" in refusal(state, "r9 take:9 done")


def test_nobody_has_to_take_and_who_takes_need_not_take_all() -> None:
    """§4.2"""
    assert moves_at(position("r9", "y9 b9"), "r9") == [
        *["r9 lay", "r9 take:9 b9 done", "r9 take:9 b9 y9 done", "r9 take:9 y9 done"],
    ]


def test_played_card_and_groups_go_to_the_pile() -> None:
    """§4.3"""
    state = position("r9 y13", "b9 k3", NINE, hands={1: "k9 k12"})
    reached = after(state, "r9 take:9 b9 @1 done")
    assert reached["piles"] == [["k7", "r9", "b2", "b9"], state["piles"][1]]
    assert (reached["table"], reached["builds"], reached["last_taker"]) == (["k3"], [], 0)


def test_a_build_is_taken_whole_by_a_card_of_its_value_and_is_no_summand() -> None:
    """§4.4"""
    state = position("r12 y9", "b3", NINE, hands={1: "k9 k12"})
    assert moves_at(state, "r12 take") == []
    assert steps_at(state, "y9 take:9") == ["@1"]
    assert "taken as a whole" in refusal(position("r12 y9", "b3 y12", NINE, hands={1: "k9 k11"}), "r12 take:12 @1")


def test_how_items_were_grouped_does_not_count() -> None:
    """§4.5"""
    state = position("k11", "y5 b6 r5 y6")
    every = moves_at(state, "k11 take:11")
    assert len(every) == 5
    one, other = "k11 take:11 b6 y5 y6 r5 done", "k11 take:11 b6 r5 y5 y6 done"
    assert after(state, one) == after(state, other)
    assert len([move for move in every if len(move.split()) == 7]) == 1
