"""How long a level searches: iterations, a clock where somebody wants one, and what it plays for."""

from __future__ import annotations

import numpy as np
import pytest

import kartentisch as kt
from kartentisch.bots import levels
from kartentisch.bots.levels import LEVELS
from kartentisch.bots.search import parts, playing
from kartentisch.bots.search import search as searching
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import BATCH, Search
from kartentisch.play.games import games, sheet
from tests.play.helpers import wander


class Ticking:
    """A clock that goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0

    def perf_counter(self) -> int:
        self.now += 1
        return self.now


@pytest.mark.parametrize("game", games())
def test_as_long_as_it_may_and_no_longer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at after each batch, and not before the first."""
    search = Search(kt.Match(game, 2, seed=2).view(0).seen, (1, 2), Recipe())
    monkeypatch.setattr(searching, "time", Ticking())
    assert (search.run(100 * BATCH, seconds=0), search.cut) == (BATCH, True)
    assert (search.run(100 * BATCH, seconds=5), search.cut) == (5 * BATCH, True)
    assert (search.run(9 * BATCH, seconds=5), search.cut) == (9 * BATCH, False)
    assert (search.run(20 * BATCH), search.cut) == (20 * BATCH, False)


@pytest.mark.parametrize("name", ["novice", "hard"])
def test_without_seconds_no_clock_stops_a_level(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine: the move is that of all its iterations. With seconds, what is cut short is counted."""
    view = kt.Match("swup", 2, seed=2).view(0)
    usual = kt.Bot(name, "swup", seed=1).choose(view)
    monkeypatch.setattr(levels, "perf_counter", Ticking().perf_counter)
    monkeypatch.setattr(searching, "time", Ticking())
    slow = kt.Bot(name, "swup", seed=1)
    assert (slow.choose(view), slow.cuts) == (usual, 0)
    slow.choose(view, seconds=0.5)
    assert slow.cuts == (1 if name == "hard" else 0), "a novice is done with its first batch"
    assert (slow.choose(view, seconds=1e6), slow.choose(view, seconds=float("inf"))) == (usual, usual)


def test_a_bot_searches_as_many_iterations_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    view, asked_for = kt.Match("swup", 3, seed=3).view(0), list[int]()
    real = Search.run

    def noted(self: Search, iterations: int, *rest: object) -> int:
        asked_for.append(iterations)
        return real(self, iterations, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "run", noted)
    chosen = kt.Bot("expert", "swup", seed=1, iterations=np.int64(50)).choose(view)  # type: ignore[arg-type]
    assert view.why_not(chosen) is None
    kt.Bot("novice", "swup", seed=1).choose(view)
    assert asked_for == [50, LEVELS["novice"].iterations]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_level_that_does_not_search_has_no_iterations(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} does not search, so it has no iterations; .*: novice, easy, medium"):
        kt.Bot(name, "solo", iterations=10)


@pytest.mark.parametrize("bad", [0, -1, 1.5, True, "many", 10_000_001])
def test_iterations_that_cannot_be_are_refused_in_a_sentence(bad: object) -> None:
    with pytest.raises(ValueError, match=r"^iterations must be a whole number from 1 to 10000000, not "):
        kt.Bot("hard", "solo", iterations=bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["x", -1, -0.001, float("nan"), True, b"1", [1], 1j])
@pytest.mark.parametrize("name", ["random", "medium"])
def test_seconds_that_cannot_be_are_refused_in_a_sentence(name: str, bad: object) -> None:
    view = kt.Match("solo", 2, seed=1).view(0)
    with pytest.raises(ValueError, match=r"^seconds must be a number from 0, not "):
        kt.Bot(name, "solo", seed=1).choose(view, seconds=bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["schwupps", "solo", "swup"])  # elsewhere totals are what has been banked
def test_where_the_round_is_all_that_counts_what_stands_in_the_match_does_not(game: str) -> None:
    """Who is far behind plays for the match otherwise; for the round alone no totals change what moves are worth."""
    for seed in range(3):
        match = wander(kt.Match(game, 2, seed=seed), 4, seed)
        seat = match.actors()[0]
        even, ahead = match.view(seat), match.view(seat)
        ahead.seen.record["totals"][0] = 40
        worth = [[worth_at_root(view, one_round) for view in (even, ahead)] for one_round in (True, False)]
        assert worth[0][0] == worth[0][1]
        assert worth[1][0] != worth[1][1]
        assert match.why_not(seat, kt.Bot("medium", game, seed=4, one_round=True).choose(even)) is None


def worth_at_root(view: kt.View, one_round: bool) -> float:
    search = Search(view.seen, (1, 2), Recipe(one_round=one_round))
    search.run(256)
    return float(search.tree.sums[0, parts.BELOW])


def test_a_round_by_itself_is_won_by_the_best_points_and_shared_among_them() -> None:
    for game, points, wanted in (("swup", [3, 7, 7], [0, 0.5, 0.5]), ("schweinsgalopp", [3, 7, 7], [0, 0.5, 0.5])):
        rules = sheet(game)
        s = rules.new(3, {name: one.default for name, one in rules.options.items()})
        s["points"][0, :3] = [rules.wins * n for n in points]
        s["totals"][0, :3] = [rules.wins * n for n in (90, 0, 0)]
        gains, taste = np.zeros(rules.layout.max_seats), np.array([rules.wins, 1.0, 0.3, 1.0, 0.0, 1.0])
        playing.chances(s[0], gains, taste)
        assert gains[:3].tolist() == wanted
