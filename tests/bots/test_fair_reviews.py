"""What a review calls luck is luck: nobody has more of it than 0 on the average, however anybody plays."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots import thinking
from kartentisch.bots.certainty import fixed
from kartentisch.bots.course import course
from kartentisch.bots.reviewing import Review, review
from kartentisch.bots.thinking import Worth
from kartentisch.bots.valuing import followed, total
from kartentisch.play.games import games
from kartentisch.play.match import View
from scripts.measuring import play_on

PLAYERS = (("random", "random"), ("greedy", "greedy"), ("random", "greedy"))
SHORT: dict[str, dict[str, Any]] = {"solo": {"rounds": 1}, "schweinsgalopp": {"rounds": 1}}
SURE = 0.99


def played(game: str, players: Sequence[str], seed: int) -> str:
    """The record of a match."""
    match = kt.Match(game, len(players), seed=seed, options=SHORT.get(game))
    bots = [kt.Bot(name, game, seed=1_000 * seed + seat) for seat, name in enumerate(players)]
    return play_on(match, bots).record()


def chance(record: str, seed: int) -> float:
    """What deals and draws brought seat 0. Eight playouts of each state: fewer make noise, no bias."""
    steps = followed(course(record), 8, seed, lambda done: None)
    return float(total(step.chance for step in steps)[:, 0].mean())


def off(values: Sequence[float]) -> bool:
    """Whether the mean is not 0, as far as can be seen."""
    found = fixed(values, 1 - SURE)
    return found.low > 0 or found.high < 0


def fair(game: str, players: Sequence[str], matches: int) -> None:
    values = [chance(played(game, players, seed), seed) for seed in range(matches)]
    assert statistics.stdev(values) > 0.1, "there is luck"
    assert not off(values), (statistics.fmean(values), statistics.stdev(values))


@pytest.mark.parametrize(
    ("game", "players"),
    [("schweinsgalopp", PLAYERS[0]), ("swup", PLAYERS[0]), ("schwupps", PLAYERS[2]), ("solo", PLAYERS[1])],
)
def test_deals_and_draws_bring_nobody_more_than_nothing(game: str, players: Sequence[str]) -> None:
    fair(game, players, 12)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS, ids=" ".join)
@pytest.mark.parametrize("game", games())
def test_deals_and_draws_bring_nobody_more_than_nothing_in_three_hundred_matches(
    game: str, players: Sequence[str]
) -> None:
    fair(game, players, 300)


def each(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0, iterations: int = 1) -> list[Worth]:
    """All moves, without a search for the likely ones."""
    return thinking.consider(view, moves=moves or view.moves(), deals=deals, seed=seed)


def before(found: Review) -> list[float]:
    """By seat, what the first version called luck: all that the own decisions did not lose against the best moves."""
    return [one.split.result + math.fsum(move.loss.value for move in one.decisions) for one in found.seats]


def test_what_the_first_version_called_luck_was_not() -> None:
    """The control: its luck is more than nothing for all seats together, and on the average for each."""
    reviews = [
        review(played("schweinsgalopp", ("random", "random"), seed), False, deals=64, consider=each)
        for seed in range(24)
    ]
    sums = [sum(before(found)) for found in reviews]
    assert off(sums), "all at once are lucky"
    assert statistics.fmean(sums) > 1
    assert off([seat for found in reviews for seat in before(found)])
    assert not off([found.seats[0].luck.value for found in reviews])
