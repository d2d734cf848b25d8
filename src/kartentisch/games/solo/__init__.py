"""Solo with 120 cards: docs/rules/solo.md in the order of the sheet. Paragraph numbers (§) are those of that file.

- `cards`: the cards, the steps, and what a state is made of.
- `deal`: the start of a round.
- `turn`: the top card, what matches it, and whose turn it is.
- `calls`: who owes the call. `draws`: the draw pile and the penalty.
- `hands`: swaps, gifts and protection. `discards`: what a card brings about. `triples`: Triple +.
- `actors`: who may act. `steps`: which steps a seat has.
- `game`: a step is done, a round ends, a match is won.
- `checks`: refusals, and what a state must not be. `imagining`: what follows from a view.
"""

from kartentisch.games.solo.game import GAME

__all__ = ["GAME"]
