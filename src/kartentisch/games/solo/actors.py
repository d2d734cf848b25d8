"""Solo: who is asked, who else may act, and for whom a table answers (§5, §14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.sets import bit, has
from kartentisch.games.solo.calls import debtors
from kartentisch.games.solo.cards import (
    ACCEPTS,
    ALL_OTHERS,
    ANSWER,
    DRAWN,
    NUMBERS,
    ONCE,
    ROUND_OVER,
    SKIPPED,
    SKIPS,
)
from kartentisch.games.solo.hands import answering
from kartentisch.games.solo.turn import next_seat, top


@rule
def asked(s: Any) -> Any:
    """§17.1: the seat in turn; in `answer` the target, or the first seat after the layer that has not answered."""
    if s.phase != ANSWER:
        return np.int64(s.turn)
    if s.target != ALL_OTHERS:
        return np.int64(s.target)
    seat = next_seat(s, s.layer)
    while not has(s.to_answer, seat):
        seat = next_seat(s, seat)
    return seat


@rule
def actors(s: Any) -> Any:
    """§14.1: the seats that are asked, that can interject, that owe the call."""
    may = np.int64(debtors(s))
    if s.phase != ROUND_OVER:
        may |= answering(s) if s.phase == ANSWER else bit(s.turn)
        may |= interjectors(s)
    return may


@rule
def interjectors(s: Any) -> Any:
    """§5.1, §14.2: the seats that hold the twin of the top card and have not declined."""
    holders = np.int64(0)
    if can_interject(s):
        for seat in range(np.int64(s.seats)):
            holders |= holds_twin(s, seat) << seat
    return holders & ~s.declined


@rule
def can_interject(s: Any) -> Any:
    """§5.3: only in `turn` and `drawn`, and only on a number card."""
    return s.phase <= DRAWN and has(NUMBERS, top(s))


@rule
def holds_twin(s: Any, seat: Any) -> Any:
    """Whether a seat holds the other one of the number card on top."""
    return has(s.hands[at(seat), ONCE], top(s))


@rule
def window(s: Any) -> Any:
    """§8.10, §17.3: the seats aimed at."""
    if s.phase == SKIPPED:
        return bit(s.turn)
    return answering(s) if s.phase == ANSWER else np.int64(0)


@rule
def answer(s: Any, seat: Any) -> Any:
    """§8.10: what the table answers for a seat that has not protected itself."""
    return SKIPS if s.phase == SKIPPED else ACCEPTS
