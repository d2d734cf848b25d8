"""Tables whose luck is drawn, and pages that take part as the browser's code does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from kartentisch.bots.bot import Bot
from kartentisch.proof import draws
from kartentisch.store import MemoryStore
from kartentisch.table.facts import Ask
from kartentisch.web.live.record import record
from kartentisch.web.live.room import Room
from tests.web.support.kit import House, Page, settled

LUCK_KEY = b"l" * 32


def drawn(house: House, key: bytes = LUCK_KEY) -> House:
    """The house, with a key for the luck of its tables."""
    house.rooms.world = replace(house.rooms.world, luck_key=key)
    return house


def again(store: MemoryStore, key: bytes = LUCK_KEY, now: int = 0) -> House:
    """The same log in another process."""
    house = House(store)
    house.hands.now = now or house.hands.now
    return drawn(house, key)


class Member:
    """A page with a seat that takes part and keeps what it was shown and gave. It does what it is told, when it is."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page, self.seat = page, seat
        self.bind = draws.bind(page.room.id)
        self.numbers: dict[int, list[str]] = {}
        self.shown: dict[int, dict[str, Any]] = {}

    async def seal(self, draw: int, number: str = "") -> dict[str, Any]:
        number = number or f"{draw:02x}{self.seat:02x}{len(self.numbers.get(draw, ())):02x}".ljust(64, "7")
        self.numbers.setdefault(draw, []).append(number)
        return await self.page.ask("seal", arg=f"{draw} {draws.seal(self.bind, draw, self.seat, number)}")

    def look(self) -> dict[str, Any]:
        """The newest draw that the page was told of, kept for the receipt."""
        said = self.page.heard("draw")[-1]
        known = self.shown.setdefault(said["draw"], {"promise": said["promise"], "seals": said["seals"]})
        if (known["promise"], known["seals"]) != (said["promise"], said["seals"]):
            known["differs"] = True
        for number in self.numbers.get(said["draw"], ()):
            if said["seals"].get(str(self.seat)) == draws.seal(self.bind, said["draw"], self.seat, number):
                known["number"] = number
        return said

    async def unseal(self) -> dict[str, Any]:
        said = self.look()
        known = self.shown[said["draw"]]
        answer = await self.page.ask("unseal", arg=f"{said['draw']} {known['number']}")
        if answer["t"] == "done":
            known["given"] = True
        return answer

    def receipt(self) -> str:
        shown = {str(number): one for number, one in self.shown.items()}
        return json.dumps({"kartentisch": "receipt 1", "bind": self.bind, "seat": self.seat, "draws": shown})


async def two_members(house: House, **options: Any) -> tuple[Room, list[Member]]:
    """Two people whose pages are open and have sealed; the draw of the first deal is closed."""
    room = await house.open("you", "open", **options)
    await room.sit("Ben", "join-ben-0001")
    members = [Member(await house.page(room, seat), seat) for seat in (0, 1)]
    for member in members:
        assert (await member.seal(1))["t"] == "done"
    await settled()
    return room, members


async def deal(house: House, room: Room, members: list[Member]) -> None:
    """Open all seals of the draw that is closed, and seal the next one."""
    for member in members:
        assert (await member.unseal())["t"] == "done"
    await house.later(room, 0)
    assert room.table.phase == "playing", room.table
    for member in members:
        await member.seal(room.table.dealt + 1)


async def play_out(house: House, room: Room, members: list[Member]) -> None:
    """To the end of the match, by moves that come first."""
    bots = [Bot("random", room.table.game.name, seed=seat) for seat in range(room.table.seats)]
    for n in range(3_000):
        if room.table.phase == "over":
            return
        if room.table.phase == "result":
            for member in members:
                await room.ask(Ask("next", member.seat, f"next-{n:06d}-{member.seat}"))
            await settled()
            await deal(house, room, members)
            continue
        seat = room.table.actors()[0]
        view = room.table.view(seat)
        assert view is not None
        ask = Ask("play", seat, f"move-{n:06d}", room.table.since[seat], (bots[seat].choose(view),))
        assert (await room.ask(ask)).reason is None
    raise AssertionError("it does not end")


async def whole_match(house: House, **options: Any) -> tuple[Room, list[Member], str]:
    """A match of two people, and its record."""
    room, members = await two_members(house, **options)
    await deal(house, room, members)
    await play_out(house, room, members)
    text = await record(room, 1)
    assert text is not None
    return room, members, text
