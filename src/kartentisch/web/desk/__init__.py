"""The desk: "May I?", answered by the rules. It knows no game.

`reading`: the slots of a question out of a link. `finding`: moves that fit a pattern. `answering`: the word, its ground
or reason, what it depends on, and what would be allowed instead. `cases`: every question of an example, for tests.
"""
