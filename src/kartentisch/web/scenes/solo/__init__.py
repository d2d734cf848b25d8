"""Solo as a scene.

`table`: what is drawn. `seen`: what the reader knows. `steps`: steps, buttons and the prompt. `moves`: which cards
went where. `intent`: the move that picked elements seem to mean.
`what`: what everything is, for somebody who asks.
"""

from kartentisch.web.scenes.solo.intent import move_for
from kartentisch.web.scenes.solo.moves import cheers, moved
from kartentisch.web.scenes.solo.table import draw, emblem, hem
from kartentisch.web.scenes.solo.what import WHAT

__all__ = ["WHAT", "cheers", "draw", "emblem", "hem", "move_for", "moved"]
