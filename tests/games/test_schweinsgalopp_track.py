"""Scoff cards on the track (§8 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from tests.games.schweinsgalopp_positions import after, laying, match_at, moves_at, position, refusal, scoff_cards

pytestmark = pytest.mark.rules

FREE = [f"@{space}" for space in range(9, 22)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_lays_one_scoff_card_from_the_supply(seats: int) -> None:
    """§8.1"""
    match = kt.Match("schweinsgalopp", seats, seed=1, options={"track_scoff": True})
    for seat in range(seats):
        match.play(seat, f"@{20 - seat}")
        state = match.state_json()
        assert (state["supply"], state["steps"]) == (54 - seat, seat + 1)
        assert scoff_cards(state) == 55
        assert state["track_scoff"] == list(range(20 - seat, 21))


def test_scoff_cards_are_laid_in_turn_before_the_first_card_when_pigs_and_hands_are_there() -> None:
    """§8.2"""
    match = kt.Match("schweinsgalopp", 3, seed=1, options={"track_scoff": True})
    state = match.state_json()
    assert (state["phase"], state["turn"]) == ("lay", 0)
    assert sorted(state["pigs"].values()) == [0, 1, 2, 3, 4]
    assert [len(hand) for hand in state["hands"]] == [7, 7, 7]
    assert match.view(1).json()["hands"][1] == state["hands"][1]
    for seat in range(3):
        assert match.actors() == (seat,)
        assert match.moves(seat) == [move for move in FREE if move not in FREE[:seat]]
        match.play(seat, match.moves(seat)[0])
    state = match.state_json()
    assert (state["phase"], state["turn"], state["played"]) == ("play", 0, [])
    assert match.moves(0) == sorted(set(state["hands"][0]))


def test_race_cards_and_scoff_cards_have_their_time() -> None:
    """§8.2"""
    state = laying(9)
    assert "First everybody lays a scoff card" in refusal(state, state["hands"][1][0])
    done = after(laying(9, 10), "@11")
    assert "only before the first race card" in refusal(done, "@12")
    assert "In this match no scoff cards are laid" in refusal(position("b"), "@12")


def test_scoff_cards_are_not_laid_under_pigs_or_right_in_front_of_them() -> None:
    """§8.3"""
    assert moves_at(laying()) == FREE
    state = laying(pigs="2 0 4 1 3")
    assert moves_at(state) == FREE
    assert refusal(state, "@4") == "The red pig stands on space 4."
    for space in (5, 6, 7, 8):
        assert f"Space {space} is one of the four just ahead of the first pig" in refusal(state, f"@{space}")


def test_scoff_cards_are_not_laid_on_one_another() -> None:
    """§8.4"""
    assert moves_at(laying(9, 15)) == [move for move in FREE if move not in ("@9", "@15")]
    assert refusal(laying(9, 15), "@15") == "There is a scoff card on space 15 already."


def test_who_first_brings_a_pig_there_takes_the_scoff_card_without_the_lead_too() -> None:
    """§8.5"""
    before = position("b b", "g g", pigs="9 8 20 19 18", track=[10, 12])
    state = after(before, "b")
    assert (state["track_scoff"], state["face_up"], state["supply"]) == ([12], [1, 0, 0], before["supply"])
    later = after(before, "b", "g")  # green jumps no pig, and comes to where blue was
    assert (later["pigs"]["g"], later["face_up"]) == (9, [1, 0, 0])


def test_a_space_is_reached_in_the_second_lap_too() -> None:
    """§8.5"""
    state = after(position("b", "g", "r", pigs="30 29 28 27 26", track=[9]), "b")
    assert (state["track_scoff"], state["banked"]) == ([], [2, 0, 0])


def test_jumping_over_a_scoff_card_takes_nothing() -> None:
    """§8.6"""
    state = after(position("b b", pigs="9 10 20 19 18", track=[10, 12]), "b")
    assert (state["pigs"]["b"], state["track_scoff"], state["face_up"]) == (11, [10, 12], [0, 0, 0])


def test_a_pig_that_stands_on_a_scoff_card_already_takes_nothing() -> None:
    """§8.6"""
    before = position("b b", "g g", pigs="9 10 20 19 18", track=[10, 9])
    assert after(before, "b")["track_scoff"] == [9, 10]
    assert after(before, "b", "g")["track_scoff"] == [9, 10]


@pytest.mark.parametrize(("last", "face_up", "banked"), [(False, 2, 0), (True, 0, 5)])
def test_the_space_is_paid_before_the_lead_and_both_before_banking(last: bool, face_up: int, banked: int) -> None:
    """§8.7, §12.6"""
    more: dict[str, Any] = {"face_up": [3, 0, 0]} if last else {}
    before = position("b" if last else "b b", pigs="9 8 7 6 5", track=[10], supply=10, **more)
    state = after(before, "b")
    assert (state["face_up"][0], state["banked"][0], state["supply"]) == (face_up, banked, 9)
    assert state["track_scoff"] == []


def test_the_scoff_card_of_the_space_is_taken_with_an_empty_supply_too() -> None:
    """§8.7"""
    state = after(position("b b", pigs="9 8 7 6 5", track=[10], supply=0), "b")
    assert (state["face_up"][0], state["supply"]) == (1, 0)


def test_with_a_last_card_the_scoff_card_of_the_space_is_lost_like_the_others() -> None:
    """§8.7, §8.8"""
    before = position("b", pigs="9 8 20 6 5", track=[10], face_up=[3, 0, 0])
    state = after(before, "b")
    assert (state["face_up"][0], state["banked"][0], state["track_scoff"]) == (0, 0, [])
    assert state["supply"] == before["supply"] + 4


def test_scoff_cards_stay_for_the_next_rounds_and_no_others_are_laid() -> None:
    """§8.8"""
    match = kt.Match("schweinsgalopp", 2, seed=1, options={"track_scoff": True, "rounds": 4})
    match.play(0, "@21")
    match.play(1, "@20")
    for number in range(1, 5):
        while not match.round_over:
            match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        state = match.state_json()
        assert state["track_scoff"] == [20, 21]
        if number < 4:
            match.next_round()
            assert match.state_json()["phase"] == "play"
            assert match.state_json()["track_scoff"] == [20, 21]
    assert match.over
    assert scoff_cards(match.state_json()) == 55


def test_the_laying_is_turn_by_turn_from_the_view_as_from_the_truth() -> None:
    """§8.2"""
    match = match_at(laying(9))
    assert match.view(1).json()["moves"] == FREE[1:]
    assert match.view(0).json()["moves"] == []
