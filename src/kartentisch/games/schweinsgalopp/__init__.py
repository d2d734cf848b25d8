"""Schweinsgalopp: docs/rules/schweinsgalopp.md in the order of the sheet.

`cards`: the pack, the course, the numbers of its steps. `turn`: the verbs of the game. `checks`: refusals, and what a
state must not be.
"""

from kartentisch.games.schweinsgalopp.turn import GAME

__all__ = ["GAME"]
