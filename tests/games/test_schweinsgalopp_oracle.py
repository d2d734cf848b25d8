"""Random matches of Schweinsgalopp, move by move against an independent reading of the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kartentisch.engine import moves, states
from kartentisch.engine.luck import new_luck
from kartentisch.play.games import sheet
from kartentisch.testing import Moment, truths, walk
from tests.games import schweinsgalopp_oracle as oracle
from tests.ways import first_of_all

pytestmark = pytest.mark.rules

OPTIONS: list[dict[str, Any]] = [
    {},
    {"track_scoff": True},
    {"keep": True, "rotate_start": True},
    {"rounds": 1, "track_scoff": True, "keep": True},
    {"rounds": 9, "track_scoff": True, "rotate_start": True, "keep": True},
    {"rounds": 2, "line_up": "start"},
    {"track_scoff": True, "rotate_start": True, "line_up": "start"},
]


def compare_match(seats: int, options: dict[str, Any], seed: int) -> Counter[str]:
    """Play a match twice and compare every truth and every legal move; gives what happened how often."""
    seen: Counter[str] = Counter()
    before: Moment | None = None
    state: dict[str, Any] = {}
    for moment in walk("schweinsgalopp", seats, options, seed):
        last, state = state, states.dump(moment.game, moment.records)
        if moment.record["steps"] == 0:
            oracle.check_deal(state, last or None)
        elif before is not None:
            assert state == oracle.play(last, moves.write(before.game, before.steps), state), str(before)
            seen += what_happened(last, state, before.seat)
        for seat in range(moment.seats):
            legal = [moment.game.tokens[step] for step in moves.legal(moment.game, moment.records, seat)]
            assert legal == oracle.legal(state, seat), str(moment)
        before = moment
    assert state["over"]
    return seen


def compare_rest(state: dict[str, Any], seed: int) -> Counter[str]:
    """Go on from a truth to the end of its round, at random."""
    game = sheet("schweinsgalopp")
    chance, seen = random.Random(seed), Counter[str]()
    records = states.load(game, state)
    while not state["round_over"]:
        seat = state["turn"]
        legal = [game.tokens[step] for step in moves.legal(game, records, seat)]
        assert legal == oracle.legal(state, seat)
        move = chance.choice(legal)
        game.run.apply(records, 0, seat, game.numbers[move], new_luck())
        last, told = state, states.dump(game, records)
        state = oracle.play(state, move, told)
        assert told == state
        seen += what_happened(last, state, seat)
    return seen


def what_happened(old: dict[str, Any], new: dict[str, Any], seat: int) -> Counter[str]:
    """The corners of the rules that a move went around."""
    lost = new["supply"] > old["supply"]
    race = oracle.ranking(new)
    runs = [pig for pig in old["pigs"] if new["pigs"][pig] != old["pigs"][pig]]
    return Counter(
        {
            "set up": old["phase"] == "line_up",
            "laid": old["phase"] == "lay",
            "from the track": old["phase"] == "play" and len(new["track_scoff"]) < len(old["track_scoff"]),
            "banked": new["banked"][seat] > old["banked"][seat],
            "lost": lost,
            "nothing in the supply": old["supply"] == 0 and runs == race[:1] != [],
            "round the course": any(new["pigs"][pig] > 21 for pig in runs),
            "lapped": bool(race) and new["pigs"][race[0]] - new["pigs"][race[-1]] > 21,
        }
    )


def anywhere(seats: int, seed: int) -> dict[str, Any]:
    """The truth in the middle of some match, with pigs that have run further, scoff cards about, and little supply."""
    options = {"track_scoff": True, "keep": seed % 3 == 0, "rounds": 1 + seed % 4}
    moment = truths("schweinsgalopp", seats, options, seed)[-2 - seed % 9]
    state = states.dump(moment.game, moment.records)
    if not state["round_over"] and state["phase"] == "play":
        chance = random.Random(seed)
        spaces = chance.sample(range(22), 5)
        state["pigs"] = dict(zip("bgrvy", (space + 22 * chance.randrange(3) for space in spaces), strict=True))
        gone = state["supply"] - chance.randrange(3)
        for seat in range(seats):
            if state["hands"][seat] and 0 < gone <= 55:
                state["face_up"][seat] += gone
                state["supply"] -= gone
                gone = 0
    return state


ALL = [(seats, number) for number in range(len(OPTIONS)) for seats in (2, 3, 4)]


@pytest.mark.parametrize(
    ("seats", "number"), first_of_all(ALL, soon=[(4, 3), (2, 0), (3, 1), (4, 2), (3, 4), (2, 5), (4, 6)])
)
def test_the_engine_plays_as_the_rules_say(seats: int, number: int) -> None:
    compare_match(seats, OPTIONS[number], number)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_engine_plays_as_the_rules_say_wherever_the_pigs_are(seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(16):
        seen += compare_rest(anywhere(seats, seed), seed)
    assert {"round the course", "lapped", "nothing in the supply", "banked", "lost", "from the track"} <= set(seen)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_engine_plays_as_the_rules_say_at_length(seats: int, number: int) -> None:
    for seed in range(1000, 1060):
        compare_match(seats, OPTIONS[number], seed)
        compare_rest(anywhere(seats, seed), seed)


def test_the_matches_compared_go_around_all_corners() -> None:
    seen: Counter[str] = Counter()
    for number in (1, 4):
        seen += compare_match(4, OPTIONS[number], 0)
    seen += compare_match(4, {"rounds": 20, "keep": True}, 0)
    seen += compare_match(3, OPTIONS[6], 0)
    assert {"set up", "laid", "from the track", "banked", "lost", "nothing in the supply"} <= set(seen)
