"""Match: what every game promises at the front door."""

from __future__ import annotations

import json
import pickle
import time
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.play.events import DEAL
from tests.play.helpers import SIZES, wander

each = pytest.mark.parametrize(("game", "seats"), SIZES)
pytestmark = pytest.mark.rules


@each
def test_the_same_seed_and_moves_give_the_same_match(game: str, seats: int) -> None:
    one, other = (wander(kt.Match(game, seats, seed=7), 40) for _ in range(2))
    assert one.state_json() == other.state_json()
    assert one.record() == other.record()


@each
def test_another_seed_gives_another_deal_and_so_does_none(game: str, seats: int) -> None:
    states = [json.dumps(kt.Match(game, seats, seed=seed).state_json()) for seed in (1, 2, -1, 10**30, None, None)]
    assert len(set(states)) == len(states)


def test_luck_depends_on_the_number_of_deals_and_moves_not_on_refused_ones() -> None:
    one, other = kt.Match("schwupps", 2, seed=4), kt.Match("schwupps", 2, seed=4)
    for _ in range(3):
        with pytest.raises(kt.IllegalMove):
            other.play(0, "end")
    wander(one, 30), wander(other, 30)
    assert one.record() == other.record()


@each
def test_the_seat_that_the_game_waits_for_comes_first_and_all_actors_have_moves(game: str, seats: int) -> None:
    match = kt.Match(game, seats, seed=3)
    for number in range(15):
        actors = match.actors()
        assert actors[0] == int(match._game.run.asked(match._records, 0))
        assert list(actors[1:]) == sorted(actors[1:])
        for seat in range(seats):
            assert bool(match.steps(seat)) == (seat in actors)
        wander(match, 1, number)
        if match.round_over:
            break


@each
def test_complete_moves_are_legal_and_refused_nowhere(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=5), 5)
    seat = match.actors()[0]
    moves = match.moves(seat)
    assert moves
    assert len(set(moves)) == len(moves)
    for move in moves[:20]:
        assert match.why_not(seat, move) is None
        assert match.steps(seat, move) == []
        twin = kt.Match.from_state_json(match.state_json(), seed=1)
        twin.play(seat, f"  {move.replace(' ', '   ')} ")
        assert twin.state_json()["steps"] == match.state_json()["steps"] + len(move.split())


def test_too_many_moves_are_an_error_and_not_a_short_list() -> None:
    match = kt.Match("schwupps", 2, seed=1)
    number = len(match.moves(0))
    assert len(match.moves(0, limit=number)) == number
    with pytest.raises(kt.TooManyMoves, match=f"more than {number - 1} complete moves"):
        match.moves(0, limit=number - 1)
    with pytest.raises(kt.TooManyMoves):
        match.view(0).moves(0)
    for limit in (-1, True, "x"):
        with pytest.raises(ValueError, match="limit must be a whole number from 0"):
            match.moves(0, limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (0, "", "A move has at least one step."),
        (0, "end", "Before you end your turn you must do something: play a card or schwupp a row."),
        (0, "~A ~B", "The move is complete before “~B”."),
        (0, "~A\t", "“~A\t” is no step of a move in this game."),
        (0, "~a", "“~a” is no step of a move in this game."),
        (0, None, "A move must be a text, not NoneType."),
        (0, ["~A"], "A move must be a text, not list."),
        (0, "~A " * 1000, "This is too long for a move: at most 2000 characters are read."),
        (1, "~A", "It is not your turn: the game waits for seat 0."),
        (9, "~A", "There is no seat 9: the seats are 0 to 1."),
        (-1, "~A", "There is no seat -1: the seats are 0 to 1."),
        (True, "~A", "There is no seat true: the seats are 0 to 1."),
        ("0", "~A", 'There is no seat "0": the seats are 0 to 1.'),
    ],
)
def test_an_illegal_move_is_refused_with_a_sentence_and_changes_nothing(seat: Any, move: Any, sentence: str) -> None:
    match = kt.Match("schwupps", 2, seed=1)
    before = match.state_json()
    with pytest.raises(kt.IllegalMove) as refused:
        match.play(seat, move)
    assert str(refused.value) == sentence
    assert match.why_not(seat, move) == sentence
    assert match.state_json() == before
    assert match.record().count("\n") == 6


def test_why_not_speaks_the_language_that_is_asked_for() -> None:
    match = kt.Match("schwupps", 2, seed=1)
    assert match.why_not(1, "~A", language="de") == "Du bist nicht am Zug: Das Spiel wartet auf Platz\u00a00."
    assert match.view(1).why_not("~A", language="de") == match.why_not(1, "~A", language="de")
    with pytest.raises(ValueError, match="no language 'fr'"):
        match.why_not(1, "~A", language="fr")


def test_a_refusal_can_be_sent_to_another_process() -> None:
    with pytest.raises(kt.IllegalMove) as refused:
        kt.Match("schwupps", 2, seed=1).play(1, "~A")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.reason) == (str(refused.value), refused.value.reason)


def test_steps_that_begin_no_legal_move_are_refused() -> None:
    match = kt.Match("schwupps", 2, seed=1)
    with pytest.raises(kt.IllegalMove, match="no step of a move"):
        match.steps(0, "nothing")
    assert match.steps(1, "nothing") == []
    assert match.steps(0, "~A") == []


@pytest.mark.parametrize("call", ["moves", "steps", "view"])
@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_a_seat_out_of_range_is_a_value_error_with_a_sentence(call: str, seat: Any) -> None:
    with pytest.raises(ValueError, match=r"^There is no seat .*: the seats are 0 to 1\.$"):
        getattr(kt.Match("schwupps", 2, seed=1), call)(seat)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "skat"}, 'There is no game "skat"; the games are: '),
        ({"game": None}, "There is no game null; "),
        ({"seats": 9}, "The number of seats cannot be 9; allowed is: 2-5."),
        ({"seats": 2.0}, "The number of seats cannot be 2.0; allowed is: 2-5."),
        ({"seats": True}, "The number of seats cannot be true; allowed is: 2-5."),
        ({"seed": 1.5}, "seed must be a whole number, not 1.5"),
        ({"options": {"match": "x"}}, 'Option match cannot be "x"; allowed is: single, tournament.'),
        ({"options": {"step_limit": True}}, "Option step_limit cannot be true; allowed is: 1-2147483647."),
        ({"options": {"tasks": {"n": 31}}}, 'Option tasks cannot be {"n": 31}; allowed are numbers from 0 for '),
        ({"options": {"pace": 1}}, 'There is no option "pace"; the options are: match, tasks, step_limit, rounds.'),
        ({"options": 3}, "Options must be given as names with values, not as 3."),
    ],
)
def test_a_bad_match_is_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the sentence is compared below
        kt.Match(**{"game": "schwupps", "seats": 2, **arguments})
    assert str(refused.value).startswith(sentence)


@each
def test_a_match_goes_on_from_its_state(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=9), 12)
    state = match.state_json()
    kept = json.dumps(state)
    again = kt.Match.from_state_json(json.loads(kept), seed=3)
    assert again.state_json() == state
    assert json.dumps(state) == kept
    assert wander(again, 10).record() == wander(kt.Match.from_state_json(state, seed=3), 10).record()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "skat"}, "There is no game"),
        ({"rules": 99}, "rules must be 1-2, not 99"),
        ({"common": 3}, "bag has"),
        ({"options": {"match": 1}}, "Option match cannot be 1; allowed is: single, tournament."),
        ({"hands": [["b1"] * 4, ["b2"] * 4]}, "there are"),
    ],
)
def test_an_inconsistent_state_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    state = kt.Match("schwupps", 2, seed=1).state_json()
    with pytest.raises(ValueError, match=f"^{sentence}"):
        kt.Match.from_state_json(state | change)
    nothings: list[Any] = [None, [], "x", {}]
    for nothing in nothings:
        with pytest.raises(ValueError, match="There is no game"):
            kt.Match.from_state_json(nothing)


def test_the_next_round_is_dealt_when_one_is_over_and_at_no_other_time() -> None:
    match = kt.Match("schwupps", 2, seed=1, options={"match": "tournament", "step_limit": 1})
    with pytest.raises(ValueError, match=r"^The round is not over yet\.$"):
        match.next_round()
    match.play(0, "~A")
    assert (match.round_over, match.over, match.actors(), match.moves(0), match.steps(0)) == (True, False, (), [], [])
    assert match.why_not(1, "~A") == "The round is over; the next one has not been dealt yet."
    match.next_round()
    assert match.actors() == (1,)
    match.play(1, "~A")
    assert (match.over, match.points, match.totals, match.winners) == (True, [0, 0], [0, 0], [0, 1])
    with pytest.raises(ValueError, match=r"^The match is over\.$"):
        match.next_round()
    with pytest.raises(kt.IllegalMove, match=r"^The match is over\.$"):
        match.play(0, "~A")


def test_points_totals_and_winners_are_those_of_the_state() -> None:
    match = wander(kt.Match("schwupps", 3, seed=2, options={"match": "tournament", "step_limit": 150}), 1000)
    state = match.state_json()
    assert match.over
    for name in ("points", "totals", "winners", "round_over", "over", "seats", "options", "game"):
        assert getattr(match, name) == state[name]
    assert json.loads(json.dumps(state)) == state


def test_a_match_and_its_views_say_what_they_are() -> None:
    match = kt.Match("schwupps", 2, seed=1)
    assert repr(match) == "<Match of schwupps, 2 seats, round 1, 0 steps>"
    assert repr(match.view(1)) == "<View of schwupps, seat 1>"


@pytest.mark.slow
def test_playing_reaches_a_hundred_thousand_moves_a_second() -> None:
    from kartentisch.engine.compiled import COMPILED

    events = wander(kt.Match("schwupps", 4, seed=3), 300)._history
    moves = [(seat, move) for seat, move, _ in events if seat != DEAL]
    rates = []
    for _ in range(5):
        match = kt.Match("schwupps", 4, seed=3)
        begun = time.process_time()
        for seat, move in moves:
            match.play(seat, move)
        rates.append(len(moves) / (time.process_time() - begun))
    assert max(rates) > (100_000 if COMPILED else 10)
