"""Random matches of SWUP, move by move, for the tests of its scene."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kartentisch.engine.luck import new_luck, seeded
from kartentisch.engine.options import check_options
from kartentisch.engine.views import View
from kartentisch.games.swup import GAME
from kartentisch.web.scenes import Drawn, swup
from tests.web.support.scenes import drawing, views


@dataclass
class Moment:
    """Views before and after (seats, then the bystander), who moved, and the tokens."""

    before: list[View]
    after: list[View]
    seat: int
    tokens: list[str]


def walk(seats: int, seed: int, rounds: int = 1, eager: bool = True) -> Iterator[Moment]:
    """`eager`: take and build rather than lay. The moments of a first round are cached."""
    return iter(first_round(seats, seed, eager)) if rounds == 1 else played(seats, seed, rounds, eager)


@cache
def first_round(seats: int, seed: int, eager: bool) -> list[Moment]:
    return list(played(seats, seed, 1, eager))


def played(seats: int, seed: int, rounds: int, eager: bool) -> Iterator[Moment]:
    options = check_options(GAME.options, {})
    assert isinstance(options, dict)
    records = GAME.new(seats, options)
    GAME.run.deal(records, 0, new_luck(*seeded(seed, 0, 2)))
    choose = random.Random(seed)
    n = 0
    while rounds:
        before = views(GAME, records, seats)
        seat = int(records[0]["turn"])
        tokens = choice(before[seat], choose, eager)
        records = GAME.layout.copy(records)
        for token in tokens:
            n += 1
            GAME.run.apply(records, 0, seat, GAME.tokens.index(token), new_luck(seeded(seed, n, 1)[0]))
        yield Moment(before, views(GAME, records, seats), seat, tokens)
        if records[0]["round_over"]:
            rounds -= 1
            if records[0]["over"]:
                return
            GAME.run.next_round(records, 0, new_luck(*seeded(seed, n + 1, 2)))


def choice(seen: View, choose: random.Random, eager: bool) -> list[str]:
    tokens: list[str] = []
    while steps := seen.steps(" ".join(tokens)):
        assert isinstance(steps, list)
        others = [step for step in steps if step != "lay"]
        tokens.append(choose.choice(others if eager and others else steps))
    return tokens


def prefixes(tokens: Sequence[str]) -> Iterator[list[str]]:
    """What is begun on the way to a move, starting with nothing."""
    for n in range(len(tokens)):
        yield list(tokens[:n])


def draw(seen: View, begun: Sequence[str] = ()) -> Drawn:
    return drawing(swup.draw, seen, " ".join(begun))
