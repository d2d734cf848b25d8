"""The server counts when its event loop stands still, and says whether that was its own work."""

from __future__ import annotations

import pytest

from kartentisch.web.live.meters import Meters
from kartentisch.web.live.stalls import BUSY, EVERY, WAITING, Stalls


class Lags(Meters):
    def __init__(self) -> None:
        self.seen: list[float] = []

    def lagged(self, seconds: float) -> None:
        self.seen.append(round(seconds, 6))


@pytest.mark.parametrize(
    ("late", "cpu", "cause"),
    [(0.0, 0.01, ""), (0.09, 0.19, ""), (0.3, 0.35, BUSY), (0.3, 0.1, WAITING), (1.6, 0.02, WAITING), (1.6, 1.7, BUSY)],
)
def test_a_stall_is_own_work_or_waiting(late: float, cpu: float, cause: str) -> None:
    now, used, lags = [0.0], [0.0], Lags()
    stalls = Stalls(lambda: now[0], lambda: used[0])
    for n in range(3):
        stalls.tick(lags)
        now[0] += EVERY + (late if n == 1 else 0)
        used[0] += cpu if n == 1 else 0
    stalls.tick(lags)
    assert lags.seen == [0.0, late, 0.0]
    assert stalls.count == {one: int(one == cause) for one in (BUSY, WAITING)}
    assert stalls.seconds == {one: pytest.approx(late if one == cause else 0) for one in (BUSY, WAITING)}
    assert stalls.longest == pytest.approx(late if cause else 0)


def test_an_early_timer_is_not_late() -> None:
    times = iter([0.0, 0.02])
    lags = Lags()
    stalls = Stalls(lambda: next(times), lambda: 0.0)
    stalls.tick(lags)
    stalls.tick(lags)
    assert lags.seen == [0.0]
