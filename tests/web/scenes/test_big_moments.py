"""Which moves are big moments, and how things stand: said by the scenes, the same for every reader."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import kartentisch as kt
from kartentisch import testing
from kartentisch.engine import moves, states
from kartentisch.play.games import games, sheet
from kartentisch.web import scenes
from tests.games import schwupps_positions, solo_positions
from tests.web.support.scenes import drawing, views

State = dict[str, Any]


def solo(old: State, new: State, seat: int, tokens: list[str]) -> str:
    before, after = ([sorted(held) for held in state["hands"]] for state in (old, new))
    if any(before[one] == after[other] for one in range(3) for other in range(3) if one != other):
        return "hands"
    laid = tokens[0][0] in "rgbyCA+P" or tokens[0].startswith("triple:")
    if laid and not new["hands"][seat]:
        return "out"
    return "four" if tokens[0] == "+4" else ""


def swup(old: State, new: State, seat: int, tokens: list[str]) -> str:
    return "sweep" if new["swups"] != old["swups"] else ""


def schwupps(old: State, new: State, seat: int, tokens: list[str]) -> str:
    return "" if new["hands"][seat] or new["stacks"][seat] else "out"


def schweinsgalopp(old: State, new: State, seat: int, tokens: list[str]) -> str:
    if tokens[0][0] in "@+":
        return ""
    first, later = (max(state["pigs"], key=state["pigs"].get) for state in (old, new))
    return "lead" if first != later else ""


EXPECTED: dict[str, Callable[[State, State, int, list[str]], str]] = {
    "solo": solo,
    "swup": swup,
    "schwupps": schwupps,
    "schweinsgalopp": schweinsgalopp,
}
KINDS = {"solo": {"four", "hands"}, "swup": {"sweep"}, "schwupps": set[str](), "schweinsgalopp": {"lead"}}


@pytest.mark.parametrize("game", games())
def test_a_big_moment_is_the_same_for_every_reader_and_nothing_else_is_big(game: str) -> None:
    found = set()
    for seed in range(2):
        for moment in islice(testing.walk(sheet(game), 3, seed=seed), 90):
            if moment.seat < 0:
                break
            tokens = moves.write(sheet(game), moment.steps).split()
            truths = [states.dump(sheet(game), records) for records in (moment.records, moment.after())]
            expected = EXPECTED[game](truths[0], truths[1], moment.seat, tokens)
            readers = zip(
                *(views(sheet(game), records, 3) for records in (moment.records, moment.after())), strict=True
            )
            for old, new in readers:
                moved = scenes.of(game).moved(old, new, moment.seat, tokens)
                assert next((one.big for one in moved if one.big), "") == expected, (tokens, new.seat)
            found.add(expected)
    assert found >= {"", *KINDS[game]}


def last(game: str, state: State, move: str) -> str:
    """What a move of seat 0 in a position is, for somebody else."""
    match = kt.Match.from_state_json(state, seed=1)
    before = match.view(1).seen
    match.play(0, move)
    tokens = move.split()
    return next((one.big for one in scenes.of(game).moved(before, match.view(1).seen, 0, tokens) if one.big), "")


def test_going_out_is_a_big_moment() -> None:
    assert (
        last(
            "schwupps", schwupps_positions.position("b8", "b7 g7 r9 v10", "+1 n n +1", seats=2, stacks=[0, 1]), "b8>A1"
        )
        == "out"
    )
    assert (
        last(
            "schwupps",
            schwupps_positions.position("b8 g1", "b7 g7 r9 v10", "+1 n n +1", seats=2, stacks=[0, 1]),
            "b8>A1",
        )
        == ""
    )
    assert last("solo", solo_positions.position("g2", top="g5", seats=3), "g2") == "out"
    assert last("solo", solo_positions.position("+4 g2 g3", top="g5", seats=3), "+4 =r") == "four"


@pytest.mark.parametrize("game", games())
def test_how_things_stand_names_each_seat_once_and_the_same_to_everybody(game: str) -> None:
    for moment in islice(testing.walk(sheet(game), 4, seed=2), 0, 120, 12):
        told = []
        for reader in views(sheet(game), moment.records, 4):
            found = drawing(scenes.of(game).draw, reader).summary
            assert found is not None
            assert found.title
            assert sorted(row.seat for row in found.rows) == [0, 1, 2, 3]
            told.append([(row.seat, row.says) for row in found.rows])
        assert all(one == told[0] for one in told)


def test_the_seat_that_follows_is_named_only_where_the_direction_can_change() -> None:
    ways = {game: set[tuple[str, bool]]() for game in games()}
    for game in games():
        for moment in islice(testing.walk(sheet(game), 3, seed=1), 60):
            drawn = drawing(scenes.of(game).draw, views(sheet(game), moment.records, 3)[0])
            ways[game].add((drawn.way, drawn.next >= 0))
    assert {way for way, _ in ways.pop("solo")} == {"left", "right"}
    assert all(found == {("", False)} for found in ways.values())


def test_a_game_that_names_no_hem_has_a_plain_cloth() -> None:
    from tests.fifth import scene

    assert getattr(scene, "hem", "") == ""
    assert all(scenes.hem(game) for game in games())
