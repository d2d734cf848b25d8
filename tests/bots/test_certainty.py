"""Intervals: as wide as they say, whatever the values are, and however often one looks."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from kartentisch.bots.certainty import FIRST_LOOK, MANY, Sequence01, always, fixed, quantile


@pytest.mark.parametrize(("df", "value"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (100, 1.984)])
def test_quantiles_are_those_of_students_table(df: int, value: float) -> None:
    assert quantile(0.975, df) == pytest.approx(value, rel=0.01)


@pytest.mark.parametrize("df", range(1, 61))
def test_quantiles_are_those_of_the_density_also_far_out_and_for_few_deals(df: int) -> None:
    """As far out as many comparisons go that share one risk; the density is summed here."""
    step = 0.002
    values = np.arange(0, {1: 1000, 2: 60}.get(df, 30), step)
    constant = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    density = constant * (1 + values**2 / df) ** (-(df + 1) / 2)
    below = 0.5 + step * (np.cumsum(density) - (density[0] + density) / 2)
    for p in (0.6, 0.975, 0.9995, 0.99958):
        assert p < below[-1], "it is summed that far"
        wanted = float(np.interp(p, below, values))
        assert quantile(p, df) == pytest.approx(wanted, rel=1e-5 if df < MANY else 1e-4)
        assert quantile(1 - p, df) == pytest.approx(-quantile(p, df), rel=1e-9)


def test_an_interval_of_a_fixed_number_of_values() -> None:
    one = fixed([1, 2, 3, 4])
    assert (one.mean, one.low, one.high) == pytest.approx((2.5, 0.446, 4.554), abs=0.02)
    assert fixed([5]).high == math.inf
    assert fixed([]).low == -math.inf


def test_where_all_values_are_the_same_a_share_is_not_sure_for_that() -> None:
    """Sixty wins of sixty leave room for one loss in twenty or so: the rule of three."""
    one = fixed([1.0] * 60, within=(0, 1))
    assert (one.mean, one.high) == (1, 1)
    assert 0.92 < one.low < 0.97
    assert fixed([1.0], within=(0, 1)).low == 0


@pytest.mark.parametrize("chance", [0.5, 0.9])
def test_a_fixed_interval_misses_the_truth_in_one_of_twenty(chance: float) -> None:
    dice = Random(5)
    missed = 0
    for _ in range(1000):
        one = fixed([float(dice.random() < chance) for _ in range(100)], within=(0, 1))
        missed += not one.low <= chance <= one.high
    assert 20 < missed < 75


def test_who_looks_after_each_value_is_still_right_nineteen_times_of_twenty() -> None:
    """A naive look at an interval for a fixed number after each deal errs in a third of the cases: shown beside it."""
    wrong = naive = 0
    for number in range(100):
        dice, sequence = Random(number), Sequence01()
        values = [dice.choice((0, 0.25, 0.5, 0.5, 0.75, 1)) for _ in range(400)]
        for value in values:
            sequence.add(value)
        wrong += not sequence.alive[sequence.STEPS // 2]  # what was once impossible stays so
        looks = [fixed(values[:n]) for n in range(20, 401, 20)]
        naive += any(not one.low <= 0.5 <= one.high for one in looks)
    assert wrong <= 5
    assert naive > 15


def test_a_difference_is_found_in_the_end() -> None:
    dice, sequence = Random(1), Sequence01()
    while (one := sequence.estimate()).low <= 0.5:
        sequence.add(float(dice.random() < 0.6))
        assert sequence.n < 2000
    assert 0.5 < one.low < one.mean < one.high < 0.8
    assert not sequence.alive[:500].any()


def test_an_interval_reaches_one_mean_further_than_those_that_are_possible_to_the_last_digit() -> None:
    """So that an end that is half is half, and nothing is read out of it that is not there."""
    sequence = Sequence01()
    for place in range(1001):
        sequence.alive[:] = False
        sequence.alive[place] = True
        one = sequence.estimate()
        assert (one.low, one.high) == (max(0, place - 1) / 1000, min(1000, place + 1) / 1000)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_values_that_are_all_the_same_break_nothing(value: float) -> None:
    sequence = Sequence01()
    for _ in range(300):
        sequence.add(value)
    one = sequence.estimate()
    assert one.low <= value <= one.high
    assert one.high - one.low < 0.1


def test_an_interval_without_bounds_holds_whenever_one_looks() -> None:
    assert math.isinf(always([1.0] * (FIRST_LOOK - 1)).high)
    wrong, values = 0, list[float]()
    for number in range(100):
        dice, values = Random(number), []
        missed = False
        for n in range(1, 601):
            values.append(dice.expovariate(1) - 1)
            if n % 20 == 0:
                one = always(values)
                missed = missed or not one.low <= 0 <= one.high
        wrong += missed
    assert wrong <= 7  # it holds in the limit: skewed values at the beginning cost a little
    assert always(values).high - always(values).low < 0.5
