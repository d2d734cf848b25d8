"""The laws that every game must obey, as functions. They test the games here and games from elsewhere.

Pass a game by name ("solo") or as a value (`kartentisch.engine.game.Game`):

    from kartentisch import testing

    testing.check("solo", seats=4, options={}, seed=1)          # all laws
    testing.LAWS["cards are conserved"](my_game, 3, {}, 7)      # one of them
    print(testing.playthrough(my_game, 3, {}, 7))               # a match as text, to be kept and compared

A broken law raises `LawBroken`, an AssertionError that names the match and the place in it.
"""

from __future__ import annotations

from kartentisch.testing.laws import LAWS, check
from kartentisch.testing.playthrough import first_difference, playthrough
from kartentisch.testing.walk import LawBroken, Moment, truths, walk

__all__ = ["LAWS", "LawBroken", "Moment", "check", "first_difference", "playthrough", "truths", "walk"]
