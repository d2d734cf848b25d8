"""All complete moves of a seat, each outcome once, for games in which many spellings do the same.

A depth-first search over the steps in their order. Begun moves that come to the same go on the same way, so only the
first of them is followed: its spellings are the smallest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import COMPILED, bind, rule
from kartentisch.engine.game import Verb
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck

FULL = -1


def _verb(*_: Any) -> Any:
    raise NotImplementedError("a template runs only after compiled.bind")


legal = apply = ends = gist = _verb


class Outcomes:
    """As `outcomes` of a game. `gist(s) -> (a, b, c)`: what a begun move comes to.

    Equal (a, b): the same outcome if the same last step follows. Equal (a, b, c), c not negative: the same steps and
    outcomes may follow. `depth`: steps of the longest move, `width`: most next steps.
    """

    def __init__(self, name: str, *, legal: Verb, apply: Verb, ends: Verb, gist: Verb, depth: int, width: int) -> None:
        self._search = bind(
            search_at, f"outcomes_{name}", {"legal": legal, "apply": apply, "ends": ends, "gist": gist}
        )
        self._depth, self._width = depth, width

    def __call__(self, records: Records, seat: int, limit: int) -> list[tuple[int, ...]]:
        """Every legal complete move in the game's order; at most `limit` + 1 of them."""
        room = 64
        while True:
            drafts = np.zeros(self._depth + 1, records.dtype)
            if not COMPILED:
                drafts = drafts.view(np.recarray)
            drafts[0] = records[0]
            rows = min(limit + 1, room)
            moves = np.zeros((rows, self._depth), np.int16)
            seen = np.zeros((16 * room, 4), np.int64)
            steps = np.zeros((self._depth, self._width), np.int64)
            places = np.zeros((self._depth, 2), np.int64)
            found = self._search(drafts, seat, limit, moves, seen, steps, places, new_luck())
            if found >= 0:
                return [tuple(step for step in move if step >= 0) for move in moves[:found].tolist()]
            room *= 8


@rule
def enter(seen: Any, a: Any, b: Any, c: Any) -> Any:
    """Put a key into a hash set of which column 3 says what is taken: 1 if it was new, 0 if not."""
    mask = seen.shape[0] - 1
    place = (a ^ (a >> 29) ^ (b << 7) ^ (b >> 23) ^ (c << 3) ^ (c >> 31)) & 0x7FFFFFFF
    place = (place * 0x3243F6A9) >> 16
    place &= mask
    while seen[place, 3] != 0:
        if seen[place, 0] == a and seen[place, 1] == b and seen[place, 2] == c:
            return 0
        place = (place + 1) & mask
    seen[place, 0] = a
    seen[place, 1] = b
    seen[place, 2] = c
    seen[place, 3] = 1
    return 1


def search_at(
    drafts: Any, seat: Any, limit: Any, moves: Any, seen: Any, steps: Any, places: Any, luck: Any
) -> Any:
    """Write the moves after the one begun in draft 0, each padded with -1; their number, or FULL if there is no room.

    `places` holds, for each depth, how many steps there are and which comes next.
    """
    found = 0
    entered = 0
    depth = 0
    places[0, 0] = legal(drafts[0], seat, steps[0])
    places[0, 1] = 0
    while depth >= 0:
        if places[depth, 1] == places[depth, 0]:
            depth -= 1
            continue
        step = steps[depth, places[depth, 1]]
        places[depth, 1] += 1
        if 2 * entered >= seen.shape[0]:
            return FULL
        if ends(drafts[depth], seat, step) != 0:
            a, b, _ = gist(drafts[depth])
            if enter(seen, a, b, -1 - step) != 0:
                entered += 1
                if found == moves.shape[0]:
                    return FULL
                for level in range(depth + 1):
                    moves[found, level] = steps[level, places[level, 1] - 1]
                for level in range(depth + 1, moves.shape[1]):
                    moves[found, level] = -1
                found += 1
                if found > limit:
                    return found
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
