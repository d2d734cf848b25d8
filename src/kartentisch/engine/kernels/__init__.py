"""The templates that Numba compiles for each game. They take records and arrays, and know no `Game`.

`verbs` has the entry points of a rule sheet and random playouts, `imagine` the deal of unseen cards, `outcomes` the
search for all complete moves. `compiled.bind` replaces the verbs that a template names by those of one game.
"""
