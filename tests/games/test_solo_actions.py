"""Skip, change direction, draw, choose (§6), and a protection in turn (§8.1 to §8.6 of docs/rules/solo.md)."""

from __future__ import annotations

import pytest

from tests.games.solo_positions import after, code, match_at, moves_at, position, turn_of

pytestmark = pytest.mark.rules


def test_a_choose_and_a_draw_4_name_any_colour() -> None:
    """§6.1"""
    state = position("C +4 b1", top="r5")
    assert moves_at(state) == ["C =r", "C =g", "C =b", "C =y", "+4 =r", "+4 =g", "+4 =b", "+4 =y", "draw"]
    assert code(state, "C") == ("move_unfinished", "")
    assert code(state, "C >1") == ("name_colour", "6.1")
    assert code(state, "C C") == ("name_colour", "6.1")


@pytest.mark.parametrize("seats", [2, 4])
def test_swap_and_gift_name_any_other_seat_with_two_seats_too(seats: int) -> None:
    """§6.1"""
    state = position("rX rG b1", seats=seats)
    targets = [f">{seat}" for seat in range(1, seats)]
    assert moves_at(state) == [*(f"rX {target}" for target in targets), *(f"rG {target}" for target in targets), "draw"]
    assert code(state, "rX >0") == ("target_self", "6.1")
    assert code(state, "rX >7") == ("seat_unknown", "6.1")
    assert code(state, "rX =r") == ("name_target", "6.1")


def test_the_next_seat_is_skipped() -> None:
    """§6.2"""
    state = after(position("rS b1 b2"), "rS")
    assert (turn_of(state), state["layer"], state["target"]) == ((1, "skipped", "r"), 0, None)
    assert moves_at(state) == ["skip"]
    assert turn_of(after(state, "skip")) == (2, "turn", "r")
    assert after(state, "skip")["layer"] is None
    backwards = after(position("rS b1 b2", direction=-1), "rS")
    assert turn_of(backwards)[0] == 3
    assert turn_of(after(backwards, "skip"))[0] == 2


def test_the_skipped_seat_neither_discards_nor_draws() -> None:
    """§6.2"""
    state = position("b1", "r1 r2 r2 rS Pg", turn=1, phase="skipped", layer=0, top="rS")
    assert moves_at(state) == ["Pg", "skip"]
    for move in ("r1", "draw", "pass", "triple:2r", "rS"):
        assert code(state, move)[0] in ("only_skip", "triple_few")


def test_with_two_seats_a_skip_gives_the_same_seat_another_turn() -> None:
    """§6.2"""
    state = after(position("rS b1 b2", seats=2), "rS", "skip")
    assert turn_of(state) == (0, "turn", "r")


def test_change_direction_turns_play_round_at_once() -> None:
    """§6.3"""
    state = after(position("rR b1 b2"), "rR")
    assert (state["direction"], turn_of(state)) == (-1, (3, "turn", "r"))
    state = after(position("rR b1 b2", direction=-1), "rR")
    assert (state["direction"], turn_of(state)) == (1, (1, "turn", "r"))


def test_with_two_seats_change_direction_makes_it_the_other_ones_turn() -> None:
    """§6.3"""
    state = after(position("rR b1 b2", seats=2), "rR")
    assert (state["direction"], turn_of(state)) == (-1, (1, "turn", "r"))


def test_the_next_seat_owes_two_cards() -> None:
    """§6.4"""
    state = after(position("r+2 b1 b2", "g1 r1"), "r+2")
    assert (turn_of(state), state["pending"]) == ((1, "owed", "r"), 2)
    assert moves_at(state) == ["take"]
    taken = after(state, "take")
    assert (turn_of(taken), taken["pending"], len(taken["hands"][1])) == ((1, "turn", "r"), 0, 4)


def test_another_draw_2_of_any_colour_passes_the_debt_on_and_it_grows() -> None:
    """§6.4"""
    state = after(position("r+2 b1", "g+2 g1 r1", "b+2 +4 A C Py g3"), "r+2")
    assert moves_at(state) == ["g+2", "take"]
    state = after(state, "g+2")
    assert (turn_of(state), state["pending"]) == ((2, "owed", "g"), 4)
    assert moves_at(state) == ["b+2", "Py", "take"]
    for move in ("+4 =r", "A", "C =r", "g3", "draw"):
        assert code(state, move) == ("only_take", "6.4")


def test_a_draw_4_is_answered_by_a_draw_4_only() -> None:
    """§6.5"""
    state = after(position("+4 b1 b2", "+4 r+2 g+2 C Pr y1"), "+4 =g")
    assert (turn_of(state), state["pending"]) == ((1, "owed", "g"), 4)
    assert moves_at(state) == ["+4 =r", "+4 =g", "+4 =b", "+4 =y", "Pr", "take"]
    assert code(state, "g+2") == ("only_take", "6.5")
    state = after(state, "+4 =y")
    assert (turn_of(state), state["pending"]) == ((2, "owed", "y"), 8)
    assert len(after(state, "take")["hands"][2]) == 3 + 8


def test_the_last_card_may_lengthen_a_chain_and_names_nothing() -> None:
    """§6.5, §17.2"""
    state = position("b1 b2", "+4", turn=1, phase="owed", pending=4, top="+4", colour="g")
    assert moves_at(state) == ["+4", "take"]
    done = after(state, "+4")
    assert (done["round_over"], done["colour"], done["pending"]) == (True, "*", 0)


def test_after_taking_a_normal_turn_begins() -> None:
    """§6.6"""
    taken = after(position("r1 r2", phase="owed", pending=2, top="r+2", draw="b8 b9 b7"), "take")
    assert moves_at(taken) == ["r1", "r2", "draw"]
    assert taken["turn"] == 0


def test_in_that_turn_one_may_draw_one_more_or_start_a_new_chain() -> None:
    """§6.7"""
    state = position("r1 g+2", phase="owed", pending=4, top="r+2", draw="b8 b9 b7 b6 y1")
    taken = after(state, "take")
    assert len(after(taken, "draw")["hands"][0]) == 2 + 4 + 1
    assert after(taken, "g+2")["pending"] == 2
    taken = after(position("+4 g1", phase="owed", pending=2, top="r+2", draw="b8 b9 b7 b6 y1"), "take")
    assert after(taken, "+4 =b")["pending"] == 4


def test_choose_names_the_colour_in_force() -> None:
    """§6.8"""
    assert turn_of(after(position("C b1 b2"), "C =y")) == (1, "turn", "y")
    assert turn_of(after(position("C b1 b2"), "C =r")) == (1, "turn", "r")


# ---- Protection in turn ----


def test_a_protection_is_an_ordinary_card_and_its_bolt_is_the_colour() -> None:
    """§8.1"""
    state = after(position("Pg b1 b2", "g1 r5 A"), "Pg")
    assert turn_of(state) == (1, "turn", "g")
    assert moves_at(state) == ["g1", "A", "draw"]


@pytest.mark.parametrize(("top", "colour", "pending"), [("r+2", "r", 4), ("+4", "y", 8)])
def test_against_owed_cards_nothing_is_drawn_and_the_chain_is_over(top: str, colour: str, pending: int) -> None:
    """§8.2, §8.6"""
    state = after(position("Pg b1 b2", phase="owed", pending=pending, top=top, colour=colour), "Pg")
    assert (turn_of(state), state["pending"], state["hands"][0]) == ((1, "turn", "g"), 0, ["b1", "b2"])


def test_against_a_skip_it_is_the_turns_discard() -> None:
    """§8.3, §8.6"""
    state = after(position("b1", "Pg b1 b2", turn=1, phase="skipped", layer=0, top="rS"), "Pg")
    assert (turn_of(state), state["layer"]) == ((2, "turn", "g"), None)


def test_it_has_no_effect_on_a_change_of_direction() -> None:
    """§8.5"""
    state = after(position("rR b1 b2", "g1", "b1", "Pg b3 b4"), "rR", "Pg")
    assert (state["direction"], turn_of(state)) == (-1, (2, "turn", "g"))


def test_on_a_chosen_colour_it_fits_like_every_black_card() -> None:
    """§8.5"""
    assert "Pr" in moves_at(position("Pr b1", top="C", colour="y"))


def test_a_seat_is_asked_whether_it_holds_a_protection_or_not() -> None:
    """§8.10"""
    for hand in ("g1 g2", "g1 Pr"):
        state = after(position("rS b1 b2", hand), "rS")
        assert match_at(state).actors() == (1,)
        assert "skip" in moves_at(state)
