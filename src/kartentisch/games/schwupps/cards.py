"""Schwupps: cards and tasks, the steps, and what a state is made of (§1, §4, §10, §11, §14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Flag, Number
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Choice, Count, Split
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards, Kind, Stack

# ---- Cards (§1, §2) -------------------------------------------------------------------------------------------------

SEATS = 5
COLOURS = "bgrvy"
VALUES = 10
NUMBERS = len(COLOURS) * VALUES  # kinds of number cards: colour * VALUES + value - 1
AGGRAVATION = NUMBERS
COPIES = 2  # of each number card
TWICE = 1  # the plane of a bag that has the kinds of which it holds two
AGGRAVATIONS = 14
NUMBER_CARDS = NUMBERS * COPIES

PILES = ("A1", "A2", "B1", "B2")
A1, A2, B1, B2 = range(4)
ROWS = ("A", "B")
TASK_KINDS = ("+1", "+2", "-1", "-2", "n", "c", "nc")
SPLIT = (5, 4, 5, 4, 4, 4, 4)
TASK_CARDS = sum(SPLIT)
PERSONAL = np.array([0, 0, 25, 20, 15, 12], np.int8)  # cards of a personal pile, by number of seats
HAND = 4  # cards that a hand is filled up to

CARDS = Pack(
    tokens=(*(f"{colour}{value}" for colour in COLOURS for value in range(1, VALUES + 1)), "!"),
    counts=(*[COPIES] * NUMBERS, AGGRAVATIONS),
    planes=4,
)
TASKS = Pack(tokens=TASK_KINDS, counts="option_tasks", planes=5)

# ---- Tasks (§4) -----------------------------------------------------------------------------------------------------


def _meets(task: str, top: int, kind: int) -> bool:
    """Whether a number card meets a task on this top card."""
    same_value = kind % VALUES == top % VALUES
    same_colour = kind // VALUES == top // VALUES
    if task == "n":
        return same_value
    if task == "c":
        return same_colour
    if task == "nc":
        return same_value or same_colour
    return kind % VALUES == (top + int(task)) % VALUES  # §4.3


def _wanted(task: str, top: int) -> int:
    return sum(1 << kind for kind in range(NUMBERS) if _meets(task, top, kind))


WANTED = np.array([[_wanted(task, top) for top in range(NUMBERS)] for task in TASK_KINDS], np.int64)
"""The set of number cards that each task wants on each top card."""

PARAGRAPH = ("4.2", "4.2", "4.2", "4.2", "4.4", "4.5", "4.6")  # of each kind of task


@rule
def wanted(s: Any, pile: Any) -> Any:
    """The number cards that meet the task beside a pile."""
    top = s.piles[pile, at(s.piles_n[pile] - 1)]
    return WANTED[at(s.tasks[pile]), at(top)]


# ---- Steps (§11) ----------------------------------------------------------------------------------------------------

TOKENS = (
    *(f"{card}>{pile}" for card in CARDS.tokens[:NUMBERS] for pile in PILES),
    *(f"!{row}>{seat}" for row in ROWS for seat in range(SEATS)),
    "!",
    *(f"~{row}" for row in ROWS),
    "end",
)
GIVE, LAST, SHIFT, END = (TOKENS.index(token) for token in ("!A>0", "!", "~A", "end"))
"""Where aggravations begin, the aggravation card as last card, where shifts begin, the end of a turn.

Below GIVE a number card is played.
"""


@rule
def play_step(kind: Any, pile: Any) -> Any:
    """A number card onto a pile."""
    return kind * len(PILES) + pile


@rule
def give_step(row: Any, seat: Any) -> Any:
    """An aggravation card for a row and the seat that takes a card."""
    return GIVE + row * SEATS + seat


# ---- State (§10, §14) -----------------------------------------------------------------------------------------------

NO_SEAT = -1
BOTTOM = 0  # of a pile
NOT_RENEWED = -1  # the number of cards in `common_bag` before the first renewal (§14.4)
TOURNAMENT = 1  # match

LAYOUT = Layout(
    max_seats=SEATS,
    options=(
        Choice("match", "single", ("single", "tournament")),
        Split("tasks", dict(zip(TASK_KINDS, SPLIT, strict=True)), total=TASK_CARDS),
        Count("step_limit", 10_000, low=1),
        Count("rounds", 0, low=0, high=99, since=2, before=0),
    ),
    fields=(
        Number(name="start", seen_by=ALL, high=SEATS - 1),
        Flag(name="acted", seen_by=ALL),
        Flag(name="shifted", seen_by=ALL),
        Kind(name="tasks", seen_by=ALL, keys=PILES, pack=TASKS),
        Kind(name="next", seen_by=ALL, pack=TASKS),
        Cards(name="task_bag", seen_by=NOBODY, pack=TASKS),
        Stack(name="task_discard", seen_by=ALL, pack=TASKS, room=TASK_CARDS),
        Stack(name="piles", seen_by=ALL, keys=PILES, pack=CARDS, room=97),  # all 100 but the other piles' tops
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Cards(name="bag", seen_by=NOBODY, pack=CARDS),  # personal piles, and the common pile until its first renewal
        Number(name="stacks", seen_by=ALL, per_seat=True, high=25),
        Number(name="common", seen_by=ALL, high=110),
        Cards(name="common_bag", seen_by=NOBODY, pack=CARDS, maybe=True),  # null before the first renewal
        Number(name="boxed", seen_by=ALL, high=AGGRAVATIONS, cards=(CARDS, AGGRAVATION)),
    ),
)
