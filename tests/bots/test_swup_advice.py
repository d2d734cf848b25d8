"""What the advice for SWUP likes."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.bots.advice import swup as advice
from tests.games.swup_positions import State, after, match_at, position


def liked(state: State) -> str:
    """The move that the advice likes best."""
    view = match_at(state).view(state["turn"])
    moves = view.moves()
    likes = advice.prefer(view, moves)
    assert len(likes) == len(moves)
    return moves[likes.index(max(likes))]


def test_a_swup_is_liked_best() -> None:
    assert liked(position("r9 k3 y10", "b5 y4", deals=2)) == "r9 take:9 b5 y4 done"
    assert liked(position("k5 k3 r9", "b9 y4 k12", deals=2)) == "k5"


def test_stars_are_liked_better_than_other_cards() -> None:
    assert liked(position("r10 r3 y12", "y1 b9 y10 k6 y2", deals=2)).split()[2:-1] != ["y10"]
    assert "k1" in liked(position("b13 y11", "k1 b12 r2 r11 y9 b8", deals=2))


def test_the_card_that_brings_least_is_laid() -> None:
    assert liked(position("k1 r10 y12", "b13 r13", deals=2)) == "y12 lay"
    assert liked(position("k12 y12", "b13 r11", deals=2)) == "y12 lay"


@pytest.mark.parametrize(
    ("options", "best"),
    [
        ({}, "b10 take:10 y10 r4 b6 done"),
        ({"swup_points": 5, "star_points": 3}, "b10 take:10 y10 r4 b6 done"),
        ({"star_points": 3}, "k1 take:14 r4 y10 done"),
        ({"swup_points": 0}, "k1 take:14 r4 y10 done"),
        ({"swup_points": 0, "star_points": 0}, "k1 take:14 r4 y10 done"),
    ],
)
def test_what_a_swup_and_a_star_bring_is_weighed_against_each_other(options: State, best: str) -> None:
    """§10.4: Blue 10 sweeps 10 and 6 + 4; black 1 takes 10 + 4, has a star itself and leaves the 6."""
    state = position("b10 k1 y12", "y10 b6 r4", deals=2, options=options)
    move = liked(state)
    assert after(state, move) == after(state, best), move


def test_a_card_with_a_star_is_laid_like_another_where_stars_give_nothing() -> None:
    """§10.4"""
    table = "b13 r13"
    assert liked(position("r1 k12", table, deals=2)) == "k12 lay"
    assert liked(position("r1 k12", table, deals=2, options={"star_points": 0})) == "r1 lay"


@pytest.mark.slow
def test_advice_beats_chance() -> None:
    won = 0
    for seed in range(12):
        match = kt.Match("swup", 2, seed=seed)
        bots = [kt.Bot(name, "swup", seed=seed) for name in ("greedy", "random")]
        while not match.over:
            if match.round_over:
                match.next_round()
            (seat,) = match.actors()
            match.play(seat, bots[(seat + seed) % 2].choose(match.view(seat)))
        won += match.totals[seed % 2] > match.totals[1 - seed % 2]
    assert won >= 10
