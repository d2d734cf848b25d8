"""A program at a live table: `python examples/live_bot.py ADDRESS TOKEN`. The host's page shows both values."""

import asyncio
import sys

import kartentisch as kt
from kartentisch.bots import live


async def play(address, token, level="greedy"):
    async with live.at(address, token) as seat:
        async for view in seat:  # each time it may move
            bot = kt.Bot(level, view.game)
            await seat.play(bot.choose(view, seconds=1))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
