"""Reviews: judged by what a seat could know, and the parts of a result add up to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kartentisch as kt
from kartentisch.bots import reviewing, thinking
from kartentisch.bots.course import Moment, course
from kartentisch.bots.reviewing import Estimate, Review, judge, review
from kartentisch.bots.thinking import Worth
from kartentisch.bots.valuing import BATCHES, followed
from kartentisch.play.events import DEAL
from kartentisch.play.match import View
from kartentisch.play.replay import follow

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


def guessed(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0, iterations: int = 1) -> list[Worth]:
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


PARTS = ("place", "dealt", "drawn", "hidden", "others", "own")


@pytest.fixture(scope="module")
def looked_at(finished: kt.Match) -> tuple[Review, list[View]]:
    """A review, and the views that were judged for it."""
    seen: list[View] = []

    def watched(view: View, **how: Any) -> list[Worth]:
        seen.append(view)
        return complete(view, **how)

    return review(finished.record(), finished.game in FEWEST, deals=8, consider=watched), seen


@pytest.fixture
def found(looked_at: tuple[Review, list[View]]) -> Review:
    return looked_at[0]


def test_the_parts_add_up_to_the_result_and_each_to_nothing_over_the_seats(finished: kt.Match, found: Review) -> None:
    rounds = course(finished.record()).rounds
    for one in found.seats:
        turned = -1 if finished.game in FEWEST else 1
        lead = sum(turned * (points[one.seat] - sum(points) / finished.seats) for points in rounds)
        assert math.isclose(one.split.result, lead, abs_tol=1e-9)
        assert math.isclose(sum(getattr(one.split, part).value for part in PARTS), lead, abs_tol=1e-9)
        luck = one.split.dealt.value + one.split.drawn.value + one.split.hidden.value
        assert math.isclose(one.luck.value, luck, abs_tol=1e-9)
    splits = [one.split for one in found.seats]
    for part in ("place", "dealt", "drawn", "hidden"):
        assert math.isclose(sum(getattr(split, part).value for split in splits), 0, abs_tol=1e-9), part
        assert any(getattr(split, part).value for split in splits) or part == "drawn", part
    assert math.isclose(sum(split.own.value + split.others.value for split in splits), 0, abs_tol=1e-9)
    assert math.isclose(sum(one.won for one in found.seats), 1)


def test_chances_add_up_to_one_at_every_moment_and_end_with_what_came(finished: kt.Match, found: Review) -> None:
    assert len(found.chances) == found.moments
    assert all(math.isclose(sum(shares), 1) for shares in found.chances)
    assert list(found.chances[-1]) == pytest.approx([one.won for one in found.seats])


def test_a_move_without_luck_has_no_chance_and_one_without_choice_changes_nothing(finished: kt.Match) -> None:
    found = course(finished.record())
    chosen = {moment.place for moment in found.moments}
    steps = followed(found, 8, 1, lambda done: None)
    assert [step.event.place for step in steps] == list(range(found.length))
    drawn = [step for step in steps if step.event.seat != DEAL and step.event.lucky]
    assert bool(drawn) == (finished.game in ("schwupps", "solo", "swup")), "cards are drawn there"
    for step in steps:
        if step.event.seat != DEAL and not step.event.lucky:
            assert not step.chance.any()
        if step.event.seat != DEAL and step.event.place not in chosen and finished.game != "solo":
            assert not step.decided.any(), "in Solo others may have let something pass"


def test_of_a_match_that_went_on_from_a_state_the_state_was_nobodys_luck() -> None:
    half = kt.Match("schweinsgalopp", 2, seed=3, options={"rounds": 1})
    for _ in range(9):
        half.play(half.actors()[0], half.moves(half.actors()[0])[0])
    rest = kt.Match.from_state_json(half.state_json(), seed=4)
    while not rest.over:
        rest.play(rest.actors()[0], rest.moves(rest.actors()[0])[0])
    found = review(rest.record(), False, deals=8, consider=complete)
    assert [one.split.dealt.value for one in found.seats] == [0, 0]
    assert found.seats[0].split.place.value != 0
    assert math.isclose(sum(getattr(found.seats[0].split, part).value for part in PARTS), found.seats[0].split.result)


def test_each_decision_is_judged_on_the_view_of_its_seat_before_the_move(
    finished: kt.Match, looked_at: tuple[Review, list[View]]
) -> None:
    record = finished.record()
    before: list[dict[str, Any]] = []
    expected = []
    for here, seat, move in follow(record):
        if seat >= 0 and before[seat]["moves"] and more_than_one(here.game, before[seat]):
            expected.append((seat, move, before[seat]))
        before = [here.view(one).json() for one in range(here.seats)]
    made = [(moment.seat, moment.move, moment.view.json()) for moment in course(record).moments]
    assert made == expected
    assert {view.seat for view in looked_at[1]} == {seat for seat, _, _ in expected}


def more_than_one(game: str, seen: dict[str, Any]) -> bool:
    return len(View.from_json(seen).moves()) > 1


def test_the_best_move_played_costs_nothing_and_another_what_it_is_worth_less() -> None:
    record = match("swup").record()
    moment = course(record).moments[0]

    def first(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0, iterations: int = 1) -> list[Worth]:
        worths = {moment.move: 3.0, "other": 5.0 + seed % 2}
        return [Worth(move, worths[move], 0.0, 0.5, 0.0) for move in moves or ["other"]]

    def twice(view: View, moves: Sequence[str], *, deals: int, seed: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Seats 0 and 2 alike, and seat 1 has what they lose; one part of the deals after the other."""
        lead = np.array([{moment.move: 3.0, "other": 5.5, "": 4.0}[move] for move in moves])
        table = np.array([1.0, -2.0, 1.0]) * lead[:, None, None] + np.zeros((1, deals, 1))
        table[moves.index(""), : deals // BATCHES] += 1.0
        return table, np.full(table.shape, 1 / 3)

    assert moment.seat == 0
    judged = judge(moment, first, twice, 80)
    assert judged.decision.best == "other"
    assert judged.decision.loss == Estimate(2.5, 0.0)
    assert judged.change.shape == (BATCHES, 3)
    assert judged.change[1:].tolist() == [[-1.0, 2.0, -1.0]] * (BATCHES - 1), "against the advice, for everybody"
    assert judged.change[0].tolist() == [-2.0, 1.0, -2.0], "it differs from part to part"

    def same(view: View, *, moves: Any = None, deals: int = 1, seed: int = 0, iterations: int = 1) -> list[Worth]:
        return [Worth(moment.move, float(seed), 0.0, 0.5, 0.0)]

    assert judge(moment, same, twice, 80).decision.loss == Estimate(0.0, 0.0)


def test_the_same_record_gives_the_same_review() -> None:
    record = match("schweinsgalopp", seats=2).record()
    assert review(record, False, deals=8) == review(record, False, deals=8)


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

    judge(Moment(1, 0, 0, view, view.moves()[0]), counted, thinking.weighed, reviewing.LEAST)
    assert sum("moves" not in how for how in asked) == 1, "one search names the likely moves"
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"{reviewing.DEALS:,} deals for each decision, half as many to find the best move" in page
    assert f"up to {reviewing.USUAL} decisions; fewer in longer ones, at least {reviewing.LEAST}." in page
    assert f"a search of {reviewing.ITERATIONS:,} iterations, which finds the likely moves" in page
    assert f"in {({8: 'eight'})[BATCHES]} parts" in page
    assert {2: "the set-up of three searches"}[len(asked)] in page
