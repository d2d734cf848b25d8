"""Schweinsgalopp as a scene.

`table`: what is drawn. `moves`: which cards went where. `intent`: the move that picked elements seem to mean.
`score`: how the points came about.
`what`: what everything is, for somebody who asks.
"""

from kartentisch.web.scenes.schweinsgalopp.intent import move_for
from kartentisch.web.scenes.schweinsgalopp.moves import cheers, moved
from kartentisch.web.scenes.schweinsgalopp.table import draw, emblem, hem
from kartentisch.web.scenes.schweinsgalopp.what import WHAT

__all__ = ["WHAT", "cheers", "draw", "emblem", "hem", "move_for", "moved"]
