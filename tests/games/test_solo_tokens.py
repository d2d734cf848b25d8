"""Moves as text (§15 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.games.solo import GAME
from tests.games import solo_oracle as oracle
from tests.games.solo_positions import after, match_at, moves_at, position

pytestmark = pytest.mark.rules


def test_these_are_all_tokens_in_this_order() -> None:
    """§15.1, §15.3"""
    assert list(GAME.tokens) == oracle.TOKENS
    assert len(GAME.tokens) == 63 + 4 + 10 + 36 + 8


def test_a_card_with_its_colour_or_target_and_a_gift_are_moves_of_two_steps() -> None:
    """§15.1"""
    match = match_at(position("C rX b1"))
    assert match.steps(0) == ["rX", "C", "draw"]
    assert match.steps(0, "C") == ["=r", "=g", "=b", "=y"]
    assert match.steps(0, "rX") == [">1", ">2", ">3"]
    assert match.steps(0, "C =g") == []
    assert match.steps(1, "C") == []
    with pytest.raises(kt.IllegalMove):
        match.steps(0, "C >1")


def test_a_begun_move_changes_nothing() -> None:
    """§15.1"""
    match = match_at(position("C rX b1"))
    before = match.state_json()
    match.steps(0, "C")
    with pytest.raises(kt.IllegalMove, match="not complete"):
        match.play(0, "C")
    assert match.state_json() == before


def test_moves_come_in_the_order_of_the_rules() -> None:
    """§15.3"""
    state = position("r9 r1 r1 rX r+2 g7 b7 y7 C Pb", top="r7", owes_call=[])
    assert moves_at(state) == [
        *["r1", "r9", "r+2", "rX >1", "rX >2", "rX >3", "g7", "b7"],
        *["y7", "C =r", "C =g", "C =b", "C =y", "Pb", "triple:7g", "triple:7b", "triple:7y", "draw"],
    ]


def test_two_equal_cards_in_a_hand_give_one_move() -> None:
    """§15.3"""
    assert moves_at(position("r1 r1 C C", top="r7")) == ["r1", "C =r", "C =g", "C =b", "C =y", "draw"]


@pytest.mark.parametrize(
    "text",
    [
        "R1",
        "r01",
        "r1.",
        "r1\t",
        "r1\n",
        "c =g",
        "C=g",
        "C = g",
        "C =G",
        "rX >01",
        "rX > 1",
        "triple: 7g",
        "Draw",
        "DRAW",
        "",
    ],
)
def test_reading_is_strict(text: str) -> None:
    """§15.1"""
    match = match_at(position("r1 C rX g7 b7 y7", top="r7"))
    with pytest.raises(kt.IllegalMove):
        match.play(0, text)
    assert match.state_json()["steps"] == 9


def test_more_spaces_are_read_too() -> None:
    """§15.1"""
    assert after(position("C b1 b2"), "  C   =g ")["colour"] == "g"


def test_a_triple_is_one_token_and_always_names_its_colour() -> None:
    """§15.1, §17.2"""
    state = position("r7 g7 b7")
    assert moves_at(state) == ["r7", "triple:7g", "triple:7b", "draw"]
    assert match_at(state).steps(0, "triple:7g") == []
