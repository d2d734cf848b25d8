"""What a seat knows, what it may imagine, and moves as text (§10, §11, §15 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.games.schweinsgalopp import GAME
from tests.games.schweinsgalopp_positions import COLOURS, after, laying, match_at, moves_at, position

pytestmark = pytest.mark.rules

HIDDEN = {"hands", "aside"}


def seen(state: dict[str, Any], seat: int | None) -> dict[str, Any]:
    return match_at(state).view(seat).json()


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_seat_knows_its_hand_the_pigs_played_cards_and_all_scoff_cards(seat: int | None) -> None:
    """§10.1"""
    state = position("b g r", pigs="9 8 20 6 5", track=[11, 17], face_up=[1, 2, 0], banked=[0, 3, 4])
    view = seen(state, seat)
    assert {key: view[key] for key in state if key not in HIDDEN} == {
        key: value for key, value in state.items() if key not in HIDDEN
    }
    assert set(view) == {*state, "seat", "moves"}
    assert (view["seat"], view["moves"]) == (seat, ["b", "g", "r"] if seat == 0 else [])


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_hands_of_others_and_the_cards_laid_aside_are_not_known(seat: int | None) -> None:
    """§10.2, §15.1"""
    state = position("b g r")
    view = seen(state, seat)
    for other, hand in enumerate(state["hands"]):
        assert view["hands"][other] == (hand if other == seat else [None] * 3)
    assert view["aside"] == 14


def test_what_a_seat_does_not_see_changes_no_byte_of_its_view() -> None:
    """§10.2"""
    one = position("b g r", "b b b", "y y y")
    other = position("b g r", "b b y", "b y y")
    third = {**one, "hands": [one["hands"][0], ["b", "b", one["aside"][-1]], one["hands"][2]]}
    third["aside"] = [*one["aside"][:-1], "b"]
    assert one["played"] == other["played"]
    for reader in (0, None):
        views = [match_at(state).view(reader) for state in (one, other, third)]
        assert len({str(view.json()) for view in views}) == 1
        assert len({view.seen.records.tobytes() for view in views}) == 1


def test_when_the_round_is_over_the_hands_are_empty_and_aside_stays_hidden() -> None:
    """§10.3"""
    state = after(position("b", "g", "r"), "b", "g", "r")
    for reader in (0, 1, 2, None):
        view = seen(state, reader)
        assert (view["hands"], view["aside"], view["moves"]) == ([[], [], []], 14, [])


def test_a_race_card_is_its_colour_and_equal_cards_are_one_move() -> None:
    """§11.1"""
    assert moves_at(position("r r b")) == ["b", "r"]


def test_a_scoff_card_is_laid_on_a_space_by_its_number() -> None:
    """§11.2"""
    assert after(laying(), "@11")["track_scoff"] == [11]
    assert after(laying(pigs="0 3 4 1 2"), "@21")["track_scoff"] == [21]


@pytest.mark.parametrize("move", ["b", "@9"])
def test_every_move_is_one_step_and_heard_by_all(move: str) -> None:
    """§11.3"""
    match = match_at(position("b b") if move == "b" else laying())
    assert match.steps(0, move) == []
    with pytest.raises(kt.IllegalMove, match="complete before"):
        match.play(0, f"{move} b")
    before = match.state_json()["steps"]
    match.play(0, f"  {move} ")
    assert match.state_json()["steps"] == before + 1
    assert GAME.heard(None, 0, GAME.numbers[move], 1)


@pytest.mark.parametrize("text", ["R", "red", "r\t", "r\n", "@09", "@ 9", "@22", "@-1", "9", "@", "k", ""])
def test_reading_is_strict(text: str) -> None:
    """§11.3"""
    for state in (position("r r"), laying()):
        match = match_at(state)
        with pytest.raises(kt.IllegalMove):
            match.play(0, text)
        assert match.state_json() == state


def test_the_order_of_steps_is_colours_then_spaces_then_pigs_that_are_set_up() -> None:
    """§11.4, §11.5"""
    assert GAME.tokens == (*COLOURS, *(f"@{space}" for space in range(22)), *(f"+{colour}" for colour in COLOURS))
    assert moves_at(laying()) == [f"@{space}" for space in range(9, 22)]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_unseen_cards_are_imagined_over_other_hands_and_aside(seat: int) -> None:
    """§15.2"""
    state = position("b g r", face_up=[1, 0, 2])
    view = match_at(state).view(seat)
    first: Counter[str] = Counter()
    for seed in range(60):
        world = view.imagine(seed).state_json()
        assert world["hands"][seat] == state["hands"][seat]
        assert [len(hand) for hand in world["hands"]] == [3, 3, 3]
        assert len(world["aside"]) == 14
        assert {key: world[key] for key in world if key not in HIDDEN} == {
            key: state[key] for key in world if key not in HIDDEN
        }
        first[str(world["hands"][(seat + 1) % 3])] += 1
        assert match_at(world).view(seat).json() == view.json()
    assert len(first) > 10
