"""Cards and deal (§1, §2 of docs/rules/solo.md)."""

from __future__ import annotations

from collections import Counter

import pytest

import kartentisch as kt
from tests.games.solo_oracle import PACK, cards_of, number
from tests.games.solo_positions import after, moves_at, position

pytestmark = pytest.mark.rules


def test_the_pack_has_two_of_each_number_card() -> None:
    """§1.1"""
    state = kt.Match("solo", 4, seed=1).state_json()
    cards = cards_of(state)
    assert sum(cards.values()) == 120
    assert all(cards[f"{colour}{value}"] == 2 for colour in "rgby" for value in range(1, 10))


def test_the_pack_has_these_action_cards() -> None:
    """§1.2, §1.3, §1.4"""
    state = kt.Match("solo", 2, seed=5).state_json()
    cards = cards_of(state)
    assert cards == Counter(PACK)
    for colour in "rgby":
        assert [cards[colour + sign] for sign in ("S", "R", "+2", "X", "G")] == [2, 2, 2, 1, 1]
    assert [cards[card] for card in ("C", "+4", "A", "Pr", "Pg", "Pb", "Py")] == [4, 4, 4, 1, 1, 1, 1]


def test_hands_are_sorted_by_colour_then_numbers_signs_and_black_cards() -> None:
    """§1.5"""
    state = position("Py A +4 C b1 gG gX g+2 gR gS g9 g1 r5 Pr Pb", top="r5")
    assert state["hands"][0] == [
        "r5",
        "g1",
        "g9",
        "gS",
        "gR",
        "g+2",
        "gX",
        "gG",
        "b1",
        "C",
        "+4",
        "A",
        "Pr",
        "Pb",
        "Py",
    ]


@pytest.mark.parametrize("seats", range(2, 11))
def test_everybody_gets_eight_cards_and_the_rest_is_the_draw_pile(seats: int) -> None:
    """§2.1"""
    state = kt.Match("solo", seats, seed=seats).state_json()
    assert [len(hand) for hand in state["hands"]] == [8] * seats
    assert len(state["draw_bag"]) + len(state["discard"]) == 120 - 8 * seats


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_the_last_seat_deals_first_and_the_deal_moves_to_the_left(seats: int) -> None:
    """§2.2, §2.3"""
    match = kt.Match("solo", seats, seed=3, options={"step_limit": 1, "rounds": 4})
    for turn in range(4):
        state = match.state_json()
        assert state["dealer"] == (seats - 1 + turn) % seats
        assert (state["turn"], state["direction"]) == (turn % seats, 1)
        match.play(match.actors()[0], "draw")
        assert match.round_over
        if not match.over:
            match.next_round()


def test_the_round_begins_anew_with_play_to_the_left() -> None:
    """§2.3"""
    match = kt.Match.from_state_json(position("r1", direction=-1, others=1), seed=1)
    match.play(0, "r1")
    match.next_round()
    assert (match.state_json()["direction"], match.state_json()["dealer"], match.state_json()["turn"]) == (1, 0, 1)


def test_cards_are_turned_up_until_a_number_card_lies_on_top() -> None:
    """§2.4: those before it stay there, without effect."""
    lengths = set()
    for seed in range(60):
        state = kt.Match("solo", 3, seed=seed).state_json()
        *under, top = state["discard"]
        assert number(top)
        assert not any(number(card) for card in under)
        assert (state["colour"], state["phase"], state["pending"]) == (top[0], "turn", 0)
        lengths.add(len(under))
    assert len(lengths) > 2


def test_where_no_number_card_shows_up_any_card_fits() -> None:
    """§2.5"""
    state = position("r1 g2 bS y+2 A Pr", top="gS", colour="*")
    assert len({move.split()[0] for move in moves_at(state)} - {"draw"}) == 6
    assert after(state, "r1")["colour"] == "r"
