"""The promises that every game makes, as functions: for ours and for a stranger's game.

A game is named ("solo") or handed over as a value (`kartentisch.engine.game.Game`):

    from kartentisch import testing

    testing.check("solo", seats=4, options={}, seed=1)          # all laws
    testing.LAWS["cards are conserved"](my_game, 3, {}, 7)      # one of them
    print(testing.playthrough(my_game, 3, {}, 7))               # a match as text, to be kept and compared

A law that does not hold raises `LawBroken`, an AssertionError that says where in which match.
"""

from __future__ import annotations

from kartentisch.testing.laws import LAWS, check
from kartentisch.testing.playthrough import first_difference, playthrough
from kartentisch.testing.walk import LawBroken, Moment, truths, walk

__all__ = ["LAWS", "LawBroken", "Moment", "check", "first_difference", "playthrough", "truths", "walk"]
