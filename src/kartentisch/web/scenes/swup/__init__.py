"""SWUP as a scene.

`table`: what is drawn. `picking`: a move while it is picked. `sums`: its groups that add up. `moves`: which cards
went where. `intent`: the move that picked elements seem to mean. `score`: how the points came about.
`what`: what everything is, for somebody who asks.
"""

from kartentisch.web.scenes.swup.intent import move_for
from kartentisch.web.scenes.swup.moves import cheers, moved
from kartentisch.web.scenes.swup.table import draw, emblem, hem
from kartentisch.web.scenes.swup.what import WHAT

__all__ = ["WHAT", "cheers", "draw", "emblem", "hem", "move_for", "moved"]
