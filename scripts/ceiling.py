"""What luck leaves to skill: how much a search wins against greedy bots that is shown every card.

`python -m scripts.ceiling --game solo --rounds --minutes 5`. Nobody who sees only what a seat may see can do better
than this about knowing; how far a search that sees its view stays behind is what hidden cards cost it.
"""

from __future__ import annotations

import argparse
import sys
import time

import kartentisch as kt
from kartentisch.bots.arena import Contest, outcome
from kartentisch.bots.chance import Chance
from kartentisch.bots.orders import seed_of
from kartentisch.bots.ready import prepare
from kartentisch.bots.search.search import Recipe, Search
from kartentisch.engine.views import View
from kartentisch.play.checks import load_state
from kartentisch.play.games import games, sheet
from scripts.measuring import WINS, at_least, interval


def main() -> int:
    """Print one line."""
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("--game", choices=games(), required=True)
    known.add_argument("--seats", type=at_least(1), default=2)
    known.add_argument("--rounds", action="store_true", help="single rounds instead of matches")
    known.add_argument("--iterations", type=at_least(1), default=1_500)
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
        f"{given.iterations} iterations, seed {given.seed}: {len(shares)} deals{stopped}; "
        f"wins {interval(shares, WINS)}; leads by {interval(leads)} points; "
        f"its share exactly in {alike:.1%} of the deals"
    )
    return 0


def played(given: argparse.Namespace, deal: int, knowing: int) -> tuple[float, float]:
    """One deal with the search at this seat: its share of the win, and its lead in points over the mean."""
    match = kt.Match(given.game, given.seats, seed=seed_of(given.seed, "deal", deal))
    bots = [kt.Bot("greedy", given.game, seed=seed_of(given.seed, "bot", deal, seat)) for seat in range(given.seats)]
    while not match.over:
        if match.round_over:
            if given.rounds:
                break
            match.next_round()
        seat = match.next_actor()
        move = searched(given, match, seat) if seat == knowing else bots[seat].choose(match.view(seat))
        match.play(seat, move)
    wins, leads = outcome(match, given.rounds)
    return wins[knowing], leads[knowing]


def searched(given: argparse.Namespace, match: kt.Match, seat: int) -> str:
    """The move of a search to which nothing is unseen, or which sees its view."""
    game, view = sheet(given.game), match.view(seat)
    seen = view.seen if given.blind else View(game, load_state(game, match.state_json()), seat)
    chance = Chance(given.seed, view.json())
    room = given.iterations + game.layout.max_seats
    search = Search(seen, chance.words(), Recipe(one_round=given.rounds, room=room))
    search.run(given.iterations)
    return search.best()


if __name__ == "__main__":
    sys.exit(main())
