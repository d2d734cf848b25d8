"""`make strength`: how much better each level is than the one before, in duplicate deals. This takes hours in all.

In a duplicate match, two bots play the same deals twice, with the seats exchanged. The one with more points in both
together wins it. For games in which luck limits skill, the share of matches that one expert wins among greedy bots.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numba

from kartentisch.bots.arena import Contest, Deal, dealt
from kartentisch.bots.levels import bots
from kartentisch.bots.ready import prepare
from kartentisch.bots.workers import Engine
from kartentisch.cli.engines import Asked, Results, players, working
from kartentisch.cli.screen import MistakeError
from kartentisch.play.games import games, sheet
from scripts.measuring import WINS, at_least, interval

CHAINED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("schwupps", {}),
    ("schwupps", {"match": "tournament"}),  # as many rounds as seats, which SWUP always has
    ("swup", {}),
)
CAPPED = (("schweinsgalopp", 2), ("solo", 2), ("schweinsgalopp", 4), ("solo", 4))
PLAIN = f"{Path(__file__).parent / 'plain.py'}:Plain"
YARDSTICK = ("hard", "expert")
"""The levels that are measured against it, in single rounds of two."""


def main() -> int:
    """Print a line for each pairing."""
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("--deals", type=at_least(1), default=400, help="of each pairing, at most")
    known.add_argument("--minutes", type=float, default=0.0, help="for each pairing, at most; 0: no limit")
    known.add_argument("--workers", type=at_least(1), help="processes; by default one per core")
    known.add_argument("--on", metavar="ray", help="play on a Ray cluster: ray, or ray://HOST:PORT")
    known.add_argument("--seed", type=int, default=1)
    known.add_argument("--only", default="", help="pairings whose line has this in it")
    given = known.parse_args()
    print(f"seed {given.seed}, at most {given.deals} deals a pairing, numba {numba.__version__}", flush=True)
    contests = [
        Contest(game, 2, pair, given.seed, options)
        for game, options in CHAINED
        for pair in zip(bots()[1:], bots(), strict=False)
    ]
    contests += [Contest(game, seats, ("expert", *["greedy"] * (seats - 1)), given.seed) for game, seats in CAPPED]
    contests += [
        Contest(game, 2, (level, PLAIN), given.seed, one_round=True) for game in games() for level in YARDSTICK
    ]
    for contest in contests:
        title = titled(contest)
        if given.only in title:
            print(f"{title}: {measured_there(contest, given)}", flush=True)
    return 0


def measured_there(contest: Contest, given: argparse.Namespace) -> str:
    """What `measured` says, played where the command line says."""
    prepare(sheet(contest.game))
    asked, ready = Asked(given.on, given.workers, None), players(contest.game, contest.bots)
    with working(asked, Results(dict, Deal), ready, contest.bots) as engine:
        return measured(contest, given.deals, given.minutes * 60, engine)


def titled(contest: Contest) -> str:
    options = "".join(f", {value}" for value in contest.options.values()) + ", rounds" * contest.one_round
    first, second = (name.rpartition(":")[2].lower() for name in contest.bots[:2])
    return f"{contest.game}{options}, {contest.seats} seats: {first} against {second}"


def measured(contest: Contest, deals: int, seconds: float, engine: Engine) -> str:
    """The result of the first entrant, with 95 % intervals over the deals."""
    begun, found = time.monotonic(), list[Deal]()
    for one in engine.in_order(partial(dealt, contest), range(deals)):
        found.append(one)
        if seconds and time.monotonic() - begun > seconds:
            break
    first = contest.entrants.index(contest.bots[0])
    leads = [one.leads[first] for one in found]
    beaten = [1.0 if lead > 1e-9 else 0.5 if abs(lead) <= 1e-9 else 0.0 for lead in leads]
    stopped = f" of {deals}, then the time was up" if len(found) < deals else ""
    parts = [
        f"{len(found)} deals{stopped}",
        f"wins {interval([one.shares[first] for one in found], WINS)} of the matches",
        f"leads by {interval(leads)} points",
    ]
    if contest.seats == 2:
        parts.insert(1, f"wins {interval(beaten, WINS)} of the duplicate matches")
    moves = sum(one.moves for one in found)
    return "; ".join(parts) + f" ({time.monotonic() - begun:.0f} s, {moves} moves)"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except MistakeError as error:
        sys.exit(str(error))
