"""What `kartentisch.testing` asks of any game, asked of ours: all seats, all laws, and options off the beaten track.

`make test` asks it of the fewest and the most seats and of one set of options a game, which differs in most of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kartentisch.play.games import games, sheet
from kartentisch.testing import LAWS
from tests.ways import long, ways

pytestmark = pytest.mark.rules

OPTIONS: dict[str, list[dict[str, object]]] = {
    "schweinsgalopp": [
        {"track_scoff": True},
        {"rounds": 5, "keep": True, "rotate_start": True},
        {"track_scoff": True, "rounds": 9, "keep": True, "line_up": "start"},
    ],
    "schwupps": [
        {"match": "tournament", "step_limit": 60},
        {"tasks": {"c": 30}, "step_limit": 200},
        {"tasks": {"nc": 15, "-2": 15}, "match": "tournament"},
        {"rounds": 4, "step_limit": 200, "tasks": {"nc": 15, "-2": 15}},
    ],
    "swup": [
        {"builds_in_sums": True},
        {"builds_in_sums": True, "most_cards": 0, "most_black": 9, "last_cards": 5},
        {"builds_in_sums": True, "rounds": 5, "swup_points": 3, "star_points": 0},
    ],
    "solo": [
        {"rounds": 2, "solo_call": "auto", "step_limit": 200},
        {"limit": 1},
        {"rounds": 1, "step_limit": 60},
        {"rounds": 2, "call_until": "next"},
        {"rounds": 2, "reverse_skips": True, "hand": 3, "call_until": "next", "swaps": False, "step_limit": 400},
    ],
}
SHORT: dict[str, dict[str, object]] = {"solo": {"limit": 100}}
"""A fifth of the rounds."""
ALL = [(name, seats) for name in games() for seats in sheet(name).seats]


AT_THE_EDGE = ("comes to an end", "imagined truths look the same")
"""What is tried in all ways where every seat there can be is taken, and arrays are full."""


def cases() -> Iterator[Any]:
    """The fewest seats in all ways, the most compiled, those in between at length."""
    for name, seats in ALL:
        fewest, *_, most = sheet(name).seats
        for law in LAWS:
            everywhere = seats == fewest or (seats == most and law in AT_THE_EDGE)
            yield (ways if everywhere else pytest.param if seats == most else long)(name, seats, law)


def with_options() -> Iterator[Any]:
    """The last set of each game, the others at length."""
    for name in games():
        last = len(OPTIONS.get(name, ())) - 1
        yield from ((pytest.param if number == last else long)(name, number) for number in range(last + 1))


@pytest.mark.parametrize(("name", "seats", "law"), [*cases()])
def test_the_law_holds(name: str, seats: int, law: str) -> None:
    LAWS[law](name, seats, SHORT.get(name, {}), seats)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("name", "number"), [*with_options()])
def test_the_law_holds_with_other_options(name: str, number: int, law: str) -> None:
    LAWS[law](name, sheet(name).seats[number % len(sheet(name).seats)], OPTIONS[name][number], 11)


@pytest.mark.long
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("name", "seats"), ALL)
def test_the_law_holds_for_many_seeds(name: str, seats: int, law: str) -> None:
    for seed in range(100, 110):
        LAWS[law](name, seats, {}, seed)
