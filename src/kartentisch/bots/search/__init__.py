"""Information-set Monte-Carlo tree search over a view, for all games, in compiled code.

Cowling, Powley, Whitehouse: "Information Set Monte Carlo Tree Search" (2012), the variant of a single observer: one
tree over what is done, through which each iteration goes with another deal of the unseen cards.
"""
