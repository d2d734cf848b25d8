"""Score pads as a browser has stored them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

Entry = dict[str, Any]
BEGUN = 1_800_000_000_000
SWUP = {"rounds": 0, "most_cards": 1, "most_black": 2, "last_cards": 1, "star_points": 1, "swup_points": 1}


def entered(round_: int, person: int | None = None, /, **values: Any) -> Entry:
    return {"do": "enter", "round": round_, "values": values} | ({} if person is None else {"person": person})


def solo_round(number: int, out: int, **left: dict[str, int]) -> list[Entry]:
    """A round in which one person went out; what the others had left, `p0` for the first."""
    hands = [entered(number, int(person[1:]), left=hand) for person, hand in left.items()]
    return [*hands, entered(number, out=out)]


PADS: dict[str, tuple[dict[str, Any], list[str], list[Entry]]] = {
    "solo": (
        {"limit": 500, "rounds": 0},
        ["Anna", "Ben", "Cem"],
        [*solo_round(1, 2, p0={"7": 1, "S": 1, "C": 1}, p1={"+4": 2}), *solo_round(2, 0, p1={"9": 1}, p2={"1": 2})],
    ),
    "swup": (SWUP, ["Anna", "Ben"], [entered(1, most=0, black=1, last=0, stars={"0": 3, "1": 4}, swups={"1": 2})]),
    "schwupps": (
        {"match": "tournament", "rounds": 0},
        ["Anna", "Ben", "Cem"],
        [entered(1, out=0, left={"1": 9, "2": 4}), entered(2, out=1, left={"0": 2, "2": 3})],
    ),
    "schweinsgalopp": (
        {"rounds": 3, "rotate_start": False},
        ["Anna", "Ben", "Cem"],
        [entered(1, banked={"0": 5, "2": 4}), entered(2, banked={"1": 6, "2": 3})],
    ),
}
"""A pad of each game with some rounds: options, people, entries."""


def stored(game: str, entries: list[Entry] | None = None, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A pad as it is stored."""
    usual, people, some = PADS[game]
    names = [{"do": "name", "person": person, "values": {"name": name}} for person, name in enumerate(people)]
    every = [*names, *(some if entries is None else entries)]
    return {
        "id": f"pad-of-{game}",
        "at": BEGUN,
        "options": {**usual, **(options or {})},
        "people": len(people),
        "entries": [{"id": f"entry{number:03}", **entry} for number, entry in enumerate(every)],
    }


BARE = "/healthz"
"""A page without scripts, on which something can be stored before the first page with them is loaded."""
PUT = "([key, text]) => localStorage.setItem(key, text)"


def open_pad(
    page: Page, address: str, game: str, entries: list[Entry] | None = None, options: dict[str, Any] | None = None
) -> None:
    """Go to the page of a pad that this browser has stored."""
    page.goto(f"{address}{BARE}")
    page.evaluate(PUT, [f"kartentisch.pads.{game}", json.dumps([stored(game, entries, options)])])
    page.evaluate("key => localStorage.removeItem(key)", f"kartentisch.pad-draft.{game}")
    page.goto(f"{address}/pad/{game}")
    page.locator("main[data-view=table]").wait_for()


def open_round(page: Page, address: str, game: str) -> None:
    open_pad(page, address, game)
    page.locator("[data-do=round]").dispatch_event("click")
    page.locator("main[data-view=round]").wait_for()


def states(page: Page, address: str) -> dict[str, Callable[[], object]]:
    """Ways to every view of a pad, by name."""
    return {
        **{f"pad of {game}, new": partial(page.goto, f"{address}/pad/{game}") for game in PADS},
        **{f"pad of {game}": partial(open_pad, page, address, game) for game in PADS},
        **{f"pad of {game}, a round": partial(open_round, page, address, game) for game in PADS},
    }


def totals(page: Page) -> list[str]:
    return page.locator("tfoot td").all_inner_texts()
