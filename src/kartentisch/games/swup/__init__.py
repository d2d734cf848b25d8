"""SWUP (2-4 seats): take cards from the table whose values add up to the card you play, and get the most points.

One difference from the printed sheet (docs/rules/swup.md): the owner of a build may take something else before
collecting or continuing it (§6.4). Paragraph numbers (§) are those of docs/rules/swup.md.

- `cards`: the cards, the steps, and what a state is made of.
- `deal`: the start of a round.
- `groups`: what cards add up to, and what a card can take and build.
- `picking`: a begun move, and how to read it. `items`: what can be picked next.
- `turn`: whose turn it is, the steps, and what they do.
- `score`: the end of a round.
- `checks`: refusals, and what a state must not be.
"""

from kartentisch.games.swup.cards import LAYOUT
from kartentisch.games.swup.turn import GAME

__all__ = ["GAME", "LAYOUT"]
