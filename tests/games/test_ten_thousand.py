"""Ten thousand random matches of each game and seat count, `make test-long`: no law is broken on the way.

Rounds are played step by step as `Match` and the table do it. In each match one state on the way and the last one are
looked at closely: written and read again they are the same, all cards are there, what a seat sees can be imagined and
looks the same then, and a bystander sees no more than any seat.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kartentisch.engine import states, views
from kartentisch.engine.game import Game
from kartentisch.engine.luck import new_luck, seeded, set_luck
from kartentisch.engine.options import check_options
from kartentisch.play.games import games, sheet

pytestmark = pytest.mark.long

MATCHES = 10_000
CASES = [(name, seats) for name in games() for seats in sheet(name).seats]


def looked_at(game: Game, records: Any, seat: int, number: int) -> None:
    """The laws that one state can be asked for."""
    state = states.dump(game, records)
    again = states.load(game, state)
    assert states.digest(game, again) == states.digest(game, records)
    for pack in game.layout.packs:
        assert game.layout.lying(records[0], pack) == list(pack.totals(records[0]))
    seen = views.view(game, records, seat)
    said = seen.json()
    assert views.read_view(game, said).json() == said
    if not records[0]["round_over"]:
        imagined = views.imagine(seen, new_luck(*seeded(number, 1, 2)))
        assert views.view(game, imagined, seat).json() == said
        states.load(game, states.dump(game, imagined))


def one_round(game: Game, records: Any, chance: random.Random, luck: Any, out: Any) -> int:
    """Play the round in `records` to its end; the number of steps."""
    advance = game.run.advance
    seat = int(game.run.asked(records, 0))
    code = int(game.run.legal(records, 0, seat, out)) * 16 + seat
    look = chance.randrange(200)
    made = 0
    while code:
        n = code >> 4
        steps = out[:n]
        assert n > 0
        assert n == 1 or bool(np.all(np.diff(steps) > 0)), "legal steps ascend"
        if made >= look and not records[0]["begun"]:
            looked_at(game, records, chance.randrange(int(records[0]["seats"])), made)
            look = 1 << 30
        code = int(advance(records, 0, code & 15, int(steps[chance.randrange(n)]), chance.getrandbits(63), luck, out))
        made += 1
    return made


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_ten_thousand_random_matches_break_no_law(name: str, seats: int) -> None:
    game = sheet(name)
    options = check_options(game.options, {})
    assert isinstance(options, dict)
    luck, out, chance = new_luck(), game.buffer(), random.Random(f"{name} {seats}")
    most = steps = 0
    for number in range(MATCHES):
        records = game.new(seats, options)
        set_luck(luck, *seeded(seats, number, 2))
        game.run.deal(records, 0, luck)
        made = one_round(game, records, chance, luck, out)
        looked_at(game, records, chance.randrange(seats), number)
        most, steps = max(most, made), steps + made
    print(f"{name}, {seats} seats: {MATCHES} rounds, {steps} steps, the longest {most}")
    assert steps > MATCHES
