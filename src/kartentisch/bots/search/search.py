"""A search over one view. Its memory has a fixed size, its budget is iterations or time, its seed determines it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.bots import advice
from kartentisch.bots.search import parts, playing, tree, weighing
from kartentisch.bots.search.parts import Plan, Scratch, Tree
from kartentisch.bots.search.recipe import Recipe
from kartentisch.engine.caching import source_stamp
from kartentisch.engine.compiled import bind, inline, is_cached, rule
from kartentisch.engine.game import Game
from kartentisch.engine.imagining import dealing, words_of
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import View, view
from kartentisch.engine.warm import blank

Leads = NDArray[np.float64]
"""By move, deal and seat: the lead over the mean of all seats, in points of the round."""
Shares = NDArray[np.float64]
"""By move, deal and seat: the share of winning the match, from 0 to 1."""

DEPTH = 256
"""The most steps that a path in the tree follows. Later ones are played out."""
BATCH = 64
"""The number of iterations between two checks of the clock."""
MANY = 1 << 40
"""More steps than any search makes: no limit."""
SOUNDING = 128
"""The number of playouts from which the spread of the points is estimated."""


def _stamp(game: Game) -> str:
    """A hash of the sources of a search of this game. The advice of other games is not part of it."""
    digest = hashlib.blake2b(source_stamp("bots/search").encode(), digest_size=8)
    for part in (advice.weights(game), advice.outlook(game)):
        digest.update(Path(getattr(part, "py_func", part).__code__.co_filename).read_bytes())
    return digest.hexdigest()


@cache
def kernels(game: Game) -> tuple[Any, Any]:
    """The search and the weighing of moves, compiled for a game."""
    verbs = dict(game.run.inlined)
    verbs["weigh"] = advice.weights(game)
    verbs["outlook"] = advice.outlook(game)
    verbs["heard"] = rule(game.heard)
    verbs["spare"] = game.spare
    verbs["judge"] = playing.judge
    verbs["chances"] = playing.chances
    verbs["foresee"] = playing.foresee
    for part in (playing.chosen, playing.finish, tree.pick, tree.enter, tree.needful, tree.descend):
        verbs[part.__name__] = inline(part, verbs)
    stamp = _stamp(game)
    return (
        bind(tree.search_at, f"search_{game.name}_{stamp}", verbs),
        bind(weighing.weigh_at, f"weigh_{game.name}_{stamp}", verbs),
    )


def prepared(game: Game) -> bool:
    """Whether the disk cache has the code for a search of this game."""
    return all(is_cached(kernel) for kernel in kernels(game))


def prepare(game: Game) -> None:
    """Load the code for a search of this game, or compile it. This takes some seconds, or up to a minute."""
    records = blank(game)
    game.run.deal(records, 0, new_luck(1, 2))
    seen = view(game, records, int(game.run.asked(records, 0)))
    search = Search(seen, (1, 2), Recipe())
    search.run(1)
    search.weigh([[game.numbers[token] for token in search.best().split(" ")]], 1)


def memory(game: Game) -> Scratch:
    """Scratch memory for a search of this game."""
    seats, steps = game.layout.max_seats, len(game.tokens)
    return Scratch(
        new_luck(),
        game.buffer(),
        np.zeros(steps, np.int64),
        np.zeros(steps + 1),
        np.zeros((seats, DEPTH), np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats),
        np.zeros(seats),
    )


class Search:
    """A search tree over the view of a seat, which `run` extends.

    `seed`: two unsigned 64-bit values. The same view, seed, recipe and number of iterations give the same result.
    Raises ValueError for the view of a bystander, and of a seat that may not act.
    """

    def __init__(self, seen: View, seed: tuple[int, int], recipe: Recipe) -> None:
        if seen.seat is None:
            raise ValueError("A bystander has no moves to search for.")
        if not isinstance(legal := seen.steps(), list) or not legal:
            raise ValueError("This seat may not act now, so there is nothing to search for.")
        game = seen.game
        self.view, self.game, self.seat, self.recipe = seen, game, seen.seat, recipe
        self.block, self.key = (int(word) for word in new_luck(*seed)[:2])
        self.records = game.layout.new()
        behind = dealing(game, seen.records, seen.seat)
        self.plan = Plan(
            behind.template,
            words_of(self.records),
            behind.places,
            behind.wants,
            behind.unseen,
            np.zeros_like(behind.unseen),
        )
        seats = game.layout.max_seats
        self.tree = Tree(
            np.zeros((recipe.room, parts.LINKS), np.int32),
            np.zeros((recipe.room, parts.SUMS)),
            np.zeros(parts.COUNTS, np.int64),
            np.zeros(seats),
        )
        self.scratch = memory(game)
        self.how = np.zeros(parts.HOW)
        self.how[parts.EXPLORE] = recipe.explore
        self.how[parts.ADVISED] = recipe.advised
        self.how[parts.PRIORS] = recipe.priors
        self.how[parts.CAUTION] = recipe.caution
        self.how[parts.OBSERVERS] = recipe.observers
        self.how[parts.GUESS] = recipe.guess
        self.taste = np.array([game.wins, 1.0, recipe.share, 1.0, 0.0, recipe.one_round])
        self.cut = False
        """Whether the clock stopped the last `run` before the requested iterations or steps."""
        self.clear()
        self._sound()

    def clear(self) -> None:
        """Forget all iterations."""
        self.tree.counts[:] = 0
        roots = self.game.layout.max_seats
        self.tree.counts[parts.NODES] = roots
        self.tree.links[:roots] = 0
        self.tree.links[:roots, parts.CHILD] = self.tree.links[:roots, parts.NEXT] = -1
        self.tree.sums[:roots] = 0
        self.tree.squares[:] = 0

    def _sound(self) -> None:
        """Estimate the spread of the round's points from some playouts, and from it what a lead is worth."""
        self.how[parts.GUESS] = False
        self._go(SOUNDING)
        self.how[parts.GUESS] = self.recipe.guess
        seats = int(self.view.record["seats"])
        done = int(self.tree.counts[parts.ITERATIONS])
        spread = max(float(np.sqrt(self.tree.squares[:seats].mean() / done)), 0.25)
        self.taste[parts.ROUND] = spread
        left = 0.0 if self.recipe.one_round else advice.rounds_left(self.view)
        self.taste[parts.LATER] = spread * (2 * seats / (seats - 1) * left) ** 0.5
        self.taste[parts.MATCH] = spread * max(left, 0.25) ** 0.5
        self.clear()

    def _go(self, last: int, enough: int = MANY) -> int:
        search, _ = kernels(self.game)
        plan, tree, scratch = self.plan, self.tree, self.scratch
        return int(
            search(
                self.records, self.seat, plan, tree, self.how, self.taste, self.block, self.key, last, enough, scratch
            )
        )

    def run(self, iterations: int, steps: int = MANY, seconds: float | None = None) -> int:
        """Search until the tree has this number of iterations or steps. Returns the number of its iterations.

        `seconds`: the time limit. If it stops the search, `cut` is true, and another run may find something else.
        """
        end = None if seconds is None else time.perf_counter() + seconds
        done = before = int(self.tree.counts[parts.ITERATIONS])
        self.cut = False
        while done < iterations and self.tree.counts[parts.STEPS] < steps:
            if end is not None and done > 0 and time.perf_counter() >= end:
                self.cut = True
                break
            done = self._go(min(iterations, before + BATCH), steps)
            if done == before:
                break
            before = done
        return done

    def children(self, node: int) -> dict[int, int]:
        """Step -> node, for the searching seat's own steps below a node."""
        steps = len(self.game.tokens) + 1
        found: dict[int, int] = {}
        child = int(self.tree.links[node, parts.CHILD])
        while child >= 0:
            who, step = divmod(int(self.tree.links[child, parts.KEY]), steps)
            if who == self.seat:
                found[step] = child
            child = int(self.tree.links[child, parts.NEXT])
        return found

    def tried(self) -> dict[str, int]:
        """Complete move of this seat -> how often it was tried; the most tried one first."""
        root = self.seat if self.recipe.observers else 0
        found: dict[str, int] = {}

        def go(node: int, move: list[str]) -> None:
            children = self.children(node)
            legal = self.view.steps(" ".join(move)) if children or not move else []
            if not legal:
                if move and not self.view.refusal(" ".join(move)):
                    found[" ".join(move)] = int(self.tree.links[node, parts.VISITS])
                return
            for token in legal if isinstance(legal, list) else []:
                if (child := children.get(self.game.numbers[token])) is not None:
                    go(child, [*move, token])

        go(root, [])
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def best(self, overlooks: Callable[[], bool] | None = None) -> str:
        """The best move found: at each step, the one with the best mean among those that were tried often enough.

        `overlooks()`: whether to overlook the next possible step. If all are overlooked, none is.
        """
        node = self.seat if self.recipe.observers else 0
        move: list[str] = []
        while isinstance(legal := self.view.steps(" ".join(move)), list) and legal:
            seen = [token for token in legal if not overlooks()] if overlooks else legal
            children = self.children(node) if node >= 0 else {}
            nodes = {token: children.get(self.game.numbers[token], -1) for token in seen or legal}
            token = self._best_of(nodes)
            node = nodes[token]
            move.append(token)
        return " ".join(move)

    def _best_of(self, nodes: dict[str, int]) -> str:
        """The best one of these steps, given with their nodes (-1: none)."""
        visits = {token: int(self.tree.links[node, parts.VISITS]) if node >= 0 else 0 for token, node in nodes.items()}
        much = max(1.0, self.recipe.close * max(visits.values()))
        gained = self.tree.sums[:, parts.GAINED]
        means = {token: gained[nodes[token]] / n for token, n in visits.items() if n >= much}
        return max(means, key=means.__getitem__) if means else next(iter(nodes))

    def weigh(self, rows: Sequence[Sequence[int]], deals: int) -> tuple[Leads, Shares]:
        """What `weighed` returns for these moves of this seat, given as steps. No steps: the move of the advice."""
        chance, span = (self.block, self.key), (0, deals)
        return weighed(self.game, self.records, self.seat, self.plan, rows, self.taste, chance, span, self.scratch)


def weighed(
    game: Game,
    records: Records,
    seat: int,
    plan: Plan,
    rows: Sequence[Sequence[int]],
    taste: NDArray[np.float64],
    chance: tuple[int, int],
    deals: tuple[int, int],
    scratch: Scratch,
    since: int = 0,
) -> tuple[Leads, Shares]:
    """Two arrays by move, deal and seat: the lead in points of the round, and the share of winning the match.

    See `weighing.weigh_at` for the arguments.
    """
    _, weigh = kernels(game)
    lengths = np.array([len(move) for move in rows], np.int64)
    table = np.zeros((len(rows), max(1, *lengths)), np.int64)
    for row, move in enumerate(rows):
        table[row, : len(move)] = move
    first, last = deals
    shape = len(rows), last - first, int(plan.template[0]["seats"])
    leads, shares = np.zeros(shape), np.zeros(shape)
    weigh(records, seat, plan, table, lengths, taste, *chance, first, last, since, leads, shares, scratch)
    return leads, shares
