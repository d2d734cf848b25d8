"""What the search keeps and is handed: names for arrays and for the places in them."""

from __future__ import annotations

from typing import Any, NamedTuple

from kartentisch.engine.compiled import borrowed, rule

# Columns of `links`, whole numbers of a node.
KEY, CHILD, NEXT, VISITS, OFFERED = range(5)
LINKS = 5
# Columns of `sums`, floats of a node: what its own seat gained after it, and what the seats of its children did.
GAINED, BELOW = range(2)
SUMS = 2
# Places in `counts`, what the tree says of itself.
NODES, ITERATIONS, STEPS = range(3)
COUNTS = 3
# Places in `how`, the parameters of the search.
EXPLORE, ADVISED, PRIORS, CAUTION, OBSERVERS, GUESS = range(6)
HOW = 6
# Places in `taste`, what the end of a round is worth.
WAY, MATCH, SHARE, ROUND, LATER, ALONE = range(6)


class Plan(NamedTuple):
    """A view made ready for dealing: see `engine.imagining.Dealing`."""

    template: Any
    words: Any
    """The memory of the record that is dealt into, as words."""
    places: Any
    wants: Any
    unseen: Any
    rest: Any


class Tree(NamedTuple):
    """Nodes in arrays of a fixed size. Those of an observer hang together from its root on."""

    links: Any
    sums: Any
    counts: Any
    squares: Any
    """By seat: the sum of its squared leads in points of the round, over all playouts."""


class Scratch(NamedTuple):
    """Memory that nothing is read from afterwards."""

    luck: Any
    out: Any
    slots: Any
    """By step: the child that stands for it."""
    weights: Any
    path: Any
    """By observer and depth: the nodes gone through."""
    deep: Any
    """By observer: how many of them."""
    at: Any
    """By observer: the node it is at."""
    gains: Any
    hopes: Any
    """By seat: the points of the round that it may hope for."""


# ---- The same without counts of references ---------------------------------------------------------------------------


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
