"""Confidence intervals for means over deals: for a number of deals fixed in advance, and for inspection at any time.

See docs/arena.md for the method and its limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, cos, inf, log, log1p, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, stdev

import numpy as np

RISK = 0.05
"""The share of intervals that may miss the truth, at most."""

FIRST_LOOK = 30
"""The number of deals from which on an asymptotic interval is trusted."""


MANY = 30
"""The degrees of freedom from which on an approximation of Student's quantiles is good to four digits."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval. The ends are infinite while too little is known."""

    mean: float
    low: float
    high: float


# ---- For a fixed number of deals -------------------------------------------------------------------------------------


def fixed(values: Sequence[float], risk: float = RISK, within: tuple[float, float] | None = None) -> Estimate:
    """Student's interval for independent values whose number was not chosen by looking at them.

    `within`: the bounds of the values. With it, the interval is computed from two more values, one at each bound.
    Otherwise it would have no width if all values are equal.
    """
    mean = fmean(values) if values else 0.0
    if len(values) < 2:
        return Estimate(mean, *(within or (-inf, inf)))
    more = [*values, *(within or ())]
    middle, reach = fmean(more), quantile(1 - risk / 2, len(more) - 1) * stdev(more) / sqrt(len(more))
    low, high = min(mean, middle - reach), max(mean, middle + reach)
    return Estimate(mean, *((low, high) if within is None else (max(within[0], low), min(within[1], high))))


def quantile(p: float, df: int) -> float:
    """The quantile of Student's distribution: exact for few degrees of freedom, else Cornish-Fisher to third order."""
    if df < MANY:
        low, high = 0.0, pi / 2
        for _ in range(64):
            middle = (low + high) / 2
            low, high = (middle, high) if _within(middle, df) < abs(2 * p - 1) else (low, middle)
        return copysign(sqrt(df) * tan(low), p - 0.5)
    z = NormalDist().inv_cdf(p)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / df + second / df**2 + third / df**3


def _within(angle: float, df: int) -> float:
    """The probability of a value within ± sqrt(df) * tan(angle): Abramowitz and Stegun 26.7.3 and 26.7.4."""
    term = cos(angle) if df % 2 else 1.0
    sums = term if df > 1 else 0.0
    for k in range(2 + df % 2, df - 1, 2):
        term *= (k - 1) / k * cos(angle) ** 2
        sums += term
    return (angle + sin(angle) * sums) * 2 / pi if df % 2 else sin(angle) * sums


# ---- For looking at any time -----------------------------------------------------------------------------------------


class Sequence01:
    """A sequence of values from 0 to 1, with an interval for their mean that holds at all times at once.

    It bets against each possible mean (Waudby-Smith and Ramdas 2023, hedged capital). Against the true mean, no way of
    betting is likely to ever multiply the stake by 1/risk.
    """

    STEPS = 1000
    MOST = 0.5
    """The largest share of the possible loss that is staked."""

    def __init__(self, risk: float = RISK) -> None:
        self.risk = risk
        self.means = np.linspace(0.0, 1.0, self.STEPS + 1)
        self.alive = np.ones(self.STEPS + 1, bool)
        self.n, self.total, self.spread = 0, 0.0, 0.25
        with np.errstate(divide="ignore"):
            self._most_up, self._most_down = self.MOST / self.means, self.MOST / (1 - self.means)
        self._up, self._down = np.zeros(self.STEPS + 1), np.zeros(self.STEPS + 1)

    def add(self, value: float) -> None:
        n = self.n + 1
        stake = sqrt(2 * log(2 / self.risk) / (self.spread * log1p(n)))  # depends only on the values before this one
        self._up += np.log1p(np.minimum(stake, self._most_up) * (value - self.means))
        self._down += np.log1p(-np.minimum(stake, self._most_down) * (value - self.means))
        self.n, self.total = n, self.total + value
        guess = (0.5 + self.total) / (n + 1)
        self.spread += (value - guess) ** 2
        still = self.alive & (np.maximum(self._up, self._down) < log(2 / self.risk))
        if still.any():
            self.alive = still

    def estimate(self) -> Estimate:
        places = np.flatnonzero(self.alive)
        low, high = int(places[0]) - 1, int(places[-1]) + 1  # a possible mean may lie between two that were tried
        ends = max(0, low) / self.STEPS, min(self.STEPS, high) / self.STEPS
        return Estimate(self.total / max(1, self.n), *ends)


def always(values: Sequence[float], risk: float = RISK) -> Estimate:
    """An interval for values without bounds. It holds at all times at once, as far as their mean is nearly normal.

    This is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), tightest at
    500 values.
    """
    n, mean = len(values), fmean(values) if values else 0.0
    if n < FIRST_LOOK:
        return Estimate(mean, -inf, inf)
    rho2 = (-2 * log(risk) + log(-2 * log(risk) + 1)) / 500
    reach = stdev(values) * sqrt(2 * (n * rho2 + 1) / (n * n * rho2) * log(sqrt(n * rho2 + 1) / risk))
    return Estimate(mean, mean - reach, mean + reach)
