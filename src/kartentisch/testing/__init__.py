"""The laws that every game must obey, as functions. They test the games here and games from elsewhere.

Pass a game by name ("solo") or as a value (`kartentisch.engine.game.Game`). `check` checks all laws:

>>> from kartentisch import testing
>>> testing.LAWS["cards are conserved"]("schwupps", 3, {}, 7)       # one law
>>> text = testing.playthrough("schwupps", 3, {}, 7)                # a match as text, to be kept and compared
>>> testing.first_difference(text, text)
''

A broken law raises `LawBroken`, an AssertionError that names the match and the place in it.
"""

from __future__ import annotations

from kartentisch.testing import laws
from kartentisch.testing.laws import check
from kartentisch.testing.playthrough import first_difference, playthrough
from kartentisch.testing.walk import LawBroken, Moment, truths, walk

LAWS = laws.LAWS
"""All laws by name: each is a function `law(game, seats, options, seed)` that raises LawBroken.

`game` is a name or a value, and `options` may be None. A law plays a random match of these and checks it.
"""

__all__ = ["LAWS", "LawBroken", "Moment", "check", "first_difference", "playthrough", "truths", "walk"]
