"""The best move of a seat at the end of a round, where all truths that may be behind its view can be examined."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kartentisch.bots import advice
from kartentisch.bots.ending import solving
from kartentisch.bots.ending.deals import consistent
from kartentisch.bots.search import playing, tree
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import SOUNDING, Search, memory
from kartentisch.engine.caching import source_stamp
from kartentisch.engine.compiled import bind, inline
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import View, imagine
from kartentisch.engine.views import view as view_of

DEALS = 2_000
"""The most consistent deals that are weighed."""
NEAR, KNOWN_NEAR = 16, 48
"""About the most steps to the end of the round with which solving is tried: with several deals, with known cards."""
STEPS = 400_000
"""The most steps that solving may apply. If it needs more, the bot searches by chance instead."""
ROOM = 16_384
"""The most truths in memory at a time."""


@cache
def kernel(game: Game) -> Any:
    """`solving.solve_at`, compiled for a game."""
    verbs = dict(game.run.inlined)
    verbs["weigh"] = weights = advice.weights(game)
    verbs["spare"] = game.spare
    verbs["judge"] = playing.judge
    verbs["needful"] = inline(tree.needful, verbs)
    digest = hashlib.blake2b(source_stamp("bots/ending", "bots/search").encode(), digest_size=8)
    digest.update(Path(getattr(weights, "py_func", weights).__code__.co_filename).read_bytes())
    return bind(solving.solve_at, f"solve_{game.name}_{digest.hexdigest()}", verbs)


class Desk:
    """The memory for solving."""

    def __init__(self, game: Game) -> None:
        steps, seats = len(game.tokens), game.layout.max_seats
        self.arena, self.shares = game.layout.new(ROOM), np.zeros(ROOM)
        self.levels = np.zeros((solving.DEPTH, solving.LEVEL), np.int64)
        self.steps = np.zeros((solving.DEPTH, steps + 1), np.int64)
        self.values, self.floors = np.zeros((2, solving.DEPTH + 1, seats))
        self.squares = np.zeros(seats)
        self.worth = np.zeros(steps)
        self.scratch = memory(game)

    def solve(self, game: Game, count: int, seat: int, known: bool, taste: Any) -> int:
        """Weigh the next steps of a seat in the first `count` truths of the arena. See `solving.solve_at`.

        `known`: there is one truth, and everyone knows it.
        """
        self.worth[:] = np.nan
        desk = self.levels, self.steps, self.values, self.floors, self.worth, self.squares, self.scratch
        return int(kernel(game)(self.arena, self.shares, count, seat, known, taste, STEPS, *desk))


def prepare(game: Game) -> None:
    """Load the compiled code, or compile it."""
    desk = Desk(game)
    desk.arena[0]["seats"] = game.seats.start
    desk.arena[0]["round_over"] = desk.arena[0]["over"] = 1
    desk.arena[0]["winners"] = 1
    desk.solve(game, 1, 0, False, np.ones(6))


def solved(view: View, *, one_round: bool = False) -> str | None:
    """The move that is worth most over all consistent deals; None if there are too many, or if luck is still to come.

    The same view gives the same move, without a seed. `one_round`: only the round counts.
    """
    worths = weighed(view, one_round=one_round)
    return None if worths is None else max(worths, key=worths.__getitem__)


def weighed(view: View, *, one_round: bool = False) -> dict[str, float] | None:
    """Move -> its worth to the seat. Of moves with several steps, only those that begin like the best one.

    The worth is that of the search: the chance to win the match and, with a small weight, the lead in points, from 0 to
    1. None as for `solved`.
    """
    game, seat = view.game, view.seat
    left = _left(view)
    if seat is None or left > KNOWN_NEAR:
        return None
    few = advice.ends(game) == advice.FEW and left <= NEAR
    found = consistent(view, DEALS if few else 1)
    if found is None:
        return None
    truths, likely = found
    count = len(truths)
    known = count == 1 and _known(game, truths)
    if not known and not few:
        return None
    taste = Search(view, (0, 1), Recipe(one_round=one_round, room=game.layout.max_seats + SOUNDING)).taste
    desk = Desk(game)
    move: list[str] = []
    while True:
        desk.arena[:count], desk.shares[:count] = truths, likely
        if desk.solve(game, count, seat, known, taste) != solving.SOLVED:
            return None
        steps = [step for step, worth in enumerate(desk.worth) if not np.isnan(worth)]
        best = max(steps, key=lambda step: desk.worth[step])
        if game.run.ends(truths, 0, seat, best):
            whole = [step for step in steps if game.run.ends(truths, 0, seat, step)]
            return {" ".join([*move, game.tokens[step]]): float(desk.worth[step]) for step in whole}
        move.append(game.tokens[best])
        for number in range(count):
            game.run.apply(truths, number, seat, best, desk.scratch.luck)


def _known(game: Game, truth: Records) -> bool:
    """Whether every seat can know all cards."""
    views = (view_of(game, truth, seat) for seat in range(int(truth[0]["seats"])))
    return all(consistent(one, 1) is not None for one in views)


def _left(view: View) -> int:
    """About the number of steps that the round may still take, from one way to its end; KNOWN_NEAR + 1 for more."""
    game, out, luck = view.game, view.game.buffer(), new_luck()
    if view.seat is None:
        return KNOWN_NEAR + 1
    truth = imagine(view, new_luck(1, 2))
    seat, n = view.seat, int(game.run.legal(truth, 0, view.seat, out))
    for number in range(KNOWN_NEAR):
        n, seat = divmod(int(game.run.advance(truth, 0, seat, int(out[n - 1]), 1, luck, out)), 16)
        if n == 0:
            return number + 1
    return KNOWN_NEAR + 1
