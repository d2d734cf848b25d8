"""What a seat knows, and what it may imagine (§11, §16 of docs/rules/schwupps.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.schwupps_positions import after, match_at, position

pytestmark = pytest.mark.rules

HIDDEN = {"hands", "bag", "common_bag", "task_bag"}


def seen(state: dict[str, Any], seat: int | None) -> dict[str, Any]:
    return match_at(state).view(seat).json()


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_seat_knows_its_hand_all_counts_the_tasks_and_the_piles(seat: int | None) -> None:
    """§11.1"""
    state = position("b2 !", "b1,b3 g1 r1,r2,r3 v1", task_bag=["c", "nc"], common_bag=["v4", "v5"], boxed=3)
    view = seen(state, seat)
    assert {key: view[key] for key in state if key not in HIDDEN} == {
        key: value for key, value in state.items() if key not in HIDDEN
    }
    for other, hand in enumerate(state["hands"]):
        assert view["hands"][other] == (hand if other == seat else [None] * len(hand))


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_nobody_knows_personal_piles_common_pile_and_what_lies_under_the_next_task(seat: int | None) -> None:
    """§11.2, §16.1"""
    state = position("b2 !", task_bag=["c", "nc"], common_bag=["v4", "v5"])
    view = seen(state, seat)
    assert (view["bag"], view["common_bag"], view["task_bag"]) == (30, 2, 2)
    before = position("b2 !")
    assert seen(before, seat)["common_bag"] is None
    assert seen(before, seat)["bag"] == len(before["bag"])


def test_the_giver_does_not_see_the_gift() -> None:
    """§11.3"""
    before = position("b2 !", common_bag=["v4", "y5"])
    match = match_at(before)
    match.play(0, "!A>1")
    state = match.state_json()
    assert match.view(1).json()["hands"][1] == state["hands"][1]
    for other in (0, 2, None):
        assert match.view(other).json()["hands"][1] == [None] * 5
    twins = [after(before, "!A>1", seed=seed) for seed in range(30)]
    gifts = {card for twin in twins for card in (Counter(twin["hands"][1]) - Counter(before["hands"][1]))}
    assert gifts == {"v4", "y5"}
    views = {str(seen(twin, 0)) for twin in twins if twin["next"] == state["next"]}
    assert len(views) == 1


def test_a_card_one_takes_is_known_to_oneself_alone() -> None:
    """§11.3"""
    match = match_at(position("b2", common_bag=["v4", "v4"]))
    match.play(0, "~A")
    assert match.view(0).json()["hands"][0] == ["b2", "v4"]
    assert match.view(1).json()["hands"][0] == match.view(None).json()["hands"][0] == [None, None]


def test_a_card_is_drawn_when_it_is_taken_by_the_luck_of_the_move() -> None:
    """§11.4"""
    before = position("b2")
    drawn = {after(before, "~A", seed=seed)["hands"][0][-1] for seed in range(80)}
    assert len(drawn) > 25


def test_a_new_common_pile_shows_as_a_number_at_once() -> None:
    """§11.5"""
    match = match_at(position("b2", "b1,b3,b4 g1 r2,r3 v1", common_bag=["v4"]))
    match.play(0, "~A")
    for reader in (0, 1, None):
        view = match.view(reader).json()
        assert (view["common"], view["common_bag"]) == (3, 3)
        assert view["piles"] == {"A1": ["b4"], "A2": ["g1"], "B1": ["r3"], "B2": ["v1"]}


@pytest.mark.parametrize("limit", [10_000, 8])
def test_when_the_round_is_over_all_hands_are_open_and_bags_stay_numbers(limit: int) -> None:
    """§11.6: however it ended."""
    stacks = [0, 10, 10] if limit > 8 else [5, 10, 10]
    match = match_at(
        position(
            "b2", tasks="+1 n n n", stacks=stacks, common_bag=["v4"], task_bag=["c"], options={"step_limit": limit}
        )
    )
    match.play(0, "b2>A1")
    assert match.round_over
    for reader in (0, 1, 2, None):
        view = match.view(reader).json()
        assert view["hands"] == match.state_json()["hands"]
        assert (view["bag"], view["common_bag"], view["task_bag"]) == (sum(stacks), 1, 1)
        assert view["moves"] == []


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_unseen_cards_are_imagined_over_other_hands_and_bags(seat: int) -> None:
    """§16.2"""
    state = position("b2 g5 !", "b1,b3 g1 r2,r3 v1")
    view = match_at(state).view(seat)
    places: Counter[str] = Counter()
    for seed in range(40):
        world = view.imagine(seed).state_json()
        assert world["task_bag"] == state["task_bag"]
        assert world["hands"][seat] == state["hands"][seat]
        places.update("bag" for card in world["bag"] if card == "!")
        places.update("hand" for hand in world["hands"][:seat] + world["hands"][seat + 1 :] if "!" in hand)
    assert set(places) == {"bag", "hand"}


def test_no_aggravation_card_is_imagined_into_a_renewed_common_pile() -> None:
    """§16.2"""
    state = position("b2 g5", common_bag=["v4", "v5", "v6", "v7", "y8"], boxed=2, stacks=[2, 2, 2])
    for seed in range(40):
        world = match_at(state).view(0).imagine(seed).state_json()
        assert "!" not in world["common_bag"]
        assert len(world["common_bag"]) == 5


def test_a_number_card_that_can_lie_in_the_common_pile_alone_is_imagined_there() -> None:
    """§16.2: the places that refuse something are dealt first."""
    state = position("b2 g5", common_bag=["v4"], stacks=[0, 0, 0])
    lying = [card for card in state["hands"][1] + state["hands"][2] if card != "!"]
    state["piles"]["A1"] = [*lying, "b1"]
    state["hands"][1:] = [["!"] * 7, ["!"] * 7]
    for seed in range(20):
        assert match_at(state).view(0).imagine(seed).state_json() == state


def test_a_bystanders_view_cannot_be_imagined() -> None:
    with pytest.raises(ValueError, match="bystander"):
        match_at(position("b2")).view(None).imagine(1)
