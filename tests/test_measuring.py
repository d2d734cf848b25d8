"""The scripts that measure: what they take, and means with the arena's own intervals."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from types import ModuleType

import pytest

import kartentisch as kt
from kartentisch.bots import on_ray
from kartentisch.bots.arena import Contest
from kartentisch.bots.certainty import fixed
from kartentisch.bots.levels import LEVELS, Searcher
from kartentisch.bots.own import hire
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.workers import LocalEngine
from kartentisch.cli.screen import MistakeError
from scripts import calibrate, ceiling, crowd, strength
from scripts.measuring import WINS, interval
from scripts.plain import PlainHard

RANGE = r"-?\d+\.\d{3} \[-?\d+\.\d{3}, -?\d+\.\d{3}\]"


def test_a_mean_stands_with_the_interval_of_the_arena() -> None:
    values = [0.0, 0.5, 1.0, 1.0, 0.5, 1.0]
    one = fixed(values, within=WINS)
    assert interval(values, WINS) == f"0.667 [{one.low:.3f}, {one.high:.3f}]"
    assert interval([2.0, -1.0, 3.5]) == "1.500 [-4.192, 7.192]", "4.303 standard errors, as Student has it"


def test_where_all_deals_are_the_same_a_share_is_not_sure_for_that() -> None:
    assert re.fullmatch(r"1\.000 \[0\.9\d\d, 1\.000\]", interval([1.0] * 60, WINS))
    assert interval([1.0], WINS) == "1.000 [0.000, 1.000]"
    assert interval([2.5]) == "2.500", "one deal says nothing of the next"


def test_strength_prints_shares_and_a_lead_with_their_intervals() -> None:
    contest = Contest("schweinsgalopp", 2, ("greedy", "random"), 1, {"rounds": 1})
    said = strength.measured(contest, 6, 0, LocalEngine())
    assert re.match(
        rf"6 deals; wins {RANGE} of the duplicate matches; wins {RANGE} of the matches; leads by {RANGE} points \(",
        said,
    )
    assert strength.measured(contest, 1, 0, LocalEngine()).startswith("1 deals; wins ")
    assert strength.measured(contest, 6, 1e-9, LocalEngine()).startswith("1 deals of 6, then the time was up; wins ")


def test_strength_is_played_where_on_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    cluster: list[object] = []

    class Cluster(LocalEngine):
        def __init__(self, address: str | None, workers: int, prepared: object, bots: tuple[str, ...]) -> None:
            super().__init__()
            cluster.append((address, workers, bots))

        def __enter__(self) -> Cluster:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(on_ray, "RayEngine", Cluster)
    monkeypatch.setattr(strength, "prepare", lambda game: None)
    pairing = "schwupps, 2 seats: greedy against novice"
    told = ["strength", "--deals", "3", "--only", pairing, "--workers", "5", "--on"]
    monkeypatch.setattr(sys, "argv", [*told, "ray://head:10001"])
    assert strength.main() == 0
    assert cluster == [("ray://head:10001", 5, ("greedy", "novice"))]
    assert f"{pairing}: 3 deals; wins" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*told, "dask"])
    with pytest.raises(MistakeError, match="--on cannot be 'dask'"):
        strength.main()


def test_the_ceiling_prints_its_share_and_lead_with_their_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ceiling, "prepare", lambda game: None)
    monkeypatch.setattr(ceiling, "played", lambda given, deal, seat: (float(deal % 3 == seat), 4.0 - deal))
    monkeypatch.setattr(sys, "argv", ["ceiling", "--game", "solo", "--deals", "9"])
    assert ceiling.main() == 0
    assert re.search(rf": 9 deals; wins {RANGE}; leads by {RANGE} points; its share exactly", capsys.readouterr().out)


def test_the_slope_of_real_gains_on_said_ones_goes_through_nothing() -> None:
    found = [calibrate.Found(1.0, 2.0), calibrate.Found(3.0, 1.0)]
    assert calibrate.slope(found) == pytest.approx((1 * 2 + 3 * 1) / (1 + 9))
    assert calibrate.resampled(calibrate.slope, [calibrate.Found(2.0, 1.0)] * 3, 1) == "0.50 [0.50, 0.50]"
    assert calibrate.resampled(calibrate.slope, found, 1) == "0.50 [0.33, 2.00]"


def test_what_is_left_of_the_spread_without_chance() -> None:
    """Results and what chance brought: all of it, none of it, half of each result."""
    assert calibrate.left_over([(2.0, 2.0, 0.0), (-2.0, -2.0, 0.0)]) == pytest.approx(0)
    assert calibrate.left_over([(2.0, 0.0, 0.0), (-2.0, 0.0, 0.0)]) == pytest.approx(1)
    assert calibrate.left_over([(2.0, 1.0, 0.0), (-2.0, -1.0, 0.0)]) == pytest.approx(0.25)


def test_measuring_stops_when_the_time_is_up_with_two_at_least() -> None:
    assert list(calibrate.in_time(iter("abcd"), 0)) == [*"abcd"]
    assert list(calibrate.in_time(iter("abcd"), 1e-12)) == [*"ab"]
    assert list(calibrate.in_time(iter("abcd"), 1e9)) == [*"abcd"]


@pytest.mark.parametrize(("plain", "kind"), [(True, "Plain"), (False, "Bot")])
def test_the_ceiling_is_measured_against_greedy_bots_or_plain_search(plain: bool, kind: str) -> None:
    given = Namespace(game="swup", plain=plain, rounds=True)
    assert type(ceiling.opponent(given, 1)).__name__ == kind


def test_the_plain_search_is_a_bot_for_the_arena() -> None:
    """With the iterations of `hard` too: against it this shows what the advice is worth."""
    path = strength.PLAIN.rpartition(":")[0]
    view = kt.Match("schweinsgalopp", 2, seed=1).view(0)
    for name in ("Plain", "PlainHard"):
        bot = hire(f"{path}:{name}", "schweinsgalopp", 1, one_round=True)
        assert bot.choose(view) in view.moves()
    level = LEVELS["hard"]
    assert isinstance(level, Searcher)
    assert PlainHard.iterations == level.iterations
    assert PlainHard.close == Recipe().close


@pytest.mark.parametrize(
    ("script", "arguments", "sentence"),
    [
        (strength, "--deals 0", "argument --deals: must be a whole number from 1, not 0"),
        (strength, "--workers 0", "argument --workers: must be a whole number from 1, not 0"),
        (ceiling, "--game solo --deals 0", "argument --deals: must be a whole number from 1, not 0"),
        (ceiling, "--game solo --deals many", "argument --deals: must be a whole number from 1, not many"),
        (ceiling, "--game solo --iterations 0", "argument --iterations: must be a whole number from 1, not 0"),
        (ceiling, "--game schwupps --seats 7", "The number of seats cannot be 7; allowed is: 2-5."),
        (ceiling, "--game solo --seats 1", "The number of seats cannot be 1; allowed is: 2-10."),
        (crowd, "--tables 0", "argument --tables: must be a whole number from 1, not 0"),
        (crowd, "--seconds 0", "argument --seconds: must be a number above 0, not 0"),
        (crowd, "--every soon", "argument --every: must be a number above 0, not soon"),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_a_sentence(
    script: ModuleType,
    arguments: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", [script.__name__, *arguments.split()])
    with pytest.raises(SystemExit) as left:
        script.main()
    assert left.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith(f"error: {sentence}")


def test_a_crowd_that_has_asked_nothing_yet_is_no_fault() -> None:
    assert crowd.spread([]) == "nothing was measured"
    assert crowd.spread([0.3, 0.1, 0.2]) == "median 0.200 s, 99 % 0.300 s, longest 0.300 s"
