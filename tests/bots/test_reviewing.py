"""Reviews: judged by what a seat could know, and the parts of a result add up to it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kartentisch as kt
from kartentisch.bots import reviewing, thinking
from kartentisch.bots.reviewing import Decision, Estimate, course, judge, review, summed
from kartentisch.bots.thinking import Worth
from kartentisch.play.record import follow
from kartentisch.play.view import View

FEWEST = {"solo"}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "review.md"


def match(game: str, seats: int = 3, seed: int = 5, options: dict[str, Any] | None = None) -> kt.Match:
    """A match that greedy bots have played to its end."""
    found = kt.Match(game, seats, seed=seed, options=options)
    bots = [kt.Bot("greedy", game, seed=seat) for seat in range(seats)]
    while not found.over:
        if found.round_over:
            found.next_round()
        seat = found.actors()[0]
        found.play(seat, bots[seat].choose(found.view(seat)))
    return found


def guessed(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0) -> list[Worth]:
    """Numbers that mean nothing, but are the same for the same question."""
    wanted = moves if moves is not None else view.steps()[:3]
    found = [
        Worth(move, (sum(move.encode()) * 7 + seed) % 23 - 11.0, 1.0, (len(move) + seed) % 5 / 5, 0.1)
        for move in wanted
    ]
    return sorted(found, key=lambda worth: -worth.points)


@pytest.fixture(scope="module", params=kt.games())
def finished(request: pytest.FixtureRequest) -> kt.Match:
    options = {"solo": {"limit": 100}}.get(request.param)
    return match(request.param, options=options)


def complete(view: View, **how: Any) -> list[Worth]:
    """The same of complete moves."""
    if how.get("moves") is None:
        how["moves"] = [kt.Bot("random", view.game, seed=how.get("seed", 0)).choose(view)]
    return guessed(view, **how)


def test_start_luck_and_decisions_add_up_to_the_result_in_each_game(finished: kt.Match) -> None:
    found = review(finished.record(), finished.game in FEWEST, deals=6, consider=complete)
    rounds = course(finished.record()).rounds
    for one in found.seats:
        turned = -1 if finished.game in FEWEST else 1
        lead = sum(turned * (points[one.seat] - sum(points) / finished.seats) for points in rounds)
        parts = one.split.start.value + one.split.luck.value + one.split.decisions.value
        assert math.isclose(one.split.result, lead, abs_tol=1e-9)
        assert math.isclose(parts, lead, abs_tol=1e-9)
    assert math.isclose(sum(one.split.result for one in found.seats), 0, abs_tol=1e-9)
    assert math.isclose(sum(one.won for one in found.seats), 1)


@given(st.lists(st.tuples(*[st.floats(-50, 50)] * 2), min_size=1, max_size=12), st.integers(0, 40))
def test_the_parts_add_up_whatever_the_estimates_are(values: list[tuple[float, float]], lead: int) -> None:
    rounds = ((lead, 0, 4), (1, lead, 2))
    made = course_of(rounds, ends=(len(values), len(values) + 1))
    decisions = [
        Decision(
            place,
            0,
            0,
            "a",
            "b",
            Estimate(best, 1.0),
            Estimate(best - lost, 1.0),
            Estimate(lost, 1.0),
            Estimate(0.5, 0),
        )
        for place, (best, lost) in enumerate(values)
    ]
    for seat in summed(made, decisions, fewest=False).seats:
        parts = seat.split.start.value + seat.split.luck.value + seat.split.decisions.value
        assert math.isclose(parts, seat.split.result, abs_tol=1e-6)


def test_what_came_later_is_as_unsure_as_what_it_is_reckoned_from() -> None:
    """Luck = result - start + lost; what the first decision might have been worth stands in both, and goes out."""
    first = Decision(0, 0, 0, "a", "b", Estimate(4, 5.0), Estimate(1, 2.0), Estimate(3, 4.0), Estimate(0.5, 0))
    second = Decision(1, 0, 0, "a", "b", Estimate(2, 5.0), Estimate(0, 9.0), Estimate(2, 1.5), Estimate(0.5, 0))
    found = summed(course_of(((6, 0),), ends=(2,)), [first, second], fewest=False).seats[0].split
    assert found.start == Estimate(4, 5.0)
    assert found.decisions == Estimate(-5, math.hypot(4.0, 1.5))
    assert found.luck.value == pytest.approx(3 - 4 + 5)
    assert found.luck.error == pytest.approx(math.hypot(2.0, 1.5))


def course_of(rounds: tuple[tuple[int, ...], ...], ends: tuple[int, ...]) -> reviewing.Course:
    return reviewing.Course((), rounds, ends, ends[-1] + 1, (0,))


def test_each_decision_is_judged_on_the_view_of_its_seat_before_the_move(finished: kt.Match) -> None:
    record = finished.record()
    seen: list[View] = []

    def watched(view: View, **how: Any) -> list[Worth]:
        seen.append(view)
        return complete(view, **how)

    review(record, False, deals=6, consider=watched)
    before: list[dict[str, Any]] = []
    expected = []
    for here, seat, move in follow(record):
        if seat >= 0 and before[seat]["moves"] and more_than_one(here.game, before[seat]):
            expected.append((seat, move, before[seat]))
        before = [here.view(one).json() for one in range(here.seats)]
    made = [(moment.seat, moment.move, moment.view.json()) for moment in course(record).moments]
    assert made == expected
    assert {view.seat for view in seen} == {seat for seat, _, _ in expected}


def more_than_one(game: str, seen: dict[str, Any]) -> bool:
    return len(View.from_json(seen).moves()) > 1


def test_the_best_move_played_costs_nothing_and_another_what_it_is_worth_less() -> None:
    record = match("swup").record()
    moment = course(record).moments[0]

    def first(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0) -> list[Worth]:
        worths = {moment.move: 3.0, "other": 5.0 + seed % 2}
        return [Worth(move, worths[move], 0.0, 0.5, 0.0) for move in moves or ["other"]]

    judged = judge(moment, first)
    assert judged.best == "other"
    assert judged.loss.value == 2.5
    assert judged.loss.error > 0, "it differs from part to part"

    def same(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0) -> list[Worth]:
        return [Worth(moment.move, float(seed), 0.0, 0.5, 0.0)]

    assert judge(moment, same).loss == Estimate(0.0, 0.0)


def test_the_same_record_gives_the_same_review() -> None:
    record = match("schweinsgalopp", seats=2).record()
    assert review(record, False, deals=6) == review(record, False, deals=6)


def test_a_match_that_is_not_over_is_refused() -> None:
    with pytest.raises(ValueError, match="once it is over"):
        review(kt.Match("swup", 2, seed=1).record(), False)


def test_long_matches_get_fewer_deals_each_and_never_too_few() -> None:
    assert reviewing.affordable(1_000, 100) == 1_000
    assert reviewing.affordable(1_000, 480) == 250
    assert reviewing.affordable(1_000, 9_999) == reviewing.LEAST


def test_the_page_about_reviews_says_what_a_decision_costs_however_many_there_are() -> None:
    view = kt.Match("schwupps", 2, seed=1).view(0)
    asked: list[dict[str, Any]] = []

    def counted(view: View, **how: Any) -> list[Worth]:
        asked.append(how)
        return guessed(view, **how)

    judge(reviewing.Moment(1, 0, 0, view, view.moves()[0]), counted, reviewing.LEAST)
    assert sum("moves" not in how for how in asked) == 1, "one search names the likely moves"
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"{reviewing.DEALS:,} deals for each decision" in page
    assert f"up to {reviewing.USUAL} decisions; fewer in longer ones, at least {reviewing.LEAST}." in page
    assert f"a search of {thinking.ITERATIONS:,} iterations, which names the likely moves" in page
    assert {8: "the beginning of eight searches"}[len(asked)] in page
