"""Schwupps (2-5 seats): be the first to play all cards of hand and personal pile onto four number piles.

One difference from the printed sheet (docs/rules/schwupps.md): an aggravation names its row together with the seat that
takes a card, before the next task is seen (§6.4). Paragraph numbers (§) are those of docs/rules/schwupps.md.

- `cards`: the cards and tasks, the steps, and what a state is made of.
- `deal`: the start of a round.
- `turn`: whose turn it is, the steps, and what they do.
- `shift`: shifts of a row, cards of the common pile, and piles that run out.
- `score`: the end of a round.
- `checks`: refusals, and what a state must not be.
"""

from kartentisch.games.schwupps.cards import (
    AGGRAVATION,
    CARDS,
    END,
    GIVE,
    LAST,
    LAYOUT,
    PILES,
    SHIFT,
    TASK_KINDS,
    WANTED,
    wanted,
)
from kartentisch.games.schwupps.score import rounds
from kartentisch.games.schwupps.turn import GAME

__all__ = [
    "AGGRAVATION",
    "CARDS",
    "END",
    "GAME",
    "GIVE",
    "LAST",
    "LAYOUT",
    "PILES",
    "SHIFT",
    "TASK_KINDS",
    "WANTED",
    "rounds",
    "wanted",
]
