"""Information-set Monte-Carlo tree search: a template, of which `compiled.bind` makes a copy for each game.

After Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2), 2012. A node is a step
of a seat after the steps above it, as an observer tells steps apart. Each iteration re-deals the unseen cards, descends
along steps that are legal in this deal, adds a node, and plays the round to its end, or until the advice foresees the
end. It then adds the gain of each seat to the nodes of that seat's steps. Each seat maximizes its own gain.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from kartentisch.bots.search.parts import (
    ADVISED,
    BELOW,
    CAUTION,
    CHILD,
    EXPLORE,
    GAINED,
    GUESS,
    ITERATIONS,
    KEY,
    NEXT,
    NODES,
    OBSERVERS,
    OFFERED,
    PRIORS,
    STEPS,
    VISITS,
    Plan,
    Scratch,
    Tree,
    lent_plan,
    lent_scratch,
    lent_tree,
)
from kartentisch.engine.compiled import at, borrowed, unbound
from kartentisch.engine.luck import join, mix

legal = apply = driven = imagine = weigh = heard = spare = finish = judge = outlook = foresee = unbound


def pick(
    links: Any, sums: Any, node: Any, base: Any, n: Any, out: Any, slots: Any, weights: Any, how: Any, bits: Any
) -> Any:
    """The step to continue with, as its position in `out`. Writes the child of each step to `slots` (-1: none).

    `base`: the key of the seat's step 0. `bits`: 31 bits of chance. The children of all legal steps have been offered
    once more. Children of steps that are not legal in this deal do not change.
    """
    for k in range(n):
        slots[at(out[at(k)])] = -1
    child = np.int64(links[at(node), CHILD])
    steps = np.int64(slots.shape[0])
    while child >= 0:
        step = np.int64(links[at(child), KEY]) - base
        if 0 <= step < steps:
            slots[at(step)] = child
        child = np.int64(links[at(child), NEXT])
    visits = np.float64(links[at(node), VISITS])
    priors = how[PRIORS] != 0.0
    fresh = 0
    total = 0.0
    for k in range(n):
        if slots[at(out[at(k)])] < 0:
            fresh += 1
        if priors:
            total += weights[at(k)]
    if fresh > 0 and not priors:
        r = (bits * fresh) >> 31
        place = np.int64(0)
        for k in range(n):
            child = slots[at(out[at(k)])]
            if child >= 0:
                links[at(child), OFFERED] += 1
            else:
                if r == 0:
                    place = np.int64(k)
                r -= 1
        return place
    hoped = 0.5 if visits < 2.0 else sums[at(node), BELOW] / (visits - 1.0) - how[CAUTION]
    best = -1.0e9
    place = np.int64(0)
    for k in range(n):
        child = slots[at(out[at(k)])]
        tried = 0.0
        offered = visits
        mean = hoped
        if child >= 0:
            links[at(child), OFFERED] += 1
            tried = np.float64(links[at(child), VISITS])
            offered = np.float64(links[at(child), OFFERED])
            mean = sums[at(child), GAINED] / tried
        if priors:
            score = mean + how[EXPLORE] * (weights[at(k)] / total) * sqrt(offered + 1.0) / (1.0 + tried)
        else:
            score = mean + how[EXPLORE] * sqrt(log(offered) / tried)
        if score > best:
            best = score
            place = np.int64(k)
    return place


def enter(links: Any, sums: Any, counts: Any, node: Any, key: Any, child: Any) -> Any:
    """The child of a node with this key. If there is none it is created; -1 if there is no room.

    `child`: the child itself if it is known, else -1.
    """
    if child < 0:
        child = np.int64(links[at(node), CHILD])
        while child >= 0 and links[at(child), KEY] != key:
            child = np.int64(links[at(child), NEXT])
    if child < 0 and counts[NODES] < links.shape[0]:
        child = np.int64(counts[NODES])
        counts[NODES] += 1
        links[at(child), KEY] = key
        links[at(child), CHILD] = -1
        links[at(child), NEXT] = links[at(node), CHILD]
        links[at(child), VISITS] = 0
        links[at(child), OFFERED] = 1
        sums[at(child), GAINED] = 0.0
        sums[at(child), BELOW] = 0.0
        links[at(node), CHILD] = child
    return child


def needful(s: Any, out: Any, n: Any) -> Any:
    """Remove the steps that only spell a move in another way. Returns the number of steps that remain.

    If all steps do so, the begun move is such a spelling. Then all of them stay, since the move must be completed.
    """
    kept = 0
    for k in range(n):
        step = out[at(k)]
        if spare(s, step) == 0:
            out[at(kept)] = step
            kept += 1
    return kept if kept > 0 else n


def descend(s: Any, viewer: Any, first: Any, second: Any, tree: Any, how: Any, scratch: Any) -> Any:
    """Descend from the roots to a new node, to the end of the round, or to where the advice foresees the end.

    Returns the seat whose move is begun, the number of steps, the number of changes of turn, and the standard deviation
    of what the advice foresees (0: it foresees nothing).
    """
    links, sums, counts = tree.links, tree.sums, tree.counts
    luck, out, slots, weights = scratch.luck, scratch.out, scratch.slots, scratch.weights
    path, deep, place = scratch.path, scratch.deep, scratch.at
    steps = np.int64(slots.shape[0])
    watching = np.int64(s.seats) if how[OBSERVERS] != 0.0 else np.int64(1)
    for observer in range(watching):
        place[at(observer)] = observer
        deep[at(observer)] = 0
        links[at(observer), VISITS] += 1
    seat = np.int64(viewer)
    made = np.int64(0)
    new = False
    turns = np.int64(0)
    spread = 0.0
    while s.round_over == 0 and not new and made < path.shape[1]:
        if s.begun == 0 and made > 0:
            before = seat
            seat = np.int64(driven(s))
            turns += seat != before
            if how[GUESS] != 0.0:
                spread = outlook(s, turns, scratch.hopes)
                if spread > 0.0:
                    break
        made += 1
        left, right = mix(first, second, made)
        luck[0] = join(left, right)
        luck[1] = 0
        luck[2] = 0
        n = needful(s, out, legal(s, seat, out))
        if how[PRIORS] != 0.0:
            weigh(s, seat, out, n, weights)
        own = seat if watching > 1 else np.int64(0)
        base = seat * (steps + 1)
        step = out[at(pick(links, sums, place[at(own)], base, n, out, slots, weights, how, left & 0x7FFFFFFF))]
        known = slots[at(step)]
        if known < 0:
            new = True
        for observer in range(watching):
            node = place[at(observer)]
            if node < 0:
                continue
            watcher = np.int64(observer) if watching > 1 else np.int64(viewer)
            told = watching == 1 or watcher == seat or heard(s, seat, step, watcher)
            child = enter(
                links,
                sums,
                counts,
                node,
                base + (step if told else steps),
                known if observer == own and told else np.int64(-1),
            )
            place[at(observer)] = child
            if child >= 0:
                path[at(observer), at(deep[at(observer)])] = child
                deep[at(observer)] += 1
            else:
                new = True
        apply(s, seat, step, luck)
    return seat, made, turns, spread


def search_at(
    a: Any,
    viewer: Any,
    plan: Plan,
    tree: Tree,
    how: Any,
    taste: Any,
    block: Any,
    key: Any,
    last: Any,
    enough: Any,
    scratch: Scratch,
) -> Any:
    """Continue the search behind the view of `viewer`, up to iteration `last`, or until there are `enough` steps.

    Returns the number of all iterations. The chance of iteration number g comes from the 128 bits `block` and `key`,
    and g.
    """
    a = borrowed(a)
    taste = borrowed(taste)
    how = borrowed(how)
    plan = lent_plan(plan)
    tree = lent_tree(tree)
    scratch = lent_scratch(scratch)
    links, sums, counts = tree.links, tree.sums, tree.counts
    luck, gains = scratch.luck, scratch.gains
    words = borrowed(plan.words[0])
    steps = np.int64(scratch.slots.shape[0])
    advised, guess = how[ADVISED] != 0.0, how[GUESS] != 0.0
    while counts[ITERATIONS] < last and counts[STEPS] < enough:
        number = counts[ITERATIONS]
        left, right = mix(block, key, number & 0x7FFFFFFF)
        luck[0] = join(left, right)
        left, right = mix(key, block, number & 0x7FFFFFFF)
        first = join(left, right)
        second = block ^ number
        luck[1] = key
        luck[2] = 0
        a[0] = plan.template[0]
        s = a[0]
        imagine(s, words, viewer, plan.places, plan.wants, plan.unseen, plan.rest, luck)
        seat, made, turns, spread = descend(s, viewer, first, second, tree, how, scratch)
        if spread == 0.0:
            made, spread = finish(s, seat, False, first, second, made, turns, scratch, advised, guess)
        if spread > 0.0:
            foresee(s, scratch.hopes, spread, gains, taste)
        else:
            judge(s, gains, taste, tree.squares)
        watching = np.int64(s.seats) if how[OBSERVERS] != 0.0 else np.int64(1)
        for observer in range(watching):
            above = np.int64(observer)
            for k in range(scratch.deep[at(observer)]):
                node = scratch.path[at(observer), at(k)]
                gain = gains[at(links[at(node), KEY] // (steps + 1))]
                links[at(node), VISITS] += 1
                sums[at(node), GAINED] += gain
                sums[at(above), BELOW] += gain
                above = node
        counts[STEPS] += made
        counts[ITERATIONS] += 1
    return counts[ITERATIONS]
