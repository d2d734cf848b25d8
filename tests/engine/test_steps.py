"""Steps in the buffer of `legal`."""

from __future__ import annotations

import numpy as np
import pytest

from kartentisch.engine.steps import offer, offer_all

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(("legal", "steps"), [(True, [7, 9]), (False, [9])])
def test_a_step_that_is_not_legal_is_written_over(legal: bool, steps: list[int]) -> None:
    out = np.zeros(4, np.int64)
    n = offer(9, True, offer(7, legal, 0, out), out)
    assert out[:n].tolist() == steps


def test_a_set_of_steps_comes_in_ascending_order_after_the_others() -> None:
    out = np.zeros(6, np.int64)
    n = offer_all(np.int64(0b1101), 10, offer(3, True, 0, out), out)
    assert out[:n].tolist() == [3, 10, 12, 13]
    assert int(offer_all(np.int64(0), 10, n, out)) == n
