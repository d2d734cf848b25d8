"""End of a round, points, match, options (§11, §12 of docs/rules/solo.md)."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from tests.games.solo_oracle import ORDER, worth
from tests.games.solo_positions import after, asking, code, match_at, moves_at, position

pytestmark = pytest.mark.rules


def test_who_has_no_cards_left_ends_the_round_at_once() -> None:
    """§11.1"""
    state = after(position("r1", "g1 g2", "b1"), "r1")
    assert (state["round_over"], state["phase"], state["turn"], state["hands"][0]) == (True, "round_over", None, [])
    assert match_at(state).actors() == ()


def test_who_goes_out_by_interjecting_ends_the_round_too() -> None:
    """§11.1"""
    assert after(position("r1 r2", "g1 g2", "r5"), "2:r5")["points"][2] == 0


@pytest.mark.parametrize("card", ["C", "+4", "A", "rX", "rG", "rS", "rR", "r+2", "Pg"])
def test_the_last_cards_action_is_not_carried_out_and_it_names_nothing(card: str) -> None:
    """§11.2"""
    state = position(card, "g1 g2")
    assert moves_at(state) == [card, "draw"]
    if card in ("C", "rX"):
        assert code(state, f"{card} =g" if card == "C" else f"{card} >1") == ("move_overfull", "")
    done = after(state, card)
    assert (done["round_over"], done["direction"], done["pending"], done["layer"]) == (True, 1, 0, None)
    assert done["hands"][1:] == state["hands"][1:]
    assert done["colour"] == {"C": "*", "+4": "*", "A": "*", "Pg": "g"}.get(card, "r")


@pytest.mark.parametrize("card", ORDER)
def test_the_others_count_their_hands(card: str) -> None:
    """§11.3"""
    other = "g1" if card != "g1" else "g2"
    state = after(position("rS" if card != "rS" else "rR", f"{card} {other}"), "rS" if card != "rS" else "rR")
    points = {"S": 20, "R": 10, "+2": 30, "X": 30, "G": 30}
    black = {"C": 40, "+4": 50, "A": 40, "Pr": 40, "Pg": 40, "Pb": 40, "Py": 40}
    wanted = black[card] if card in black else points[card[1:]] if card[1:] in points else int(card[1:])
    assert state["points"][1] - worth(other) == wanted == worth(card)
    assert state["points"][0] == 0
    assert state["totals"] == state["points"]


def test_copies_count_each_for_itself() -> None:
    """§11.3"""
    state = after(position("r1", "r9 r9 C C C C +4 +4 +4 A A"), "r1")
    assert state["points"][1] == 18 + 160 + 150 + 80


@pytest.mark.parametrize(("steps", "over"), [(28, False), (29, True), (40, True)])
def test_at_the_step_limit_the_round_is_over_with_no_points(steps: int, over: bool) -> None:
    """§11.4"""
    state = after(position("rR r2 b1", steps=steps, options={"step_limit": 30}), "rR")
    assert (state["round_over"], state["steps"], state["points"]) == (over, steps + 1, [0, 0, 0, 0])
    assert state["direction"] == -1
    assert state["turn"] == (None if over else 3)


def test_a_move_of_two_steps_counts_twice_and_has_its_whole_effect() -> None:
    """§11.4"""
    state = after(position("C r2 b1", steps=28, options={"step_limit": 30}), "C =b")
    assert (state["round_over"], state["steps"], state["colour"]) == (True, 30, "b")
    state = after(position("r+2 b1", steps=29, options={"step_limit": 30}), "r+2")
    assert (state["round_over"], state["pending"], state["owes_call"]) == (True, 0, [])


def test_a_move_that_ends_the_round_anyway_is_counted() -> None:
    """§11.4"""
    state = after(position("r1", "g9 g2", steps=29, options={"step_limit": 30}), "r1")
    assert state["points"][1] == 11


def test_idle_steps_never_end_a_round() -> None:
    """§11.4, §14.2"""
    state = after(position("r1 r2", "r5 g2", steps=50, options={"step_limit": 30}), "1:no")
    assert (state["round_over"], state["steps"]) == (False, 50)


@pytest.mark.parametrize(("points", "over"), [(500, False), (501, True)])
def test_the_match_ends_with_more_than_500_points(points: int, over: bool) -> None:
    """§12.1"""
    match = match_at(position("r1", "g9 g1", "g2 g3", "b1 b2", totals=[0, points - 10, 100, 100]))
    match.play(0, "r1")
    assert (match.over, match.totals[1]) == (over, points)
    assert match.winners == ([0] if over else [])
    if over:
        with pytest.raises(ValueError, match="over"):
            match.next_round()
    else:
        match.next_round()


def test_fewest_points_win_and_ties_are_shared() -> None:
    """§12.1, §12.6"""
    state = after(position("r1", "g9 g1", "g2 g3", "b1 b2", totals=[50, 495, 45, 400]), "r1")
    assert (state["totals"], state["winners"]) == ([50, 505, 50, 403], [0, 2])


def test_the_limit_can_be_another() -> None:
    """§12.2"""
    assert after(position("r1", "g9 g1", options={"limit": 9}), "r1")["over"]
    assert not after(position("r1", "g9 g1", "b1", "b2", options={"limit": 10}), "r1")["over"]


@pytest.mark.parametrize(("number", "over"), [(2, False), (3, True), (4, True)])
def test_with_rounds_the_match_ends_after_so_many_whatever_the_points(number: int, over: bool) -> None:
    """§12.3"""
    options = {"rounds": 3, "limit": 5}
    state = after(position("r1", "g9 g1", round=number, totals=[0, 900, 0, 0], options=options), "r1")
    assert state["over"] == over


def test_a_round_that_was_stopped_counts_as_a_round() -> None:
    """§12.3, §12.6"""
    match = kt.Match("solo", 3, seed=1, options={"rounds": 2, "step_limit": 3})
    for _ in range(2):
        while not match.round_over:
            match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        if not match.over:
            match.next_round()
    assert (match.state_json()["round"], match.winners) == (2, [0, 1, 2])


def test_options_have_these_defaults_in_this_order() -> None:
    """§12.2, §12.3, §12.4, §12.5, §12.7, §12.9, §12.10, §12.13"""
    assert list(kt.Match("solo", 2, seed=1).state_json()["options"].items()) == [
        ("limit", 500),
        ("rounds", 0),
        ("solo_call", "call"),
        ("step_limit", 10_000),
        ("reverse_skips", False),
        ("hand", 8),
        ("call_until", "anybody"),
        ("swaps", True),
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"limit": 0}, ["limit", "0", "1-"]),
        ({"limit": True}, ["limit", "true"]),
        ({"limit": 5.0}, ["limit", "5.0"]),
        ({"rounds": -1}, ["rounds", "-1", "0-99"]),
        ({"rounds": 100}, ["rounds", "100", "0-99"]),
        ({"solo_call": "never"}, ["solo_call", "never", "call, auto"]),
        ({"solo_call": True}, ["solo_call", "true", "call, auto"]),
        ({"step_limit": 0}, ["step_limit", "0"]),
        ({"match": "single"}, ["match", "limit, rounds, solo_call, step_limit"]),
    ],
)
def test_bad_options_are_refused_with_name_value_and_what_is_allowed(options: dict[str, Any], words: list[str]) -> None:
    """§12.2, §12.3, §12.4, §12.5"""
    with pytest.raises(ValueError, match=r".{10}") as caught:
        kt.Match("solo", 3, seed=1, options=options)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize("seats", [0, 1, 11, True, "4", 2.0])
def test_bad_numbers_of_seats_are_refused(seats: Any) -> None:
    with pytest.raises(ValueError, match="2-10"):
        kt.Match("solo", seats, seed=1)


def test_step_limit_in_the_answers_ends_the_round_as_well() -> None:
    """§11.4"""
    state = position("b1 b2", "g1 g2", top="rX", **asking(0, 1), steps=29, options={"step_limit": 30})
    done = after(state, "accept")
    assert (done["round_over"], done["hands"][:2], done["points"]) == (True, [["g1", "g2"], ["b1", "b2"]], [0] * 4)
