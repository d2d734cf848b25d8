"""How many truths lie one, two and three moves from two positions, by the first move; every move has the same luck."""

from __future__ import annotations

import pytest

from kartentisch.engine import moves, states
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.games.schwupps import GAME
from tests.games.schwupps_positions import State, position

pytestmark = [pytest.mark.rules, pytest.mark.ways]

Counts = dict[str, tuple[int, int]]
"""First move -> truths after one more move, and after two more."""

POSITIONS: dict[str, tuple[State, Counts]] = {
    "a full hand, the common pile in one bag with the personal ones": (
        position("b2 b3 g9 r4 v10 ! !", "b1 g10,g8 r3,r5 v4", "+1 nc n -2", seats=3),
        {
            "b2>A1": (9, 75),
            "b2>B2": (9, 71),
            "g9>A2": (9, 77),
            "!A>1": (11, 89),
            "!A>2": (11, 88),
            "!B>1": (11, 84),
            "!B>2": (11, 84),
            "~A": (9, 81),
            "~B": (9, 68),
        },
    ),
    "near the end: common pile and task pile are about to be renewed, two cards to go": (
        position("b2 !", "b3,b1 g10,g8 r3,r5 v1", "+1 nc n +1", seats=2, stacks=[0, 1], task_bag=[], common_bag=["g8"]),
        {
            "b2>A1": (4, 38),
            "b2>B2": (4, 38),
            "!A>1": (5, 33),
            "!B>1": (4, 42),
            "~A": (5, 39),
            "~B": (5, 47),
        },
    ),
}


def ahead(records: Records, depth: int) -> dict[str, set[str]]:
    """First move -> digests of the truths that many moves ahead."""
    found: dict[str, set[str]] = {}
    seat = int(GAME.run.asked(records, 0))
    for step in moves.legal(GAME, records, seat) if seat >= 0 else []:
        twin = GAME.layout.copy(records)
        GAME.run.apply(twin, 0, seat, step, new_luck(*seeded(1, depth, 1)))
        behind = ahead(twin, depth - 1).values() if depth > 1 else [{states.digest(GAME, twin)}]
        found[GAME.tokens[step]] = set().union(*behind)
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_the_counts_are_as_they_were(name: str) -> None:
    state, counts = POSITIONS[name]
    records = states.load(GAME, state)
    two, three = ahead(records, 2), ahead(records, 3)
    assert {move: (len(two[move]), len(three[move])) for move in ahead(records, 1)} == counts
