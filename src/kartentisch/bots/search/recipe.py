"""The parameters of a search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """How to search. The defaults were measured to be the best (docs/decisions/0011-search.md)."""

    explore: float = 0.7
    """The weight of exploration: how much steps that were tried little are preferred."""
    advised: bool = True
    """Whether playouts follow the game's advice. Otherwise they are uniform."""
    priors: bool = True
    """Whether the weights of the advice say how often steps are tried (PUCT). Otherwise UCB1 says so, after each step
    was tried once."""
    caution: float = 0.1
    """How much worse than the average an untried step is assumed to be."""
    observers: bool = False
    """Whether each seat has a tree, which tells steps apart as that seat does. Otherwise only the searching seat has
    one."""
    guess: bool = True
    """Whether a playout stops where the advice can foresee the end of the round."""
    share: float = 0.3
    """The weight of the points of the round, from 0 to 1. The chance to win the match has the rest."""
    close: float = 0.5
    """The search chooses the step with the best mean among those that were tried at least this share of the visits of
    the most tried one."""
    one_round: bool = False
    """Whether only the round counts. Otherwise it is part of its match."""
    room: int = 100_000
    """The most nodes."""
