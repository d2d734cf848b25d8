"""Random matches of Schwupps, move by move against an independent reading of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kartentisch.engine import moves, states
from kartentisch.testing import Moment, walk
from tests.games import schwupps_oracle as oracle
from tests.ways import first_of_all

pytestmark = pytest.mark.rules

OPTIONS: list[dict[str, Any]] = [
    {},
    {"match": "tournament", "step_limit": 150},
    {"tasks": {"c": 30}},
    {"tasks": {"nc": 20, "+2": 10}, "step_limit": 1000},
    {"step_limit": 1},
    {"rounds": 4, "step_limit": 100},
    {"rounds": 1, "match": "tournament"},
]


def drawn(before: dict[str, Any], after: dict[str, Any], move: str) -> oracle.Drawn:
    """Which cards were drawn, read off the hands and the next task."""
    tasks = [after["next"]] if move[0] in "!~" and move != "!" else []
    cards: list[str] = []
    for old, new in zip(before["hands"], after["hands"], strict=True):
        cards += (Counter(new) - Counter(old)).elements()
    return oracle.Drawn(tasks, cards)


def compare_match(seats: int, options: dict[str, Any], seed: int) -> None:
    dealt, over = 0, False
    before: Moment | None = None
    state: dict[str, Any] = {}
    for moment in walk("schwupps", seats, options, seed):
        last, state = state, states.dump(moment.game, moment.records)
        if moment.record["steps"] == 0:
            dealt += 1
            oracle.check_deal(state, dealt, last.get("totals", [0] * seats))
        elif before is not None:
            move = moves.write(before.game, before.steps)
            assert state == oracle.play(last, move, drawn(last, state, move)), str(before)
        for seat in range(moment.seats):
            legal = [moment.game.tokens[step] for step in moves.legal(moment.game, moment.records, seat)]
            assert legal == oracle.legal(state, seat), str(moment)
        before, over = moment, state["over"]
    assert over
    assert dealt == oracle.how_many_rounds(state)


ALL = [(seats, number) for number in range(len(OPTIONS)) for seats in (2, 3, 4, 5)]


@pytest.mark.parametrize(
    ("seats", "number"), first_of_all(ALL, soon=[(2, 0), (3, 1), (5, 2), (4, 3), (2, 4), (3, 5), (2, 6)])
)
def test_the_engine_plays_as_the_rules_say(seats: int, number: int) -> None:
    compare_match(seats, OPTIONS[number], 0)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_engine_plays_as_the_rules_say_at_length(seats: int, number: int) -> None:
    for seed in range(100, 112):
        compare_match(seats, OPTIONS[number], seed)


def test_the_matches_compared_see_all_kinds_of_moves_and_both_renewals() -> None:
    kinds: Counter[str] = Counter()
    for seats in (2, 4):
        common, tasks, before = 0, 0, None
        for moment in walk("schwupps", seats, {}, 0):
            state = states.dump(moment.game, moment.records)
            if before is not None:
                common += state["common"] > before["common"]
                tasks += len(state["task_bag"]) > len(before["task_bag"])
            if moment.seat >= 0:
                move = moves.write(moment.game, moment.steps)
                kinds[move[:1] if move[0] in "!~" else "end" if move == "end" else "number"] += 1
            before = state
        assert common > 0
        assert tasks > 0
    assert set(kinds) == {"!", "~", "end", "number"}
