"""Schwupps (2-5 seats): be the first to play all cards of hand and personal pile onto four number piles.

What is played differently from the printed sheet (docs/rules/schwupps.md): who gets the card of an aggravation is named
together with the row, before the next task is seen (§6.4). Paragraph numbers (§) are those of docs/rules/schwupps.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Field, Flag, Number
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Choice, Count, Split
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Kind, Stack
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rounds import MOST, begin_round, end_match, misnamed

# ---- Material -------------------------------------------------------------------------------------------------------

COLOURS = "bgrvy"
PILES = ("A1", "A2", "B1", "B2")
ROWS = ("A", "B")
TASK_KINDS = ("+1", "+2", "-1", "-2", "n", "c", "nc")
SPLIT = (5, 4, 5, 4, 4, 4, 4)
STACK_OF = np.array([0, 0, 25, 20, 15, 12], np.int8)  # personal pile by number of seats
AGGRAVATION = 50  # kinds 0-49 are number cards: colour * 10 + value - 1
HAND = 4  # cards a hand is filled up to
WINNER = 5  # points of who wins a round

CARDS = Pack(
    tokens=(*(f"{colour}{value}" for colour in COLOURS for value in range(1, 11)), "!"),
    counts=(*[2] * 50, 14),
    planes=4,
)
TASKS = Pack(tokens=TASK_KINDS, counts="option_tasks", planes=5)

LAYOUT = Layout(
    max_seats=5,
    options=(
        Choice("match", "single", ("single", "tournament")),
        Split("tasks", dict(zip(TASK_KINDS, SPLIT, strict=True)), total=30),
        Count("step_limit", 10_000, low=1),
        Count("rounds", 0, low=0, high=99, since=2, before=0),
    ),
    fields=(
        Number(name="start", seen_by=ALL, high=4),
        Flag(name="acted", seen_by=ALL),
        Flag(name="shifted", seen_by=ALL),
        Kind(name="tasks", seen_by=ALL, keys=PILES, pack=TASKS),
        Kind(name="next", seen_by=ALL, pack=TASKS),
        Cards(name="task_bag", seen_by=NOBODY, pack=TASKS),
        Stack(name="task_discard", seen_by=ALL, pack=TASKS, room=30),
        Stack(name="piles", seen_by=ALL, keys=PILES, pack=CARDS, room=97),  # all 100 but the other piles' tops
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Cards(name="bag", seen_by=NOBODY, pack=CARDS),  # personal piles, and the common pile until its first reshuffle
        Number(name="stacks", seen_by=ALL, per_seat=True, high=25),
        Number(name="common", seen_by=ALL, high=110),
        Cards(name="common_bag", seen_by=NOBODY, pack=CARDS, maybe=True),  # null before the first reshuffle
        Number(name="boxed", seen_by=ALL, high=14, cards=(CARDS, AGGRAVATION)),
    ),
)

# ---- Deal (§2) ------------------------------------------------------------------------------------------------------


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round: seat 0 starts."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """The start seat moves one to the left each round, after a drawn one too."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """Tasks first, then number cards alone, then the rest with the aggravation cards."""
    s.start = (s.number - 1) % s.seats
    begin_round(s, s.start)
    s.acted = 0
    s.shifted = 0
    s.boxed = 0
    deal_tasks(s, luck)
    fill_bag(s)
    for pile in range(4):
        s.piles[pile, 0] = bags.pick(s.bag, 100 - pile, luck)
        s.piles_n[pile] = 1
    s.bag_n = 96 + 14
    for plane in range(1, 4):  # fourteen aggravation cards: binary 1110
        s.bag[plane] |= bags.bit(AGGRAVATION)
    bags.clear(s.common_bag)
    s.common_bag_n = -1
    for seat in range(s.seats):
        bags.clear(s.hands[at(seat)])
        s.hands_n[at(seat)] = 0
        s.stacks[at(seat)] = STACK_OF[s.seats]
    s.common = s.bag_n - s.seats * STACK_OF[s.seats]
    for seat in range(s.seats):
        refill(s, seat, luck)


@rule
def deal_tasks(s: Any, luck: Any) -> None:
    """Four tasks and the next one face up."""
    bags.clear(s.task_bag)
    for kind in range(7):
        for plane in range(5):
            s.task_bag[plane] |= ((s.option_tasks[kind] >> plane) & 1) << kind
    for place in range(4):
        s.tasks[place] = bags.pick(s.task_bag, 30 - place, luck)
    s.next = bags.pick(s.task_bag, 26, luck)
    s.task_bag_n = 25
    s.task_discard_n = 0


@rule
def fill_bag(s: Any) -> None:
    """All number cards, two of each."""
    bags.clear(s.bag)
    s.bag[1] = bags.bit(AGGRAVATION) - 1


@rule
def refill(s: Any, seat: Any, luck: Any) -> None:
    """Draw from the personal pile up to four cards in hand."""
    while s.hands_n[at(seat)] < HAND and s.stacks[at(seat)] > 0:
        bags.put(s.hands[at(seat)], bags.pick(s.bag, s.bag_n, luck))
        s.hands_n[at(seat)] += 1
        s.stacks[at(seat)] -= 1
        s.bag_n -= 1


# ---- Turn (§3, §4) --------------------------------------------------------------------------------------------------


def _fits(task: int, top: int, kind: int) -> bool:
    """§4.2-4.6; after 10 comes 1, before 1 comes 10."""
    same_number = kind % 10 == top % 10
    same_colour = kind // 10 == top // 10
    if task < 4:
        return kind % 10 == (top % 10 + (1, 2, -1, -2)[task]) % 10
    return (same_number, same_colour, same_number or same_colour)[task - 4]


PARAGRAPH = ("4.2", "4.2", "4.2", "4.2", "4.4", "4.5", "4.6")  # of each kind of task

# Which number cards a task wants on a top card: a word of kinds for each (task, top).
WANTED = np.array(
    [[sum(1 << kind for kind in range(50) if _fits(task, top, kind)) for top in range(50)] for task in range(7)],
    np.int64,
)


@rule
def asked(s: Any) -> Any:
    """The seat in turn."""
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    """Nobody but the seat in turn."""
    return 0 if s.round_over != 0 else 1 << np.int64(s.turn)


@rule
def wanted(s: Any, pile: Any) -> Any:
    """The number cards that fit on a pile."""
    top = s.piles[pile, at(s.piles_n[pile] - 1)]
    return WANTED[at(s.tasks[pile]), at(top)]


# ---- Legal (§3) -----------------------------------------------------------------------------------------------------
# Steps: kind * 4 + pile, then "!" by row and receiving seat, "!" alone, "~A", "~B", "end".

GIVE = 200
LAST = 210
SHIFT = 211
END = 213


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of the seat in turn."""
    if s.round_over != 0 or seat != s.turn:
        return 0
    held = bags.held(s.hands[at(seat)])
    n = number_steps(s, held, out)
    if (held >> AGGRAVATION) & 1 != 0:
        if s.hands_n[at(seat)] == 1 and s.stacks[at(seat)] == 0:
            out[at(n)] = LAST
            n += 1
        else:
            for row in range(2):
                for other in range(s.seats):
                    if other != seat:
                        out[at(n)] = GIVE + row * 5 + other
                        n += 1
    if s.shifted == 0:
        out[at(n)] = SHIFT
        out[at(n + 1)] = SHIFT + 1
        n += 2
    if s.acted != 0:
        out[at(n)] = END
        n += 1
    return n


@rule
def number_steps(s: Any, held: Any, out: Any) -> Any:
    """§4.1: number cards of the hand on piles whose task they meet, by card, then pile."""
    on0 = held & wanted(s, 0)
    on1 = held & wanted(s, 1)
    on2 = held & wanted(s, 2)
    on3 = held & wanted(s, 3)
    fitting = on0 | on1 | on2 | on3
    n = 0
    while fitting != 0:
        card = fitting & -fitting
        fitting ^= card
        step = bags.lowest(card) * 4
        out[at(n)] = step
        n += (on0 & card) != 0
        out[at(n)] = step + 1
        n += (on1 & card) != 0
        out[at(n)] = step + 2
        n += (on2 & card) != 0
        out[at(n)] = step + 3
        n += (on3 & card) != 0
    return n


# ---- Move (§3-6) ----------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn; every step is a move."""
    s.steps += 1
    if step < GIVE:
        play_number(s, seat, step >> 2, step & 3)
    elif step == END:
        end_turn(s, seat, luck)
    else:
        row, receiver = pay_for_shift(s, seat, step)
        if step != LAST:
            shift(s, row, luck)
            draw_common(s, receiver, luck)
    if s.hands_n[at(seat)] == 0 and s.stacks[at(seat)] == 0:
        end_round(s, seat)
    elif s.steps >= s.option_step_limit:
        end_round(s, -1)


@rule
def play_number(s: Any, seat: Any, kind: Any, pile: Any) -> None:
    """§4: a number card on a pile."""
    s.acted = 1
    bags.take(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] -= 1
    s.piles[at(pile), at(s.piles_n[at(pile)])] = kind
    s.piles_n[at(pile)] += 1


@rule
def pay_for_shift(s: Any, seat: Any, step: Any) -> Any:
    """§5.3, §6.2: an aggravation card to the box, or the one free shift; gives the row and who takes a card."""
    s.acted = 1
    if step >= SHIFT:
        s.shifted = 1
        return step - SHIFT, seat
    bags.take(s.hands[at(seat)], AGGRAVATION)
    s.hands_n[at(seat)] -= 1
    s.boxed += 1
    return (step - GIVE) // 5, (step - GIVE) % 5


@rule
def end_turn(s: Any, seat: Any, luck: Any) -> None:
    """§3.4: fill up the hand; the turn passes to the left."""
    refill(s, seat, luck)
    s.acted = 0
    s.shifted = 0
    s.turn = seat + 1 if seat + 1 < s.seats else 0


@rule
def shift(s: Any, row: Any, luck: Any) -> None:
    """§5.1: place 2 to the discard, place 1 to place 2, `next` to place 1, the next task turned up."""
    s.task_discard[at(s.task_discard_n)] = s.tasks[at(2 * row + 1)]
    s.task_discard_n += 1
    s.tasks[at(2 * row + 1)] = s.tasks[at(2 * row)]
    s.tasks[at(2 * row)] = s.next
    if s.task_bag_n == 0:
        for place in range(s.task_discard_n):
            bags.put(s.task_bag, s.task_discard[at(place)])
        s.task_bag_n = s.task_discard_n
        s.task_discard_n = 0
    s.next = bags.pick(s.task_bag, s.task_bag_n, luck)
    s.task_bag_n -= 1


@rule
def draw_common(s: Any, seat: Any, luck: Any) -> None:
    """The top card of the common pile into a hand; the last one brings the buried number cards back at once."""
    if s.common == 0:
        renew_common(s)
    if s.common == 0:
        return
    if s.common_bag_n < 0:
        kind = bags.pick(s.bag, s.bag_n, luck)
        s.bag_n -= 1
    else:
        kind = bags.pick(s.common_bag, s.common_bag_n, luck)
        s.common_bag_n -= 1
    bags.put(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] += 1
    s.common -= 1
    if s.common == 0:
        renew_common(s)


@rule
def renew_common(s: Any) -> None:
    """§7.3: all number cards under the four tops are the new common pile, if there are any."""
    buried = 0
    for pile in range(4):
        top = s.piles_n[pile] - 1
        for place in range(top):
            bags.put(s.common_bag, s.piles[at(pile), at(place)])
        s.piles[pile, 0] = s.piles[pile, top]
        s.piles_n[pile] = 1
        buried += top
    if buried > 0:
        s.common = buried
        s.common_bag_n = buried


# ---- End and score (§8, §9) -----------------------------------------------------------------------------------------


@rule
def end_round(s: Any, winner: Any) -> None:
    """Winner +5, the others minus one a card; nobody anything when the step limit ended it (winner -1)."""
    s.round_over = 1
    s.turn = -1
    for seat in range(s.seats):
        if winner >= 0:
            s.points[seat] = WINNER if seat == winner else -(s.hands_n[at(seat)] + s.stacks[at(seat)])
        s.totals[seat] += s.points[seat]
    if s.number == rounds(s):
        end_match(s, MOST)


@rule
def rounds(s: Any) -> Any:
    """§9.2, §9.3, §10.4: how many rounds the match has."""
    if s.option_rounds > 0:
        return np.int64(s.option_rounds)
    return np.int64(s.seats) if s.option_match != 0 else np.int64(1)


# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of the seat in turn is not legal."""
    if step == END:
        return Reason("end_first", {}, "3.2")
    if step >= SHIFT:
        return Reason("shift_once", {}, "5.3")
    has_aggravation = bool(bags.copies(s["hands"][seat], AGGRAVATION))
    if step >= GIVE:
        return _why_aggravation(s, seat, step, has_aggravation)
    kind, pile = step >> 2, step & 3
    if not bags.copies(s["hands"][seat], kind):
        return Reason("card_missing", {"card": CARDS.tokens[kind]}, "4.1")
    top = int(s["piles"][pile][s["piles_n"][pile] - 1])
    return Reason(
        "task_unmet",
        {
            "card": CARDS.tokens[kind],
            "pile": PILES[pile],
            "task": TASK_KINDS[int(s["tasks"][pile])],
            "top": CARDS.tokens[top],
        },
        PARAGRAPH[int(s["tasks"][pile])],
    )


def _why_aggravation(s: Any, seat: int, step: int, held: bool) -> Reason:
    if not held:
        return Reason("card_missing", {"card": "!"}, "6.1")
    last = int(s["hands_n"][seat]) == 1 and int(s["stacks"][seat]) == 0
    if step == LAST:
        return Reason("give_to", {}, "8.2")
    if last:
        return Reason("last_alone", {}, "8.2")
    target = (step - GIVE) % 5
    if target >= int(s["seats"]):
        return Reason("seat_unknown", {"seat": target, "seats": int(s["seats"])}, "6.3")
    return Reason("give_other", {}, "6.3")


# ---- State ----------------------------------------------------------------------------------------------------------


def unsound(s: Any, viewer: int) -> str:
    """What a handed-in state, or view, must not be, besides the general checks."""
    seats = int(s["seats"])
    if any(n == 0 for n in s["piles_n"]):
        return "a number pile is empty"
    for pile in range(4):
        if AGGRAVATION in s["piles"][pile][: s["piles_n"][pile]]:
            return "an aggravation card lies on a number pile"
    if bags.copies(s["common_bag"], AGGRAVATION):
        return "an aggravation card lies in common_bag"
    return _unsound_counts(s) or _unsound_round(s, seats)


def _unsound_counts(s: Any) -> str:
    personal = sum(int(n) for n in s["stacks"][: s["seats"]])
    common = int(s["common"])
    if int(s["common_bag_n"]) >= 0:
        if common != int(s["common_bag_n"]):
            return f"common says {common} cards, common_bag has {int(s['common_bag_n'])}"
        common = 0
    if int(s["bag_n"]) != personal + common:
        return f"bag has {int(s['bag_n'])} cards, the piles in it say {personal + common}"
    if s["shifted"] and not s["acted"]:
        return "shifted without acted"
    return ""


def _unsound_round(s: Any, seats: int) -> str:
    last = int(s["option_rounds"]) or (seats if s["option_match"] else 1)
    if int(s["number"]) > last:
        return f"round {int(s['number'])} is one too many"
    if int(s["start"]) != (int(s["number"]) - 1) % seats:
        return f"start {int(s['start'])} does not fit round {int(s['number'])}"
    out = any(int(s["hands_n"][i]) == 0 and int(s["stacks"][i]) == 0 for i in range(seats))
    if bool(s["round_over"]) != (out or int(s["steps"]) >= int(s["option_step_limit"])):
        return "round_over does not fit the hands, the personal piles and the step limit"
    if bool(s["over"]) != (bool(s["round_over"]) and int(s["number"]) == last):
        return "over does not fit the round"
    return misnamed(s, MOST)


def limits(view: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    """Aggravation cards never come back, so none lies in a renewed common pile."""
    return ((1 << AGGRAVATION) - 1, 0) if field.name == "common_bag" else (-1, 0)


# ---- Words ----------------------------------------------------------------------------------------------------------

TOKENS = (
    *(f"{card}>{pile}" for card in CARDS.tokens[:50] for pile in PILES),
    *(f"!{row}>{seat}" for row in ROWS for seat in range(5)),
    "!",
    "~A",
    "~B",
    "end",
)

GAME = Game(
    name="schwupps",
    rules=2,
    seats=range(2, 6),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    why=why,
    unsound=unsound,
    limits=limits,
)
