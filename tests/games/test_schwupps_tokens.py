"""Moves as text (§12 of docs/rules/schwupps.md, §2 of docs/rules/README.md)."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.engine import moves
from kartentisch.games.schwupps import GAME
from tests.games.schwupps_positions import NUMBERS, PLACES, after, match_at, moves_at, position

pytestmark = pytest.mark.rules


def test_a_step_has_the_text_of_cards_places_rows_and_seats() -> None:
    """§12.1"""
    numbers = [f"{card}>{place}" for card in NUMBERS for place in PLACES]
    gifts = [f"!{row}>{seat}" for row in "AB" for seat in range(5)]
    assert GAME.tokens == (*numbers, *gifts, "!", "~A", "~B", "end")


@pytest.mark.parametrize("move", ["b2>A1", "!A>2", "~A", "~B"])
def test_every_move_is_one_step(move: str) -> None:
    """§12.2"""
    match = match_at(position("b2 !", tasks="+1 n n n"))
    assert match.steps(0, move) == []
    with pytest.raises(kt.IllegalMove, match="complete before"):
        match.play(0, f"{move} end")
    assert after(position("b2 !", tasks="+1 n n n"), move)["steps"] == 8


def test_the_seat_of_a_gift_is_written_with_two_seats_too() -> None:
    """§12.3"""
    assert moves_at(position("b2 !", seats=2))[-4:-2] == ["!A>1", "!B>1"]


@pytest.mark.parametrize(
    "text", ["b02>A1", "B2>A1", "b2>a1", "b2 > A1", "b2>A1\t", "b2>A1\n", "!A", "!a>1", "~a", "End", ""]
)
def test_reading_is_strict(text: str) -> None:
    """§12.3"""
    match = match_at(position("b2 !", tasks="+1 n n n"))
    with pytest.raises(kt.IllegalMove):
        match.play(0, text)
    assert match.state_json()["steps"] == 7


def test_spaces_around_are_read_too() -> None:
    """§12.3"""
    assert after(position("b2 !", tasks="+1 n n n"), "   b2>A1  ")["hands"][0] == ["!"]


def test_moves_come_in_the_order_of_the_rules() -> None:
    """§12.4: number moves by card, then place; ! by row, then seat; ~A ~B; end. Never as text: b9 before b10."""
    state = position("y1 b10 b9 ! b9", "b8 b7 v9 y2", "c c nc -1", acted=True)
    assert moves_at(state) == [
        *["b9>A1", "b9>A2", "b9>B1", "b10>A1", "b10>A2", "y1>B2"],
        *["!A>1", "!A>2", "!B>1", "!B>2", "~A", "~B", "end"],
    ]


def test_two_equal_cards_in_a_hand_give_one_move() -> None:
    """§12.4"""
    assert moves_at(position("b2 b2", tasks="+1 n n n")) == ["b2>A1", "~A", "~B"]
    assert moves_at(position("! ! g5", seats=2)) == ["!A>1", "!B>1", "~A", "~B"]


def test_steps_and_moves_say_the_same() -> None:
    """§12.2"""
    match = match_at(position("b2 b3 !", tasks="+1 +2 n n"))
    assert match.steps(0) == match.moves(0) == match.view(0).moves() == match.view(0).json()["moves"]


def test_what_is_no_text_is_no_move() -> None:
    for thing in (None, 5, b"end", ["end"]):
        reason = moves.read(GAME, thing)
        assert not isinstance(reason, tuple)
        assert reason.code == "move_kind"
