"""The memory and the arguments of the search: names for arrays and for the positions in them."""

from __future__ import annotations

from typing import Any, NamedTuple

from kartentisch.engine.compiled import borrowed, rule

# Columns of `links`, the whole numbers of a node: its key (seat and step), its first child and next sibling (-1: none),
# how often it was visited, and how often it was legal when its parent was visited.
KEY, CHILD, NEXT, VISITS, OFFERED = range(5)
LINKS = 5
# Columns of `sums`, the floats of a node: what its own seat gained after it, and what the seats of its children gained.
GAINED, BELOW = range(2)
SUMS = 2
# Positions in `counts`: the sizes of the tree.
NODES, ITERATIONS, STEPS = range(3)
COUNTS = 3
# Positions in `how`: the parameters of the search, as in `search.Recipe`.
EXPLORE, ADVISED, PRIORS, CAUTION, OBSERVERS, GUESS = range(6)
HOW = 6
# Positions in `taste`: what the end of a round is worth. The sign of points (1: more is better), the scale of a lead in
# the match, the share of the round's points, the scale of a lead in the round, the standard deviation of the difference
# between two seats in later rounds, and whether only the round counts.
WAY, MATCH, SHARE, ROUND, LATER, ALONE = range(6)


class Plan(NamedTuple):
    """A view that is prepared for deals. See `engine.imagining.Dealing`."""

    template: Any
    words: Any
    """The memory of the record that receives the deal, as words."""
    places: Any
    wants: Any
    unseen: Any
    rest: Any


class Tree(NamedTuple):
    """Nodes in arrays of a fixed size. Each observer has a tree of its own, whose root is the node with its number."""

    links: Any
    sums: Any
    counts: Any
    squares: Any
    """By seat: the sum of its squared leads, in points of the round, over all playouts."""


class Scratch(NamedTuple):
    """Scratch memory. Nothing in it is used after a call."""

    luck: Any
    out: Any
    slots: Any
    """By step: its child node."""
    weights: Any
    path: Any
    """By observer and depth: the nodes on the path."""
    deep: Any
    """By observer: the length of the path."""
    at: Any
    """By observer: the current node."""
    gains: Any
    """By seat: the worth of the end of the round."""
    hopes: Any
    """By seat: its expected points of the round."""


# ---- The same without reference counts -------------------------------------------------------------------------------


@rule
def lent_plan(plan: Any) -> Any:
    return Plan(
        borrowed(plan.template),
        borrowed(plan.words),
        borrowed(plan.places),
        borrowed(plan.wants),
        borrowed(plan.unseen),
        borrowed(plan.rest),
    )


@rule
def lent_tree(tree: Any) -> Any:
    return Tree(borrowed(tree.links), borrowed(tree.sums), borrowed(tree.counts), borrowed(tree.squares))


@rule
def lent_scratch(scratch: Any) -> Any:
    return Scratch(
        borrowed(scratch.luck),
        borrowed(scratch.out),
        borrowed(scratch.slots),
        borrowed(scratch.weights),
        borrowed(scratch.path),
        borrowed(scratch.deep),
        borrowed(scratch.at),
        borrowed(scratch.gains),
        borrowed(scratch.hopes),
    )
