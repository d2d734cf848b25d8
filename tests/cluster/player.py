"""A scripted page at a seat, which plays and talks, and writes down what it hears."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tests.cluster.luck import Luck
from tests.cluster.page import Page
from tests.cluster.plan import People

AWAITED = ("play", "next", "say")
"""What is asked until it is answered, also at the end."""


class Player(Page):
    """A page at a seat, or of somebody who watches (seat -1)."""

    def __init__(self, all_: People, group: int, name: str, place: tuple[str, str], chance: random.Random) -> None:
        super().__init__(all_, *place, chance)
        self.group, self.name = group, name
        self.table, seat = self.address.split("/")[2:4]
        self.seat = -1 if seat == "watch" else int(seat)
        self.luck = Luck(self.table, self.seat)
        self.scene: dict[str, Any] = {}
        self.newest = 0
        """The number of the newest fact that an answer has named."""
        self.talk = -1
        """The newest line of talk that it has."""
        self._read: set[str] = set()
        self._ready = False
        """Has asked for the next round."""
        self._moving: asyncio.Task[None] | None = None

    def note(self, what: str, **more: Any) -> None:
        self.all.report.note(what, table=self.table, seat=self.seat, **more)

    async def run(self) -> None:
        await super().run()
        if self.seat >= 0:
            self.note("receipt", text=self.luck.receipt())

    @property
    def have(self) -> int:
        return int(self.scene.get("n", -1))

    @property
    def moving(self) -> bool:
        """Whether something that it has asked for has no answer yet, or it has not read what was said."""
        asked = any(one.message["do"] in AWAITED for one in self.asks.values())
        return asked or not self.all.said[self.table] <= self._read

    def hello(self) -> dict[str, Any]:
        return {"seals": True, "talk": self.talk}

    def lost(self) -> None:
        if self._moving:
            self._moving.cancel()

    # ---- What is heard -----------------------------------------------------------------------------------------------

    def receive(self, message: dict[str, Any], text: bytes) -> None:
        match message["t"]:
            case "welcome":
                self._ready, self.newest = False, 0
                self._take_part(message)
            case "draw":
                self.note("draw", text=text.decode())
                self._take_part(message)
            case "done" | "refused":
                self._answered(message)
            case "talk":
                self._hear(message)
            case "scene":
                self._seen(message["scene"], text)
        if self.scene.get("phase") in ("over", "closed") and not self.moving:
            self.over.set()
        self._consider()

    def _take_part(self, message: dict[str, Any]) -> None:
        if self.seat < 0:
            return
        unanswered = {one.message.get("arg") for one in self.asks.values()}
        for ask in self.luck.asks(message):
            if ask["arg"] not in unanswered:
                self._ask(**ask)

    def _answered(self, message: dict[str, Any]) -> None:
        one = self.asks.pop(message["id"], None)
        more = {key: message[key] for key in ("n", "code") if key in message}
        self.note(message["t"], id=message["id"], do=one.message["do"] if one else "", **more)
        if message["t"] == "done":
            self.newest = max(self.newest, message["n"])
            if one and one.message["do"] == "unseal":
                self.luck.given(one.message["arg"])
            if one and one.message["do"] == "say":
                self.all.said[self.table].add(one.message["arg"])
        elif one and one.message["do"] == "next":
            self._ready = False

    def _hear(self, message: dict[str, Any]) -> None:
        lines = [line for line in message["lines"] if "text" in line]
        self.note("talk", lines=lines, fresh=message["fresh"])
        self._read |= {line["text"] for line in lines}
        self.talk = max([self.talk, *(line["n"] for line in lines)])

    def _seen(self, scene: dict[str, Any], text: bytes) -> None:
        keeps = self.group % self.all.plan.keeps == 0
        self.note("scene", n=scene["n"], phase=scene["phase"], **({"text": text.decode()} if keeps else {}))
        self.scene = scene
        if scene["phase"] != "result":
            self._ready = False
        if scene["phase"] == "playing":
            self.all.begun.add(f"table {self.group}")

    # ---- What is asked for -------------------------------------------------------------------------------------------

    def _ask(self, **what: Any) -> None:
        ask = {"t": "ask", "id": f"{self.name}-{self.chance.getrandbits(64):016x}", **what}
        more = {"text": ask["arg"]} if ask["do"] == "say" else {}
        self.note("ask", id=ask["id"], do=ask["do"], moves=ask.get("moves", []), **more)
        self.ask(ask)

    def _choice(self) -> dict[str, Any] | None:
        """What to ask for now."""
        scene = self.scene
        if self.seat < 0 or self.all.stop.is_set() or not self.live or self.have < self.newest:
            return None
        if any(one.message["do"] in AWAITED for one in self.asks.values()):
            return None
        if scene["phase"] == "result" and not self._ready:
            return {"do": "next"}
        steps = [step for step in scene.get("steps", []) if step.get("ends", True)]
        if scene["phase"] == "playing" and steps:
            return {"do": "play", "since": scene["since"], "moves": [self.chance.choice(steps)["token"]]}
        return None

    def _consider(self) -> None:
        if (self._moving is None or self._moving.done()) and self._choice() is not None:
            self._moving = asyncio.ensure_future(self._move())

    async def _move(self) -> None:
        await asyncio.sleep(self.chance.random() * self.all.plan.think)
        ask = self._choice()
        if ask is not None:
            self._ready = ask["do"] == "next"
            self._ask(**ask)
            if ask["do"] == "play" and self.chance.random() < self.all.plan.talk:
                self._ask(do="say", arg=f"{self.name} {self.chance.getrandbits(32):08x}")
