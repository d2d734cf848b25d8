"""state_json, and what from_state_json refuses (§13, §14 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.games.schweinsgalopp_positions import State, after, laying, match_at, position

pytestmark = pytest.mark.rules

KEYS = [
    *["game", "rules", "seats", "options", "round", "steps", "turn", "round_over", "phase", "start", "pigs", "hands"],
    *["aside", "played", "face_up", "banked", "supply", "track_scoff", "from_track", "lost", "points"],
    *["totals", "over", "winners"],
]


def base() -> State:
    """A sound state to spoil: round 2 of three seats with the variant, seat 0 has three cards."""
    pigs = "25 24 11 10 9"
    return position("b g r", pigs=pigs, round=2, face_up=[2, 0, 1], banked=[0, 6, 3], track=[9, 14])


def ended(**changes: Any) -> State:
    """A match of one round that is over."""
    state = after(position("b", "b", "y", face_up=[2, 0, 1], options={"rounds": 1}), "b", "b", "y")
    assert (state["banked"], state["winners"]) == ([3, 1, 0], [0])
    return {**state, **changes}


def refused(state: Any, match: str = ".") -> None:
    with pytest.raises(ValueError, match=match) as caught:
        kt.Match.from_state_json(state, seed=1)
    assert len(str(caught.value)) > 10, "a sentence"


def spoilt(**changes: Any) -> State:
    return {**base(), **changes}


def moved(state: State, amount: int, source: str, target: str, seat: int = 0) -> State:
    """The state with some scoff cards elsewhere."""
    for name, n in ((source, -amount), (target, amount)):
        if isinstance(state[name], list):
            state[name] = [old + n * (i == seat) for i, old in enumerate(state[name])]
        else:
            state[name] += n
    return state


def test_the_keys_of_a_state_are_these_in_this_order() -> None:
    """§13.1"""
    assert list(match_at(base()).state_json()) == KEYS


def test_a_sound_state_is_accepted_and_comes_back_in_whatever_order() -> None:
    """§13.1, §13.2"""
    for state in (base(), laying(12), laying(), ended(), position("b", seats=4), position("b g", seats=2)):
        assert match_at(json.loads(json.dumps(state))).state_json() == state
        mixed = {**state, "hands": [hand[::-1] for hand in state["hands"]], "aside": state["aside"][::-1]}
        mixed["track_scoff"] = state["track_scoff"][::-1]
        assert match_at(mixed).state_json() == state


def test_pigs_are_distances_played_cards_a_pile_and_the_track_ascends() -> None:
    """§13.2"""
    state = after(laying(20, 9), "@14")
    assert (state["phase"], state["track_scoff"]) == ("play", [9, 14, 20])
    done = after(position("r b", "g g", "v v", pigs="30 2 1 4 9"), "r", "g", "v")
    assert done["played"][-3:] == ["r", "g", "v"]
    assert done["pigs"] == {"b": 30, "g": 5, "r": 3, "v": 6, "y": 9}


def test_fifty_five_scoff_cards_are_somewhere() -> None:
    """§13.3, §14.4"""
    refused(spoilt(supply=base()["supply"] - 1), "54 scoff cards")
    refused(spoilt(supply=base()["supply"] + 1), "56 scoff cards")
    refused(spoilt(track_scoff=[9]), "54 scoff cards")
    for name in ("face_up", "banked"):
        refused(spoilt(**{name: [1, 1, 2]}), "scoff cards")


@pytest.mark.parametrize("supply", [-1, 56, "55", None, 55.0, True])
def test_a_supply_that_cannot_be_is_refused(supply: Any) -> None:
    refused(spoilt(supply=supply), "supply")


def test_while_scoff_cards_are_laid_the_turn_says_how_many() -> None:
    """§13.4, §14.2"""
    refused({**laying(12), "turn": 0}, "by turn 0 scoff cards")
    refused({**laying(12), "turn": 2}, "by turn 2 scoff cards")
    refused({**laying(), "track_scoff": [12], "supply": 54}, "by turn 0 scoff cards")
    refused({**laying(12, 13), "track_scoff": [12, 13, 14], "supply": 52}, "by turn 2 scoff cards")
    refused(moved(laying(12), 1, "supply", "face_up"), "by turn 1 scoff cards")


@pytest.mark.parametrize("pigs", ["25 24 11 10 3", "4 4 11 10 9", "0 1 2 3 22", "1 2 3 23 4"])
def test_two_pigs_on_one_space_are_refused(pigs: str) -> None:
    """§14.1"""
    refused(position("b", pigs=pigs), "two pigs")


@pytest.mark.parametrize(
    "pigs",
    [
        {"b": 1, "g": 2, "r": 3, "v": 4},
        {"b": 1, "g": 2, "r": 3, "v": 4, "y": 5, "k": 6},
        {"b": -1, "g": 2, "r": 3, "v": 4, "y": 5},
        {"b": 1.0, "g": 2, "r": 3, "v": 4, "y": 5},
        {"b": True, "g": 2, "r": 3, "v": 4, "y": 5},
        [1, 2, 3, 4, 5],
        None,
    ],
)
def test_pigs_that_cannot_be_are_refused(pigs: Any) -> None:
    """§14.1"""
    refused(spoilt(pigs=pigs), "pigs")


def test_hands_must_fit_start_and_the_cards_played() -> None:
    """§14.1"""
    state = base()
    card = state["hands"][0].pop()
    refused({**state, "played": [*state["played"], card]}, "turn 0 does not fit")
    refused({**state, "aside": [*state["aside"], card]}, "seat 0 holds 2 cards")
    state = base()
    state["hands"][1].append(state["hands"][2].pop())
    refused(state, "seat 1 holds 4 cards")


def test_turn_must_fit_start_and_the_cards_played() -> None:
    """§14.1"""
    refused(spoilt(turn=1), "turn 1 does not fit")
    refused(spoilt(turn=3), "turn")
    refused(spoilt(turn=None), "turn must be null exactly")
    sound = after(base(), "b")
    assert match_at(sound).actors() == (1,)


def test_aside_must_have_what_is_not_dealt() -> None:
    """§14.1"""
    state = base()
    state["played"].append(state["aside"].pop())
    refused(state)
    state = base()
    state["aside"].append(state["played"].pop())
    refused(state)
    state = base()
    state["aside"].append(state["hands"][2].pop())
    refused(state)


def test_a_card_lost_doubled_or_unknown_is_refused() -> None:
    """§14.1"""
    for card in ("b", "k", "B", "", None, 1):
        state = base()
        state["aside"][0] = card
        if card != base()["aside"][0]:
            refused(state)
    state = base()
    state["aside"].pop()
    refused(state, "the pack has 7")


def test_round_over_must_fit_the_cards_played() -> None:
    """§14.1"""
    refused(spoilt(round_over=True, turn=None), "round_over does not fit")
    refused(ended(round_over=False, turn=0, over=False, winners=[], points=[0, 0, 0]), "round_over does not fit")


@pytest.mark.parametrize(
    ("number", "start", "rotate", "sound"),
    [(1, 0, False, True), (2, 0, False, True), (2, 1, False, False), (2, 1, True, True), (2, 0, True, False)],
)
def test_start_must_fit_round_and_option(number: int, start: int, rotate: bool, sound: bool) -> None:
    """§14.1"""
    state = position("b b", round=number, options={"rotate_start": rotate})
    state = {**state, "start": start, "turn": start}
    if sound:
        assert match_at(state).actors() == (start,)
    else:
        refused(state, "start")


def test_a_round_too_many_is_refused() -> None:
    """§14.1"""
    assert match_at(position("b", round=3)).actors() == (0,)
    refused(position("b", round=4), "one too many")
    refused(position("b", round=0), "round")


def test_over_and_winners_must_fit() -> None:
    """§14.1"""
    assert match_at(ended()).over
    refused(ended(over=False, winners=[]), "over")
    refused(ended(winners=[1]), "winners")
    refused(ended(winners=[0, 1]), "winners")
    refused(ended(winners=[]), "winners")
    state = ended(over=False, winners=[])
    state["options"] = {**state["options"], "rounds": 2}
    match = match_at(state)
    match.next_round()
    assert match.totals == [3, 1, 0]
    refused({**state, "over": True, "winners": [0]}, "over")


def test_the_phase_of_laying_belongs_before_the_first_card_of_the_variant() -> None:
    """§14.2"""
    state = laying()
    refused({**state, "options": {**state["options"], "track_scoff": False}}, "laid only before")
    refused({**state, "round": 2}, "laid only before")
    refused({**base(), "phase": "lay"}, "laid only before")
    refused({**laying(), "phase": "Lay"}, "phase")
    refused({**laying(), "phase": 0}, "phase")
    refused({**laying(), "pigs": {"b": 1, "g": 2, "r": 3, "v": 4, "y": 5}}, "0 to 4")


def test_no_scoff_cards_lie_on_the_track_without_the_variant() -> None:
    """§14.3"""
    state = position("b", track=[9])
    refused({**state, "options": {**state["options"], "track_scoff": False}}, "without track_scoff")


@pytest.mark.parametrize("space", [0, 1, 2, 3, 4])
def test_no_scoff_card_lies_where_the_pigs_start(space: int) -> None:
    """§14.3"""
    refused({**laying(12), "track_scoff": [space]}, "where the pigs stand at the start")
    refused(position("b", pigs="25 26 11 10 9", track=[space]), "where the pigs stand at the start")


@pytest.mark.parametrize("track", [[9, 9], [22], [-1], [9.0], [True], ["9"], [None], 9, {"9": 1}, None])
def test_a_track_that_cannot_be_is_refused(track: Any) -> None:
    """§14.3"""
    refused(spoilt(track_scoff=track), "track_scoff")


def test_after_its_last_card_a_seat_has_nothing_face_up() -> None:
    """§14.4"""
    state = after(position("b", face_up=[3, 3, 3]), "b")
    assert match_at(state).actors() == (1,)
    refused(moved(state, 1, "supply", "face_up"), "after its last card")


def test_banked_scoff_cards_must_fit_the_totals() -> None:
    """§14.4"""
    refused(spoilt(totals=[1, 6, 3]), "banked of seat 0")
    refused(moved(ended(), 1, "supply", "banked"), "banked of seat 0")
    refused(ended(points=[4, 1, 0]), "points")
    refused(ended(points=[-1, 1, 0]), "points")
    refused(spoilt(points=[0, 1, 0]), "points")


def test_banked_may_run_ahead_of_the_totals_within_a_round() -> None:
    """§14.4"""
    state = spoilt(totals=[0, 2, 3])
    assert match_at(state).totals == [0, 2, 3]


def test_a_distance_that_would_not_fit_is_refused_and_whatever_is_accepted_can_be_played_on() -> None:
    """§14.5"""
    far = 127 - 5 * (7 - position("b")["played"].count("b"))
    others = [str(space) for space in range(22) if space not in (far % 22, (far + 1) % 22)][:4]
    assert match_at(position("b", pigs=" ".join([str(far), *others]))).actors() == (0,)
    refused(position("b", pigs=" ".join([str(far + 1), *others])), "cannot be as far")
    refused(position("b", pigs=" ".join(["128", *others])), "pigs")
    state = position("b b b b b b b", pigs="92 93 94 95 96", seats=2)
    for seat, cards in enumerate(["b b b b b b b", "g g g g g g g"]):
        state["hands"][seat] = cards.split()
    state["pigs"] = {"b": 92, "g": 91, "r": 90, "v": 89, "y": 88}
    state["aside"] = [card for card in "rvy" for _ in range(7)]
    state["played"] = []
    for _ in range(14):
        state = after(state, state["hands"][state["turn"]][0])
        assert match_at(state).state_json() == state


def test_it_is_not_asked_how_the_state_came_about() -> None:
    """§14.6"""
    fresh = position("b g r v y b g", pigs="4 5 6 9 10", steps=77)
    assert match_at(fresh).actors() == (0,)
    assert match_at(position("b", track=[5, 6, 7, 8, 9, 10])).actors() == (0,)


@pytest.mark.parametrize("key", KEYS)
def test_every_key_must_be_there_and_no_other(key: str) -> None:
    """§14.1"""
    refused({name: value for name, value in base().items() if name != key})
    refused(spoilt(**{key.upper(): 1}), key.upper())


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("game", "turn", "phase")])
@pytest.mark.parametrize("value", [None, "x", 1.5, -1, {"a": 1}, [None], [[["b"]]]])
def test_a_value_of_another_kind_is_refused(key: str, value: Any) -> None:
    """§14.1"""
    refused(spoilt(**{key: value}))
