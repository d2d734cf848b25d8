"""Schwupps: the start of a round (§2), and hands that are filled up (§3.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.rounds import begin_round
from kartentisch.engine.sets import first
from kartentisch.games.schwupps.cards import (
    AGGRAVATION,
    AGGRAVATIONS,
    BOTTOM,
    HAND,
    NOT_RENEWED,
    NUMBER_CARDS,
    NUMBERS,
    PERSONAL,
    PILES,
    TASK_CARDS,
    TASK_KINDS,
    TWICE,
)


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round: seat 0 starts."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """§9.3, §9.4: the start moves one seat to the left, also after a round without a winner."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """Deal the tasks, then number cards alone, then the rest with the aggravation cards."""
    s.start = (s.number - 1) % s.seats
    begin_round(s, s.start)
    s.acted = 0
    s.shifted = 0
    s.boxed = 0
    deal_tasks(s, luck)
    deal_piles(s, luck)
    put_copies(s.bag, AGGRAVATION, AGGRAVATIONS)
    s.bag_n += AGGRAVATIONS
    share_out(s)
    for seat in range(s.seats):
        refill(s, seat, luck)


@rule
def put_copies(bag: Any, kind: Any, number: Any) -> None:
    """Add all cards of a kind to a bag that holds none of it."""
    for plane in range(bag.shape[0]):
        bag[plane] |= ((np.int64(number) >> plane) & 1) << kind


@rule
def deal_tasks(s: Any, luck: Any) -> None:
    """§2.3, §2.4: four tasks and the next one lie face up."""
    bags.clear(s.task_bag)
    for kind in range(len(TASK_KINDS)):
        put_copies(s.task_bag, kind, s.option_tasks[kind])
    s.task_bag_n = TASK_CARDS
    s.task_discard_n = 0
    for place in range(len(PILES)):
        s.tasks[place] = draw_task(s, luck)
    s.next = draw_task(s, luck)


@rule
def draw_task(s: Any, luck: Any) -> Any:
    """Draw a task from the bag, which is not empty."""
    kind = bags.pick(s.task_bag, s.task_bag_n, luck)
    s.task_bag_n -= 1
    return kind


@rule
def deal_piles(s: Any, luck: Any) -> None:
    """§2.5: one number card goes onto each pile."""
    bags.clear(s.bag)
    s.bag[TWICE] = first(NUMBERS)
    s.bag_n = NUMBER_CARDS
    for pile in range(len(PILES)):
        s.piles[pile, BOTTOM] = draw(s, luck)
        s.piles_n[pile] = 1


@rule
def draw(s: Any, luck: Any) -> Any:
    """Draw a card from the bag, which is not empty."""
    kind = bags.pick(s.bag, s.bag_n, luck)
    s.bag_n -= 1
    return kind


@rule
def share_out(s: Any) -> None:
    """§2.6, §2.7: each seat gets a personal pile, the rest is the common pile."""
    for seat in range(s.seats):
        bags.clear(s.hands[at(seat)])
        s.hands_n[at(seat)] = 0
        s.stacks[at(seat)] = PERSONAL[s.seats]
    s.common = s.bag_n - s.seats * PERSONAL[s.seats]
    bags.clear(s.common_bag)
    s.common_bag_n = NOT_RENEWED


@rule
def refill(s: Any, seat: Any, luck: Any) -> None:
    """§3.4, §3.5: draw from the personal pile up to four cards in hand."""
    while s.hands_n[at(seat)] < HAND and s.stacks[at(seat)] > 0:
        take_up(s, seat, draw(s, luck))
        s.stacks[at(seat)] -= 1


@rule
def take_up(s: Any, seat: Any, kind: Any) -> None:
    """A card comes into the hand."""
    bags.put(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] += 1
