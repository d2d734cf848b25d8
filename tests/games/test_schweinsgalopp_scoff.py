"""Scoff cards, the last card, the end of rounds and matches (§5 to §7 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from tests.games.schweinsgalopp_positions import PACK, after, match_at, position, race_cards, scoff_cards

pytestmark = pytest.mark.rules


def played_out(match: kt.Match) -> None:
    """Play the round to its end, each time the last move."""
    while not match.round_over:
        match.play(match.actors()[0], match.moves(match.actors()[0])[-1])


def test_who_brings_a_pig_into_the_lead_or_keeps_it_there_takes_a_scoff_card() -> None:
    """§5.1"""
    for card in ("b", "y"):
        state = after(position("b y"), card)
        assert (state["face_up"], state["supply"], state["banked"]) == ([1, 0, 0], 54, [0, 0, 0])


def test_taking_it_is_no_choice() -> None:
    """§5.2"""
    match = match_at(position("y y"))
    assert match.moves(0) == ["y"]
    match.play(0, "y")
    assert match.state_json()["face_up"] == [1, 0, 0]


def test_without_the_lead_nothing_is_taken() -> None:
    """§5.3"""
    state = after(position("b b", pigs="0 2 3 4 5", face_up=[2, 0, 0]), "b")
    assert (state["face_up"], state["supply"]) == ([2, 0, 0], 53)


def test_of_an_empty_supply_nothing_is_taken() -> None:
    """§5.4"""
    state = after(position("b b", supply=0), "b")
    assert (state["face_up"], state["supply"]) == ([0, 0, 0], 0)


def test_face_up_scoff_cards_are_no_points_yet() -> None:
    """§5.5"""
    match = match_at(position("b b"))
    match.play(0, "b")
    assert (match.points, match.totals, match.state_json()["banked"]) == ([0] * 3, [0] * 3, [0] * 3)


@pytest.mark.parametrize("card", ["b", "y"])
def test_a_last_card_in_the_lead_takes_one_and_banks_all(card: str) -> None:
    """§6.1, §12.3"""
    state = after(position(card, face_up=[4, 0, 0], banked=[2, 0, 0]), card)
    assert (state["face_up"], state["banked"], state["supply"]) == ([0, 0, 0], [7, 0, 0], 48)
    assert state["totals"] == [2, 0, 0]


def test_a_last_card_without_the_lead_gives_all_back() -> None:
    """§6.2, §12.3"""
    before = position("b", pigs="0 2 3 4 5", face_up=[4, 1, 0], banked=[2, 0, 0])
    state = after(before, "b")
    assert (state["face_up"], state["banked"]) == ([0, 1, 0], [2, 0, 0])
    assert state["supply"] == before["supply"] + 4


def test_banking_works_with_an_empty_supply() -> None:
    """§6.3"""
    state = after(position("y", face_up=[3, 0, 0], supply=0), "y")
    assert (state["face_up"], state["banked"][0], state["supply"]) == ([0, 0, 0], 3, 0)


def test_what_one_gives_back_the_next_can_take() -> None:
    """§6.3"""
    state = after(position("b", "y", "r", pigs="0 2 3 4 5", face_up=[1, 0, 0], supply=0), "b", "y")
    assert (state["supply"], state["banked"][:2]) == (0, [0, 1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_round_is_over_when_all_have_played_seven_cards(seats: int) -> None:
    """§7.1"""
    match = kt.Match("schweinsgalopp", seats, seed=3)
    for _ in range(7 * seats):
        assert not match.round_over
        match.play(match.actors()[0], match.moves(match.actors()[0])[0])
    state = match.state_json()
    assert (state["round_over"], state["turn"], state["steps"]) == (True, None, 7 * seats)
    assert state["hands"] == [[]] * seats
    assert state["face_up"] == [0] * seats
    assert match.actors() == ()


def test_the_points_of_a_round_are_what_was_banked_in_it() -> None:
    """§7.2"""
    before = position("b", "y", "r", pigs="0 2 3 4 5", face_up=[2, 1, 3], banked=[4, 5, 6], round=2)
    early = after(before, "b", "y")
    assert (early["banked"], early["totals"], early["points"]) == ([4, 7, 6], [4, 5, 6], [0, 0, 0])
    state = after(before, "b", "y", "r")  # red jumps purple, and lands behind yellow
    assert state["round_over"]
    assert (state["points"], state["totals"]) == ([0, 2, 0], [4, 7, 6])
    assert state["banked"] == [4, 7, 6]
    assert state["supply"] == 55 - 17


def test_the_next_round_begins_at_the_same_start_line_with_all_cards() -> None:
    """§7.3"""
    match = kt.Match("schweinsgalopp", 3, seed=5)
    played_out(match)
    last = match.state_json()
    match.next_round()
    state = match.state_json()
    assert sorted(state["pigs"].values()) == [0, 1, 2, 3, 4]
    assert [len(hand) for hand in state["hands"]] == [7] * 3
    assert race_cards(state) == PACK
    assert (state["banked"], state["supply"]) == (last["banked"], last["supply"])
    assert (state["round"], state["steps"], state["played"], state["points"]) == (2, 0, [], [0, 0, 0])
    assert scoff_cards(state) == 55


def test_the_same_seat_starts_all_rounds() -> None:
    """§7.4"""
    match = kt.Match("schweinsgalopp", 3, seed=5)
    starts = []
    for _ in range(3):
        starts.append((match.state_json()["start"], match.state_json()["turn"]))
        played_out(match)
        if not match.over:
            match.next_round()
    assert starts == [(0, 0)] * 3


def test_after_three_rounds_most_banked_scoff_cards_win() -> None:
    """§7.5"""
    state = after(position("b", "b", "y", banked=[9, 3, 4], face_up=[0, 4, 0], round=3), "b", "b", "y")
    assert (state["over"], state["totals"], state["winners"]) == (True, [10, 8, 4], [0])
    earlier = after(position("b", "b", "y", banked=[9, 3, 4], face_up=[0, 4, 0], round=2), "b", "b", "y")
    assert (earlier["over"], earlier["totals"], earlier["winners"]) == (False, [10, 8, 4], [])


@pytest.mark.parametrize(
    ("banked", "winners"), [([0, 0, 0], [0, 1, 2]), ([5, 5, 2], [0, 1]), ([2, 5, 5], [1, 2]), ([1, 5, 4], [1])]
)
def test_who_is_level_at_the_top_shares_the_win(banked: list[int], winners: list[int]) -> None:
    """§7.6"""
    behind: dict[str, Any] = {"pigs": "0 1 2 8 9", "round": 3}
    state = after(position("b", "b", "b", banked=banked, **behind), "b", "b", "b")
    assert (state["points"], state["totals"], state["winners"]) == ([0, 0, 0], banked, winners)


def test_of_the_last_scoff_card_the_second_to_lead_gets_none() -> None:
    """§12.5"""
    state = after(position("b b", "g g", supply=1), "b", "g")
    assert (state["pigs"]["b"], state["pigs"]["g"]) == (5, 6)
    assert (state["face_up"], state["supply"]) == ([1, 0, 0], 0)
