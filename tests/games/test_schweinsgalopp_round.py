"""Material, the start of a round, turns, the gallop (§1 to §4 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import kartentisch as kt
from tests.games.schweinsgalopp_positions import (
    COLOURS,
    PACK,
    after,
    match_at,
    moves_at,
    position,
    race_cards,
    refusal,
    scoff_cards,
)

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def dealt(seats: int, seed: int, **options: Any) -> dict[str, Any]:
    return kt.Match("schweinsgalopp", seats, seed=seed, options=options).state_json()


def test_five_pigs_belong_to_nobody() -> None:
    """§1.1, §3.3"""
    state = position("y b", "y g", "y r", pigs="4 3 2 1 0")
    assert set(state["pigs"]) == set(COLOURS)
    for seat in range(3):
        assert after(state, *"yyy"[: seat + 1])["pigs"]["y"] > after(state, *"yyy"[:seat])["pigs"]["y"]


def test_the_colours_are_blue_green_red_purple_and_yellow_in_this_order() -> None:
    """§1.2"""
    assert list(dealt(2, 1)["pigs"]) == ["b", "g", "r", "v", "y"]


def test_there_are_seven_race_cards_of_each_colour() -> None:
    """§1.3"""
    for seats in (2, 3, 4):
        assert race_cards(dealt(seats, 3)) == PACK


def test_the_course_is_a_circle_of_twenty_two_spaces() -> None:
    """§1.4"""
    state = position("b", "b", "g", pigs="21 22 2 3 4")  # space 22 is space 0
    assert after(state, "b")["pigs"]["b"] == 23
    assert after(state, "b", "b")["pigs"]["b"] == 27  # jumps 24, 25 and 26, spaces 2 to 4


def test_fifty_five_scoff_cards_start_in_the_supply() -> None:
    """§1.5"""
    state = dealt(4, 1)
    assert (state["supply"], scoff_cards(state)) == (55, 55)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_passes_to_the_left(seats: int) -> None:
    """§2.1"""
    match = kt.Match("schweinsgalopp", seats, seed=2)
    for number in range(7 * seats):
        assert match.actors() == (number % seats,)
        match.play(number % seats, match.moves(number % seats)[0])


@pytest.mark.parametrize("seats", [1, 5, 0, True, 2.0])
def test_two_to_four_can_play(seats: Any) -> None:
    """§2.1"""
    with pytest.raises(ValueError, match="2-4"):
        kt.Match("schweinsgalopp", seats)


def test_seat_0_starts() -> None:
    """§2.2"""
    assert {(dealt(3, seed)["start"], dealt(3, seed)["turn"]) for seed in range(9)} == {(0, 0)}


def test_the_pigs_stand_one_behind_the_other_the_first_one_on_4() -> None:
    """§2.3"""
    for seed in range(50):
        assert sorted(dealt(2, seed)["pigs"].values()) == [0, 1, 2, 3, 4]


def test_the_lot_orders_the_pigs_in_every_round_and_all_orders_are_alike() -> None:
    """§2.4"""
    orders: Counter[str] = Counter()
    later: Counter[str] = Counter()
    for seed in range(2400):
        match = kt.Match("schweinsgalopp", 2, seed=seed)
        orders["".join(sorted(COLOURS, key=match.state_json()["pigs"].__getitem__))] += 1
        if seed < 200:
            while not match.round_over:
                match.play(match.actors()[0], match.moves(match.actors()[0])[0])
            match.next_round()
            later["".join(sorted(COLOURS, key=match.state_json()["pigs"].__getitem__))] += 1
    assert set(orders) == {"".join(order) for order in permutations(COLOURS)}
    assert sum((n - 20) ** 2 / 20 for n in orders.values()) < 180  # 119 degrees of freedom: once in 4000
    assert len(later) > 80


@pytest.mark.parametrize(("seats", "aside"), [(2, 21), (3, 14), (4, 7)])
def test_everyone_is_dealt_seven_cards_and_the_rest_is_laid_aside(seats: int, aside: int) -> None:
    """§2.5"""
    state = dealt(seats, 5)
    assert [len(hand) for hand in state["hands"]] == [7] * seats
    assert len(state["aside"]) == aside


def test_every_card_is_as_likely_in_every_place() -> None:
    """§2.5"""
    places = [Counter[str]() for _ in range(5)]
    most: Counter[int] = Counter()
    for seed in range(1000):
        state = dealt(4, seed)
        for place, cards in zip(places, [*state["hands"], state["aside"]], strict=True):
            place.update(cards)
            most[max(Counter(cards).values())] += 1
    for place in places:
        assert sum((n - 1400) ** 2 / 1400 for n in place.values()) < 20
    share = most[2] / 5000
    assert abs(share - chance_of_pairs_at_most()) < 0.03


def chance_of_pairs_at_most() -> float:
    """How likely seven of 35 cards hold no colour more than twice (never once only: there are five colours)."""
    hands = Counter[int]()
    ways = [1, 7, 21, 35, 35, 21, 7, 1]
    for counts in (
        (b, g, r, v, 7 - b - g - r - v) for b in range(8) for g in range(8) for r in range(8) for v in range(8)
    ):
        if counts[4] >= 0:
            weight = 1
            for n in counts:
                weight *= ways[n]
            hands[max(counts)] += weight
    assert sum(hands.values()) == 6_724_520  # 7 out of 35
    return hands[2] / sum(hands.values())


def test_a_move_is_one_card_of_the_hand_which_is_put_on_the_played_ones() -> None:
    """§3.1"""
    state = position("b b r", "g g g")
    done = after(state, "r")
    assert done["hands"][0] == ["b", "b"]
    assert done["played"] == [*state["played"], "r"]
    assert done["steps"] == state["steps"] + 1
    assert refusal(state, "y") == "You have no race card in yellow."
    assert "waits for seat 0" in refusal(state, "g", seat=1)


def test_there_is_no_passing_and_every_card_of_the_hand_will_do() -> None:
    """§3.2"""
    assert moves_at(position("b b r y")) == ["b", "r", "y"]
    assert moves_at(position("b b r y"), seat=1) == []


@pytest.mark.parametrize("colour", COLOURS)
def test_the_card_says_which_pig_runs(colour: str) -> None:
    """§3.3"""
    before = position("b g r v y")
    state = after(before, colour)
    assert [pig for pig in COLOURS if state["pigs"][pig] != before["pigs"][pig]] == [colour]


@pytest.mark.parametrize(("pigs", "space"), [("0 2 3 4 5", 1), ("0 1 3 4 5", 2), ("0 1 2 3 5", 4), ("0 1 2 3 4", 5)])
def test_a_pig_runs_to_the_next_free_space_over_all_that_are_occupied(pigs: str, space: int) -> None:
    """§4.1"""
    assert after(position("b", pigs=pigs), "b")["pigs"]["b"] == space


def test_a_pig_that_could_run_further_does_not() -> None:
    """§4.1"""
    assert after(position("b", pigs="0 9 10 11 12"), "b")["pigs"]["b"] == 1


def test_a_scoff_card_on_the_track_does_not_occupy_its_space() -> None:
    """§4.2"""
    assert after(position("b", pigs="8 5 6 7 4", track=[9]), "b")["pigs"]["b"] == 9


def test_the_lead_goes_by_distance_not_by_the_place_on_the_circle() -> None:
    """§4.3"""
    state = after(position("b g", pigs="22 20 19 18 17"), "b")  # space 1, behind the others as they stand
    assert state["pigs"]["b"] == 23
    assert state["face_up"] == [1, 0, 0]
    assert after(position("g", pigs="22 20 19 18 17"), "g")["face_up"] == [0, 0, 0]


def test_a_pig_jumps_over_one_that_it_laps() -> None:
    """§4.4"""
    state = after(position("b", pigs="24 3 20 19 18"), "b")
    assert state["pigs"]["b"] == 26
    assert match_at(state).view(None).json()["pigs"]["b"] == 26


def test_a_pig_that_is_lapped_jumps_over_the_one_that_laps_it() -> None:
    """§4.4"""
    state = after(position("g", pigs="26 3 27 19 18"), "g")
    assert state["pigs"]["g"] == 6
    assert state["face_up"] == [0, 0, 0]


# ---- Worked cases ----


@pytest.mark.parametrize("pig", ["b", "v", "y"])
def test_from_the_start_the_last_the_second_and_the_first_pig_take_or_keep_the_lead(pig: str) -> None:
    """§12.1"""
    state = after(position("b v y"), pig)
    assert state["pigs"][pig] == 5
    assert (state["face_up"], state["supply"]) == ([1, 0, 0], 54)


def test_a_gap_stops_a_pig_from_behind() -> None:
    """§12.2"""
    state = position("b v", pigs="4 5 6 9 10")
    last, fourth = after(state, "b"), after(state, "v")
    assert (last["pigs"]["b"], last["face_up"]) == (7, [0, 0, 0])
    assert (fourth["pigs"]["v"], fourth["face_up"]) == (11, [1, 0, 0])


def test_a_pig_laps_and_lands_behind_or_on_the_far_side_of_the_last() -> None:
    """§12.4"""
    assert after(position("r", pigs="25 24 23 22 5"), "r")["pigs"]["r"] == 26
    assert after(position("r", pigs="25 24 23 22 4"), "r")["pigs"]["r"] == 27
