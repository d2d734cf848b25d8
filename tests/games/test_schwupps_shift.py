"""Shifts, aggravations and empty piles (§5, §6, §7 of docs/rules/schwupps.md)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.schwupps_positions import (
    PACK,
    SPLIT,
    after,
    cards_of,
    luckily,
    match_at,
    moves_at,
    position,
    refusal,
    tasks_of,
)

pytestmark = [pytest.mark.rules, pytest.mark.ways]


def tasks_after(move: str) -> dict[str, str]:
    tasks: dict[str, str] = after(position("g5 !", tasks="+1 +2 -1 -2", up="nc"), move)["tasks"]
    return tasks


def test_a_shift_moves_the_tasks_of_its_row_on() -> None:
    """§5.1"""
    assert tasks_after("~A") == {"A1": "nc", "A2": "+1", "B1": "-1", "B2": "-2"}
    assert tasks_after("~B") == {"A1": "+1", "A2": "+2", "B1": "nc", "B2": "-1"}
    assert tasks_after("!A>1") == tasks_after("~A")
    assert tasks_after("!B>2") == tasks_after("~B")


def test_the_task_at_place_2_goes_on_top_of_the_discard_and_the_next_is_turned_up() -> None:
    """§5.1"""
    before = position("g5", tasks="+1 +2 -1 -2", up="nc", task_bag=["c", "n", "n"])
    state = luckily(before, ["~A"], lambda state: state["next"] == "c")
    assert state["task_discard"] == [*before["task_discard"], "+2"]
    assert state["task_bag"] == ["n", "n"]


def test_a_shift_leaves_the_number_piles_alone() -> None:
    """§5.2"""
    before = position("g5 !", "b1,b2 g1 r1 v1,v2,v3")
    for move in ("~A", "~B", "!A>1", "!B>1"):
        assert after(before, move)["piles"] == before["piles"]


def test_a_shift_without_aggravation_card_goes_once_a_turn_whatever_the_hand() -> None:
    """§5.3"""
    for hand in ("g5", "g5 !", "b2 b3 b4 b5 b6"):
        state = position(hand, "b1 g9 r9 v9", "+1 n n n")
        assert {"~A", "~B"} <= set(moves_at(state))
        shifted = after(state, "~A")
        assert not {"~A", "~B"} & set(moves_at(shifted))
        assert (shifted["acted"], shifted["shifted"]) == (True, True)
        assert "once a turn" in refusal(shifted, "~B")


def test_after_a_shift_without_aggravation_card_one_takes_a_card() -> None:
    """§5.3"""
    state = after(position("g5", common_bag=["v4", "v4"]), "~A")
    assert state["hands"][0] == ["g5", "v4"]
    assert (state["common"], state["common_bag"], state["stacks"]) == (1, ["v4"], [10, 10, 10])


def test_an_aggravation_card_goes_to_the_box_and_another_player_takes_the_card() -> None:
    """§6.1"""
    before = position("g5 !", common_bag=["v4", "v4"])
    state = after(before, "!A>2")
    assert state["hands"][0] == ["g5"]
    assert Counter(state["hands"][2]) - Counter(before["hands"][2]) == {"v4": 1}
    assert (state["boxed"], state["common"], state["shifted"]) == (1, 1, False)


def test_one_aggravates_as_often_as_there_are_cards_whether_shifted_or_not() -> None:
    """§6.1"""
    state = after(position("g5 ! !"), "!A>1", "~A", "!B>2")
    assert (state["boxed"], state["hands"][0].count("!")) == (2, 0)
    assert refusal(state, "!A>1") == "You have no aggravation card."


def test_with_a_personal_pile_left_the_last_card_in_hand_shifts_and_gives() -> None:
    """§6.2, §8.2"""
    before = position("!", common_bag=["v4", "v4"])
    assert moves_at(before) == ["!A>1", "!A>2", "!B>1", "!B>2", "~A", "~B"]
    state = after(before, "!B>1")
    assert (state["hands"][0], state["boxed"], state["round_over"]) == ([], 1, False)
    assert len(state["hands"][1]) == len(before["hands"][1]) + 1


def test_the_gift_goes_to_any_seat_but_the_movers() -> None:
    """§6.3"""
    for seats in (2, 3, 4, 5):
        state = position("g5 !", seats=seats, stacks=[5] * seats)
        assert moves_at(state)[: 2 * seats - 2] == [f"!{row}>{seat}" for row in "AB" for seat in range(1, seats)]
        assert "never to yourself" in refusal(state, "!A>0")
    assert "no seat 4" in refusal(position("g5 !"), "!A>4")


def test_row_and_target_are_named_before_the_next_task_is_turned_up() -> None:
    """§6.4"""
    state = position("g5 !", task_bag=["c", "nc"])
    assert match_at(state).steps(0, "!A>1") == []  # nothing can follow: the move is complete
    reached = {after(state, "!A>1", seed=seed)["next"] for seed in range(20)}
    assert reached == {"c", "nc"}


def test_aggravation_cards_never_come_back_within_a_round() -> None:
    """§6.5"""
    state = position("g5 ! !", "r3,r4,r5 g1 r1 v1", boxed=5, common_bag=["v4"])
    for move in ("!A>1", "!B>2"):
        state = after(state, move)
    assert state["boxed"] == 7
    assert cards_of(state) == Counter(PACK)
    assert "!" not in state["common_bag"]


def test_a_shift_that_takes_the_last_task_shuffles_the_discard_anew() -> None:
    """§7.1"""
    before = position("g5", tasks="+1 +2 -1 -2", up="nc", task_bag=[])
    state = after(before, "~A")
    assert state["task_discard"] == []
    assert state["tasks"]["A1"] == "nc"
    assert len(state["task_bag"]) == 25
    assert tasks_of(state) == SPLIT


def test_a_next_task_over_an_empty_pile_is_a_normal_state() -> None:
    """§7.2"""
    state = after(position("g5", up="nc", task_bag=["c"]), "~A")
    assert (state["next"], state["task_bag"], len(state["task_discard"])) == ("c", [], 25)
    assert match_at(state).state_json() == state


def test_the_task_just_discarded_is_shuffled_into_the_new_pile() -> None:
    """§7.2"""
    options = {"tasks": {**dict.fromkeys(SPLIT, 0), "n": 29, "c": 1}}
    before = position("g5", tasks="n c n n", up="n", task_bag=[], options=options)
    seen = {after(before, "~A", seed=seed)["next"] for seed in range(200)}
    assert seen == {"n", "c"}
    assert "c" in after(before, "~A", seed=1)["task_bag"] or after(before, "~A", seed=1)["next"] == "c"


def test_when_the_last_card_of_the_common_pile_is_taken_the_buried_cards_are_the_new_one() -> None:
    """§7.3"""
    before = position("g5", "b1,b2,b3 g1 r3,r1 v1", common_bag=["y9"])
    state = after(before, "~A")
    assert state["hands"][0] == ["g5", "y9"]
    assert state["piles"] == {"A1": ["b3"], "A2": ["g1"], "B1": ["r1"], "B2": ["v1"]}
    assert (state["common"], state["common_bag"]) == (3, ["b1", "b2", "r3"])
    assert state["bag"] == before["bag"]


def test_a_gift_of_the_last_card_renews_the_common_pile_too() -> None:
    """§7.3"""
    state = after(position("g5 !", "b1,b2,b3 g1 r3,r1 v1", common_bag=["y9"]), "!A>1")
    assert "y9" in state["hands"][1]
    assert (state["common"], state["common_bag"]) == (3, ["b1", "b2", "r3"])


def test_the_first_renewal_parts_the_common_pile_from_the_personal_piles() -> None:
    """§7.3, §14.4"""
    before = position("g5", "b1,b2,b3 g1 r1 v1", common=1)
    assert (before["common_bag"], len(before["bag"])) == (None, 31)
    state = after(before, "~A")
    assert (len(state["bag"]), state["common_bag"]) == (30, ["b1", "b2"])


def test_with_no_card_under_any_top_the_common_pile_stays_empty() -> None:
    """§7.4"""
    for before in (position("g5", common_bag=["y9"]), position("g5", common=1)):
        state = after(before, "~A")
        assert (state["common"], len(state["hands"][0])) == (0, 2)
        assert state["common_bag"] == (None if before["common_bag"] is None else [])


def test_when_a_card_is_next_to_be_taken_the_renewal_is_tried_first() -> None:
    """§7.4"""
    for empty in (position("g5 b2", tasks="+1 n n n", common_bag=[]), position("g5 b2", tasks="+1 n n n", common=0)):
        played = after(empty, "b2>A1")
        assert (played["common"], played["piles"]["A1"]) == (0, ["b1", "b2"])
        state = after(played, "~B")
        assert state["hands"][0] == ["b1", "g5"]
        assert state["piles"]["A1"] == ["b2"]
        assert (state["common"], state["common_bag"]) == (0, [])


def test_a_renewal_on_taking_leaves_the_others_of_the_buried_cards_in_the_pile() -> None:
    """§7.4"""
    state = after(position("g5", "b3,b3,b1 g3,g1 r1 v1", common=0), "~A")
    assert len(state["hands"][0]) == 2
    assert state["common"] == len(state["common_bag"]) == 2
    assert cards_of(state) == Counter(PACK)


def test_if_there_still_is_none_nobody_takes_a_card_and_the_shift_stands_alone() -> None:
    """§7.4"""
    for before in (position("g5 !", common_bag=[]), position("g5 !", common=0)):
        for move in ("~A", "!A>2"):
            state = after(before, move)
            assert state["tasks"]["A1"] == before["next"]
            assert [len(hand) for hand in state["hands"][1:]] == [len(hand) for hand in before["hands"][1:]]
            assert state["hands"][0] == (["g5", "!"] if move == "~A" else ["g5"])
            assert state["common_bag"] == before["common_bag"]


def test_the_target_of_a_gift_is_named_even_when_there_is_no_card() -> None:
    """§7.5"""
    assert moves_at(position("g5 !", common_bag=[]))[:4] == ["!A>1", "!A>2", "!B>1", "!B>2"]
    assert "Say which row" in refusal(position("g5 !", common_bag=[]), "!")
