"""Many random rounds side by side."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine.compiled import COMPILED
from tests.play.helpers import SIZES

pytestmark = [pytest.mark.rules, pytest.mark.ways]

GAMES = 2_500 if COMPILED else 6
"""More than one thread takes at a time."""
THREADS = (1, 2, 3) if COMPILED else (1, 2)
TABLES = SIZES if COMPILED else SIZES[::2]
"""As plain Python with the fewest seats alone: threads share out rounds of any length."""
ALONE = 30 if COMPILED else 6
"""Rounds that are looked at one by one."""


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_result_does_not_depend_on_the_number_of_threads(game: str, seats: int) -> None:
    found = [kt.playouts(game, seats=seats, games=GAMES, seed=1, threads=threads) for threads in THREADS]
    first = found[0]
    for one in found:
        assert (one.games, one.steps, one.points, one.squares) == (GAMES, first.steps, first.points, first.squares)
        assert (one.wins, one.histograms, one.lengths) == (first.wins, first.histograms, first.lengths)
    assert len(first.points) == len(first.squares) == len(first.wins) == len(first.histograms) == seats
    assert found[0].steps > GAMES
    assert found[0].steps_per_second == pytest.approx(found[0].steps / found[0].seconds)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_all_figures_are_of_the_same_rounds(game: str, seats: int) -> None:
    found = kt.playouts(game, seats=seats, games=GAMES, seed=3)
    for seat, histogram in enumerate(found.histograms):
        assert list(histogram) == sorted(histogram)
        assert sum(histogram.values()) == GAMES
        assert sum(points * n for points, n in histogram.items()) == found.points[seat]
        assert sum(points * points * n for points, n in histogram.items()) == found.squares[seat]
    assert list(found.lengths) == sorted(found.lengths)
    assert sum(found.lengths.values()) == GAMES
    assert sum(steps * n for steps, n in found.lengths.items()) == found.steps
    assert sum(found.wins) == pytest.approx(GAMES)
    assert all(0 <= wins <= GAMES for wins in found.wins)
    for figures in (found.points, found.squares, found.lengths.values(), *found.histograms):
        assert all(type(number) is int for number in figures), "plain numbers, for JSON"


@pytest.mark.parametrize("game", ["schwupps", "solo"])
def test_what_one_round_gave(game: str) -> None:
    """Most points win, or fewest; a round that several have won is shared among them."""
    for seed in range(ALONE):
        found = kt.playouts(game, seats=3, games=1, seed=seed)
        best = (max if kt.game(game).wins == "most" else min)(found.points)
        share = 1 / found.points.count(best)
        assert found.wins == pytest.approx([share * (points == best) for points in found.points])
        assert found.histograms == tuple({points: 1} for points in found.points)
        assert found.lengths == {found.steps: 1}
        assert found.squares == tuple(points * points for points in found.points)


def test_a_round_that_nobody_wins_alone_is_shared() -> None:
    """Nobody has points when a round is stopped after three steps."""
    found = kt.playouts("schwupps", seats=3, games=4, seed=1, options={"step_limit": 3})
    assert found.wins == pytest.approx((4 / 3, 4 / 3, 4 / 3))
    assert found.histograms == ({0: 4}, {0: 4}, {0: 4})


def test_the_seed_decides_and_without_one_every_study_is_another() -> None:
    found = [kt.playouts("schwupps", seats=3, games=3, seed=seed) for seed in (1, 1, 2, None, None)]
    results = [(one.points, tuple(one.lengths)) for one in found]
    assert results[0] == results[1]
    assert len(set(results)) == 4


def test_options_hold_for_every_round() -> None:
    found = kt.playouts("schwupps", seats=2, games=7, seed=1, options={"step_limit": 3})
    assert (found.steps, found.points) == (21, (0, 0))


def test_no_games_are_no_steps() -> None:
    found = kt.playouts("schwupps", seats=2, games=0, seed=1)
    assert (found.games, found.steps, found.points) == (0, 0, (0, 0))
    assert (found.squares, found.wins, found.histograms, found.lengths) == ((0, 0), (0, 0), ({}, {}), {})


def test_progress_is_told_up_to_the_last_round() -> None:
    told: list[int] = []
    kt.playouts("schwupps", seats=2, games=GAMES, seed=1, threads=2, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == GAMES
    assert len(told) > 1


def test_what_goes_wrong_while_telling_the_progress_reaches_the_caller() -> None:
    def fail(done: int) -> None:
        raise RuntimeError(f"stopped after {done}")

    with pytest.raises(RuntimeError, match="stopped after"):
        kt.playouts("schwupps", seats=2, games=GAMES, seed=1, threads=2, progress=fail)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "skat"}, "There is no game"),
        ({"seats": 1}, "The number of seats cannot be 1; allowed is: 2-5."),
        ({"games": -1}, "games must be a whole number from 0, not -1"),
        ({"games": 1.0}, "games must be a whole number from 0, not 1.0"),
        ({"threads": 0}, "threads must be a whole number from 1, not 0"),
        ({"seed": "x"}, "seed must be a whole number, not 'x'"),
        ({"options": {"step_limit": 0}}, "Option step_limit cannot be 0"),
    ],
)
def test_a_bad_study_is_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        kt.playouts(**{"game": "schwupps", "seats": 2, "games": 1, **arguments})


def test_a_result_cannot_be_changed() -> None:
    found = kt.playouts("schwupps", seats=2, games=1, seed=1)
    with pytest.raises(FrozenInstanceError):
        found.steps = 0  # type: ignore[misc]
