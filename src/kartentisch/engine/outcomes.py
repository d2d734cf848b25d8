"""All complete moves of a seat, each outcome once, for games in which many spellings do the same.

A depth-first search over the steps in their order. Begun moves with the same gist go on in the same way, so only the
first of them is followed, and spare steps are not: so it comes to the smallest spelling of each outcome first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kartentisch.engine.compiled import COMPILED, borrowed, rule
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck

if TYPE_CHECKING:
    from kartentisch.engine.game import Game

# What the search answers when it needs more room: for moves, for what was seen, for steps of one move.
MOVES, SEEN, DEPTH = -1, -2, -3


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


legal = apply = ends = gist = spare = _verb


def outcomes(game: Game, records: Records, seat: int, limit: int) -> list[tuple[int, ...]]:
    """Every legal complete move in the game's order, each outcome once; at most `limit` + 1 of them."""
    rows, known, depth = 64, 1 << 10, 32
    while True:
        drafts = np.zeros(depth + 1, records.dtype)
        drafts = drafts if COMPILED else drafts.view(np.recarray)
        drafts[0] = records[0]
        moves = np.zeros((min(limit + 1, rows), depth), np.int16)
        seen = np.zeros((known, 4), np.int64)
        steps = np.zeros((depth, len(game.buffer())), np.int64)
        places = np.zeros((depth, 2), np.int64)
        found = int(game.run.outcomes(drafts, seat, limit, moves, seen, steps, places, new_luck()))
        if found >= 0:
            lengths = (moves[:found] >= 0).sum(axis=1).tolist()
            return [tuple(move[:length]) for move, length in zip(moves[:found].tolist(), lengths, strict=True)]
        rows *= 8 if found == MOVES else 1
        known *= 8 if found in (MOVES, SEEN) else 1
        depth *= 2 if found == DEPTH else 1


@rule
def enter(seen: Any, a: Any, b: Any, c: Any) -> Any:
    """Put a key into a hash set, in which column 3 says what is taken; 1 if it was new, 0 if not."""
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
    """Write the moves from draft 0, padded with -1, until there are `limit` + 1; their number, or what is full.

    For each depth: its draft, its next steps, and in `places` how many those are and which one is looked at next.
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
