"""The files that one ask passes through, in the order in which each is entered first: `python -m tests.walks move`.

Also `hint` and `form`. docs/decisions/0028 keeps these walks as they were before and after the rooms of web.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import kartentisch
from tests.web.support.kit import FORM, House, browser, in_house, settled, step
from tests.web.support.tables import begun, hint_on

SOURCES = Path(kartentisch.__file__).parent
NAMED = 4
"""How many functions of a file are named."""

Walk = dict[str, list[str]]


@contextmanager
def followed() -> Iterator[Walk]:
    """The functions that any thread enters meanwhile, by file."""
    walk: Walk = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(SOURCES)) and "<" not in code.co_qualname:
            entered = walk.setdefault(Path(code.co_filename).relative_to(SOURCES).as_posix(), [])
            if code.co_qualname not in entered:
                entered.append(code.co_qualname)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def move(house: House) -> Walk:
    room = await begun(house, "you", "open")
    page = await house.page(room, room.table.actors()[0])
    with followed() as walk:
        await page.ask("play", moves=[step(page)])
        await settled()
    return walk


async def hint(house: House) -> Walk:
    room = await begun(house, "you", "open")
    page = await house.page(room, room.table.actors()[0])
    with followed() as walk:
        await page.ask("hint")
        await hint_on(page)
        await asyncio.sleep(0)
    return walk


def form() -> Walk:
    with followed() as walk, browser() as (client, _):  # the thread of the server begins in here
        walk.clear()
        client.post("/open/schwupps", data=FORM)
    return walk


WALKS: dict[str, Callable[[], Walk]] = {"move": lambda: in_house(move), "hint": lambda: in_house(hint), "form": form}


def main() -> int:
    for number, (file, functions) in enumerate(WALKS[sys.argv[1]]().items(), start=1):
        more = f" and {len(functions) - NAMED} more" if len(functions) > NAMED else ""
        print(f"{number}. `{file}`: {', '.join(functions[:NAMED])}{more}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
