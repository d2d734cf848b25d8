"""Fifth (2-3 seats), a game that lives in the tests: the shortest whole rule sheet, in the order of all rule sheets.

Ten cards, 1 to 10. Everybody gets three, the others lie aside, face down. In turn each seat plays a card; the highest
of a trick takes it (§2.2; with the option `low` the lowest), and its seat plays first to the next one. After three
tricks each is worth a point (§3.1).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Number
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Count, Switch
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Stack
from kartentisch.engine.reasons import Reason

# ---- Material -------------------------------------------------------------------------------------------------------

KINDS = 10
HAND = 3
CARDS = Pack(tokens=tuple(str(value) for value in range(1, KINDS + 1)), counts=(1,) * KINDS, planes=1)

LAYOUT = Layout(
    max_seats=3,
    options=(Count("rounds", 2, low=1, high=99), Switch("low", False)),
    fields=(
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Cards(name="aside", seen_by=NOBODY, pack=CARDS),
        Stack(name="trick", seen_by=ALL, pack=CARDS, room=3),  # one card a seat
        Cards(name="done", seen_by=ALL, pack=CARDS),
        Number(name="tricks", seen_by=ALL, per_seat=True, high=HAND),
    ),
)

# ---- Deal -----------------------------------------------------------------------------------------------------------


@rule
def deal(s: Any, luck: Any) -> None:
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    s.turn = (s.number - 1) % s.seats
    s.round_over = 0
    s.steps = 0
    bags.clear(s.done)
    s.done_n = 0
    bags.clear(s.aside)
    for kind in range(KINDS):
        bags.put(s.aside, kind)
    s.aside_n = KINDS
    for seat in range(s.seats):
        s.points[seat] = 0
        s.tricks[seat] = 0
        for _ in range(HAND):
            bags.put(s.hands[seat], bags.pick(s.aside, s.aside_n, luck))
            s.aside_n -= 1
        s.hands_n[seat] = HAND


# ---- Turn and legal -------------------------------------------------------------------------------------------------


@rule
def asked(s: Any) -> Any:
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    return 0 if s.round_over != 0 else 1 << np.int64(s.turn)


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    if s.round_over != 0 or seat != s.turn:
        return 0
    n = 0
    held = bags.held(s.hands[seat])
    for kind in range(KINDS):
        out[n] = kind
        n += (held >> kind) & 1
    return n


# ---- Move -----------------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    s.steps += 1
    bags.take(s.hands[seat], step)
    s.hands_n[seat] -= 1
    s.trick[s.trick_n] = step
    s.trick_n += 1
    s.turn = (seat + 1) % s.seats
    if s.trick_n == s.seats:
        take_trick(s)


@rule
def take_trick(s: Any) -> None:
    """The seat in turn has played the first card of the trick."""
    best = 0
    for place in range(1, s.seats):
        if (s.trick[place] > s.trick[best]) == (s.option_low == 0):
            best = place
    winner = (s.turn + best) % s.seats
    for place in range(s.seats):
        bags.put(s.done, s.trick[place])
    s.done_n += s.seats
    s.trick_n = 0
    s.tricks[winner] += 1
    s.turn = winner
    if s.hands_n[winner] == 0:
        end_round(s)


# ---- End and score --------------------------------------------------------------------------------------------------


@rule
def end_round(s: Any) -> None:
    s.round_over = 1
    s.turn = -1
    best = np.int64(0)
    for seat in range(s.seats):
        s.points[seat] = s.tricks[seat]
        s.totals[seat] += s.tricks[seat]
        best = max(best, np.int64(s.totals[seat]))
    if s.number >= s.option_rounds:
        s.over = 1
        for seat in range(s.seats):
            if s.totals[seat] == best:
                s.winners |= 1 << seat


# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of the seat in turn is not legal."""
    return Reason("card_missing", {"card": CARDS.tokens[step]}, "2.1")


# ---- State ----------------------------------------------------------------------------------------------------------


def unsound(s: Any, viewer: int) -> str:
    """What a handed-in state must not be, besides the general checks."""
    seats, number, over = int(s["seats"]), int(s["number"]), bool(s["round_over"])
    tricks, points, totals = ([int(n) for n in s[name][:seats]] for name in ("tricks", "points", "totals"))
    if number > int(s["option_rounds"]) or bool(s["over"]) != (over and number == int(s["option_rounds"])):
        return f"round {number} does not fit the end of the match"
    if over != (sum(tricks) == HAND) or sum(tricks) > HAND or int(s["done_n"]) != sum(tricks) * seats:
        return "the tricks do not fit the round"
    laid = int(s["trick_n"])
    if laid >= seats or (over and laid):
        return "the trick has too many cards"
    for seat in range(seats):
        played = not over and (int(s["turn"]) - seat - 1) % seats < laid
        if int(s["hands_n"][seat]) != HAND - sum(tricks) - played:
            return f"seat {seat} holds too many cards or too few"
    if (over and points != tricks) or any(total < own for total, own in zip(totals, points, strict=True)):
        return "points and totals do not fit the tricks"
    if s["over"] and int(s["winners"]) != sum(1 << seat for seat in range(seats) if totals[seat] == max(totals)):
        return "winners are not those with most points"
    return ""


# ---- The game -------------------------------------------------------------------------------------------------------

GAME = Game(
    name="fifth",
    rules=1,
    seats=range(2, 4),
    layout=LAYOUT,
    tokens=CARDS.tokens,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    why=why,
    unsound=unsound,
)
