"""Positions of Schwupps in which one move is right beyond doubt.

Who ends the round gets five points, the others lose one for each card (§9.1); a single match is won with it (§9.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import kartentisch as kt
from tests.bots.finding import agreed, chosen, turn, worths
from tests.games.schwupps_positions import match_at, position

State = dict[str, Any]

TOURNAMENT = {"match": "tournament"}
LAST_OF_TWO: list[State] = [
    {"options": TOURNAMENT, "round": 2, "start": 1},
    {"options": {"rounds": 5}, "round": 5, "start": 0},
    {"options": {**TOURNAMENT, "rounds": 5}, "round": 5, "start": 0},
]
"""The last round with two seats, whatever says so."""
LAST_OF_THREE: list[State] = [
    {"options": TOURNAMENT, "round": 3, "start": 2},
    {"options": {"rounds": 5}, "round": 5, "start": 1},
]
"""With three."""
YELLOW_GONE = "y5,y5,y6,y6,y7,y7,b1 y8,y8,y9,y10,g2 y1,r3 v4"
"""Piles with all yellow cards from 5 on but a 9 and a 10."""


# ---- The winning last card ------------------------------------------------------------------------------------------


def test_the_last_card_ends_the_round_over_the_ten() -> None:
    """§4.3: `+2` on the 9 takes the 1: five points against twice -14, a lead of 38/3. A shift only adds a card."""
    state = position("b1", "r9 g5 y5 v5", "+2 n n n", stacks=[0, 10, 10])
    found = worths(state)
    assert found["b1>A1"].points == pytest.approx(38 / 3)
    assert found["b1>A1"].chance == 1
    assert max(found[shift].points for shift in ("~A", "~B")) < 12
    assert agreed(state) == "b1>A1"


def test_an_aggravation_card_wins_as_the_last_one() -> None:
    """§8.2: It just goes: five against twice -14. A shift first makes it two cards."""
    state = position("!", stacks=[0, 10, 10])
    found = worths(state)
    assert found["!"].points == pytest.approx(38 / 3)
    assert found["!"].chance == 1
    assert agreed(state) == "!"


def test_of_two_cards_the_one_goes_first_on_which_the_other_fits() -> None:
    """§4.2: The 2 fits twice, but only on the 1 beside `+1` does the 3 fit on it, and ends the round."""
    state = position("b2 y3", "g1 r2 v8 v9", "+1 n n n", stacks=[0, 10], seats=2)
    moves, reached = turn(state)
    assert moves == ["b2>A1", "y3>A1"]
    assert reached["points"] == [5, -14]
    assert agreed(state) == "b2>A1"


def test_both_cards_go_down_past_the_one() -> None:
    """§4.3: Beside `-1` the 10 fits on the 1 and the 9 on the 10; the 9 fits nowhere before. A shift breaks it."""
    state = position("y10 b9", "g1 r5 v3 v4", "-1 +2 n n", stacks=[0, 10], seats=2)
    assert turn(state)[0] == ["y10>A1", "b9>A1"]
    assert agreed(state) == "y10>A1"


def test_no_row_is_shifted_while_both_are_needed() -> None:
    """§5.2, §8.2: The 2 fits in row A, the 3 in row B, and the aggravation card needs nothing as the last one. Played
    first, it shifts one of them away, or the 3 follows the 2 at once: so a number card goes first.
    """
    state = position("! b2 r3", "g1 y8 v8 r1", "+1 n n +2", stacks=[0, 10], seats=2)
    assert chosen(state) in ("b2>A1", "r3>B2")
    assert turn(state)[1]["points"][0] == 5


# ---- The right shift ------------------------------------------------------------------------------------------------


def test_an_aggravation_card_makes_the_last_number_fit() -> None:
    """§6.1: With `n` beside the 5 of row A the own 5 goes, and the round is over: five against -15, a lead of 10.

    Row B, or a shift without the card, leaves at least one card and gives the other a turn.
    """
    state = position("! b5", "r5 g1 v2 y9", "+1 +1 n n", up="n", stacks=[0, 10], seats=2)
    moves, reached = turn(state)
    assert moves == ["!A>1", "b5>A1"]
    assert reached["points"] == [5, -15]
    assert agreed(state) == "!A>1"


def test_with_the_same_shift_the_aggravation_card_is_better_than_a_card_taken() -> None:
    """§5.3: Either shift of row A lets 3 and 4 go one upon the other. With the aggravation card that is all, and wins;
    without it, it stays in the hand with a card taken.
    """
    state = position("! b3 r4", "b2 b9 v8 y9", "n n n n", up="+1", stacks=[0, 10], seats=2)
    moves, reached = turn(state)
    assert moves == ["!A>1", "b3>A1", "r4>A1"]
    assert reached["points"] == [5, -15]
    assert agreed(state) == "!A>1"


def test_the_row_is_shifted_that_lets_both_cards_go() -> None:
    """§5.1: Beside `+1` in row A 3 and 4 go, and but for the card taken the hand is empty. In row B neither goes."""
    state = position("b3 r4", "b2 b9 v8 y9", "n n n n", up="+1", stacks=[0, 10], seats=2)
    found = worths(state, deals=400)
    assert found["~A"].points - found["~B"].points > 4 * (found["~A"].points_error + found["~B"].points_error)
    assert turn(state)[0][:3] == ["~A", "b3>A1", "r4>A1"]
    assert agreed(state) == "~A"


# ---- The others -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_would_end_the_round_is_aggravated(seed: int) -> None:
    """§6.1: The yellow cards that meet none of the four tasks are all in sight, so whatever the next seat's one card
    is, it goes, and ends the round. Only as one of two it need not. The last seat has eleven to go.
    """
    state = position("! y9 y10", YELLOW_GONE, "nc nc nc nc", up="n", stacks=[10, 0, 10], others=1)
    moves, _ = turn(state, seed)
    assert {"!A>1", "!B>1"} & {*moves}


@pytest.mark.parametrize("last", LAST_OF_TWO)
def test_in_the_last_round_the_point_that_is_missing_is_got_first(last: State) -> None:
    """§9.3, §10.4: Nine behind, the 2 at once makes 5 : 9 - 4, a shared win. The aggravation card first, in the row
    that is not needed, costs the other a point more: 5 : 4, and the match is won alone.
    """
    state = position("! b2", "r2 g1 v7 y9", "n +2 n n", stacks=[0, 0], seats=2, totals=[0, 9], **last)
    assert worths(state)["b2>A1"].chance <= 0.5
    moves, reached = turn(state)
    assert moves == ["!B>1", "b2>A1"]
    assert (reached["totals"], reached["winners"]) == ([5, 4], [0])
    assert agreed(state) == "!B>1"


@pytest.mark.parametrize("last", LAST_OF_THREE)
def test_in_the_last_round_the_one_ahead_is_aggravated(last: State) -> None:
    """§9.3, §10.4: The second aggravation card wins the round in any case. The first takes a point from seat 1, who
    then has 9 - 5 against 5; from seat 2, and seat 1 shares the win with 9 - 4.
    """
    state = position("! !", "b2 b9 v8 y9", "n n n n", stacks=[0, 0, 0], totals=[0, 9, 0], **last)
    assert {chosen(state, seed=seed)[2:] for seed in (1, 2, 3)} == {">1"}
    moves, reached = turn(state)
    assert moves[1] == "!"
    assert reached["winners"] == [0]


@pytest.mark.parametrize("options", [TOURNAMENT, {"rounds": 2}])
def test_a_round_is_won_with_a_point_more_where_points_are_added_up(options: State) -> None:
    """§9.3, §10.4: In a first round of several both moves win the round. The aggravation card first, in the row that is
    not needed, costs the other a card more, so it is better by a point, and by nothing worse.
    """
    state = position("! b2", "r2 g1 v7 y9", "n +2 n n", stacks=[0, 10], seats=2, options=options)
    assert turn(state)[1]["points"] == [5, -15]


# ---- From play ------------------------------------------------------------------------------------------------------


def wins(state: State) -> bool:
    """Whether the seat in turn can end the round with number cards and a last aggravation card, without any luck."""
    match = match_at(state)
    if match.round_over:
        return True
    moves = [move for move in match.moves(state["turn"]) if move[0] in "bgrvy" or move == "!"]
    return any(wins(_after(state, move)) for move in moves)


def _after(state: State, move: str) -> State:
    match = match_at(state)
    match.play(state["turn"], move)
    return match.state_json()


def from_play() -> Iterator[State]:
    """States at the beginning of a turn from matches of greedy bots, where a win is there but may be missed."""
    for seed in range(1000):
        match = kt.Match("schwupps", 3, seed=seed)
        bot = kt.Bot("greedy", "schwupps", seed=seed)
        while not match.round_over:
            state, (seat,) = match.state_json(), match.actors()
            short = state["stacks"][seat] == 0 and len(state["hands"][seat]) > 1 and not state["acted"]
            if (
                short
                and wins(state)
                and not all(wins(_after(state, move)) for move in match.moves(seat) if move != "end")
            ):
                yield state
                break
            match.play(seat, bot.choose(match.view(seat)))


def test_a_win_within_the_turn_is_found() -> None:
    """§9.2: Ending the round wins the match. The state after each turn of the search says whether it did."""
    found = list(islice(from_play(), 5))
    assert len(found) == 5
    for state in found:
        assert turn(state)[1]["winners"] == [state["turn"]], state
