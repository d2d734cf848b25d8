"""Schweinsgalopp (2-4 seats): put pigs that belong to nobody into the lead, above all with your last card.

Differences from the printed sheet (docs/rules/schweinsgalopp.md): lots decide the order of the pigs in the first round
too (§2.4), unless the option `line_up` leaves it to the start player (§9.5), and a scoff card that may be taken is
taken (§5.2). Paragraph numbers (§) are those of docs/rules/schweinsgalopp.md.

- `cards`: the cards, the course, the steps, and what a state is made of.
- `running`: race cards as running sums. `deal`: the start of a round.
- `turn`: whose turn it is, the steps, what they do, and the end of a round.
- `checks`: refusals, and what a state must not be.
"""

from kartentisch.games.schweinsgalopp.turn import GAME

__all__ = ["GAME"]
