"""The options of Solo that came with number 2 (§12.7 to §12.13 of docs/rules/solo.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine import states
from kartentisch.games.solo import GAME
from kartentisch.testing import walk
from tests.games.solo_oracle import PACK, SWAPS, cards_of
from tests.games.solo_positions import State, after, asking, code, match_at, moves_at, position, turn_of
from tests.ways import first_now, long

pytestmark = pytest.mark.rules

SKIPS: dict[str, Any] = {"reverse_skips": True}
NEXT: dict[str, Any] = {"call_until": "next"}
PLAIN: dict[str, Any] = {"swaps": False}


def test_number_1_has_four_options_only() -> None:
    """§12.5"""
    assert list(kt.Match("solo", 2, seed=1, rules=1).options) == ["limit", "rounds", "solo_call", "step_limit"]


@pytest.mark.parametrize("seats", [2, long(3), 5])
def test_with_the_defaults_number_2_plays_as_number_1_did(seats: int) -> None:
    """§12.5: the same moves with the same luck lead to the same cards."""

    def told(state: State) -> State:
        return {key: value for key, value in state.items() if key not in ("rules", "options")}

    first = [told(states.dump(GAME, moment.records)) for moment in walk("solo", seats, {"rounds": 2}, 4, number=1)]
    second = [told(states.dump(GAME, moment.records)) for moment in walk("solo", seats, {"rounds": 2}, 4)]
    assert first == second


# ---- Change direction skips -----------------------------------------------------------------------------------------


def test_between_two_a_change_of_direction_skips_too() -> None:
    """§12.7"""
    state = after(position("rR b1 b2", "g1 Pg", seats=2, options=SKIPS), "rR")
    assert (turn_of(state), state["direction"], state["layer"]) == ((1, "skipped", "r"), -1, 0)
    assert moves_at(state) == ["Pg", "skip"]
    skipped = after(state, "skip")
    assert (turn_of(skipped), skipped["direction"], skipped["layer"]) == ((0, "turn", "r"), -1, None)


def test_the_seat_that_a_change_of_direction_skips_has_the_window_of_a_skip() -> None:
    """§12.7"""
    records = states.load(GAME, after(position("rR b1 b2", "g1", seats=2, options=SKIPS), "rR"))
    assert int(GAME.run.window(records, 0)) == 0b10
    assert GAME.tokens[int(GAME.run.answer(records, 0, 1))] == "skip"


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_than_two_it_changes_nothing(seats: int) -> None:
    """§12.7"""
    state = after(position("rR b1 b2", seats=seats, options=SKIPS), "rR")
    assert (turn_of(state), state["direction"]) == ((seats - 1, "turn", "r"), -1)


def test_a_drawn_change_of_direction_skips_too() -> None:
    """§12.7"""
    state = after(position("b1 b2", "g1", seats=2, draw="rR", options=SKIPS), "draw", "rR")
    assert turn_of(state) == (1, "skipped", "r")


def test_a_protection_answers_that_skip_and_the_direction_stays_changed() -> None:
    """§12.8"""
    state = after(position("rR b1 b2", "g1 Pg", seats=2, options=SKIPS), "rR", "Pg")
    assert (turn_of(state), state["direction"]) == ((0, "turn", "g"), -1)


def test_as_a_last_card_it_neither_skips_nor_changes_the_direction() -> None:
    """§12.8, §11.2"""
    state = after(position("rR", "g1 Pg", seats=2, options=SKIPS), "rR")
    assert (state["round_over"], state["phase"], state["direction"]) == (True, "round_over", 1)


# ---- Cards dealt ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", range(3, 9))
@pytest.mark.parametrize("seats", [2, 10])
def test_each_seat_is_dealt_so_many_cards(hand: int, seats: int) -> None:
    """§12.9, §2.1: in every round."""
    match = kt.Match("solo", seats, seed=hand, options={"hand": hand, "rounds": 2, "step_limit": 1})
    for _ in range(2):
        state = match.state_json()
        assert [len(held) for held in state["hands"]] == [hand] * seats
        assert len(state["draw_bag"]) + len(state["discard"]) == 120 - hand * seats
        match.play(match.actors()[0], "draw")
        if not match.over:
            match.next_round()


@pytest.mark.parametrize("hand", [2, 9, 0, True, "8"])
def test_other_numbers_of_cards_are_refused(hand: Any) -> None:
    """§12.9"""
    with pytest.raises(ValueError, match="hand"):
        kt.Match("solo", 2, options={"hand": hand})


# ---- Until when the call is due -------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["draw", "g1"])
def test_the_next_player_makes_the_debtor_pay(move: str) -> None:
    """§12.10"""
    state = position("b1", "g1 g2", turn=1, top="g5", owes_call=[0], options=NEXT)
    assert len(after(state, move)["hands"][0]) == 3
    assert after(state, "0:solo", move)["hands"][0] == ["b1"]


def test_taking_cards_owed_and_a_protection_in_turn_make_the_debtor_pay() -> None:
    """§12.11"""
    state = position("b1", "Pg g2", turn=1, top="r+2", phase="owed", pending=2, owes_call=[0], options=NEXT)
    assert [len(after(state, move)["hands"][0]) for move in ("take", "Pg")] == [3, 3]
    state = position("b1", "Pg g2", turn=1, top="rS", phase="skipped", layer=0, owes_call=[0], options=NEXT)
    assert [len(after(state, move)["hands"][0]) for move in ("skip", "Pg")] == [1, 3]


def test_an_interjection_lets_the_debt_stand_until_the_seat_behind_it_acts() -> None:
    """§12.11"""
    state = after(position("b1", "g1 g2", "r5 g3 g4", "y1 y2", turn=1, owes_call=[0], options=NEXT), "2:r5")
    assert (state["owes_call"], state["hands"][0], state["turn"]) == ([0], ["b1"], 3)
    assert 0 in match_at(state).actors()
    assert len(after(state, "draw")["hands"][0]) == 3
    usual = position("b1", "g1 g2", "r5 g3 g4", "y1 y2", turn=1, owes_call=[0])
    assert len(after(usual, "2:r5")["hands"][0]) == 3


def test_a_protection_out_of_turn_lets_the_debt_stand() -> None:
    """§12.11"""
    state = position("b1", "g1 g2", "Pr g4 g5", top="rX", **asking(1, 2), owes_call=[0], options=NEXT)
    state = after(state, "2:Pr")
    assert (state["owes_call"], state["hands"][0], state["turn"]) == ([0], ["b1"], 3)
    assert len(after(state, "draw")["hands"][0]) == 3


@pytest.mark.parametrize("card", ["r5", "Pr"])
def test_a_seat_in_turn_that_holds_the_twin_or_a_protection_plays_in_its_turn(card: str) -> None:
    """§12.11"""
    state = position("b1", f"{card} g1 g2", turn=1, owes_call=[0], options=NEXT)
    assert len(after(state, card)["hands"][0]) == 3


def test_after_a_skip_the_seat_behind_the_skipped_one_is_the_next_player() -> None:
    """§12.11"""
    state = after(position("rS b1", "g1 g2", "y1 y2", options=NEXT), "rS", "1:skip")
    assert (state["owes_call"], state["turn"]) == ([0], 2)
    assert len(after(state, "2:draw")["hands"][0]) == 3


def test_after_a_swap_the_seat_swapped_with_is_the_next_player() -> None:
    """§12.11"""
    state = after(position("rX b1 b2", "g1 g2", "y1", options=NEXT), "rX >2", "accept")
    assert (state["owes_call"], state["hands"][0], state["turn"]) == ([0], ["y1"], 2)
    assert len(after(state, "2:draw")["hands"][0]) == 3


def test_after_an_all_swap_the_first_seat_that_did_not_protect_is_the_next_player() -> None:
    """§12.11: the protector, who owes too, has not been in turn."""
    state = position("A b1 b2", "Pg y1", "g1 g2", "y3", options=NEXT)
    state = after(state, "A", "1:Pg", "2:accept", "3:accept")
    assert (state["owes_call"], state["hands"][0], state["turn"]) == ([0, 1], ["y3"], 2)
    paid = after(state, "2:draw")
    assert ([len(hand) for hand in paid["hands"][:2]], paid["owes_call"]) == ([3, 3], [])


def test_after_a_gift_the_seat_next_after_the_giver_is_the_next_player() -> None:
    """§12.11"""
    state = after(position("rG r3 b5 b9", "g1 g2", "y2", options=NEXT), "rG >2", "accept", "r3 b5")
    assert (state["owes_call"], state["turn"]) == ([0], 1)
    assert len(after(state, "1:draw")["hands"][0]) == 3


def test_after_a_triple_or_an_interjection_the_next_seat_is_the_next_player() -> None:
    """§12.11"""
    state = after(position("r7 g7 b7 y1", options=NEXT), "triple:7b")
    assert len(after(state, "1:draw")["hands"][0]) == 3
    state = after(position("b1 b2", "g1 g2", "r5 b1", turn=1, options=NEXT), "2:r5")
    assert (state["owes_call"], state["turn"]) == ([2], 3)
    assert len(after(state, "3:draw")["hands"][2]) == 3


def test_after_a_change_of_direction_the_one_whose_turn_it_is_now_is_the_next_player() -> None:
    """§12.11: by the debtor's own card, or by a later one."""
    state = after(position("rR b1", "g1 g2", "y1 y2", "y3 y4", options=NEXT), "rR")
    assert (state["owes_call"], state["turn"]) == ([0], 3)
    assert len(after(state, "3:draw")["hands"][0]) == 3
    state = position("b1", "g1 g2", "rR y1 y2", turn=2, owes_call=[0], options=NEXT)
    assert (len(after(state, "rR")["hands"][0]), after(state, "rR")["turn"]) == (3, 1)


def test_that_act_makes_all_debtors_pay_but_the_one_who_acts() -> None:
    """§12.12: in the order of §9.6."""
    state = position("r1 g2", "b1", "b2", draw="y1 y2 y3", hoard=3, owes_call=[1, 2], options=NEXT)
    assert [len(hand) for hand in after(state, "r1")["hands"][:3]] == [1, 3, 2]
    both = position("b1", "g1", turn=1, owes_call=[0, 1], options=NEXT)
    paid = after(both, "draw")
    assert (len(paid["hands"][0]), len(paid["hands"][1])) == (3, 2)


def test_a_debtor_in_turn_before_anybody_else_was_may_go_out() -> None:
    """§12.12"""
    state = position("r1", "g1 g2", "y1 y2", "r5 y3 y4", turn=1, owes_call=[0], options=NEXT)
    state = after(state, "3:r5")
    assert (state["turn"], state["owes_call"]) == (0, [0])
    done = after(state, "0:r1")
    assert (done["round_over"], done["points"][0], done["hands"][0]) == (True, 0, [])


@pytest.mark.parametrize("seed", first_now([1, 0, 2]))
def test_with_two_seats_both_settings_play_alike(seed: int) -> None:
    """§12.12"""

    def played(until: str) -> list[State]:
        options = {"rounds": 4, "hand": 3, "call_until": until, "reverse_skips": True}
        found = [states.dump(GAME, moment.records) for moment in walk("solo", 2, options, seed)]
        return [{key: value for key, value in state.items() if key != "options"} for state in found]

    following = played("next")
    assert following == played("anybody")
    assert any(state["owes_call"] for state in following)


# ---- Without swaps --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 10])
def test_without_swaps_there_are_112_cards(seats: int) -> None:
    """§12.13"""
    state = kt.Match("solo", seats, seed=seats, options=PLAIN).state_json()
    assert cards_of(state) == Counter([card for card in PACK if card not in SWAPS])
    assert sum(cards_of(state).values()) == 112
    assert len(state["draw_bag"]) + len(state["discard"]) == 112 - 8 * seats


@pytest.mark.parametrize("card", SWAPS)
def test_a_state_with_a_swap_is_refused_and_so_is_the_move(card: str) -> None:
    """§12.13"""
    state = position("r1 b1", options=PLAIN)
    assert code(state, card if card == "A" else f"{card} >1") == ("card_missing", "3.1")
    for place in ("draw_bag", "discard"):
        with pytest.raises(ValueError, match=f"there are 1 cards {card}, but the pack has 0"):
            match_at({**state, place: [card, *state[place]]})
    with pytest.raises(ValueError, match="there are 0 cards rX, but the pack has 1"):
        match_at({**state, "options": {**state["options"], "swaps": True}})


def test_without_swaps_none_is_imagined() -> None:
    """§12.13"""
    match = kt.Match("solo", 3, seed=2, options=PLAIN)
    for seed in range(20):
        assert cards_of(match.view(1).imagine(seed).state_json()) == cards_of(match.state_json())


def test_a_view_without_swaps_that_shows_one_is_refused() -> None:
    """§12.13"""
    state = position("r1 b1", "g1 g2", known={(0, 1): "g1"}, options=PLAIN)
    view = match_at(state).view(0).json()
    assert kt.View.from_json(view).json() == view
    shown = {**view, "hands": [view["hands"][0], ["gX", None], *view["hands"][2:]]}
    with pytest.raises(ValueError, match="gX"):
        kt.View.from_json({**shown, "known": [[[], ["gX"], [], []], None, None, None]})
    with pytest.raises(ValueError, match="face down"):
        kt.View.from_json({**view, "options": {**view["options"], "swaps": True}})
