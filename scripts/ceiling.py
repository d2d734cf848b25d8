"""The room that luck leaves for skill: how much a search that sees every card wins against greedy bots or plain search.

`python -m scripts.ceiling --game solo --rounds --minutes 5`. As far as knowledge counts, no player who sees only a
seat's view can do better. The gap to a search that sees only its view is the cost of hidden cards.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass

import kartentisch as kt
from kartentisch.bots.arena import Contest, outcome
from kartentisch.bots.chance import Chance
from kartentisch.bots.orders import seed_of
from kartentisch.bots.ready import prepare
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from kartentisch.engine.views import View
from kartentisch.play.checks import load_state
from kartentisch.play.games import games, sheet
from scripts.measuring import WINS, Player, at_least, interval, play_on
from scripts.plain import Plain


def main() -> int:
    """Print one line with the result."""
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("--game", choices=games(), required=True)
    known.add_argument("--seats", type=at_least(1), default=2)
    known.add_argument("--rounds", action="store_true", help="single rounds instead of matches")
    known.add_argument("--iterations", type=at_least(1), default=1_500)
    known.add_argument("--plain", action="store_true", help="against the plain search instead of greedy bots")
    known.add_argument("--blind", action="store_true", help="the same search, shown no more than its view")
    known.add_argument("--deals", type=at_least(1), default=400, help="at most; each is played once from each seat")
    known.add_argument("--minutes", type=float, default=5.0, help="at most")
    known.add_argument("--seed", type=int, default=1)
    given = known.parse_args()
    try:
        Contest(given.game, given.seats, ("greedy",), given.seed).check()
    except ValueError as error:
        known.error(str(error))
    prepare(sheet(given.game))
    begun, shares, leads = time.monotonic(), list[float](), list[float]()
    for deal in range(given.deals):
        plays = [played(given, deal, seat) for seat in range(given.seats)]
        shares.append(sum(won for won, _ in plays) / len(plays))
        leads.append(sum(lead for _, lead in plays) / len(plays))
        if time.monotonic() - begun > given.minutes * 60:
            break
    stopped = f" of {given.deals}, then the time was up" if len(shares) < given.deals else ""
    alike = sum(share == 1 / given.seats for share in shares) / len(shares)
    print(
        f"{given.game}, {given.seats} seats, {'view only' if given.blind else 'shown every card'}, "
        f"{given.iterations} iterations against {'plain search' if given.plain else 'greedy'}, seed {given.seed}: "
        f"{len(shares)} deals{stopped}; "
        f"wins {interval(shares, WINS)}; leads by {interval(leads)} points; "
        f"its share exactly in {alike:.1%} of the deals"
    )
    return 0


def played(given: argparse.Namespace, deal: int, knowing: int) -> tuple[float, float]:
    """Play one deal with the search at this seat. Return its share of the win, and its lead in points over the mean."""
    match = kt.Match(given.game, given.seats, seed=seed_of(given.seed, "deal", deal))
    players: list[Player] = [
        Searching(given, match, seat) if seat == knowing else opponent(given, seed_of(given.seed, "bot", deal, seat))
        for seat in range(given.seats)
    ]
    wins, leads = outcome(play_on(match, players, one_round=given.rounds), given.rounds)
    return wins[knowing], leads[knowing]


def opponent(given: argparse.Namespace, seed: int) -> Player:
    """The opponent of the search."""
    return Plain(seed, one_round=given.rounds) if given.plain else kt.Bot("greedy", given.game, seed=seed)


@dataclass(frozen=True)
class Searching:
    """A search that sees every card, or, with `--blind`, only its view."""

    given: argparse.Namespace
    match: kt.Match
    seat: int

    def choose(self, view: kt.View) -> str:
        given, game = self.given, sheet(self.given.game)
        seen = view.seen if given.blind else View(game, load_state(game, self.match.state_json()), self.seat)
        room = given.iterations + game.layout.max_seats
        search = Search(seen, Chance(given.seed, view.json()).words(), Recipe(one_round=given.rounds, room=room))
        search.run(given.iterations)
        return search.best()


if __name__ == "__main__":
    sys.exit(main())
