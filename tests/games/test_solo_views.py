"""What a seat knows, and what it may imagine (§13, §20 of docs/rules/solo.md)."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine import moves as engine_moves
from kartentisch.games.solo import GAME
from tests.games.solo_oracle import matches, view
from tests.games.solo_positions import State, after, asking, match_at, position

pytestmark = pytest.mark.rules

HIDDEN = {"hands", "known", "draw_bag", "drawn", "declined", "quiet"}


def seen(state: State, reader: int | None) -> dict[str, Any]:
    return match_at(state).view(reader).json()


def knows(state: State, who: int, whose: int) -> list[str]:
    known: list[str] = state["known"][who][whose]
    return known


@pytest.mark.parametrize("reader", [0, 1, 2, 3, None])
def test_a_seat_sees_its_hand_all_counts_the_discard_pile_and_what_it_knows(reader: int | None) -> None:
    """§13.1, §20.1"""
    state = position("r1 g4 g4", "b1 b2 b2 y9", under="y1 y2", known={(0, 1): "b2", (2, 1): "b2 b2 y9"})
    json = seen(state, reader)
    assert json == {**view(state, reader), "moves": json["moves"]}
    assert {key: json[key] for key in state if key not in HIDDEN} == {
        key: value for key, value in state.items() if key not in HIDDEN
    }


def test_a_hand_of_others_is_the_known_cards_first_then_nulls() -> None:
    """§20.1"""
    state = position("r1", "y9 b2 b2 A y1", known={(0, 1): "y9 b2", (2, 1): "A"})
    assert seen(state, 0)["hands"][1] == ["b2", "y9", None, None, None]
    assert seen(state, 2)["hands"][1] == ["A", None, None, None, None]
    assert seen(state, 3)["hands"][1] == seen(state, None)["hands"][1] == [None] * 5
    assert seen(state, 0)["known"] == [[[], ["b2", "y9"], [], []], None, None, None]
    assert seen(state, None)["known"] == [None] * 4


def test_a_drawn_card_is_known_to_its_owner_alone() -> None:
    """§13.1, §20.1"""
    state = after(position("r1 g4", draw="r9"), "draw")
    assert [seen(state, reader)["drawn"] for reader in (0, 1, 2, None)] == ["r9", None, None, None]
    assert {seen(state, reader)["phase"] for reader in (0, 1, None)} == {"drawn"}
    other = after(position("r1 g4", draw="C"), "draw")
    assert seen(state, 1)["hands"] == seen(other, 1)["hands"]


def test_the_draw_pile_is_a_number() -> None:
    """§13.1, §20.1"""
    state = position("r1", draw="b1 b2 b3")
    assert {seen(state, reader)["draw_bag"] for reader in (0, 3, None)} == {3}


def test_declined_and_quiet_show_the_viewer_alone() -> None:
    """§20.1"""
    state = position("r1 r2", "r5 g1", "g2", owes_call=[2], quiet=[2], declined=[1])
    assert [(seen(state, r)["declined"], seen(state, r)["quiet"]) for r in (0, 1, 2, None)] == [
        ([], []),
        ([1], []),
        ([], [2]),
        ([], []),
    ]
    assert {tuple(seen(state, reader)["owes_call"]) for reader in (0, 1, 2, None)} == {(2,)}


def test_giver_and_receiver_know_the_cards_of_a_gift() -> None:
    """§13.2"""
    state = after(position("b1 b2 b2 y1", "g1 g2", top="rG", phase="gift", layer=0, target=1), "b2 b2")
    assert (knows(state, 0, 1), state["hands"][1]) == (["b2", "b2"], ["g1", "g2", "b2", "b2"])
    assert [knows(state, who, 1) for who in (2, 3)] == [[], []]
    assert seen(state, 0)["hands"][1] == ["b2", "b2", None, None]


def test_the_receiver_takes_the_cards_out_of_what_it_knew_and_all_others_forget_the_givers_hand() -> None:
    """§13.2"""
    known = {(1, 0): "b1 b2 b2", (2, 0): "b1 y1", (3, 0): "b2", (2, 1): "g1", (0, 1): "g2"}
    state = position("b1 b2 b2 y1", "g1 g2", top="rG", phase="gift", layer=0, target=1, known=known)
    state = after(state, "b1 b2")
    assert [knows(state, who, 0) for who in range(4)] == [[], ["b2"], [], []]
    assert [knows(state, who, 1) for who in range(4)] == [["g2", "b1", "b2"], [], ["g1"], []]


def test_a_swapped_hand_takes_along_what_others_know_and_its_giver_knows_all_of_it() -> None:
    """§13.3"""
    known = {(1, 0): "b1", (2, 0): "b2", (3, 1): "g1", (0, 1): "g2", (0, 2): "y1", (2, 3): "y5"}
    state = position("b1 b2", "g1 g2", "y1 y2", "y5 y6", top="rX", **asking(0, 1), known=known)
    state = after(state, "accept")
    assert state["hands"][:2] == [["g1", "g2"], ["b1", "b2"]]
    assert [knows(state, who, 0) for who in range(4)] == [[], ["g1", "g2"], [], ["g1"]]
    assert [knows(state, who, 1) for who in range(4)] == [["b1", "b2"], [], ["b2"], []]
    assert (knows(state, 0, 2), knows(state, 2, 3)) == (["y1"], ["y5"])


def test_in_an_all_swap_the_hands_that_stay_keep_what_is_known_of_them() -> None:
    """§13.3"""
    known = {(0, 1): "g1", (1, 3): "y5", (3, 0): "b2", (2, 0): "b1"}
    state = position(
        "b1 b2", "Pg g1 y9", "g2 g3", "y5 y6", top="A", **asking(0, None, to_answer=[1, 2, 3]), known=known
    )
    state = after(state, "1:Pg", "2:accept", "3:accept")
    assert state["hands"] == [["y5", "y6"], ["g1", "y9"], ["b1", "b2"], ["g2", "g3"]]
    assert [knows(state, who, 1) for who in range(4)] == [["g1"], [], [], []]
    assert [knows(state, who, 2) for who in range(4)] == [["b1", "b2"], [], [], ["b2"]]
    assert [knows(state, who, 0) for who in range(4)] == [[], ["y5"], [], ["y5", "y6"]]
    assert [knows(state, who, 3) for who in range(4)] == [[], [], ["g2", "g3"], []]


def test_a_hand_that_comes_back_is_no_longer_among_the_known_ones() -> None:
    """§13.3"""
    state = position("b1 b2", "g1 g2", seats=2, top="rX", **asking(0, 1))
    once = after(state, "accept")
    state = {**once, "phase": "answer", "layer": 0, "target": 1, "turn": 0}
    twice = after(state, "accept")
    assert twice["hands"] == [["b1", "b2"], ["g1", "g2"]]
    assert twice["known"] == [[[], ["g1", "g2"]], [["b1", "b2"], []]]


def test_a_discarded_card_is_taken_out_of_what_others_know_copies_count() -> None:
    """§13.4"""
    state = position("r1 r1 g4", known={(1, 0): "r1 r1 g4", (2, 0): "r1", (3, 0): "g4"})
    state = after(state, "r1")
    assert [knows(state, who, 0) for who in range(4)] == [[], ["r1", "g4"], [], ["g4"]]


def test_of_four_black_cards_each_counts() -> None:
    """§13.4"""
    state = position("C C C C b1", "g1", known={(1, 0): "C C C C", (2, 0): "C C"})
    for left in (3, 2):
        state = {**after(state, "C =r"), "turn": 0, "phase": "turn"}
        assert knows(state, 1, 0) == ["C"] * left
        assert knows(state, 2, 0) == ["C"] * max(0, left - 2)
    assert after(state, "draw")["known"] == state["known"]


def test_a_triple_takes_all_its_cards_out_of_what_is_known() -> None:
    """§13.4"""
    state = position("r7 r7 g7 y1 b1", known={(1, 0): "r7 r7 y1", (2, 0): "g7 r7"})
    state = after(state, "triple:7r")
    assert [knows(state, who, 0) for who in range(4)] == [[], ["y1"], [], []]


def test_what_is_drawn_changes_nothing_of_what_is_known() -> None:
    """§13.1"""
    state = position("r1", "b1", draw="y1 y2 y3", known={(2, 0): "r1", (3, 1): "b1"}, owes_call=[1])
    assert after(state, "draw")["known"] == state["known"]


@pytest.mark.parametrize("limit", [10_000, 10])
def test_when_the_round_is_over_all_hands_are_open(limit: int) -> None:
    """§13.5"""
    state = position("r1" if limit > 10 else "r1 b1", "b1 b2", known={(0, 1): "b1"}, options={"step_limit": limit})
    state = after(state, "r1")
    assert state["round_over"]
    for reader in (0, 1, None):
        json = seen(state, reader)
        assert json["hands"] == state["hands"]
        assert json["draw_bag"] == len(state["draw_bag"])
        assert json["known"] == [state["known"][who] if who == reader else None for who in range(4)]


def test_the_cards_of_a_gift_are_heard_by_giver_and_receiver_only() -> None:
    """§15.2"""
    records = match_at(position("b1 b2 b3", top="rG", phase="gift", layer=0, target=2))._records
    steps = [GAME.numbers["b1"], GAME.numbers["b3"]]
    for reader in (0, 2):
        assert engine_moves.heard(GAME, records, 0, steps, reader) == ["b1", "b3"]
    for reader in (1, 3, -1):
        assert engine_moves.heard(GAME, records, 0, steps, reader) == [None, None]


def test_that_somebody_does_not_act_is_heard_by_nobody_else() -> None:
    """§14.2"""
    records = match_at(position("r1", "r5", owes_call=[1]))._records
    for token in ("no", "quiet"):
        assert engine_moves.heard(GAME, records, 1, [GAME.numbers[token]], 1) == [token]
        assert engine_moves.heard(GAME, records, 1, [GAME.numbers[token]], 0) == [None]
    assert engine_moves.heard(GAME, records, 1, [GAME.numbers["solo"]], 0) == ["solo"]
    assert engine_moves.heard(GAME, records, 0, [GAME.numbers["r1"]], 3) == ["r1"]


# ---- Imagining ----


@pytest.mark.parametrize("reader", [0, 1, 2])
def test_known_cards_stay_where_they_are(reader: int) -> None:
    """§20.2"""
    state = position("r1 g4", "b1 b2 b2", "y9 y9 A", known={(0, 1): "b2 b2", (0, 2): "A", (1, 2): "y9"})
    for seed in range(20):
        world = match_at(state).view(reader).imagine(seed)
        json = world.state_json()
        for whose in range(4):
            known = list(knows(state, reader, whose))
            for card in json["hands"][whose]:
                if card in known:
                    known.remove(card)
            assert known == []
        assert json["known"] == [row if who == reader else [[]] * 4 for who, row in enumerate(state["known"])]
        assert world.view(reader).json() == seen(state, reader)


def test_the_unseen_cards_are_imagined_all_over() -> None:
    """§20.2"""
    state = position("r1 g4", others=5)
    places: set[Any] = set()
    for seed in range(60):
        world = match_at(state).view(0).imagine(seed).state_json()
        places |= {seat for seat in range(1, 4) if "Pg" in world["hands"][seat]}
        places |= {"pile"} if "Pg" in world["draw_bag"] else set()
    assert places == {1, 2, 3, "pile"}


def test_another_seats_drawn_card_matches_and_is_not_among_the_known_ones() -> None:
    """§20.2"""
    state = position("b1 b2", "r9 g1", turn=1, phase="drawn", drawn="r9", known={(0, 1): "g1", (2, 1): "r9"})
    for reader in (0, 2, 3):
        drawn = set()
        for seed in range(60):
            world = match_at(state).view(reader).imagine(seed).state_json()
            drawn.add(world["drawn"])
            assert matches(world["drawn"], "r5", "r")
            rest = list(world["hands"][1])
            rest.remove(world["drawn"])
            assert rest == ["g1"] or reader != 0
            assert reader != 2 or rest == ["r9"]
        assert len(drawn) > 5


def test_what_others_know_declined_or_kept_quiet_about_is_imagined_as_nothing() -> None:
    """§20.2"""
    known = {(0, 1): "r5", (2, 3): "y1"}
    state = position("r1 r2", "r5 g1", "g2", "y1 y2", declined=[1], owes_call=[2], quiet=[2], known=known)
    world = match_at(state).view(0).imagine(1).state_json()
    assert (world["declined"], world["quiet"], world["owes_call"]) == ([], [], [2])
    assert world["known"][2][3] == []
    mine = match_at(state).view(1).imagine(1).state_json()
    assert (mine["declined"], mine["quiet"]) == ([1], [])


def test_a_view_in_which_nothing_drawn_can_match_is_refused() -> None:
    """§20.3"""
    state = position("b1 b2", "r9 g1", turn=1, phase="drawn", drawn="r9", known={(0, 1): "r9 g1"})
    json = seen(state, 0)
    assert kt.View.from_json(json).imagine(1).state_json()["drawn"] == "r9"
    json["hands"][1], json["known"][0][1] = ["g2", "g1"], ["g1", "g2"]
    with pytest.raises(ValueError, match="hands of seat 1"):
        kt.View.from_json(json)


def test_a_view_in_which_no_unseen_card_matches_is_refused() -> None:
    """§20.3"""
    state = position("b1 b2", "r9 g1", seats=2, hoard=0, draw="g2", turn=1, phase="drawn", drawn="r9")
    json = seen(state, 0)
    assert kt.View.from_json(json).imagine(1).state_json()["drawn"] == "r9"
    json["hands"][0][json["hands"][0].index("g3")] = "r9"  # g1, g2 and g3 are unseen now
    with pytest.raises(ValueError, match="hands of seat 1"):
        kt.View.from_json(json)
    over = {**json, "phase": "turn"}
    assert kt.View.from_json(over).imagine(1).view(0).json()["phase"] == "turn"


def test_a_bystanders_view_cannot_be_imagined() -> None:
    with pytest.raises(ValueError, match="bystander"):
        match_at(position("r1")).view(None).imagine(1)
