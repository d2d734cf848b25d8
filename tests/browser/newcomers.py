"""What is made for newcomers and for the kitchen table, in every state: lessons, rules in place, the desk, pads, open
tables. Each is one call away, as in `everywhere`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kartentisch.web.lessons.course import course_of, taught
from tests.browser import pads
from tests.web.support.lessons import mistakes

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENT = """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    window.ask = (what) => send.call(this, JSON.stringify({ t: 'ask', id: 'asked-by-a-test', ...what }));
    send.call(this, text);
  };
})()"""
"""Something else can be asked over the line of the page."""

DESK = {
    "answer": "/ask/solo/play?top=b%2B2&card=%2B4&phase=owed&owed=2",
    "answer that says yes": "/ask/swup/take?loose=y9&card=b9&picks=y9",
    "answer that depends": "/ask/solo/play?top=C&card=r7&phase=turn",
    "question, filled in": "/ask/swup?q=take&loose=y9,b3&card=b9&picks=y9",
    "question that cannot be": "/ask/solo/play?top=r7&card=r1&phase=owed",
}
LOBBY = {
    "lobby": "/lobby?game=schwupps",
    "lobby, nothing like this": "/lobby?game=swup&seats=3",
}
KEEP = "([key, value]) => localStorage.setItem(key, value)"


class Newcomers:
    """A page that goes to these states."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def states(self) -> dict[str, Callable[[], object]]:
        return {
            **{name: partial(self.go, link) for name, link in {**DESK, **LOBBY}.items()},
            **{f"lesson of {game}": partial(self.lesson, game) for game in taught()},
            **{f"lesson of {game}, wrong": partial(self.wrong, game) for game in taught()},
            **{f"lesson of {game}, shown": partial(self.shown, game) for game in taught()},
            **{f"end of the lesson of {game}": partial(self.learned, game) for game in taught()},
            "rule of a lesson": self.rule,
            **pads.states(self.page, self.address),
            "pad, menu": partial(self.pad, "menu"),
            "pad, share": partial(self.pad, "share"),
            "pad, shared": self.shared_pad,
        }

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    # ---- Lessons -----------------------------------------------------------------------------------------------------

    def lesson(self, game: str) -> None:
        self.go(f"/learn/{game}")
        self.page.locator("#note b").first.wait_for()

    def wrong(self, game: str) -> None:
        """The note after a wrong try."""
        moment = course_of(game).lesson.moments[0]
        move = next(iter(mistakes(course_of(game).tables[0], moment).values()))
        self.page.add_init_script(SENT)
        self.lesson(game)
        self.page.evaluate("move => window.ask({ do: 'play', since: 9999, moves: [move] })", move)
        self.page.locator('.note[data-tone="wrong"]').wait_for()

    def shown(self, game: str) -> None:
        """The fitting card has risen after the second wrong try."""
        self.wrong(game)
        moment = course_of(game).lesson.moments[0]
        move = [*mistakes(course_of(game).tables[0], moment).values()][-1]
        self.page.evaluate("move => window.ask({ do: 'play', since: 9999, id: 'asked-again', moves: [move] })", move)
        self.page.locator("[data-risen]").first.wait_for()

    def learned(self, game: str) -> None:
        """The end of a lesson of which the first thing was found without help."""
        first = course_of(game).lesson.teaches[0].moment
        self.go(f"/learn/{game}/done")
        own = {"id": first, "step": 2, "of": 9, "own": {first: True}}
        self.page.evaluate(KEEP, [f"kartentisch.lesson.{game}", json.dumps(own)])
        self.go(f"/learn/{game}/done")
        self.page.locator(".own").wait_for()

    def rule(self) -> None:
        """The paragraph behind the note of a lesson."""
        self.lesson("schwupps")
        self.page.locator('.ways a[href*="/rules/"]:visible').dispatch_event("click")
        self.page.locator("dialog.rule-panel[open] .slip").wait_for()

    # ---- Pads --------------------------------------------------------------------------------------------------------

    def pad(self, sheet: str) -> None:
        """A sheet over a pad that this browser has."""
        pads.open_pad(self.page, self.address, "solo")
        self.page.locator(f"[data-do={sheet}]").first.dispatch_event("click")
        self.page.locator(f"#sheet-{sheet}[open]").wait_for()

    def shared_pad(self) -> None:
        """The links of a pad that is shared now."""
        self.pad("share")
        self.page.locator("[data-do=share-now]").dispatch_event("click")
        self.page.locator("#sheet-share input.field").nth(1).wait_for()
