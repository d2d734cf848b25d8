"""A server that shows a page draws of luck and a record, each as the test likes, and hears what the page gives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from kartentisch.play.proof import Answer
from kartentisch.proof import draws
from kartentisch.web import scorecard
from tests.browser import line
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

TABLE, MATCH = "line", 1
BIND = draws.bind(TABLE)
SECRET = draws.secret(b"l" * 32, BIND, MATCH)
PROMISE = draws.promise(BIND, MATCH, SECRET)
OTHER = "b7" * 32
"""The number of seat 1, whose page is another one."""
EXAMINED = """async ([text, receipt, asked]) => {
  const { examine } = await import('/static/js/examine.js');
  const { sentences } = await import('/static/js/proof.js');
  return sentences(await examine(text, receipt, asked), {});
}"""
RECORD = re.compile(r"/t/line/record\?match=")
NOTED = """([draw, marks]) => {
  const one = JSON.parse(localStorage['kartentisch.luck.0.line'] ?? '{}')[draw];
  return marks.some(mark => one?.[mark]);
}"""
HEADER = {"game": "fake", "rules": "1", "seats": "2", "options": "{}"}


def seal_of(seat: int, number: str, draw: int = 1) -> str:
    return draws.seal(BIND, draw, seat, number)


def draw_line(seals: Mapping[int, str], numbers: Mapping[int, str], draw: int = 1) -> str:
    """The line of a draw; the seats in the order given."""
    return f"draw: {draw} |" + "".join(f" {seat}={seal}:{numbers.get(seat, '-')}" for seat, seal in seals.items())


def played(line: str, secret: str = SECRET, promise: str = PROMISE, bind: str = BIND) -> list[str]:
    """This line of a draw, its deal, and three moves of each seat: the luck follows from the line as it stands."""
    number, _, seals = line.removeprefix("draw: ").partition(" |")
    each = [part.replace("=", " ").replace(":", " ") for part in seals.split()]
    mix = draws._hash("kartentisch mix 1", bind, number, promise, *each)
    deal = "".join(f"{word:016x}" for word in draws.deal_luck(secret, mix))
    moves = [f"{k % 2}: ~A | {draws.move_luck(secret, mix, k % 2, k // 2):016x} | {'0' * 16}" for k in range(6)]
    return [line, f"deal: {deal} | {'0' * 16}", *moves]


def record(*lines: str, **header: str) -> str:
    """A record with these lines after its header. An empty value leaves a header line out."""
    proof = {"proof": "1", "bind": BIND, "match": str(MATCH), "promise": PROMISE, "secret": SECRET}
    said = {key: value for key, value in {**HEADER, **proof, **header}.items() if value}
    return "\n".join([*(f"{key}: {value}" for key, value in said.items()), "", *lines]) + "\n"


class Shown:
    """A page of seat 0, and what it is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def welcome(self, draw: int = 1) -> str:
        """Let the page seal a number for this draw; its seal."""
        welcome = {"t": "welcome", "version": 1, "table": TABLE, "seat": 0, "draw": draw}
        return self._asked("seal", 1 + len(self.asked("seal")), welcome).split()[1]

    def show(self, seals: Mapping[int, str], draw: int = 1, promise: str = PROMISE, bind: str = BIND) -> str:
        """Show the page these seals; the number that it opens for it."""
        asked = len(self.asked("unseal"))
        return self._asked("unseal", asked + 1, self._draw(seals, draw, promise, bind)).split()[1]

    def show_in_vain(
        self, seals: Mapping[int, str], draw: int = 1, promise: str = PROMISE, bind: str = BIND
    ) -> list[str]:
        """Show the page seals for which it opens no number; all numbers that it has opened by then.

        It seals one for the next draw afterwards.
        """
        marks = ["differs", "foreign"] if self._noted(draw, ["promise"]) else ["promise"]
        self._asked("seal", 1 + len(self.asked("seal")), self._draw(seals, draw, promise, bind))
        self.page.wait_for_function(NOTED, arg=[draw, marks], timeout=PATIENCE * 1000)
        return self.asked("unseal")

    def _noted(self, draw: int, marks: list[str]) -> bool:
        return bool(self.page.evaluate(NOTED, [draw, marks]))

    def asked(self, do: str) -> list[str]:
        found: list[str] = self.page.evaluate("do_ => line.asks.filter(a => a.do === do_).map(a => a.arg)", do)
        return found

    def deal(self) -> None:
        line.push(self.page, line.scene(["b1"], 20))
        self.page.wait_for_selector(".page[data-phase='playing']")

    def reload(self) -> None:
        self.page.reload()
        self.page.wait_for_selector(".page[data-number]")

    def said(self) -> str:
        """What the page says above the hand, once it says more than whose turn it is."""
        self.page.wait_for_selector(".say.whole", timeout=PATIENCE * 1000)
        return self.page.locator(".say").inner_text()

    def verdict(self, text: str) -> tuple[list[str], str]:
        """The codes that the page says of this record when the match is over, and its receipt as a file."""
        with served(self.page, text):
            result = scorecard.Result("Over", "", ["Total"], [scorecard.Row(0, "Anna", [1], 1, True, "mug")], True)
            codes = {"save": "save"}  # sentences without texts are their codes
            over = msgspec.structs.replace(result, proof=scorecard.Proof(MATCH, codes))
            line.push(self.page, line.scene([], 30, yours=False, phase="over", buttons=[], result=over))
            self.page.wait_for_selector(".luck p", timeout=PATIENCE * 1000)
            found = [one for one in self.page.locator(".luck p").all_inner_texts() if one != "save"]
            with self.page.expect_download() as download:
                self.page.locator("[data-receipt]").click()
            return found, download.value.path().read_text()

    def examined(self, text: str, receipt: str) -> list[str]:
        """What the page finds in a record that it takes for that of its match."""
        asked = {"match": MATCH, "bind": BIND}
        found: list[str] = self.page.evaluate(EXAMINED, [text, json.loads(receipt), asked])
        return found

    def _draw(self, seals: Mapping[int, str], draw: int, promise: str, bind: str) -> dict[str, Any]:
        said = {str(seat): seal for seat, seal in seals.items()}
        return {"t": "draw", "draw": draw, "bind": bind, "promise": promise, "seals": said}

    def _asked(self, do: str, n: int, message: dict[str, Any]) -> str:
        """Send a message, and wait for the answer to it: the n-th ask of its kind."""
        self._down(message)
        self.page.wait_for_function(
            "([do_, n]) => line.asks.filter(a => a.do === do_).length >= n", arg=[do, n], timeout=PATIENCE * 1000
        )
        return self.asked(do)[n - 1]

    def _down(self, message: dict[str, Any]) -> None:
        self.page.evaluate("message => { for (const one of line.open) one.down(message) }", message)


@contextmanager
def served(page: Page, text: str) -> Iterator[None]:
    """The page is given this record, whichever match it asks for."""

    def answer(route: Route) -> None:
        route.fulfill(body=text, content_type="text/plain")

    page.route(RECORD, answer)
    yield
    page.unroute(RECORD, answer)


def codes_of(answer: Answer) -> list[str]:
    """What `check` finds, as the page says it."""
    many = "missing_one" if answer.missing == 1 else "missing_other"
    head = "wrong" if answer.faults else many if answer.kind == "missing" else answer.kind
    return [head, *(why.code for why in (*answer.faults, *answer.reasons))]
