"""How bots decide: the levels, weakest first.

`random` and `greedy` are for programs. The other levels search and are for people. The weaker ones have the faults of
people: they look at less, overlook possible moves, and forget to speak up in time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import NamedTuple

from kartentisch.bots import advice
from kartentisch.bots.chance import Chance
from kartentisch.bots.ending.ending import solved
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from kartentisch.play.errors import TooManyMoves
from kartentisch.play.match import View

Level = Callable[[View, Chance, float | None], str]
"""`(view, chance, seconds) -> move`: the text of a complete move. `seconds`: the time limit of a search. With None,
there is no limit. With 0, the level decides without a search.
"""

_MOST = 2_000
"""The most complete moves that are examined one by one."""

STEPS = 100
"""Steps of the game allowed per iteration. Long rounds get fewer iterations, so that a move takes no longer."""

_SAMPLE = 200
"""The size of the random sample if there are more moves than that limit."""


def wander(view: View, chance: Chance) -> str:
    """A random complete move. Each of its steps is uniform among the legal next ones."""
    move: list[str] = []
    while steps := view.steps(" ".join(move)):
        move.append(chance.choice(steps))
    return " ".join(move)


def some_moves(view: View, chance: Chance) -> list[str]:
    """All complete moves, or a random sample if there are too many."""
    try:
        return view.moves(_MOST)
    except TooManyMoves:
        return sorted({wander(view, chance) for _ in range(_SAMPLE)})


def random(view: View, chance: Chance, seconds: float | None) -> str:
    """A complete move, each with the same chance. If there are too many, each step is drawn instead."""
    try:
        return chance.choice(view.moves(_MOST))
    except TooManyMoves:
        return wander(view, chance)


def greedy(view: View, chance: Chance, seconds: float | None) -> str:
    """The move that the game's advice prefers. Ties are broken at random."""
    return liked(view, some_moves(view, chance), chance)


def liked(view: View, moves: Sequence[str], chance: Chance) -> str:
    """The one of these moves that the game's advice prefers. Ties are broken at random."""
    likes = advice.of(view.game)(view, moves)
    best = max(likes)
    return chance.choice([move for move, like in zip(moves, likes, strict=True) if like == best])


class Thought(NamedTuple):
    """A move, and whether the clock has cut its search short."""

    move: str
    cut: bool = False


@dataclass(frozen=True)
class Searcher:
    """A level that searches."""

    iterations: int
    seconds: float
    """The time limit for a move if somebody waits for it, at a table or at the terminal."""
    overlooks: float = 0.0
    """The share of the possible moves that it does not see."""
    forgets: float = 0.0
    """The share of chances to act out of turn, or to speak up, that it misses."""
    ends: bool = False
    """Whether it solves the end of a round: it goes through all possible deals, if few are left, instead of sampling
    them."""

    def __call__(self, view: View, chance: Chance, seconds: float | None) -> str:
        """The move that looks best after the search, among those that the level sees."""
        return self.think(view, chance, seconds).move

    def think(self, view: View, chance: Chance, seconds: float | None, *, one_round: bool = False) -> Thought:
        """The same move, and whether the clock cut the search short. `one_round`: only the round counts."""
        begun = perf_counter()
        first = view.steps()
        idle = [token for token in first if view.seen.game.numbers[token] in view.seen.game.idle]
        if idle and chance.happens(self.forgets):
            return Thought(chance.choice(idle))
        if len(first) == 1 and not view.steps(first[0]):
            return Thought(first[0])
        if advice.even(view.seen):
            return Thought(wander(view, chance))
        if seconds == 0:
            return Thought(self._at_a_glance(view, chance))
        if self.ends and advice.ends(view.seen.game) and (move := solved(view.seen, one_round=one_round)):
            return Thought(move)
        game = view.seen.game
        room, advised = self.iterations + game.layout.max_seats, not advice.unadvised(game)
        recipe = Recipe(advised=advised, priors=advised, one_round=one_round, room=room)
        search = Search(view.seen, chance.words(), recipe)
        left = None if seconds is None else begun + seconds - perf_counter()
        search.run(self.iterations, STEPS * self.iterations, left)
        move = search.best((lambda: chance.happens(self.overlooks)) if self.overlooks else None)
        return Thought(move, search.cut)

    def _at_a_glance(self, view: View, chance: Chance) -> str:
        """The move that the advice prefers among those that the level sees."""
        moves = some_moves(view, chance)
        return liked(view, [move for move in moves if not chance.happens(self.overlooks)] or moves, chance)


LEVELS: dict[str, Level] = {
    "random": random,
    "novice": Searcher(60, 0.1, overlooks=0.35, forgets=0.3),
    "greedy": greedy,
    "easy": Searcher(140, 0.15, overlooks=0.005, forgets=0.1),
    "medium": Searcher(450, 0.17, overlooks=0.005, forgets=0.05),
    "hard": Searcher(1_700, 0.19, ends=True),
    "expert": Searcher(30_000, 0.9, ends=True),
}
"""All levels, weakest first, as far as measured (docs/decisions/0011-search.md)."""

FOR_PEOPLE = ("novice", "easy", "medium", "hard", "expert")
"""The levels that a table offers, weakest first."""


def bots() -> tuple[str, ...]:
    """The names of all levels, weakest first."""
    return tuple(LEVELS)


def searches(name: str) -> bool:
    """Whether a level searches."""
    return isinstance(LEVELS[name], Searcher)


def longest(name: str) -> float:
    """The time limit in seconds of a level that searches, if somebody waits for its move."""
    level = LEVELS[name]
    return level.seconds if isinstance(level, Searcher) else inf
