"""Solo with 120 cards: docs/rules/solo.md in the order of the sheet.

`cards`: the pack and what a state is made of. `turn`: the verbs of the game. `hands`: draws, calls, hands that move.
`calls`: what makes a call due. `checks`: refusals, and what a state must not be.
"""

from kartentisch.games.solo.turn import GAME

__all__ = ["GAME"]
