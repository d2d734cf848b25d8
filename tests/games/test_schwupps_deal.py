"""Cards, table and deal (§1, §2 of docs/rules/schwupps.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kartentisch as kt
from tests.games.schwupps_positions import KINDS, NUMBERS, PACK, PLACES, SPLIT, cards_of, position, tasks_of

pytestmark = pytest.mark.rules

SEATS = [2, 3, 4, 5]


def dealt(seats: int = 3, seed: int = 1, **options: Any) -> dict[str, Any]:
    return kt.Match("schwupps", seats, seed=seed, options=options).state_json()


def test_there_are_two_of_each_number_card_in_five_colours() -> None:
    """§1.1"""
    counts = cards_of(dealt())
    assert [counts[f"{colour}{value}"] for colour in "bgrvy" for value in range(1, 11)] == [2] * 50
    assert sum(counts.values()) == 114


def test_fourteen_aggravation_cards_sort_behind_the_numbers() -> None:
    """§1.2"""
    state = dealt()
    assert cards_of(state)["!"] == 14
    order = [*NUMBERS, "!"]
    assert state["bag"] == sorted(state["bag"], key=order.index)
    assert state["bag"].index("b9") < state["bag"].index("b10")
    assert state["bag"][-1] == "!"


def test_there_are_seven_kinds_of_task_cards_and_thirty_of_them() -> None:
    """§1.3"""
    counts = tasks_of(dealt())
    assert set(counts) == set(KINDS)
    assert sum(counts.values()) == 30
    bag = dealt()["task_bag"]
    assert bag == sorted(bag, key=KINDS.index)


def test_five_each_of_plus_and_minus_one_and_four_each_of_the_others() -> None:
    """§1.4"""
    assert tasks_of(dealt()) == SPLIT


def test_two_to_five_can_play() -> None:
    """§2.1"""
    assert list(kt.game("schwupps").seats) == SEATS
    for seats in (0, 1, 6, True, 3.0, "3", None):
        with pytest.raises(ValueError, match="seats"):
            kt.Match("schwupps", seats)  # type: ignore[arg-type]


def test_the_turn_passes_to_the_left() -> None:
    """§2.1"""
    match = kt.Match("schwupps", 3, seed=1)
    for seat in (0, 1, 2, 0):
        assert match.actors() == (seat,)
        match.play(seat, "~A")
        match.play(seat, "end")


@pytest.mark.parametrize("seats", SEATS)
def test_seat_0_starts_the_first_round_and_the_next_one_the_next(seats: int) -> None:
    """§2.2"""
    match = kt.Match("schwupps", seats, seed=1, options={"match": "tournament", "step_limit": 1})
    for number in range(seats):
        assert match.state_json()["start"] == match.actors()[0] == number
        match.play(number, "~A")
        if not match.over:
            match.next_round()
    assert match.over


def test_each_of_the_four_places_gets_a_task_face_up() -> None:
    """§2.3"""
    tasks = dealt()["tasks"]
    assert tuple(tasks) == PLACES
    assert all(kind in KINDS for kind in tasks.values())


def test_the_next_task_is_turned_up_over_the_other_twenty_five() -> None:
    """§2.4"""
    state = dealt()
    assert state["next"] in KINDS
    assert len(state["task_bag"]) == 25
    assert state["task_discard"] == []


def test_one_number_card_and_never_an_aggravation_card_lies_on_each_pile() -> None:
    """§2.5"""
    seen = Counter[str]()
    for seed in range(60):
        piles = dealt(seed=seed)["piles"]
        assert [len(pile) for pile in piles.values()] == [1, 1, 1, 1]
        seen.update(pile[0] for pile in piles.values())
    assert "!" not in seen
    assert len(seen) > 40


@pytest.mark.parametrize(("seats", "pile"), [(2, 25), (3, 20), (4, 15), (5, 12)])
def test_each_seat_gets_its_personal_pile(seats: int, pile: int) -> None:
    """§2.6"""
    state = dealt(seats)
    assert state["stacks"] == [pile - 4] * seats
    assert state["common"] == 110 - seats * pile


@pytest.mark.parametrize("seats", SEATS)
def test_each_seat_draws_four_and_the_rest_is_one_bag(seats: int) -> None:
    """§2.7"""
    state = dealt(seats)
    assert [len(hand) for hand in state["hands"]] == [4] * seats
    assert len(state["bag"]) == sum(state["stacks"]) + state["common"]
    assert state["common_bag"] is None
    assert cards_of(state) == Counter(PACK)


def test_aggravation_cards_are_dealt_too() -> None:
    """§2.6"""
    assert any("!" in hand for seed in range(10) for hand in dealt(seed=seed)["hands"])


def test_the_next_round_is_dealt_from_all_cards() -> None:
    """§6.5, §9.3: nothing of a round stays but the totals."""
    match = kt.Match("schwupps", 3, seed=4, options={"match": "tournament", "step_limit": 80})
    while not match.round_over:
        seat = match.actors()[0]
        moves = match.moves(seat)
        match.play(seat, next((move for move in moves if move.startswith("!")), moves[-1]))
    assert match.state_json()["boxed"] > 0
    match.next_round()
    state = match.state_json()
    assert cards_of(state) == Counter(PACK)
    assert tasks_of(state) == SPLIT
    assert (state["round"], state["boxed"], state["steps"], state["common_bag"]) == (2, 0, 0, None)
    assert (state["points"], state["task_discard"]) == ([0, 0, 0], [])


def test_the_positions_of_these_tests_are_whole() -> None:
    state = position("b8 v10 !")
    assert cards_of(state) == Counter(PACK)
    assert tasks_of(state) == SPLIT
