"""How long tables wait for experts when many of them think at once, and how this affects the server.

`python -m scripts.crowd --tables 50 --every 3 --seconds 30`: each table asks for an expert's move in the middle of a
round, once every three seconds. With `--together`, all tables ask at the same moments.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time

import kartentisch as kt
from kartentisch.bots.ready import prepare
from kartentisch.engine.views import View
from kartentisch.play.games import games, sheet
from kartentisch.web.live.bot_pool import BotPool
from scripts.measuring import at_least, more_than_nothing


def main() -> int:
    """Print the waiting times in seconds."""
    known = argparse.ArgumentParser(description=__doc__)
    known.add_argument("--tables", type=at_least(1), default=50)
    known.add_argument("--every", type=more_than_nothing, default=3.0, help="seconds between two moves of a table")
    known.add_argument("--seconds", type=more_than_nothing, default=30.0)
    known.add_argument("--together", action="store_true", help="all tables ask at once")
    given = known.parse_args()
    for game in games():
        prepare(sheet(game))
    waits, delays = asyncio.run(crowd(given.tables, given.every, given.seconds, given.together))
    print(f"{given.tables} tables, {len(waits)} moves of experts in {given.seconds:.0f} s")
    for what, values in (("a table waits", waits), ("the loop comes late by", delays)):
        print(f"{what}: {spread(values)}")
    return 0


def spread(values: list[float]) -> str:
    """The spread of some times in seconds, as text. It says so if there are none."""
    if not values:
        return "nothing was measured"
    values = sorted(values)
    middle, late = values[len(values) // 2], values[len(values) * 99 // 100]
    return f"median {middle:.3f} s, 99 % {late:.3f} s, longest {values[-1]:.3f} s"


async def crowd(tables: int, every: float, seconds: float, together: bool) -> tuple[list[float], list[float]]:
    """The waiting time for each move, and how late the event loop served a timer of 10 ms."""
    bot_pool, chance = BotPool(), random.Random(1)
    waits: list[float] = []
    delays: list[float] = []
    game_of = [games()[number % len(games())] for number in range(tables)]
    views_of = [[middle(game, number + 100 * k) for k in range(3)] for number, game in enumerate(game_of)]

    async def table(number: int) -> None:
        game, views = game_of[number], views_of[number]
        await asyncio.sleep(0.0 if together else chance.random() * every)
        bot = bot_pool.create("expert", game, number)
        while (begun := time.monotonic()) < end:
            await bot_pool.think(bot, chance.choice(views), str(number))
            waits.append(time.monotonic() - begun)
            await asyncio.sleep(max(0.0, begun + every - time.monotonic()))

    async def clock() -> None:
        while (begun := time.monotonic()) < end:
            await asyncio.sleep(0.01)
            delays.append(time.monotonic() - begun - 0.01)

    end = time.monotonic() + seconds
    await asyncio.gather(clock(), *(table(number) for number in range(tables)))
    bot_pool.close()
    return waits, delays


def middle(game: str, seed: int) -> View:
    """The view of a seat in the middle of a round."""
    match, bot = kt.Match(game, min(4, sheet(game).seats.stop - 1), seed=seed), kt.Bot("random", game, seed=seed)
    for _ in range(8):
        seat = match.actors()[0]
        match.play(seat, bot.choose(match.view(seat)))
    return match.view(match.actors()[0]).seen


if __name__ == "__main__":
    sys.exit(main())
