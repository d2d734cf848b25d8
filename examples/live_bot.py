"""A program at a live table: `python examples/live_bot.py ADDRESS TOKEN`, as the page of the host says them."""

import asyncio
import contextlib
import json
import sys
import uuid

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import kartentisch as kt


async def play(address, token, level="greedy"):
    bot, asked, answered = None, {}, -1
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        with contextlib.suppress(ConnectionClosed):  # whoever is turned away is told why before that
            await socket.send(json.dumps({"t": "hello", "version": 1, "wants": "view"}))
        async for text in socket:
            message, name = json.loads(text), uuid.uuid4().hex  # no other ask at this table may have this name
            view, since = message.get("view"), message.get("since", -1)
            if message["t"] == "done":
                answered = max(answered, asked.pop(message["id"], -1))
            elif message["t"] in ("refused", "bye"):
                print(message["text"])
            if message["t"] == "bye" or (view and view["over"]):
                return
            if message.get("code") == "bot_plays":  # it was away too long; the seat is still its own
                await socket.send(json.dumps({"t": "ask", "id": name, "do": "back"}))
            elif view and view["moves"] and since > answered:  # it may move, and has not said what since it may
                bot, asked[name] = bot or kt.Bot(level, view["game"]), since
                move = bot.choose(kt.View.from_json(view))
                ask = {"t": "ask", "id": name, "do": "play", "since": since, "moves": [move]}
                await socket.send(json.dumps(ask))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
