"""Scripted people as a process of their own: `python -m tests.cluster.players PLAN`.

The plan is a JSON file (see `plan.Plan`). A line "stop" on the standard input lets them ask for nothing more; the
process ends when everything that they have asked for is answered, or nobody can answer it.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import sys
import time
import urllib.parse
from pathlib import Path

import msgspec

from tests.cluster.pads import pad
from tests.cluster.page import DELAYS
from tests.cluster.plan import People, Plan, Report
from tests.cluster.player import Player

LAST = 45.0
"""Seconds in which everything is answered after "stop"."""


async def group(all_: People, number: int) -> None:
    """Play at one table after the other."""
    plan, chance = all_.plan, random.Random(f"{all_.plan.seed} {number}")
    for match in range(10_000):
        name = f"g{plan.seed}-{number}-{match}"
        players = await _seated(all_, number, name, chance)
        if players and not all_.stop.is_set():  # else nobody would tell them to leave
            await asyncio.gather(*(player.run() for player in players))
        if all_.stop.is_set():
            return


async def opener(all_: People, number: int) -> None:
    """Open tables, each with a form that is sent again until it is answered."""
    plan = all_.plan
    chance = random.Random(f"opener {plan.seed} {number}")
    for count in range(100_000):
        form = {"name": "Opener", "seat-0": "you", "seat-1": "open", "ask": f"o{plan.seed}-{number}-{count}"}
        if await _post(all_, f"/open/{chance.choice(plan.games)}", form) is None:
            return
        await asyncio.sleep(chance.random())


async def _seated(all_: People, number: int, name: str, chance: random.Random) -> list[Player]:
    """People at a new table. At each second one somebody watches."""
    plan = all_.plan
    bots = [f"bot:{level}" for level in plan.bots if number % 2]
    seats = ["you", *["open"] * (plan.people - 1), *bots]
    form = {"name": "P0", **{f"seat-{seat}": what for seat, what in enumerate(seats)}, "ask": f"{name}-open"}
    form |= {f"option-{key}": value for key, value in plan.options.items()}
    game = plan.games[number % len(plan.games)]
    places = [await _post(all_, f"/open/{game}", form)]
    for seat in range(1, plan.people):
        if places[-1] is not None:
            table = places[0][0].split("/")[2]  # type: ignore[index]
            join = {"name": f"P{seat}", "ask": f"{name}-join-{seat}"}
            places.append(await _post(all_, f"/t/{table}/join", join))
    found = [place for place in places if place is not None]
    if len(found) < len(places):
        return []
    if number % 2 == 0:
        found.append((found[0][0].rpartition("/")[0] + "/watch", ""))
    return [Player(all_, number, f"{name}-{place}", at, chance) for place, at in enumerate(found)]


async def _post(all_: People, path: str, form: dict[str, str]) -> tuple[str, str] | None:
    """Send a form until it leads to a seat: its address and cookie. None if it is time to stop."""
    for tries in range(1_000):
        if all_.stop.is_set():
            break
        begun = time.monotonic()
        status, address, cookie = await asyncio.to_thread(_posted, all_.plan.at, path, form)
        all_.report.note("form", path=path, ask=form["ask"], status=status, to=address, took=time.monotonic() - begun)
        if status == 303 and cookie:
            return address, cookie
        await asyncio.sleep(DELAYS[min(tries, 3)] * (0.5 + random.random() / 2))
    return None


def _posted(at: str, path: str, form: dict[str, str]) -> tuple[int, str, str]:
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{at}"}
    with contextlib.closing(http.client.HTTPConnection(at, timeout=10)) as line:
        try:
            line.request("POST", path, urllib.parse.urlencode(form), headers)
            answer = line.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return 0, "", ""
    cookies = [value for key, value in answer.getheaders() if key.lower() == "set-cookie"]
    seat = next((value.split(";")[0] for value in cookies if value.startswith("seat=")), "")
    return answer.status, answer.getheader("location", ""), seat


async def play(plan: Plan, report: Report) -> None:
    all_ = People(plan, report)
    groups = [asyncio.ensure_future(group(all_, number)) for number in range(plan.tables)]
    groups += [asyncio.ensure_future(opener(all_, number)) for number in range(plan.openers)]
    groups += [asyncio.ensure_future(pad(all_, number)) for number in range(plan.pads)]
    loop = asyncio.get_running_loop()

    def heard() -> None:
        sys.stdin.readline()
        all_.stop.set()

    loop.add_reader(sys.stdin, heard)

    def failed() -> None:
        for one in groups:
            if one.done() and not all_.stop.is_set():
                one.result()

    while len(all_.begun) < plan.tables + plan.pads and not all_.stop.is_set():
        failed()
        await asyncio.sleep(0.05)
    print("dealt", flush=True)
    while not all_.stop.is_set():
        failed()
        await asyncio.sleep(0.1)
    loop.remove_reader(sys.stdin)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LAST):
            while any(page.moving for page in all_.here):
                await asyncio.sleep(0.05)
    report.note("stopped")
    for page in list(all_.here):
        page.leave()
    await asyncio.gather(*groups)


def main(path: str) -> None:
    plan = msgspec.json.decode(Path(path).read_bytes(), type=Plan)
    with Path(plan.out).open("wb", buffering=0) as file:
        asyncio.run(play(plan, Report(file)))


if __name__ == "__main__":
    main(*sys.argv[1:])
