"""Schwupps as a scene.

`table`: what is drawn. `moves`: which cards went where. `intent`: the move that picked elements seem to mean.
`score`: how the points came about.
`what`: what everything is, for somebody who asks.
"""

from kartentisch.web.scenes.schwupps.intent import move_for
from kartentisch.web.scenes.schwupps.moves import SHUFFLED, cheers, moved
from kartentisch.web.scenes.schwupps.table import PILES, draw, emblem, hem
from kartentisch.web.scenes.schwupps.what import WHAT

__all__ = ["PILES", "SHUFFLED", "WHAT", "cheers", "draw", "emblem", "hem", "move_for", "moved"]
