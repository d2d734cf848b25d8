"""All complete moves of a seat, each outcome once, for games in which many spellings do the same.

It is a depth-first search over the steps in their order. Begun moves with the same gist continue in the same way, so
only the first of them is followed. Spare steps are not followed. So the search reaches the smallest spelling of each
outcome first.
"""

from __future__ import annotations

import numpy as np

from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.game import Game
from kartentisch.engine.kernels.outcomes import DEPTH, MOVES, SEEN
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck


def outcomes(game: Game, records: Records, seat: int, limit: int) -> list[tuple[int, ...]]:
    """The legal complete moves of a seat in the game's order, each outcome once; at most `limit` + 1 of them."""
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
