"""A search over one view: memory of a fixed size, a budget in iterations or time, the same result from the same seed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kartentisch.bots.search import tree
from kartentisch.engine.compiled import bind, inline, rule
from kartentisch.engine.game import VERBS, Game
from kartentisch.engine.imagining import dealing, imagine, words_of
from kartentisch.engine.kernels import driven
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import View

DEEPEST = 512
"""Steps that the tree follows; what comes later is played out."""
BATCH = 64


@dataclass(frozen=True)
class Recipe:
    """How to search."""

    explore: float = 0.7
    advised: bool = False
    priors: bool = False
    first: float = 0.6
    room: int = 200_000


@rule
def alike(s: Any, seat: Any, out: Any, n: Any, weights: Any) -> None:
    """Without advice all steps weigh the same."""
    for k in range(n):
        weights[k] = 1.0


@cache
def kernel_of(game: Game, weigh: Any = alike) -> Any:
    verbs = {name: getattr(game, name) for name in VERBS}
    verbs["weigh"] = weigh
    verbs["driven"] = inline(driven, verbs)
    verbs["imagine"] = inline(imagine, verbs)
    verbs["worth"] = rule(tree.worth_of)
    for part in (tree.chosen, tree.finish, tree.pick):
        verbs[part.__name__] = inline(part, verbs)
    return bind(tree.search_at, f"search_{game.name}", verbs)


class Search:
    """The tree over one view. `run` goes on with it."""

    def __init__(self, view: View, seed: tuple[int, int], recipe: Recipe, taste: Any, weigh: Any = alike) -> None:
        game = view.game
        assert view.seat is not None
        self.view, self.game, self.seat, self.recipe = view, game, view.seat, recipe
        self.kernel = kernel_of(game, weigh)
        self.dealing = dealing(game, view.records, view.seat)
        self.records = game.layout.new()
        steps = len(game.tokens)
        self.links = np.zeros((recipe.room, tree.LINKS), np.int32)
        self.sums = np.zeros((recipe.room, tree.SUMS), np.float64)
        self.counts = np.zeros(tree.COUNTS, np.int64)
        self.counts[tree.NODES] = 1
        self.links[0, tree.CHILD] = self.links[0, tree.NEXT] = -1
        how = np.zeros(tree.HOW)
        how[tree.EXPLORE], how[tree.ADVISED], how[tree.PRIORS], how[tree.FIRST] = (
            recipe.explore,
            recipe.advised,
            recipe.priors,
            recipe.first,
        )
        block, key = (int(word) for word in new_luck(*seed)[:2])
        self.arguments = (
            self.records,
            words_of(self.records),
            *self.dealing.plan,
            np.zeros_like(self.dealing.unseen),
            self.links,
            self.sums,
            self.counts,
            how,
            np.array(taste, np.float64),
        )
        self.more = (
            block,
            key,
            new_luck(),
            game.buffer(),
            np.zeros(steps, np.int64),
            np.zeros(steps + 1),
            np.zeros(DEEPEST, np.int64),
            np.zeros(game.layout.max_seats),
        )

    def run(self, iterations: int = 0, seconds: float = 0.0) -> int:
        end = time.perf_counter() + seconds
        while True:
            last = int(self.counts[tree.ITERATIONS]) + BATCH
            if iterations:
                last = min(last, iterations)
            self.kernel(*self.arguments, last, *self.more)
            done = int(self.counts[tree.ITERATIONS])
            if (iterations and done >= iterations) or (seconds and time.perf_counter() >= end):
                return done

    def children(self, node: int, seat: int) -> dict[int, int]:
        found = {}
        child = int(self.links[node, tree.CHILD])
        steps = len(self.game.tokens)
        while child >= 0:
            who, step = divmod(int(self.links[child, tree.KEY]), steps)
            if who == seat:
                found[step] = child
            child = int(self.links[child, tree.NEXT])
        return found

    def best(self) -> str:
        """The most tried move."""
        node, move = 0, []
        while legal := self.view.steps(" ".join(move)):
            children = self.children(node, self.seat) if node >= 0 else {}
            best = max(
                legal,
                key=lambda token: (
                    self.links[children[self.game.numbers[token]], tree.VISITS]
                    if self.game.numbers[token] in children
                    else -1
                ),
            )
            node = children.get(self.game.numbers[best], -1)
            move.append(best)
        return " ".join(move)
