"""Solo: who owes the call (§9), and whether a move will leave it to be made.

The second part uses only the numbers of cards and the own hand, so a seat's view gives the same as the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.packs import spread
from kartentisch.engine.sets import bit
from kartentisch.games.solo.cards import (
    AIMS,
    ALL_OTHERS,
    ALL_SWAP,
    ANSWER,
    FOUR_COLOURS,
    GIFT,
    GIVING,
    KINDS,
    MUST_CALL,
    SWAP,
    SYMBOL,
    TRIPLES,
    WORDS,
)

# ---- The debt (§9) --------------------------------------------------------------------------------------------------


@rule
def owe(s: Any, seat: Any) -> None:
    """§9.3: a seat with exactly one card left owes the call."""
    if s.hands_n[at(seat)] == 1 and s.option_solo_call == MUST_CALL:
        s.owes_call |= bit(seat)


@rule
def settle_debt(s: Any, seat: Any) -> None:
    """§9.5: a seat with any other number of cards owes nothing."""
    if s.hands_n[at(seat)] != 1:
        forgive(s, seat)


@rule
def forgive(s: Any, seat: Any) -> None:
    """This seat no longer owes the call."""
    s.owes_call &= ~bit(seat)
    s.quiet &= s.owes_call


@rule
def forgive_all_but(s: Any, seat: Any) -> None:
    """No other seat owes the call any longer."""
    s.owes_call &= bit(seat)
    s.quiet &= s.owes_call


@rule
def debtors(s: Any) -> Any:
    """§14.1, §14.2: the seats that can still make the call."""
    return s.owes_call & ~s.quiet


# ---- What a move will leave -----------------------------------------------------------------------------------------

Call = Literal["at once", "perhaps", "never"]
"""`perhaps`: it depends on the answers (§9.4)."""


def after_move(s: Any, seat: int, steps: Sequence[int]) -> Call:
    """Whether a legal move of this seat leaves it owing the call (§9.3)."""
    if s["option_solo_call"] != MUST_CALL or int(s["steps"]) + len(steps) >= int(s["option_step_limit"]):
        return "never"
    laid = _cards_laid(s, seat, steps)
    left = int(s["hands_n"][seat]) - laid
    first = steps[0]
    if laid == 0 or left == 0:
        return "never"
    symbol = int(SYMBOL[first]) if first < KINDS and int(s["phase"]) != GIVING else None
    if symbol in (SWAP, GIFT):
        return _perhaps(_exchanged(s, symbol, left, steps[1] - AIMS))
    if symbol == ALL_SWAP:
        others = [other for other in range(int(s["seats"])) if other != seat]
        return _perhaps(_passed_on(s, seat, left, to_answer=others, protected=[]))
    return "at once" if left == 1 else "never"


def awaited(s: Any, seat: int) -> bool:
    """Whether the answers to what this seat has laid may leave it owing the call (§9.4)."""
    if s["option_solo_call"] != MUST_CALL or int(s["phase"]) != ANSWER or int(s["layer"]) != seat:
        return False
    held, target = int(s["hands_n"][seat]), int(s["target"])
    if target == ALL_OTHERS:
        to_answer, protected = (spread([s[name]]) for name in ("to_answer", "protected"))
        return _passed_on(s, seat, held, to_answer, protected)
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
        number = (first - TRIPLES) // FOUR_COLOURS
        return sum(int(SYMBOL[kind]) == number for kind in spread(s["hands"][seat]))
    return 0


def _exchanged(s: Any, symbol: int | None, held: int, target: int) -> bool:
    """A swap brings a single card or is prevented; a gift leaves one card of three or is prevented."""
    theirs = int(s["hands_n"][target])
    if symbol == SWAP:
        return 1 in (held, theirs)
    return held == 3 or (held == 1 and theirs > 1)  # a target that prevents it with its last card has gone out


def _passed_on(s: Any, seat: int, held: int, to_answer: list[int], protected: list[int]) -> bool:
    """§7.7: the hand comes from the nearest seat before the layer that does not protect itself."""
    seats, giver = int(s["seats"]), seat
    while (giver := (giver - int(s["direction"])) % seats) != seat:
        if giver in protected:
            continue
        if int(s["hands_n"][giver]) == 1:
            return True
        if giver not in to_answer:
            return False
    return held == 1
