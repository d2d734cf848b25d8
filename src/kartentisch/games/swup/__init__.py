"""SWUP: docs/rules/swup.md in the order of the sheet.

`cards`: the pack and the tokens. `turn`: the verbs of the game. `groups`: what is taken together and what is built.
`checks`: refusals, and what a state must not be.
"""

from kartentisch.games.swup.turn import GAME, LAYOUT

__all__ = ["GAME", "LAYOUT"]
