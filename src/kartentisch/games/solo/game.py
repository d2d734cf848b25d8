"""Solo: a step is done, a round ends, a match is won (§3, §11, §12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.game import Game
from kartentisch.engine.rounds import FEWEST, end_match
from kartentisch.engine.sets import bit, has, ones
from kartentisch.games.solo import checks
from kartentisch.games.solo.actors import actors, answer, asked, window
from kartentisch.games.solo.calls import forgive
from kartentisch.games.solo.cards import (
    ACCEPTS,
    CALLS,
    DECLINES,
    DIGITS,
    DRAWN,
    DRAWS,
    FOUR_COLOURS,
    GIVING,
    HUSHES,
    KINDS,
    LAYOUT,
    NO_CARD,
    NO_SEAT,
    PLANES,
    ROUND_OVER,
    TAKES,
    TOKENS,
    TRIPLES,
    WORDS,
    WORTH,
)
from kartentisch.games.solo.deal import deal, next_round
from kartentisch.games.solo.discards import lay
from kartentisch.games.solo.draws import draw, penalize
from kartentisch.games.solo.hands import accept, give_two
from kartentisch.games.solo.imagining import limits, settle
from kartentisch.games.solo.steps import ends, legal
from kartentisch.games.solo.triples import lay_triple
from kartentisch.games.solo.turn import give_turn, matching, pass_turn

# ---- Move (§3-10) ---------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step. The last step of a move does all of it."""
    if step == DECLINES:
        s.declined |= bit(seat)
    elif step == HUSHES:
        s.quiet |= bit(seat)
    elif not ends(s, seat, step):
        s.first = step
        s.begun = 1
    else:
        s.steps += s.begun + 1
        may_be_empty = np.int64(s.layer) if step == ACCEPTS else np.int64(seat)  # §7.5: a whole hand may be given
        act(s, seat, s.first if s.begun else step, step, luck)
        s.begun = 0
        s.first = 0
        if s.hands_n[at(may_be_empty)] == 0 or s.steps >= s.option_step_limit:
            end_round(s, may_be_empty)


@rule
def act(s: Any, seat: Any, first: Any, step: Any, luck: Any) -> None:
    """Do a whole move. `first` is its card, if it begins with one; `step` is its last step."""
    if s.phase == GIVING and step < KINDS:
        give_two(s, first, step)
        return
    if is_discard(step) or is_draw(step):
        penalize(s, seat, luck)
    if step < TRIPLES:
        lay(s, seat, first, step)
    elif step < WORDS:
        lay_triple(s, seat, (step - TRIPLES) // FOUR_COLOURS, (step - TRIPLES) % FOUR_COLOURS)
    elif is_draw(step):
        draw_in_turn(s, seat, step, luck)
    elif step == ACCEPTS:
        accept(s, seat)
    elif step == CALLS:
        forgive(s, seat)
    else:  # pass, skip
        pass_turn(s, seat)


@rule
def is_discard(step: Any) -> Any:
    """§9.6, §9.7: a card or a Triple +; giving cards is no discard."""
    return step < WORDS


@rule
def is_draw(step: Any) -> Any:
    """§9.6: `draw` and `take` are draws, even if they give nothing."""
    return step in (DRAWS, TAKES)


@rule
def draw_in_turn(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """§3.4: the turn goes on with a card that matches. §6.6: a normal turn begins after the cards owed."""
    kind = draw(s, seat, np.int64(s.pending) if step == TAKES else 1, luck)
    if step == TAKES:
        give_turn(s, seat)
    elif kind != NO_CARD and has(matching(s), kind):
        s.drawn = kind
        s.phase = DRAWN
    else:
        pass_turn(s, seat)


# ---- End and score (§11, §12) ---------------------------------------------------------------------------------------


@rule
def end_round(s: Any, seat: Any) -> None:
    """The others count their hands if this seat has gone out (§11.3), not if the step limit is reached (§11.4)."""
    gone_out = s.hands_n[at(seat)] == 0
    give_turn(s, NO_SEAT)
    s.phase = ROUND_OVER
    s.round_over = 1
    s.owes_call = 0
    s.quiet = 0
    for other in range(s.seats):
        if gone_out:
            s.points[at(other)] = worth(s.hands[at(other)])
        s.totals[at(other)] += s.points[at(other)]
    if is_last_round(s):
        end_match(s, FEWEST)


@rule
def worth(hand: Any) -> Any:
    """§11.3: the points of a hand, digit by digit."""
    total = np.int64(0)
    for plane in range(PLANES):
        for digit in range(DIGITS):
            total += ones(hand[plane] & WORTH[digit]) << (plane + digit)
    return total


@rule
def is_last_round(s: Any) -> Any:
    """§12.1-12.3: after `rounds` rounds, or when a seat has more than `limit` points."""
    if s.option_rounds > 0:
        return s.number >= s.option_rounds
    most = np.int64(0)
    for seat in range(s.seats):
        most = max(most, np.int64(s.totals[at(seat)]))
    return most > s.option_limit


GAME = Game(
    name="solo",
    rules=2,
    seats=range(2, 11),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    ends=ends,
    wins=FEWEST,
    window=window,
    answer=answer,
    idle=frozenset({DECLINES, HUSHES}),
    why=checks.why,
    heard=checks.heard,
    unsound=checks.unsound,
    limits=limits,
    settle=settle,
)
