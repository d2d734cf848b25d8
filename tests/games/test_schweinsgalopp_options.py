"""Options (§9 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from tests.games.schweinsgalopp_positions import OPTIONS, after, position

pytestmark = pytest.mark.rules


def made(**options: Any) -> kt.Match:
    return kt.Match("schweinsgalopp", 3, seed=1, options=options)


def refused(**options: Any) -> str:
    with pytest.raises(ValueError, match="Option") as caught:
        made(**options)
    return str(caught.value)


def played_out(match: kt.Match) -> list[dict[str, Any]]:
    """The truth after each round of a match."""
    ends = []
    while True:
        while not match.round_over:
            match.play(match.actors()[0], match.moves(match.actors()[0])[-1])
        ends.append(match.state_json())
        if match.over:
            return ends
        match.next_round()


@pytest.mark.parametrize("rounds", [1, 2, 3, 7])
def test_a_match_has_as_many_rounds_as_asked_for(rounds: int) -> None:
    """§9.1"""
    ends = played_out(made(rounds=rounds))
    assert [end["round"] for end in ends] == list(range(1, rounds + 1))
    assert [end["over"] for end in ends] == [False] * (rounds - 1) + [True]


def test_there_are_up_to_ninety_nine_rounds() -> None:
    """§9.1"""
    end = played_out(made(rounds=99))[-1]
    assert (end["round"], end["over"], end["supply"]) == (99, True, 55 - sum(end["banked"]))


@pytest.mark.parametrize("value", [0, 100, -1, True, 3.0, "3", None])
def test_other_numbers_of_rounds_are_refused(value: Any) -> None:
    """§9.1"""
    sentence = refused(rounds=value)
    assert "rounds" in sentence
    assert "1-99" in sentence


def test_with_keep_every_last_card_banks_and_only_the_lead_takes_one_more() -> None:
    """§9.2"""
    behind = position("b", pigs="0 2 3 4 5", face_up=[4, 0, 0], options={"keep": True})
    state = after(behind, "b")
    assert (state["banked"], state["face_up"], state["supply"]) == ([4, 0, 0], [0, 0, 0], 51)
    ahead = position("y", pigs="0 2 3 4 5", face_up=[4, 0, 0], options={"keep": True})
    assert (after(ahead, "y")["banked"], after(ahead, "y")["supply"]) == ([5, 0, 0], 50)


@pytest.mark.parametrize(("rotate", "starts"), [(False, [0, 0, 0, 0, 0]), (True, [0, 1, 2, 0, 1])])
def test_with_rotate_start_the_start_moves_to_the_left(rotate: bool, starts: list[int]) -> None:
    """§9.3"""
    match = made(rotate_start=rotate, rounds=5)
    found = []
    for _ in range(5):
        state = match.state_json()
        assert state["turn"] == state["start"] == match.actors()[0]
        found.append(state["start"])
        while not match.round_over:
            match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        if not match.over:
            match.next_round()
    assert found == starts


def test_scoff_cards_lie_on_the_track_only_with_the_variant() -> None:
    """§9.4"""
    assert made().state_json()["phase"] == "play"
    assert made(track_scoff=True).state_json()["phase"] == "lay"


@pytest.mark.parametrize("name", ["keep", "rotate_start", "track_scoff"])
@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_a_switch_is_true_or_false(name: str, value: Any) -> None:
    """§9.2 to §9.4"""
    sentence = refused(**{name: value})
    assert name in sentence
    assert "true, false" in sentence


def test_the_options_have_their_order_and_their_defaults() -> None:
    """§9.4"""
    state = made(track_scoff=True, keep=False).state_json()
    assert list(state["options"].items()) == list({**OPTIONS, "track_scoff": True}.items())
    assert made().state_json()["options"] == OPTIONS
    with pytest.raises(ValueError, match="rounds, keep, rotate_start, track_scoff"):
        made(step_limit=5)
