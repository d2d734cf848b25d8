"""Solo: which move leaves a call to be made, at once or when it is answered. A part of the rule sheet, solo.py.

Reckoned from the numbers of cards and the own hand, so the same from a seat's view as from the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from kartentisch.engine.packs import spread
from kartentisch.games.solo.cards import (
    AIMS,
    ALL_SWAP,
    ANSWER,
    GIFT,
    GIVING,
    KINDS,
    SWAP,
    SYMBOL,
    TRIPLES,
    WORDS,
)

Call = Literal["at once", "perhaps", "never"]
"""`perhaps`: after the answers, if they turn out so (§9.4)."""


def after_move(s: Any, seat: int, steps: Sequence[int]) -> Call:
    """Whether a legal move of this seat leaves it owing the call (§9.3)."""
    if s["option_solo_call"] or int(s["steps"]) + len(steps) >= int(s["option_step_limit"]):
        return "never"
    laid = _cards_laid(s, seat, steps)
    left = int(s["hands_n"][seat]) - laid
    first = steps[0]
    if laid == 0 or left == 0:
        return "never"
    symbol = int(SYMBOL[first]) if first < KINDS and int(s["phase"]) != GIVING else -1
    if symbol in (SWAP, GIFT):
        return _perhaps(_exchanged(s, symbol, left, steps[1] - AIMS))
    if symbol == ALL_SWAP:
        others = ((1 << int(s["seats"])) - 1) ^ (1 << seat)
        return _perhaps(_passed_on(s, seat, left, others, 0))
    return "at once" if left == 1 else "never"


def awaited(s: Any, seat: int) -> bool:
    """Whether the answers to what this seat has laid may leave it owing the call (§9.4)."""
    if s["option_solo_call"] or int(s["phase"]) != ANSWER or int(s["layer"]) != seat:
        return False
    held, target = int(s["hands_n"][seat]), int(s["target"])
    if target < 0:
        return _passed_on(s, seat, held, int(s["to_answer"]), int(s["protected"]))
    return _exchanged(s, int(SYMBOL[int(s["discard"][int(s["discard_n"]) - 1])]), held, target)


def _perhaps(may: bool) -> Call:
    return "perhaps" if may else "never"


def _cards_laid(s: Any, seat: int, steps: Sequence[int]) -> int:
    """How many cards leave the hand with the move itself."""
    first = steps[0]
    if int(s["phase"]) == GIVING:
        return 2 if first < KINDS else 0
    if first < KINDS:
        return 1
    if TRIPLES <= first < WORDS:
        return sum(int(SYMBOL[kind]) == (first - TRIPLES) >> 2 for kind in spread(s["hands"][seat]))
    return 0


def _exchanged(s: Any, symbol: int, held: int, target: int) -> bool:
    """A swap brings a single card or is prevented; a gift leaves one card of three or is prevented."""
    theirs = int(s["hands_n"][target])
    if symbol == SWAP:
        return 1 in (held, theirs)
    return held == 3 or (held == 1 and theirs > 1)  # who prevents it with the last card has gone out


def _passed_on(s: Any, seat: int, held: int, to_answer: int, protected: int) -> bool:
    """§7.7: the hand that comes is that of the nearest seat before the layer which does not protect itself."""
    seats, giver = int(s["seats"]), seat
    while (giver := (giver - int(s["direction"])) % seats) != seat:
        if (protected >> giver) & 1:
            continue
        if int(s["hands_n"][giver]) == 1:
            return True
        if not (to_answer >> giver) & 1:
            return False
    return held == 1
