"""Scripted people with real cards, who write on a shared score pad from two phones. Others read it."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tests.cluster.page import DELAYS, Page
from tests.cluster.plan import People

GAME, PEOPLE, OPTIONS = "schweinsgalopp", 3, {"rounds": 3, "rotate_start": False}
BUSY = ("busy", "store")
"""Why the page sends an entry again by itself."""
AGAIN = 1.5
READS = 8.0
"""Seconds after which another phone looks at the pad, at most."""
Entry = dict[str, Any]


@dataclass
class Shared:
    """A pad that several phones have."""

    id: str
    key: str
    newest: int = 0
    """The number of the newest entry that somebody was told is in."""
    writing: int = 0
    """Phones with an entry that has no answer."""
    read_out: bool = False
    """Whether a phone that had nothing has read all of it in the end."""


class Phone(Page):
    """A page of a pad. One with a key writes. `asks`: hosts and ports, one after the other when a connection breaks."""

    def __init__(
        self, all_: People, pad: Shared, name: str, asks: Iterable[str], chance: random.Random, writes: bool = True
    ) -> None:
        super().__init__(all_, f"/pad/{pad.id}", "", chance)
        self.pad, self.name, self.writes = pad, name, writes
        self._hosts = list(asks)
        self._at = 0
        self._seen: dict[int, Entry] = {}
        self._count = 0
        self._writing: asyncio.Task[None] | None = None

    def note(self, what: str, **more: Any) -> None:
        self.all.report.note(what, pad=self.pad.id, page=self.name, **more)

    @property
    def host(self) -> str:
        return self._hosts[self._at % len(self._hosts)]

    @property
    def have(self) -> int:
        return max(self._seen, default=-1)

    @property
    def moving(self) -> bool:
        return bool(self.asks) or not self.pad.read_out or not self.current

    @property
    def current(self) -> bool:
        """Whether it has all that somebody was told is in."""
        return self.have >= self.pad.newest

    def hello(self) -> dict[str, Any]:
        return {}

    def lost(self) -> None:
        self._at += 1

    async def run(self) -> None:
        if self.writes:
            self._writing = asyncio.ensure_future(self._write())
        await super().run()
        if self._writing is not None:
            self._writing.cancel()

    def receive(self, message: dict[str, Any], text: bytes) -> None:
        match message["t"]:
            case "pad":
                self.note("reads", entries=message["entries"])
                self._seen |= {entry["n"]: entry for entry in message["entries"]}
            case "done":
                self.asks.pop(message["id"], None)
                self.pad.newest = max(self.pad.newest, message["n"])
                self.note("entered", id=message["id"], n=message["n"])
            case "refused" if message["code"] in BUSY:
                asyncio.get_running_loop().call_later(AGAIN, self._once_more, message["id"])
            case "refused":
                self.asks.pop(message["id"], None)
                self.note("denied", id=message["id"], code=message["code"])

    def _once_more(self, ask: str) -> None:
        if ask in self.asks:
            self.note("again", id=ask)
            self.ask(self.asks[ask].message)

    async def _write(self) -> None:
        """One entry after the other, as the page does."""
        while True:
            await asyncio.sleep(0.05 + self.chance.random() * self.all.plan.think)
            if self.asks or self.all.stop.is_set():
                continue
            entry = self._entry()
            self.note("entry", entry=entry)
            arg = json.dumps({"key": self.pad.key, "entry": entry})
            self.ask({"t": "ask", "id": entry["id"], "do": "enter", "arg": arg})

    def _entry(self) -> Entry:
        self._count += 1
        entry: Entry = {"id": f"{self.name}-{self._count:06d}", "by": self.chance.randrange(-1, PEOPLE)}
        person, kind = self.chance.randrange(PEOPLE), self.chance.random()
        if kind < 0.1:
            return entry | {"do": "name", "person": person, "values": {"name": f"N{self._count}"}}
        if kind < 0.25 and self._seen:
            return entry | {"do": "undo", "of": self.chance.choice([*self._seen.values()])["id"]}
        where = {"round": self.chance.randrange(1, 9), "person": person}
        return entry | {"do": "enter", **where, "values": {"banked": self.chance.randrange(7)}}


async def pad(all_: People, number: int) -> None:
    """Two phones share a pad at the same time and write on it. Others come, read all of it, and go."""
    chance = random.Random(f"pad {all_.plan.seed} {number}")
    name = f"pad-{all_.plan.seed}-of-{number}"
    hosts = chance.sample(all_.plan.nodes, len(all_.plan.nodes))
    begun = [{"id": f"{name}-name-{n}", "do": "name", "person": n, "values": {"name": f"P{n}"}} for n in range(PEOPLE)]
    form = {"id": name, "at": 1, "options": OPTIONS, "people": PEOPLE, "entries": begun}
    shared = await asyncio.gather(_shared(all_, [all_.plan.at], form), _shared(all_, hosts, form))
    if (found := shared[0] or shared[1]) is None:
        return
    both = [Phone(all_, found, f"{name}-{n}", asks, chance) for n, asks in enumerate(([all_.plan.at], hosts))]
    writing = [asyncio.ensure_future(phone.run()) for phone in both]
    all_.begun.add(name)
    count = 0
    while not found.read_out and not any(phone.over.is_set() for phone in both):
        last = all_.stop.is_set() and not any(phone.asks for phone in both)
        count += 1
        reader = Phone(all_, found, f"{name}-reader-{count}", hosts[count % len(hosts) :], chance, writes=False)
        reading = asyncio.ensure_future(reader.run())
        await _read(reader, last)
        found.read_out = last and reader.current
        reader.leave()
        await reading
    await asyncio.gather(*writing)


async def _read(reader: Phone, last: bool) -> None:
    """Wait until it has read all, at the end; before, for some time."""
    until = time.monotonic() + READS * reader.chance.random()
    while not reader.over.is_set() and (not reader.current if last else time.monotonic() < until):
        await asyncio.sleep(0.05)


async def _shared(all_: People, hosts: list[str], form: dict[str, Any]) -> Shared | None:
    """Share a pad, however often it takes. None if it is time to stop."""
    for tries in range(1_000):
        if all_.stop.is_set():
            break
        status, said = await asyncio.to_thread(_posted, all_.plan.at, hosts[tries % len(hosts)], form)
        all_.report.note("shared", form=form["id"], entries=form["entries"], status=status, pad=said.get("id", ""))
        assert not 400 <= status < 500, said
        if status == 200:
            return Shared(said["id"], said["key"])
        await asyncio.sleep(DELAYS[min(tries, 3)] * (0.5 + random.random() / 2))
    return None


def _posted(site: str, host: str, form: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    headers = {"Content-Type": "application/json", "Origin": f"http://{site}", "Host": site}
    with closing(http.client.HTTPConnection(host, timeout=10)) as line:
        try:
            line.request("POST", f"/pad/{GAME}/share", json.dumps(form), headers)
            answer = line.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else {}
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}
