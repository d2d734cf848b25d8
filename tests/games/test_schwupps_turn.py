"""A turn and number cards (§3, §4 of docs/rules/schwupps.md)."""

from __future__ import annotations

import pytest

from tests.games.schwupps_positions import NUMBERS, after, match_at, moves_at, position, refusal

pytestmark = pytest.mark.rules


def fits(task: str, top: str, card: str) -> bool:
    """Whether a card may go on a pile with this task and top card."""
    piles = " ".join([top, *[other for other in ("b10", "g10", "r10", "v10", "y10") if other not in (top, card)][:3]])
    return f"{card}>A1" in moves_at(position(card, piles, f"{task} n n n"))


def wanted(task: str, top: str) -> set[str]:
    return {card for card in NUMBERS if fits(task, top, card)}


def test_a_turn_has_any_number_of_number_cards_and_aggravations_and_one_shift() -> None:
    """§3.1"""
    state = position("b2 b3 b4 ! !", "b1 g9 r9 v9", "+1 +1 +1 +1", up="n", common_bag=["g1", "g2", "g3", "g4"])
    match = match_at(state)
    for move in ("b2>A1", "!B>1", "b3>A1", "~B", "!B>2", "b4>A1"):
        match.play(0, move)
        assert match.actors() == (0,)
        assert not any(move.startswith("~") for move in match.moves(0)) or move in ("b2>A1", "!B>1", "b3>A1")


def test_nobody_else_may_act() -> None:
    """§3.1"""
    match = match_at(position("b2", "b1 g9 r9 v9", "+1 n n n"))
    assert match.actors() == (0,)
    for seat in (1, 2):
        assert match.moves(seat) == match.steps(seat) == []
        assert "not your turn" in str(match.why_not(seat, "~A"))


def test_ending_is_legal_exactly_when_something_was_done() -> None:
    """§3.2"""
    state = position("b2 !", "b1 g9 r9 v9", "+1 n n n")
    assert "end" not in moves_at(state)
    assert "do something" in refusal(state, "end")
    for move in ("b2>A1", "!A>1", "~B"):
        assert "end" in moves_at(after(state, move))


def test_who_can_play_neither_number_nor_aggravation_must_shift() -> None:
    """§3.3"""
    assert moves_at(position("g5", "b1 b2 b3 b4")) == ["~A", "~B"]


def test_who_holds_an_aggravation_card_need_not_shift_without_it() -> None:
    """§3.3"""
    state = position("g5 !", "b1 b2 b3 b4")
    assert moves_at(state) == ["!A>1", "!A>2", "!B>1", "!B>2", "~A", "~B"]
    assert "end" in moves_at(after(state, "!A>1"))


@pytest.mark.parametrize(("hand", "drawn"), [("b2", 4), ("b2 g5", 3), ("b2 g5 g6 g7", 1), ("b2 g5 g6 g7 g8", 0)])
def test_at_the_end_of_a_turn_the_hand_is_filled_up_to_four(hand: str, drawn: int) -> None:
    """§3.4"""
    state = after(position(hand, "b1 g9 r9 v9", "+1 n n n"), "b2>A1", "end")
    assert len(state["hands"][0]) == max(4, len(hand.split()) - 1)
    assert state["stacks"] == [10 - drawn, 10, 10]
    assert (state["turn"], state["acted"], state["shifted"]) == (1, False, False)


def test_who_holds_more_than_four_draws_nothing() -> None:
    """§3.4"""
    state = after(position("b2 g5 g6 g7 g8 g10", "b1 g9 r9 v9", "+1 n n n"), "b2>A1", "~A", "end")
    assert len(state["hands"][0]) == 6
    assert state["stacks"][0] == 10


def test_with_too_few_cards_in_the_personal_pile_all_are_drawn() -> None:
    """§3.5"""
    state = after(position("b2 g5", "b1 g9 r9 v9", "+1 n n n", stacks=[2, 10, 10]), "b2>A1", "end")
    assert len(state["hands"][0]) == 3
    assert state["stacks"] == [0, 10, 10]


def test_with_an_empty_hand_over_a_pile_the_turn_goes_on() -> None:
    """§3.6"""
    state = position("b2", "b1 g9 r9 v9", "+1 n n n")
    empty = after(state, "b2>A1")
    assert (empty["hands"][0], empty["turn"], empty["round_over"]) == ([], 0, False)
    assert moves_at(empty) == ["~A", "~B", "end"]
    assert len(after(empty, "~A")["hands"][0]) == 1
    assert len(after(empty, "end")["hands"][0]) == 4


def test_with_an_empty_hand_after_a_shift_only_the_end_is_left() -> None:
    """§3.6"""
    state = position("b2", "b1 g9 r9 v9", "+1 n n n", acted=True, shifted=True)
    assert moves_at(after(state, "b2>A1")) == ["end"]


def test_a_number_card_goes_from_the_hand_onto_the_pile_and_the_task_stays() -> None:
    """§4.1"""
    before = position("b2 b2 g5", "r7,b1 g9 r9 v9", "+1 n n n")
    state = after(before, "b2>A1")
    assert state["hands"][0] == ["b2", "g5"]
    assert state["piles"] == {"A1": ["r7", "b1", "b2"], "A2": ["g9"], "B1": ["r9"], "B2": ["v9"]}
    assert (state["tasks"], state["next"]) == (before["tasks"], before["next"])
    assert (state["acted"], state["shifted"]) == (True, False)


def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    """§4.1"""
    assert refusal(position("g5", "b1 g9 r9 v9", "+1 n n n"), "b2>A1") == "You do not have blue 2."


@pytest.mark.parametrize("top", range(1, 11))
@pytest.mark.parametrize(("task", "change"), [("+1", 1), ("+2", 2), ("-1", -1), ("-2", -2)])
def test_plus_and_minus_want_that_value_in_any_colour(task: str, change: int, top: int) -> None:
    """§4.2, §4.3"""
    value = [10, 1, 2, 3, 4, 5, 6, 7, 8, 9][(top + change) % 10]
    assert wanted(task, f"y{top}") == {f"{colour}{value}" for colour in "bgrvy"}


def test_values_go_in_a_circle() -> None:
    """§4.3"""
    assert fits("+1", "r10", "g1")
    assert fits("+2", "r10", "g2")
    assert fits("-1", "r1", "g10")
    assert fits("-2", "r2", "g10")
    assert fits("-2", "r1", "g9")


def test_same_number_wants_the_value_in_any_colour() -> None:
    """§4.4"""
    assert wanted("n", "v4") == {"b4", "g4", "r4", "v4", "y4"}


def test_same_colour_wants_the_colour_with_any_value() -> None:
    """§4.5"""
    assert wanted("c", "v4") == {f"v{value}" for value in range(1, 11)}


def test_same_colour_or_number_takes_either_and_both() -> None:
    """§4.6"""
    assert wanted("nc", "v4") == wanted("n", "v4") | wanted("c", "v4")
    assert fits("nc", "v4", "v4")


@pytest.mark.parametrize(
    ("task", "paragraph"), [("+1", "4.2"), ("-2", "4.2"), ("n", "4.4"), ("c", "4.5"), ("nc", "4.6")]
)
def test_a_refusal_names_the_paragraph_it_rests_on(task: str, paragraph: str) -> None:
    """§4.2, §4.4, §4.5, §4.6"""
    view = match_at(position("g5", "b1 g9 r9 v9", f"{task} n n n")).view(0)
    reason = view.seen.refusal("g5>A1")
    assert reason is not None
    assert (reason.code, reason.paragraph) == ("task_unmet", paragraph)
    assert "blue 1" in str(view.why_not("g5>A1"))


def test_a_card_fits_on_each_pile_by_that_piles_own_task() -> None:
    """§4.1"""
    state = position("r5", "b4 g7 v5 r1", "+1 -2 n c")
    assert moves_at(state)[:4] == ["r5>A1", "r5>A2", "r5>B1", "r5>B2"]
    state = position("r5", "b4 g7 v5 r1", "-1 +2 c n")
    assert moves_at(state) == ["~A", "~B"]
