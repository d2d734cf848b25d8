"""A search for all complete moves of a seat, each outcome once. See `engine.outcomes`."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.compiled import borrowed, rule, unbound

# What the search returns if it needs more room: for moves, for what was seen, for the steps of one move.
MOVES, SEEN, DEPTH = -1, -2, -3

legal = apply = ends = gist = spare = unbound


@rule
def enter(seen: Any, a: Any, b: Any, c: Any) -> Any:
    """Put a key into a hash set. Returns 1 if it is new, else 0. Column 3 of `seen` marks the rows in use."""
    mask = seen.shape[0] - 1
    place = (a ^ (a >> 29) ^ (b << 7) ^ (b >> 23) ^ (c << 3) ^ (c >> 31)) & 0x7FFFFFFF
    place = ((place * 0x3243F6A9) >> 16) & mask
    while seen[place, 3] != 0:
        if seen[place, 0] == a and seen[place, 1] == b and seen[place, 2] == c:
            return 0
        place = (place + 1) & mask
    seen[place, 0] = a
    seen[place, 1] = b
    seen[place, 2] = c
    seen[place, 3] = 1
    return 1


def outcomes_at(drafts: Any, seat: Any, limit: Any, moves: Any, seen: Any, steps: Any, places: Any, luck: Any) -> Any:
    """Write up to `limit` + 1 moves from draft 0 to `moves`, padded with -1. Returns their number, or the full buffer.

    A depth has its draft, its next steps, and in `places` their number and the index of the next one to examine.
    """
    drafts, moves, seen = borrowed(drafts), borrowed(moves), borrowed(seen)
    steps, places, luck = borrowed(steps), borrowed(places), borrowed(luck)
    found = 0
    entered = 0
    depth = 0
    places[0, 0] = legal(drafts[0], seat, steps[0])
    while depth >= 0:
        if places[depth, 1] == places[depth, 0]:
            depth -= 1
            continue
        step = steps[depth, places[depth, 1]]
        places[depth, 1] += 1
        if spare(drafts[depth], step) != 0:
            continue
        if 2 * entered >= seen.shape[0]:
            return SEEN
        if ends(drafts[depth], seat, step) != 0:
            a, b, _ = gist(drafts[depth])
            if enter(seen, a, b, -1 - step) != 0:
                entered += 1
                if found == moves.shape[0]:
                    return MOVES
                for level in range(moves.shape[1]):
                    moves[found, level] = steps[level, places[level, 1] - 1] if level <= depth else -1
                found += 1
                if found > limit:
                    return found
        elif depth + 1 == places.shape[0]:
            return DEPTH
        else:
            drafts[depth + 1] = drafts[depth]
            apply(drafts[depth + 1], seat, step, luck)
            a, b, c = gist(drafts[depth + 1])
            if enter(seen, a, b, c) != 0:
                entered += 1
                depth += 1
                places[depth, 0] = legal(drafts[depth], seat, steps[depth])
                places[depth, 1] = 0
    return found
