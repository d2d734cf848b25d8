"""A bot of your own, for any game. It imagines how a round could end after each of five moves.

kartentisch arena --game schwupps --bots examples/mybot.py:MyBot,random --deals 20
"""

import random

import kartentisch as kt


class MyBot:
    def __init__(self, game, seed):  # name only the arguments that you need
        self.sign = 1 if kt.game(game).wins == "most" else -1
        self.random = random.Random(seed)

    def choose(self, view, seconds=None):
        moves = view.moves(limit=100_000)  # the view has all that this seat may know
        return max(self.random.sample(moves, min(5, len(moves))), key=lambda move: self.worth(view, move))

    def worth(self, view, move):
        match = view.imagine(self.random.getrandbits(32))  # a match that could be the truth, as far as this seat knows
        match.play(view.seat, move)
        while not match.round_over:
            seat = match.next_actor()
            match.play(seat, self.random.choice(match.moves(seat, limit=100_000)))
        return self.sign * (match.points[view.seat] * match.seats - sum(match.points))
