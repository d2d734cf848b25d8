"""Schwupps: shifts of a row, cards of the common pile, and piles that run out (§5-7)."""

from __future__ import annotations

from typing import Any

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, rule
from kartentisch.games.schwupps.cards import BOTTOM, NOT_RENEWED, PILES
from kartentisch.games.schwupps.deal import draw, draw_task, take_up

# ---- Tasks (§5.1, §7.1) ---------------------------------------------------------------------------------------------


@rule
def shift(s: Any, row: Any, luck: Any) -> None:
    """§5.1: place 2 goes to the discard, place 1 to place 2, `next` to place 1; the next task is turned up."""
    place_1 = 2 * row
    place_2 = 2 * row + 1
    s.task_discard[at(s.task_discard_n)] = s.tasks[at(place_2)]
    s.task_discard_n += 1
    s.tasks[at(place_2)] = s.tasks[at(place_1)]
    s.tasks[at(place_1)] = s.next
    if s.task_bag_n == 0:
        renew_tasks(s)
    s.next = draw_task(s, luck)


@rule
def renew_tasks(s: Any) -> None:
    """§7.1: the discarded tasks are the new task bag."""
    for place in range(s.task_discard_n):
        bags.put(s.task_bag, s.task_discard[at(place)])
    s.task_bag_n = s.task_discard_n
    s.task_discard_n = 0


# ---- The common pile (§5.3, §7.3, §7.4) -----------------------------------------------------------------------------


@rule
def take_common(s: Any, seat: Any, luck: Any) -> None:
    """Take a card of the common pile into a hand, if there is one. The last card renews the pile at once (§7.3)."""
    if s.common == 0:
        renew_common(s)  # §7.4
    if s.common == 0:
        return
    take_up(s, seat, draw_common(s, luck))
    s.common -= 1
    if s.common == 0:
        renew_common(s)


@rule
def draw_common(s: Any, luck: Any) -> Any:
    """§14.4: the common pile lies in one bag with the personal piles until its first renewal, then in its own."""
    if s.common_bag_n == NOT_RENEWED:
        return draw(s, luck)
    kind = bags.pick(s.common_bag, s.common_bag_n, luck)
    s.common_bag_n -= 1
    return kind


@rule
def renew_common(s: Any) -> None:
    """§7.3: all number cards under the four tops are the new common pile, if there are any."""
    buried = 0
    for pile in range(len(PILES)):
        top = s.piles_n[pile] - 1
        for place in range(top):
            bags.put(s.common_bag, s.piles[at(pile), at(place)])
        s.piles[pile, BOTTOM] = s.piles[pile, top]
        s.piles_n[pile] = 1
        buried += top
    if buried > 0:
        s.common = buried
        s.common_bag_n = buried
