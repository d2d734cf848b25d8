"""Whether a review's losses are real: play on from the truth after the best and the played move of decisions.

`python -m scripts.calibrate --game swup --positions 200 --pairs 20` takes hours in all. After both moves, everyone
plays on at level `medium` with the same luck. The script prints the slope of the real gain against the predicted gain,
with its interval over the positions: 1 if the predictions are right, 0 if they mean nothing. With `--variance` it
prints instead how much of the spread of results is chance.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar

import kartentisch as kt
from kartentisch.bots import thinking
from kartentisch.bots.arena import outcome
from kartentisch.bots.course import Event, course
from kartentisch.bots.orders import seed_of
from kartentisch.bots.ready import prepare
from kartentisch.bots.reviewing import Decision, judge, review
from kartentisch.bots.workers import LocalEngine
from kartentisch.engine import states
from kartentisch.engine.rounds import FEWEST
from kartentisch.play.games import games, sheet
from scripts.measuring import at_least, interval, play_on

T = TypeVar("T")
DEALS = 400
RESAMPLED = 2_000


@dataclass(frozen=True)
class Asked:
    """The parameters of a measurement."""

    game: str
    seats: int
    players: str
    """The level of all seats in the matches whose decisions are examined."""
    level: str
    """The level that plays on."""
    pairs: int
    seed: int


@dataclass(frozen=True)
class Found:
    """One decision: the predicted gain of the best move, and its real gain."""

    said: float
    real: float


def played(asked: Asked, number: int) -> str:
    """Play match `number` and return its record."""
    match = kt.Match(asked.game, asked.seats, seed=seed_of(asked.seed, "calibrate", number))
    bots = [kt.Bot(asked.players, asked.game, seed=seed_of(asked.seed, number, seat)) for seat in range(asked.seats)]
    return play_on(match, bots).record()


def measured(asked: Asked, number: int) -> Found | None:
    """The gains for a decision of match `number` whose loss exceeds its error. None if there is no such decision."""
    found = course(played(asked, number))
    order = list(found.moments)
    Random(number).shuffle(order)
    for moment in order:
        decision = judge(moment, thinking.consider, thinking.weighed, DEALS).decision
        if decision.best != decision.played and decision.loss.value > decision.loss.error:
            event = found.events[moment.place]
            gains = [gained(asked, event, decision, seed_of(number, pair)) for pair in range(asked.pairs)]
            return Found(decision.loss.value, statistics.fmean(gains))
    return None


def gained(asked: Asked, event: Event, decision: Decision, seed: int) -> float:
    """How much more the best move gained than the played one, with the same luck."""
    best, other = (lead(asked, event, decision.seat, move, seed) for move in (decision.best, decision.played))
    return best - other


def lead(asked: Asked, event: Event, seat: int, move: str, seed: int) -> float:
    """The lead of a seat in points of the round, after this move from the truth."""
    game = sheet(asked.game)
    assert event.before is not None
    match = kt.Match.from_state_json(states.dump(game, event.before), seed=seed)
    bots = [kt.Bot(asked.level, asked.game, seed=seed_of(seed, seat)) for seat in range(match.seats)]
    match.play(seat, move)
    return outcome(play_on(match, bots, one_round=True), True)[1][seat]


def slope(found: Sequence[Found]) -> float:
    """The slope of a line through 0. All predicted gains are above 0."""
    return sum(one.said * one.real for one in found) / sum(one.said**2 for one in found)


def resampled(of: Callable[[Sequence[T]], float], found: Sequence[T], seed: int) -> str:
    """The value of `of` for all that was found, with its 95 % interval over bootstrap samples."""
    dice = Random(seed)
    again = sorted(of(dice.choices(found, k=len(found))) for _ in range(RESAMPLED))
    return f"{of(found):.2f} [{again[RESAMPLED // 40]:.2f}, {again[-1 - RESAMPLED // 40]:.2f}]"


def in_time(found: Iterator[T], minutes: float) -> Iterator[T]:
    """Yield what is found until the time is up; with 0, all of it. Yields at least two, since one has no interval."""
    begun = time.monotonic()
    for number, one in enumerate(found, 1):
        yield one
        if number > 1 and 0 < 60 * minutes < time.monotonic() - begun:
            break


def calibrated(asked: Asked, positions: int, minutes: float, workers: int) -> str:
    """A line about the slope."""
    tried = 0
    found: list[Found] = []
    for one in in_time(LocalEngine(workers).in_order(partial(measured, asked), range(20 * positions)), minutes):
        tried += 1
        found += [one] if one else []
        if len(found) == positions:
            break
    if len(found) < 2:
        return f"{asked.game}, {asked.seats} seats: {len(found)} decisions of {tried} matches, too few"
    return (
        f"{asked.game}, {asked.seats} seats, seed {asked.seed}: {len(found)} decisions of {tried} matches of "
        f"{asked.players}, {asked.pairs} pairs each, {asked.level} plays on: said "
        f"{interval([one.said for one in found])}, real {interval([one.real for one in found])}, "
        f"slope {resampled(slope, found, asked.seed)}"
    )


def split(asked: Asked, deals: int, number: int) -> tuple[float, float, float]:
    """The result, chance and hidden part of seat 0 in match `number`."""
    fewest = sheet(asked.game).wins == FEWEST
    found = review(played(asked, number), fewest, deals=deals).seats[0].split
    return found.result, found.dealt.value + found.drawn.value, found.hidden.value


def spread(asked: Asked, deals: int, matches: int, minutes: float, workers: int) -> str:
    """A line about the variance, and the mean of the hidden part."""
    found = list(in_time(LocalEngine(workers).in_order(partial(split, asked, deals), range(matches)), minutes))
    return (
        f"{asked.game}, {asked.seats} seats, seed {asked.seed}: {len(found)} matches of {asked.players}, {deals} "
        f"playouts: variance of the result {statistics.variance(result for result, _, _ in found):.2f}, without chance "
        f"{resampled(left_over, found, asked.seed)} of it; hidden {interval([hidden for _, _, hidden in found])}"
    )


def left_over(found: Sequence[tuple[float, float, float]]) -> float:
    """The share of the variance of results that is left after chance is subtracted."""
    results = statistics.pvariance([result for result, _, _ in found])
    return statistics.pvariance([result - chance for result, chance, _ in found]) / results if results else 1.0


def main() -> int:
    """Print one line per game."""
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("--game", choices=games(), action="append", help="all, if none is named")
    known.add_argument("--seats", type=at_least(2), default=2)
    known.add_argument("--positions", type=at_least(2), default=200)
    known.add_argument("--pairs", type=at_least(1), default=20)
    known.add_argument("--players", default="greedy", help="level of the matches that are looked at")
    known.add_argument("--level", default="medium", help="level that plays on")
    known.add_argument("--variance", type=int, default=0, metavar="MATCHES")
    known.add_argument("--deals", type=at_least(8), default=1_000, help="playouts of a state, with --variance")
    known.add_argument("--minutes", type=float, default=0.0, help="a game, at most; 0: no limit")
    known.add_argument("--workers", type=at_least(1), default=2)
    known.add_argument("--seed", type=int, default=1)
    given = known.parse_args()
    for game in given.game or games():
        prepare(sheet(game))
        asked = Asked(game, given.seats, given.players, given.level, given.pairs, given.seed)
        line = (
            spread(asked, given.deals, given.variance, given.minutes, given.workers)
            if given.variance
            else calibrated(asked, given.positions, given.minutes, given.workers)
        )
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
