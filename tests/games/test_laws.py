"""What `kartentisch.testing` asks of any game, asked of ours: all seats, all laws, and options off the beaten track.

`make test` asks it of one set of options a game, which differs in most of them, with the most seats or many. With the
usual options it asks what needs the rules themselves of the fewest seats, and two laws of the most, in all ways.
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
OF_WRITING = (
    "moves have one text",
    "json comes back",
    "digests say what the json says",
    "records replay",
    "match refuses and stays",
    "views come back",
    "views hold no hidden card",
    "shuffling the unseen changes no view",
    "bystanders do nothing",
)
"""Laws about what is written and hidden by code that is never compiled: with other options they are held once."""


def cases() -> Iterator[Any]:
    """In all ways what needs the rules themselves at the fewest seats, and two laws at the most; others at length."""
    for name, seats in ALL:
        fewest, *_, most = sheet(name).seats
        for law in LAWS:
            everywhere = (seats == fewest and law not in OF_WRITING) or (seats == most and law in AT_THE_EDGE)
            yield (ways if everywhere else long)(name, seats, law)


def with_options() -> Iterator[Any]:
    """The last set of each game, the others at length."""
    for name in games():
        last = len(OPTIONS.get(name, ())) - 1
        yield from ((pytest.param if number == last else long)(name, number) for number in range(last + 1))


def test_laws_of_writing_are_laws() -> None:
    assert {*OF_WRITING, *AT_THE_EDGE} < {*LAWS}
    assert not {*OF_WRITING} & {*AT_THE_EDGE}


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
