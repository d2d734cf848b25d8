"""The loops of the search, written once: `compiled.bind` makes a copy for each game.

A node stands for a step of a seat after the steps above it. Root is node 0. Each iteration deals the unseen cards
anew, goes down the tree along steps that are legal in that deal, adds a node, plays the round out, and adds what each
seat got to the nodes it passed.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, borrowed
from kartentisch.engine.luck import join, mix

# Columns of `links`, whole numbers of a node.
KEY, CHILD, NEXT, VISITS, OFFERED = range(5)
LINKS = 5
# Columns of `sums`, floats of a node.
GAINED, SQUARES, PRIOR = range(3)
SUMS = 3
# Places in `counts`, what the tree keeps of itself.
NODES, ITERATIONS, STEPS, DEPTH = range(4)
COUNTS = 4
# Places in `how`, the parameters of the search.
EXPLORE, ADVISED, PRIORS, LOOSE, FIRST = range(5)
HOW = 5

ROOT = 0


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


legal = apply = driven = imagine = weigh = worth = _verb


def chosen(s: Any, seat: Any, out: Any, n: Any, weights: Any, left: Any, advised: Any) -> Any:
    """One of the next steps: by their weights, or uniform. `left`: 32 bits of chance."""
    if not advised or n == 1:
        return out[at((left * n) >> 32)]
    weigh(s, seat, out, n, weights)
    total = 0.0
    for k in range(n):
        total += weights[at(k)]
    mark = total * left * (1.0 / 4294967296.0)
    for k in range(n):
        mark -= weights[at(k)]
        if mark < 0.0:
            return out[at(k)]
    return out[at(n - 1)]


def finish(s: Any, seat: Any, block: Any, key: Any, made: Any, luck: Any, out: Any, weights: Any, advised: Any) -> Any:
    """Play the round to its end; `seat` goes on with a begun move. Returns the steps made so far and here."""
    while s.round_over == 0:
        if s.begun == 0:
            seat = driven(s)
        made += 1
        left, right = mix(block, key, made)
        luck[0] = join(left, right)
        luck[1] = 0
        luck[2] = 0
        n = legal(s, seat, out)
        apply(s, seat, chosen(s, seat, out, n, weights, left, advised), luck)
    return made


def pick(
    links: Any,
    sums: Any,
    node: Any,
    seat: Any,
    n: Any,
    out: Any,
    slots: Any,
    weights: Any,
    how: Any,
    steps: Any,
    left: Any,
) -> Any:
    """Which of the next steps to go on with, as its place in `out`. Notes in `slots` the child of each, -1: none."""
    for k in range(n):
        slots[at(out[at(k)])] = -1
    child = links[at(node), CHILD]
    base = seat * steps
    while child >= 0:
        step = links[at(child), KEY] - base
        if step >= 0 and step < steps:
            slots[at(step)] = child
        child = links[at(child), NEXT]
    # The children of other seats, and of steps that are not legal now, wrote where nobody reads.
    priors = how[PRIORS] != 0.0
    total = 0.0
    if priors:
        for k in range(n):
            total += weights[at(k)]
    fresh = 0
    best = -1.0e9
    place = 0
    gained = sums[at(node), GAINED]
    visits = links[at(node), VISITS]
    for k in range(n):
        child = slots[at(out[at(k)])]
        if child < 0:
            fresh += 1
            if not priors:
                continue
            # Not tried yet: as good as its parent was for this seat, a little less.
            value = how[FIRST]
            score = value + how[EXPLORE] * (weights[at(k)] / total) * sqrt(np.float64(visits) + 1.0)
        else:
            links[at(child), OFFERED] += 1
            tried = np.float64(links[at(child), VISITS])
            offered = np.float64(links[at(child), OFFERED])
            mean = sums[at(child), GAINED] / tried
            if priors:
                score = mean + how[EXPLORE] * (weights[at(k)] / total) * sqrt(offered) / (1.0 + tried)
            else:
                score = mean + how[EXPLORE] * sqrt(log(offered) / tried)
        if score > best:
            best = score
            place = k
    if fresh > 0 and not priors:
        r = (left * fresh) >> 32
        for k in range(n):
            if slots[at(out[at(k)])] < 0:
                if r == 0:
                    return k
                r -= 1
    return place


def search_at(
    a: Any,
    words: Any,
    template: Any,
    viewer: Any,
    places: Any,
    wants: Any,
    unseen: Any,
    rest: Any,
    links: Any,
    sums: Any,
    counts: Any,
    how: Any,
    taste: Any,
    last: Any,
    block: Any,
    key: Any,
    luck: Any,
    out: Any,
    slots: Any,
    weights: Any,
    path: Any,
    gains: Any,
) -> Any:
    """Go on with the search up to iteration `last`; returns the iterations done, fewer when the tree is full.

    Iteration number g has its chance from the 128 bits `block`, `key` and g. `path` holds the nodes gone through,
    `gains` what each seat got, `taste` what `worth` weighs.
    """
    a = borrowed(a)
    links = borrowed(links)
    sums = borrowed(sums)
    counts = borrowed(counts)
    how = borrowed(how)
    luck = borrowed(luck)
    out = borrowed(out)
    slots = borrowed(slots)
    weights = borrowed(weights)
    path = borrowed(path)
    gains = borrowed(gains)
    taste = borrowed(taste)
    own = borrowed(words[0])
    places = borrowed(places)
    wants = borrowed(wants)
    unseen = borrowed(unseen)
    rest = borrowed(rest)
    template = borrowed(template)
    steps = np.int64(slots.shape[0])
    room = np.int64(links.shape[0])
    deepest = np.int64(path.shape[0])
    while counts[ITERATIONS] < last:
        number = counts[ITERATIONS]
        left, right = mix(block, key, number & 0x7FFFFFFF)
        first = join(left, right)
        left, right = mix(first, key, number >> 31)
        second = join(left, right)
        luck[0] = first
        luck[1] = second
        luck[2] = 0
        a[0] = template[0]
        s = a[0]
        imagine(s, own, viewer, places, wants, unseen, rest, luck)
        node = ROOT
        depth = 0
        made = 0
        seat = np.int64(viewer)
        links[ROOT, VISITS] += 1
        advised = how[ADVISED] != 0.0
        while s.round_over == 0 and depth < deepest:
            if s.begun == 0 and depth > 0:
                seat = np.int64(driven(s))
            n = legal(s, seat, out)
            made += 1
            left, right = mix(first, second, made)
            luck[0] = join(left, right)
            luck[1] = 0
            luck[2] = 0
            if how[PRIORS] != 0.0:
                weigh(s, seat, out, n, weights)
            step = out[at(pick(links, sums, node, seat, n, out, slots, weights, how, steps, left))]
            child = slots[at(step)]
            apply(s, seat, step, luck)
            if child < 0:
                if counts[NODES] < room:
                    child = counts[NODES]
                    counts[NODES] += 1
                    links[at(child), KEY] = seat * steps + step
                    links[at(child), CHILD] = -1
                    links[at(child), NEXT] = links[at(node), CHILD]
                    links[at(child), VISITS] = 0
                    links[at(child), OFFERED] = 1
                    sums[at(child), GAINED] = 0.0
                    sums[at(child), SQUARES] = 0.0
                    links[at(node), CHILD] = child
                    path[at(depth)] = child
                    depth += 1
                break
            path[at(depth)] = child
            depth += 1
            node = child
        made = finish(s, seat, first, second, made, luck, out, weights, advised)
        worth(s, gains, taste)
        for k in range(depth):
            child = path[at(k)]
            gain = gains[at(links[at(child), KEY] // steps)]
            links[at(child), VISITS] += 1
            sums[at(child), GAINED] += gain
            sums[at(child), SQUARES] += gain * gain
        counts[STEPS] += made
        counts[DEPTH] = max(counts[DEPTH], depth)
        counts[ITERATIONS] += 1
    return counts[ITERATIONS]


def worth_of(s: Any, gains: Any, taste: Any) -> None:
    """What the end of a round is worth to each seat, from 0 to 1.

    `taste`: 1 or -1 (most or fewest points win), how many points of lead matter (more the more rounds are to come), the
    share that the points of the round have in it besides the chance to win the match, points that matter in a round.
    """
    seats = np.int64(s.seats)
    sign = taste[0]
    if s.over != 0:
        winners = 0
        for seat in range(seats):
            winners += (s.winners >> seat) & 1
        for seat in range(seats):
            gains[at(seat)] = np.float64((s.winners >> seat) & 1) / max(1, winners)
    else:
        best = -1.0e9
        for seat in range(seats):
            best = max(best, sign * s.totals[at(seat)])
        total = 0.0
        for seat in range(seats):
            gains[at(seat)] = exp((sign * s.totals[at(seat)] - best) / taste[1])
            total += gains[at(seat)]
        for seat in range(seats):
            gains[at(seat)] /= total
    mean = 0.0
    for seat in range(seats):
        mean += s.points[at(seat)]
    mean /= seats
    for seat in range(seats):
        lead = sign * (s.points[at(seat)] - mean) / taste[3]
        gains[at(seat)] = (1.0 - taste[2]) * gains[at(seat)] + taste[2] / (1.0 + exp(-lead))
