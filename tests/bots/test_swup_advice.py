"""What the advice for SWUP likes."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.bots.advice import swup as advice
from tests.games.swup_positions import State, match_at, position


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
