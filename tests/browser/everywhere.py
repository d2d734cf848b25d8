"""Every page and every state of a table, each one call away, in one browser: what is true everywhere is tried here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING
from unittest.mock import patch

from kartentisch.bots import reviewing
from kartentisch.play.games import games
from kartentisch.store import MemoryStore
from kartentisch.table.windows import window_seats
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from tests.browser.line import resize
from tests.browser.live import BACK_FROM_CACHE
from tests.browser.newcomers import Newcomers
from tests.browser.past import Past, able_to_think, served, sit, turn_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from kartentisch.table.table import Table

SEATS = {"schwupps": 4, "schweinsgalopp": 4, "solo": 4, "swup": 3}
NOW = 1_900_000_000_000
"""Time stands still: no window ends, and nobody is away for long."""
PHONE = (360, 640)
WIDE = (1440, 900)
DRAWN = "() => document.querySelector('.page') && document.querySelector('.page').dataset.phase !== 'loading'"

UNFOLD = "() => document.querySelectorAll('details').forEach(one => { one.open = true; })"


class Everywhere:
    """One browser window before one server, on which tables stand in all states."""

    def __init__(self, page: Page, address: str, rooms: RoomRegistry) -> None:
        self.page, self.address, self.rooms = page, address, rooms
        self.seats: dict[str, str] = {}
        """Addresses of seats by the name of their table."""

    # ---- Tables ------------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Write the pasts; open what is opened by forms."""
        for game, seats in SEATS.items():
            self.put(f"{game}-own", Past(game, seats, 5).go_on(turn_of(0, 4)))
            self.put(f"{game}-other", Past(game, seats, 5).go_on(turn_of(1, 4)))
        self.put("known", Past("solo", 4, 4).go_on(turn_of(0, 4)))  # two cards were given away before
        self.put("window", Past("solo", 4, 5).go_on(in_window))
        self.put("paused", Past("schwupps", 3, 5).go_on(turn_of(0, 1)).ask("pause"))
        self.put("result", Past("schweinsgalopp", 3, 5).go_on(lambda table: table.phase == "result"))
        for game in SEATS:
            short = {"schweinsgalopp": {"rounds": 1}}.get(game, {})
            self.put(f"{game}-over", Past(game, 2 + (game == "schweinsgalopp"), 5, short).go_on(over))
        self.put("closed", Past("schwupps", 3, 5).go_on(turn_of(0, 1)).ask("close"))
        self.seats["waiting"] = self.opened({"seat-1": "open", "seat-2": "bot:greedy", "public": "on"})
        self.opened({"seat-1": "bot:greedy", "watchers": "anyone"})
        self.seats["talking"] = self.opened({"seat-1": "open"})
        ben = self.page.context.browser.new_context()  # type: ignore[union-attr]
        joined = f"{self.address}{self.seats['talking'].rpartition('/')[0]}/join"
        ben.request.post(joined, form={"name": "Ben", "ask": "abcdefgh"}, max_redirects=0)
        ben.close()

    def put(self, name: str, past: Past) -> None:
        self.seats[name] = past.written(self.rooms.store, name)
        sit(self.page.context, self.address, self.rooms.store, self.seats[name])

    def opened(self, form: dict[str, str | float | bool]) -> str:
        given: dict[str, str | float | bool] = {"name": "Anna", "seat-0": "you", "pace": "step"}
        answer = self.page.request.post(f"{self.address}/open/schwupps", form=given | form, max_redirects=0)
        return answer.headers["location"]

    # ---- Ways --------------------------------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def unfolded(self, path: str) -> None:
        """A form with all its folds open."""
        self.go(path)
        self.page.evaluate(UNFOLD)

    def table(self, name: str) -> None:
        self.go(self.seats[name])
        self.page.wait_for_function(DRAWN)

    def sent(self, path: str, fill: dict[str, str]) -> None:
        """A form that comes back with a sentence: the browser's own checks are left out."""
        self.go(path)
        for selector, text in fill.items():
            self.page.locator(selector).fill(text)
        with self.page.expect_navigation():
            self.page.evaluate("s => document.querySelector(s).form.submit()", next(iter(fill)))

    def raised(self, game: str) -> None:
        """A card of one's own is raised."""
        self.table(f"{game}-own")
        self.page.locator(".fan.mine > .card").first.dispatch_event("click")
        self.page.locator(".fan.mine > .up").wait_for()

    def what_is_it(self) -> None:
        """The prompt says what the draw pile is."""
        self.table("solo-own")
        self.page.locator('.zones [data-zone="draw"]').click(button="right")
        self.page.locator(".say a.rule").wait_for()

    def rule(self, size: tuple[int, int] = PHONE) -> None:
        """The paragraph behind what something is."""
        self.size(*size)
        self.what_is_it()
        self.page.locator(".say a.rule").dispatch_event("click")
        self.page.locator(".rule-panel .slip").wait_for()

    def menu(self) -> None:
        self.table("schwupps-own")
        self.page.locator(".menu").dispatch_event("click")

    def sheet(self, name: str) -> None:
        self.page.locator(f"#sheet-{name}[open]").wait_for()

    def asked(self) -> None:
        """A question before something is done."""
        self.menu()
        self.page.locator("#sheet-menu [data-control=leave]").dispatch_event("click")
        self.sheet("question")

    def from_menu(self, table: str, selector: str, sheet: str) -> None:
        self.table(table)
        self.page.locator(".menu").dispatch_event("click")
        self.page.locator(f"#sheet-menu {selector}").first.dispatch_event("click")
        self.sheet(sheet)

    def at_bar(self, table: str, selector: str, sheet: str) -> None:
        """Opened by what only a narrow window shows."""
        self.table(table)
        self.page.locator(selector).first.dispatch_event("click")
        self.sheet(sheet)

    def cut_off(self) -> None:
        self.table("solo-own")
        self.page.context.set_offline(True)
        self.page.evaluate(BACK_FROM_CACHE)
        self.page.locator(".say use[href$='#offline']").wait_for()

    def back_on_line(self) -> None:
        self.page.context.set_offline(False)

    def size(self, width: int, height: int) -> None:
        resize(self.page, width, height)

    # ---- All of them -------------------------------------------------------------------------------------------------

    def pages(self) -> dict[str, Callable[[], None]]:
        waiting = self.seats["waiting"]
        own, wrong = self.seats["schwupps-own"], {"#code": "BCDFG"}
        return {
            "home": partial(self.go, "/"),
            "home, wrong code": partial(self.sent, "/", wrong),
            "form, folded": partial(self.go, "/open/schwupps"),
            **{f"form of {game}": partial(self.unfolded, f"/open/{game}") for game in games()},
            "form, without a name": partial(self.sent, "/open/schwupps", {"#name": ""}),
            **{f"rules {w}": partial(self.go, f"/rules/{w}") for g in games() for w in (g, g + "/short", g + "/1.2")},
            **{f"questions about {game}": partial(self.go, f"/ask/{game}") for game in games()},
            "stored": partial(self.go, "/stored"),
            "install": partial(self.go, "/install"),
            "to another device": partial(self.go, "/take"),
            "pad": partial(self.go, "/pad/solo"),
            "offline": partial(self.go, "/offline"),
            "ways": partial(self.go, "/rules"),
            "join": partial(self.unfolded, "/t/schwupps-other"),
            "join, without a name": partial(self.sent, "/t/schwupps-other", {"#name": ""}),
            "somebody else's seat": partial(self.go, "/t/solo-own/1"),
            "link": partial(self.go, f"{waiting}/link"),
            "name": partial(self.go, f"{waiting}/name"),
            "let a program play": partial(self.go, f"{waiting}/program/1"),
            "how to show a screen": partial(self.go, f"{own}/show"),
            "give a seat": partial(self.go, f"{own}/give/1"),
            "delete": partial(self.go, f"{self.seats['schwupps-over']}/delete"),
            "no page": partial(self.go, "/nothing"),
            "no table": partial(self.go, "/t/nothing"),
            "no game": partial(self.go, "/open/nothing"),
        }

    def states(self) -> dict[str, Callable[[], None]]:
        names = [name for name in self.seats if name != "closed"]
        return {
            **{name: partial(self.table, name) for name in names},
            **{f"{game}, raised": partial(self.raised, game) for game in SEATS},
            "closed": partial(self.table, "closed"),
            "what is it": self.what_is_it,
            "rule of a refusal": self.rule,
            "rule of a refusal, beside the table": partial(self.rule, WIDE),
            "watching": partial(self.watching, "solo-own"),
            "no connection": self.cut_off,
            "menu": self.menu,
            "question": self.asked,
            "options": partial(self.from_menu, "solo-own", "button:has([href$='#options'])", "options"),
            "invite": partial(self.from_menu, "schwupps-own", "button:has([href$='#link'])", "invite"),
            "seat": partial(self.from_menu, "schwupps-own", "[data-seat-sheet]", "seat"),
            "known": partial(self.from_menu, "known", "button:has([href$='#eye'])", "known"),
            "log": partial(self.at_bar, "schwupps-own", ".last-line", "log"),
            "talk": partial(self.at_bar, "talking", ".talks", "talk"),
            **{f"replay of {game}": partial(self.replay, f"{game}-over") for game in SEATS},
            "replay, running": partial(self.replay, "solo-own"),
            "replay, points": partial(self.replay, "swup-over", "end", '[data-do="points"]', ".result"),
            "replay, playing on": partial(
                self.replay, "swup-over", "9", '[data-do="play-on"]', "#sheet-question[open]"
            ),
            "review": self.review,
            "hint": self.hint,
        }

    def replay(self, name: str, at: str = "9", press: str = "", shows: str = ".board .zone") -> None:
        self.go(f"{self.seats[name]}/replay#{'99999' if at == 'end' else at}")
        self.page.wait_for_function(DRAWN)
        if press:
            self.page.locator(press).dispatch_event("click")
        self.page.locator(shows).first.wait_for()

    def review(self) -> None:
        self.go(f"{self.seats['swup-over']}/review")
        self.page.locator(".plot").first.wait_for()  # every decision of a match is judged
        self.page.evaluate(UNFOLD)

    def hint(self) -> None:
        self.table("swup-own")
        self.page.locator(".tip").dispatch_event("click")
        self.page.locator(".tip.told").click()
        self.page.locator(".hint li").first.wait_for()

    def watching(self, name: str) -> None:
        self.go(f"/t/{name}/watch")
        self.page.wait_for_function(DRAWN)

    def all(self, turn: int | None = None, first: int = 0) -> Iterator[str]:
        """Go everywhere, one after the other.

        With a `turn` only what belongs to no game, and of each page that every game has, that of one game: with the
        next turn it is the next game's. Then it is only every eighth kind of page, from the one at place `first` on.
        """
        ways = {**self.pages(), **self.states(), **Newcomers(self.page, self.address).states()}
        for name in ways if turn is None else in_turn([*ways], turn)[first::8]:
            ways[name]()
            self.page.evaluate("() => document.fonts.ready.then(() => 0)")
            yield name
            self.back_on_line()
            self.size(*PHONE)


def in_turn(names: list[str], turn: int) -> list[str]:
    """One name of those that differ in the game alone, another one for each kind of page."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        game = next((game for game in games() if game in name), "?")
        kinds.setdefault(name.replace(game, "a game"), []).append(name)
    return [same[(place + turn) % len(same)] for place, same in enumerate(kinds.values())]


def in_window(table: Table) -> bool:
    """Something is asked of the person out of turn."""
    return 0 in window_seats(table)


def over(table: Table) -> bool:
    return table.phase == "over"


@contextmanager
def everywhere(chromium: Browser, language: str) -> Iterator[Everywhere]:
    """In one window of a phone, on tables of its own."""
    able_to_think("swup")  # for a review and a hint
    rooms = RoomRegistry(MemoryStore(), World(clock=lambda: NOW, steady=lambda: NOW))
    quick = partial(reviewing.review, deals=6)
    with patch.object(reviewing, "review", quick), served(rooms, reached=True) as running:
        width, height = PHONE
        context = chromium.new_context(
            locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        found = Everywhere(context.new_page(), running.address, rooms)
        found.lay_out()
        yield found
        context.close()
