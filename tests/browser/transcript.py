"""A round of a game, played by keys alone, as a screen reader tells it.

`python -m tests.browser.transcript` writes `tests/browser/spoken/` again. Read what has changed as somebody who
hears it.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import sync_playwright

from kartentisch import words
from kartentisch.bots.bot import Bot
from kartentisch.engine.luck import seeded
from kartentisch.store import MemoryStore
from kartentisch.table import settings
from kartentisch.web import scenes
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.room import Room
from kartentisch.web.live.world import World
from kartentisch.web.pages.texts import later
from kartentisch.web.scene import Step
from kartentisch.words.language import language
from tests.browser.past import Past, served, sit, turn_of
from tests.browser.reader import ScreenReader, Wire
from tests.conftest import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.live import Running

FOLDER = Path(__file__).with_name("spoken")
LOCALES = {"en": "en-GB", "de": "de-DE"}
SEED = 4
MOST = 400
"""Moves of a round: more means that it does not end."""
QUIET = 600
"""Milliseconds after which nothing more is said, and no key counts as pressed twice. They pass on the page's clock."""
PLACES = """element => {
  const cards = [...document.querySelectorAll('.fan.mine > .card')];
  return [cards.indexOf(document.activeElement), cards.findIndex(one => one.dataset.element === element)];
}"""
"""Where the focus is in the hand, and where it is to go."""


class Part(NamedTuple):
    """A part of a round: from this turn of the person on, for this number of moves; 0: to its end."""

    title: str
    begin: int
    moves: int


WHOLE = (Part("The whole round", 1, 0),)


class Case(NamedTuple):
    game: str
    parts: tuple[Part, ...]
    options: Mapping[str, Any] = MappingProxyType({})
    code: str = "en"

    @property
    def file(self) -> Path:
        return FOLDER / (f"{self.game}.txt" if self.code == "en" else f"{self.game}.{self.code}.txt")


CASES = (
    Case("schwupps", (Part("The beginning", 1, 2), Part("The end of the round", 17, 0))),
    Case("schweinsgalopp", WHOLE, {"rounds": 1}),
    Case("solo", WHOLE, {"rounds": 1}),
    Case("swup", (Part("The beginning", 1, 3), Part("The end of the round", 21, 0)), {"rounds": 1}),
    Case("schweinsgalopp", WHOLE, {"rounds": 1}, "de"),
)


@dataclass
class Person:
    """Seat 0. It decides as the greedy bot does, and does it with keys."""

    page: Page
    room: Room
    running: Running
    step_bot: Callable[[], bool]
    code: str
    wire: Wire
    reader: ScreenReader = field(init=False)
    told: list[str] = field(default_factory=list)
    moves: int = 0

    def __post_init__(self) -> None:
        self.reader = ScreenReader(self.page)
        self.bot = Bot("greedy", self.room.table.game.name, seed=SEED)

    # ---- Hearing -----------------------------------------------------------------------------------------------------

    def hear(self, what: str) -> None:
        """Wait until all is said, and write it down."""
        for _ in range(2):
            self.wire.settle(self.room)
            self.page.clock.run_for(QUIET)
        said = self.reader.hear()
        self.told += [what, *(f"    {one}" for one in said)]

    def press(self, key: str) -> None:
        """Press a key and hear what comes of it."""
        self.page.keyboard.press(key)
        self.hear(pressed([key]))

    def ask(self, *questions: str) -> None:
        for question in questions:
            letter = json.loads(later()[f"texts/tell.{self.code}.json"])[f"tell_{question}"][0]
            told = len(self.wire.answered)
            self.page.keyboard.press(f"Shift+{letter}")
            while len(self.wire.answered) == told:  # the code for it is loaded on use
                self.page.wait_for_timeout(5)
            self.hear(f"> Shift+{letter}")

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def play(self, moves: int) -> None:
        """This number of moves, or to the end of the round."""
        for _ in range(MOST):
            table = self.room.table
            if table.phase != "playing":
                return
            if table.actors()[:1] != (0,):
                self.let_bot_play()
                continue
            if moves and self.moves == moves:
                return
            self.move()
        raise AssertionError("the round does not end")

    def let_bot_play(self) -> None:
        number = self.room.table.number
        self.running.loop.call_soon_threadsafe(self.step_bot)
        while self.room.table.number == number:
            self.page.wait_for_timeout(5)
        self.hear(f"— {self.room.roster.shown(language(self.code), self.room.table)[0][1]}")

    def move(self) -> None:
        view = self.room.table.view(0)
        assert view is not None
        rest = self.bot.choose(view).split()
        begun = ""
        while rest:
            step, steps = self.step(rest, begun)
            self.do(step, steps)
            begun = f"{begun} {step.token}".strip()
            rest = rest[len(step.token.split()) :]
        self.moves += 1

    def step(self, rest: list[str], begun: str) -> tuple[Step, list[Step]]:
        """The next step of a move, and all that there are."""
        table = self.room.table
        view, t = table.view(0), language(self.code)
        assert view is not None
        steps = scenes.of(table.game.name).draw(view, t, self.room.roster.shown(t, table)[0], begun).steps
        fitting = [one for one in steps if rest[: len(one.token.split())] == one.token.split()]
        return max(fitting, key=lambda one: len(one.token.split())), steps

    def do(self, step: Step, steps: list[Step]) -> None:
        for n, element in enumerate(step.path):
            picked = step.path[:n]
            if element.startswith("hand/"):
                self.to_card(element)
                self.press("Enter")
            elif n or not element.startswith("button:"):
                self.press(str(digit(steps, picked, element)))
            else:
                self.to_button(element)
                self.press("Enter")
        if step.path[0].startswith("hand/") and len(step.path) == 1 and step.ends:
            self.press("1")

    def to_card(self, element: str) -> None:
        """Come to a card of the hand: by Tab into the hand, then by arrows."""
        tabs = self.to("() => document.activeElement.closest('.fan.mine') !== null")
        places = self.page.evaluate(PLACES, element)
        arrow = "ArrowRight" if places[1] > places[0] else "ArrowLeft"
        arrows = [arrow] * abs(places[1] - places[0])
        for key in arrows:
            self.page.keyboard.press(key)
        if tabs or arrows:
            self.hear(pressed([*tabs, *arrows]))

    def to_button(self, element: str) -> None:
        if tabs := self.to(f"() => document.activeElement.dataset.element === '{element}'"):
            self.hear(pressed(tabs))

    def to(self, condition: str) -> list[str]:
        """Press Tab until it is so; the keys."""
        keys: list[str] = []
        while not self.page.evaluate(condition):
            self.page.keyboard.press("Tab")
            keys.append("Tab")
            assert len(keys) < 60, condition
        return keys


def pressed(keys: Sequence[str]) -> str:
    """The keys as a line of the transcript."""
    runs = [(key, len(list(same))) for key, same in itertools.groupby(keys)]
    return "> " + ", ".join(f"{key} × {n}" if n > 1 else key for key, n in runs)


def digit(steps: list[Step], picked: list[str], element: str) -> int:
    """The digit by which an element is picked."""
    begins = [one for one in steps if one.path[: len(picked)] == picked]
    done = any(len(one.path) == len(picked) and picked for one in begins)
    nexts = list(dict.fromkeys(one.path[len(picked)] for one in begins if len(one.path) > len(picked)))
    return nexts.index(element) + 1 + done


@contextmanager
def quick() -> Iterator[None]:
    """Nobody waits for reactions."""
    kept = settings.REACTION, settings.WINDOW_OF_BOTS
    settings.REACTION = settings.WINDOW_OF_BOTS = 0
    try:
        yield
    finally:
        settings.REACTION, settings.WINDOW_OF_BOTS = kept


def lucky() -> World:
    """A world that deals the same in each run."""
    numbers = itertools.count()
    return World(luck=lambda: seeded(SEED, 1_000 + next(numbers), 1)[0], lot=lambda n: 0)


def transcript(browser: Browser, case: Case) -> str:
    """What is said, as text."""
    title = words.of(case.game).title
    told = [f"{title}, {case.code}: a round for two, played by keys. “said” and “status” are live regions."]
    for number, part in enumerate(case.parts):
        told += ["", f"== {part.title} ==", ""]
        told += listen(browser, case, part, f"spoken{case.game[:3]}{number}{case.code}")
    return "\n".join(told) + "\n"


def listen(browser: Browser, case: Case, part: Part, table_id: str) -> list[str]:
    store = MemoryStore()
    past = Past(case.game, 2, SEED, dict(case.options), window=0).go_on(turn_of(0, part.begin))
    seat = past.written(store, table_id)
    rooms = RoomRegistry(store, lucky())
    with quick(), served(rooms) as running:
        context = browser.new_context(
            viewport={"width": 1024, "height": 800}, reduced_motion="reduce", locale=LOCALES[case.code]
        )
        try:
            sit(context, running.address, store, seat)
            page = context.new_page()
            wire = Wire(page)
            page.clock.install(time=0)
            page.goto(running.address + seat)
            page.wait_for_selector(".fan.mine > .card")
            room = running.do(rooms.get(table_id))
            assert room is not None
            person = Person(page, room, running, rooms.scheduler(table_id).step, case.code, wire)
            person.hear("The page is open.")
            person.press("Tab")
            person.press("Enter")
            person.ask("turn", "hand", "wants")
            person.play(part.moves)
            person.ask("last", "counts", "points")
            return person.told
        finally:
            context.close()


def main() -> int:
    """Write all transcripts, or those of some games."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        FOLDER.mkdir(exist_ok=True)
        for case in CASES:
            if len(sys.argv) < 2 or case.file.stem in sys.argv[1:]:
                case.file.write_text(transcript(browser, case), encoding="utf-8")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
