"""How many moves there are in three positions, and how many truths lie two moves ahead, by the card played first."""

from __future__ import annotations

import pytest

from kartentisch.engine import moves, states
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.games.swup import GAME
from tests.games.swup_positions import State, build, position
from tests.ways import ways

pytestmark = pytest.mark.rules

Counts = dict[str, tuple[int, int, int]]
"""Card -> complete moves that begin with it, steps in all beginnings, truths after one more move of the next seat."""

POSITIONS: dict[str, tuple[State, Counts]] = {
    "loose cards alone": (
        position("k1 r9 y11 r10", "b2 y7 r1 b8 y13 k3", hands={1: "b1 b9 k5 k2"}, deals=2),
        {"k1": (22, 551, 336), "r9": (19, 180, 239), "r10": (14, 220, 192), "y11": (10, 112, 171)},
    ),
    "builds of both": (
        position("k2 b7 k5", "y4 k9 b3 r2 b5", build(0, 7, "r6 y1"), build(1, 5, "k4 b1"), hands={1: "r5 y12 k13"}),
        {"k2": (9, 162, 51), "k5": (1, 0, 3), "b7": (4, 111, 21)},
    ),
    "builds can be summands, and the promise is played": (
        position(
            "r10 y2 b11",
            "y6 k3 b3 r4 k12",
            build(0, 10, "k8 b2"),
            build(1, 4, "k1 r3"),
            hands={1: "b4 y12 k13"},
            options={"builds_in_sums": True},
        ),
        {"r10": (12, 855, 51), "b11": (2, 39, 12), "y2": (2, 16, 14)},
    ),
}


def after(records: Records, seat: int, steps: moves.Steps) -> Records:
    twin = GAME.layout.copy(records)
    luck = new_luck(*seeded(1, len(steps), 1))
    for step in steps:
        GAME.run.apply(twin, 0, seat, step, luck)
    return twin


def beginnings(records: Records, seat: int, first: moves.Steps) -> int:
    """How many steps are offered in all beginnings from this one."""
    number = 0
    for step in moves.legal(GAME, after(records, seat, first), seat):
        number += 1
        if not GAME.run.ends(after(records, seat, first), 0, seat, step):
            number += beginnings(records, seat, (*first, step))
    return number


def counted(state: State) -> Counts:
    records = states.load(GAME, state)
    found: Counts = {}
    every = moves.complete(GAME, records, 0, 100_000)
    for card in moves.legal(GAME, records, 0):
        own = [move for move in every if move[0] == card]
        truths = set()
        for move in own:
            twin = after(records, 0, move)
            for answer in moves.complete(GAME, twin, 1, 100_000):
                truths.add(states.digest(GAME, after(twin, 1, answer)))
        steps = 0 if GAME.run.ends(records, 0, 0, card) else beginnings(records, 0, (card,))
        found[GAME.tokens[card]] = (len(own), steps, len(truths))
    return found


@pytest.mark.parametrize("name", ["loose cards alone", *map(ways, list(POSITIONS)[1:])])
def test_the_counts_are_as_they_were(name: str) -> None:
    state, counts = POSITIONS[name]
    assert counted(state) == counts
