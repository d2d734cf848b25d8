"""A turn, and Triple + (§3, §4 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

from tests.games.solo_oracle import ORDER
from tests.games.solo_positions import after, code, moves_at, position, refusal, turn_of

pytestmark = pytest.mark.rules

COLOURED = [card for card in ORDER if card[0] in "rgby"]
BLACK = [card for card in ORDER if card not in COLOURED]


def fits(card: str, top: str, colour: str | None = None) -> bool:
    return any(
        move.split()[0] == card
        for move in moves_at(position(f"{card} b1" if card != "b1" else "b1 y2", top=top, colour=colour))
    )


def test_in_a_turn_one_discards_plays_a_triple_or_draws_and_then_the_next_seat_is_in_turn() -> None:
    """§3.1"""
    state = position("r1 g4 g4 r4 y3")
    assert moves_at(state) == ["r1", "r4", "triple:4g", "draw"]
    assert turn_of(after(state, "r1")) == (1, "turn", "r")
    assert turn_of(after(state, "triple:4g")) == (1, "turn", "g")
    assert after(state, "r1")["discard"][-2:] == ["r5", "r1"]


def test_same_colour_number_or_sign_matches_and_black_always() -> None:
    """§3.2"""
    assert {card for card in COLOURED if fits(card, "r7")} == {
        card for card in COLOURED if card[0] == "r" or card[1:] == "7"
    }
    for sign in ("S", "R", "+2", "X", "G"):
        matching = {card for card in COLOURED if card[0] == "g" or card[1:] == sign}
        assert {card for card in COLOURED if card != f"g{sign}" and fits(card, f"g{sign}")} | {f"g{sign}"} == matching
    for top in ("r7", "yS", "C", "A", "Pg"):
        assert all(fits(card, top, "b" if top == "C" else None) for card in BLACK if card != top)


@pytest.mark.parametrize(
    ("top", "colour", "allowed"), [("C", "g", "g"), ("+4", "y", "y"), ("Pb", "b", "b"), ("A", "*", "rgby")]
)
def test_the_colour_in_force_is_the_one_chosen_the_bolts_or_any(top: str, colour: str, allowed: str) -> None:
    """§3.3"""
    for card in ("r1", "g2", "b3", "y4", "rS", "gX"):
        assert fits(card, top, colour) == (card[0] in allowed)


def test_the_colour_stays_through_draws_take_and_skip() -> None:
    """§3.3"""
    state = position("g1", top="+4", colour="b", phase="owed", pending=4)
    assert turn_of(after(state, "take")) == (0, "turn", "b")
    state = position("g1", top="yS", turn=1, phase="skipped", layer=0)
    assert turn_of(after(state, "skip")) == (2, "turn", "y")
    state = position("g1", top="C", colour="b", draw="r1")
    assert turn_of(after(state, "draw")) == (1, "turn", "b")


def test_one_may_draw_although_one_could_discard() -> None:
    """§3.4"""
    state = position("r1 g4", draw="r9")
    assert moves_at(state) == ["r1", "draw"]
    drawn = after(state, "draw")
    assert (drawn["phase"], drawn["drawn"], drawn["turn"]) == ("drawn", "r9", 0)
    assert drawn["hands"][0] == ["r1", "r9", "g4"]


def test_a_draw_that_does_not_match_ends_the_turn_at_once() -> None:
    """§3.4, §3.5"""
    drawn = after(position("r1 g4", draw="y9"), "draw")
    assert turn_of(drawn) == (1, "turn", "r")
    assert (drawn["drawn"], drawn["hands"][0]) == (None, ["r1", "g4", "y9"])


def test_the_drawn_card_is_played_or_kept() -> None:
    """§3.6"""
    drawn = after(position("r1 g4", draw="r9"), "draw")
    assert moves_at(drawn) == ["r9", "pass"]
    assert turn_of(after(drawn, "r9")) == (1, "turn", "r")
    kept = after(drawn, "pass")
    assert (turn_of(kept), kept["drawn"], len(kept["hands"][0])) == ((1, "turn", "r"), None, 3)


def test_a_drawn_card_that_needs_something_is_named_with_it() -> None:
    """§3.6"""
    assert moves_at(after(position("r1 g4", draw="C"), "draw")) == ["C =r", "C =g", "C =b", "C =y", "pass"]
    assert moves_at(after(position("r1 g4", draw="rX"), "draw")) == ["rX >1", "rX >2", "rX >3", "pass"]


def test_a_triple_of_the_drawn_number_may_follow() -> None:
    """§3.6, §4.5"""
    drawn = after(position("g9 b9 g4 y4 b4", draw="r9"), "draw")
    assert moves_at(drawn) == ["r9", "triple:9g", "triple:9b", "pass"]
    drawn = after(position("r9 b9 g4", draw="g5"), "draw")
    assert moves_at(drawn) == ["g5", "pass"]


def test_no_other_card_may_follow_a_draw() -> None:
    """§3.7"""
    drawn = after(position("r1 g4", draw="r9"), "draw")
    assert code(drawn, "r1") == ("only_drawn", "3.7")
    assert code(drawn, "draw") == ("only_drawn", "3.6")
    assert "red 9" in refusal(drawn, "triple:4g").replace("\u00a0", " ")


def test_the_twin_of_the_top_card_may_follow_a_draw() -> None:
    """§3.7"""
    drawn = after(position("r5 r1 g4", draw="r9"), "draw")
    assert moves_at(drawn) == ["r5", "r9", "pass"]
    laid = after(drawn, "r5")
    assert (turn_of(laid), laid["hands"][0], laid["drawn"]) == ((1, "turn", "r"), ["r1", "r9", "g4"], None)


def test_who_has_drawn_the_twin_itself_has_one_move_with_it() -> None:
    """§3.6, §3.7"""
    assert moves_at(after(position("r1 g4", draw="r5"), "draw")) == ["r5", "pass"]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("y9", ("card_missing", "3.1")),
        ("g4", ("no_match", "3.2")),
        ("pass", ("pass_drawn", "3.6")),
        ("take", ("nothing_owed", "6.4")),
        ("skip", ("not_skipped", "6.2")),
        ("accept", ("nothing_asked", "7.1")),
        ("no", ("no_twin", "5.1")),
        ("solo", ("no_debt", "9.3")),
        ("quiet", ("no_debt", "9.3")),
        ("=r", ("card_first", "6.1")),
        (">1", ("card_first", "6.1")),
        ("triple:4g", ("triple_few", "4.1")),
    ],
)
def test_a_refusal_names_the_paragraph_it_rests_on(move: str, reason: tuple[str, str]) -> None:
    assert code(position("r1 g4"), move) == reason


# ---- Triple + ----


def test_three_or_more_of_one_number_go_at_once() -> None:
    """§4.1"""
    state = position("r7 g7 b7 y1")
    assert moves_at(state) == ["r7", "triple:7g", "triple:7b", "draw"]
    laid = after(state, "triple:7b")
    assert (laid["discard"][-4:], laid["hands"][0], laid["colour"]) == (["r5", "r7", "g7", "b7"], ["y1"], "b")
    assert laid["steps"] == state["steps"] + 1


def test_the_first_card_has_the_number_of_the_top_card_or_the_colour_in_force() -> None:
    """§4.1"""
    assert [move for move in moves_at(position("g7 b7 y7 y1")) if move[0] == "t"] == []
    assert code(position("g7 b7 y7 y1"), "triple:7g") == ("triple_match", "4.1")
    assert [move for move in moves_at(position("g7 b7 y7 y1", top="r7")) if move[0] == "t"] == [
        "triple:7g",
        "triple:7b",
        "triple:7y",
    ]
    chosen = position("g7 b7 y7 y1", top="C", colour="y")
    assert [move for move in moves_at(chosen) if move[0] == "t"] == ["triple:7g", "triple:7b"]


def test_on_all_swap_any_of_them_may_lie_first() -> None:
    """§4.1"""
    state = position("g7 b7 y7 y1", top="A")
    assert [move for move in moves_at(state) if move[0] == "t"] == ["triple:7g", "triple:7b", "triple:7y"]
    assert after(state, "triple:7g")["discard"][-3:] == ["b7", "y7", "g7"]


def test_all_cards_of_the_number_go() -> None:
    """§4.2"""
    laid = after(position("r7 r7 g7 b7 b7 y7 y1"), "triple:7b")
    assert laid["hands"][0] == ["y1"]
    assert laid["discard"][-6:] == ["r7", "r7", "g7", "b7", "y7", "b7"]


def test_a_colour_can_be_named_if_another_card_can_lie_first() -> None:
    """§4.3"""
    state = position("r7 g7 b7 y1")
    assert code(state, "triple:7r") == ("triple_first", "4.3")
    assert code(state, "triple:7y") == ("card_missing", "4.1")
    assert "triple:7r" in moves_at(position("r7 r7 b7 y1"))


def test_below_the_top_one_the_lowest_fitting_lies_first_then_the_rest_sorted() -> None:
    """§4.4"""
    assert after(position("r7 g7 b7 y7 y7 y1", top="y5"), "triple:7y")["discard"][-5:] == ["y7", "r7", "g7", "b7", "y7"]
    assert after(position("r7 g7 b7 y7 y7 y1", top="y5"), "triple:7g")["discard"][-5:] == ["y7", "r7", "b7", "y7", "g7"]
    assert after(position("r7 g7 b7 y7 y1", top="r7"), "triple:7r")["discard"][-4:] == ["g7", "b7", "y7", "r7"]


def test_a_triple_is_not_legal_in_owed_nor_out_of_turn() -> None:
    """§4.5"""
    owed = position("r7 g7 b7 y1", top="r+2", phase="owed", pending=2)
    assert moves_at(owed) == ["take"]
    assert code(owed, "triple:7g") == ("only_take", "6.4")
    twin = position("r1", "r5 g5 b5", top="r5")
    assert moves_at(twin, 1) == ["r5", "no"]
    assert code(twin, "triple:5g", 1) == ("only_twin", "5.1")


def test_after_drawing_any_fitting_card_of_the_number_may_lie_first() -> None:
    """§4.5"""
    drawn = after(position("r7 b7 y1", top="g5", draw="g7"), "draw")
    assert moves_at(drawn) == ["g7", "triple:7r", "triple:7b", "pass"]
    drawn = after(position("r7 b7 y1", top="b7", draw="g7"), "draw")
    assert after(drawn, "triple:7g")["discard"][-3:] == ["r7", "b7", "g7"]


def test_a_triple_may_end_the_round() -> None:
    """§11.1"""
    state = after(position("r7 g7 b7"), "triple:7b")
    assert (state["phase"], state["round_over"], state["points"][0], state["colour"]) == ("round_over", True, 0, "b")
