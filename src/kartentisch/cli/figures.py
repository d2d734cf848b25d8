"""The measurements of `kartentisch bench`, on one core: functions that measure once and return things per second."""

from __future__ import annotations

import copy
import importlib.util
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from kartentisch.bots.bot import Bot
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from kartentisch.engine import views
from kartentisch.engine.compiled import bind, borrowed
from kartentisch.engine.game import Game
from kartentisch.engine.luck import new_luck, seeded, set_luck
from kartentisch.play.checks import checked_options
from kartentisch.play.games import sheet
from kartentisch.play.match import Match
from kartentisch.play.playouts import playouts


def playout(*_: Any) -> Any:
    """A placeholder for the random playout of a game."""
    raise NotImplementedError("a template runs only after compiled.bind")


COPIES, MOVES = 200, 40
"""The number of copies of a match for one figure, and the number of moves made in the match before."""

YARDSTICK = Path(__file__).resolve().parents[3] / "bench" / "yardstick.py"


@dataclass(frozen=True)
class Figure:
    """One line of the table. `ratio`: the ratio to the yardstick in the same run; None where it means nothing."""

    what: str
    game: str
    seats: int
    unit: str
    rate: float
    ratio: float | None = None


def yardstick() -> Callable[[], float] | None:
    """The yardstick that comes with the sources, in steps per second. None if there are no sources."""
    spec = importlib.util.spec_from_file_location("yardstick", YARDSTICK) if YARDSTICK.exists() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    measured: Callable[[], float] = module.measure
    measured()  # compiles the code
    return measured


def random_rounds(game: str, seats: int, rounds: int) -> Callable[[], float]:
    """Steps per second of random rounds in compiled code."""

    def measure() -> float:
        return playouts(game, seats, games=rounds, seed=1, threads=1).steps_per_second

    return measure


def again_at(a: Any, template: Any, number: Any, block: Any, key: Any, luck: Any, out: Any) -> Any:
    """Play the round of `template` at random to its end `number` times. Return the total number of steps."""
    steps = 0
    for k in range(number):
        a[0] = template[0]
        steps += playout(a[0], block + k, key, borrowed(luck), borrowed(out))
    return steps


def searched(game: str, seats: int, iterations: int) -> tuple[Callable[[], float], Callable[[], float]]:
    """Full iterations of a search per second, and bare playouts per second, both random and from the same position."""
    match, bot = Match(game, seats, seed=2), Bot("random", game, seed=2)
    for _ in range(2 * seats):
        seat = match.actors()[0]
        match.play(seat, bot.choose(match.view(seat)))
    rules, view = sheet(game), match.view(match.actors()[0])
    truth, twin = views.imagine(view.seen, new_luck(1, 2)), rules.layout.new()
    again = bind(again_at, f"again_{game}", {"playout": rules.run.inlined["playout"]})
    luck, out = new_luck(), rules.buffer()

    def search() -> float:
        found = Search(view.seen, (1, 2), Recipe(advised=False, guess=False, room=iterations + rules.layout.max_seats))
        begun = time.perf_counter()
        found.run(iterations)
        return iterations / (time.perf_counter() - begun)

    def bare() -> float:
        begun = time.perf_counter()
        again(twin, truth, iterations, 1, 2, luck, out)
        return iterations / (time.perf_counter() - begun)

    search(), bare()
    return search, bare


def match_play(game: str, seats: int, least: int) -> Callable[[], float]:
    """Moves per second through `Match.play`. Random bots play the matches beforehand; the measurement replays them."""
    played: list[tuple[Match, list[tuple[int, str]]]] = []
    seed = 0
    while sum(len(moves) for _, moves in played) < least:
        match, bot = Match(game, seats, seed=seed), Bot("random", game, seed=seed)
        moves = []
        while not match.round_over:
            seat = match.next_actor()
            moves.append((seat, bot.choose(match.view(seat))))
            match.play(*moves[-1])
        played.append((match, moves))
        seed += 1

    def measure() -> float:
        fresh = [(Match(game, seats, seed=number), moves) for number, (_, moves) in enumerate(played)]
        begun = time.perf_counter()
        for match, moves in fresh:
            for seat, move in moves:
                match.play(seat, move)
        return sum(len(moves) for _, moves in played) / (time.perf_counter() - begun)

    return measure


def copied(game: str, seats: int, moves: int) -> dict[str, Callable[[], float]]:
    """Microseconds to copy a match in the middle, and to pickle and unpickle it. Each is the median of many."""
    match, bot = Match(game, seats, seed=3), Bot("random", game, seed=3)
    while sum(seat >= 0 for seat, _, _ in match._history) < moves and not match.over:
        if match.round_over:
            match.next_round()
        seat = match.next_actor()
        match.play(seat, bot.choose(match.view(seat)))

    def timed(work: Callable[[], object]) -> Callable[[], float]:
        def measure() -> float:
            times = []
            for _ in range(COPIES):
                begun = time.perf_counter()
                work()
                times.append(time.perf_counter() - begun)
            return median(times) * 1e6

        return measure

    return {
        "Match.copy": timed(match.copy),
        "copy.deepcopy": timed(lambda: copy.deepcopy(match)),
        "pickle and back": timed(lambda: pickle.loads(pickle.dumps(match))),
    }


def verbs(game: str, seats: int, least: int) -> Callable[[], float]:
    """Steps per second when Python asks for the legal steps, takes one and applies it, all on records."""
    rules = sheet(game)
    records = rules.new(seats, checked_options(rules, None))
    numbers = np.random.default_rng(1).random(least).tolist()

    def measure() -> float:
        begun = time.perf_counter()
        _step_by_step(rules, records, numbers)
        return len(numbers) / (time.perf_counter() - begun)

    return measure


def _step_by_step(game: Game, records: Any, numbers: list[float]) -> None:
    advance, out, luck = game.run.advance, game.buffer(), new_luck()
    seats = int(records[0]["seats"])
    fresh = game.new(seats, checked_options(game, None))
    code = 0
    for count, number in enumerate(numbers):
        if code == 0:
            records[0] = fresh[0]
            set_luck(luck, *seeded(1, count, 2))
            game.run.deal(records, 0, luck)
            seat = int(game.run.asked(records, 0))
            code = int(game.run.legal(records, 0, seat, out)) * 16 + seat
        code = advance(records, 0, code & 15, out.item(int(number * (code >> 4))), count, luck, out)
