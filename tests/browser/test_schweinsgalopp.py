"""Schweins-Galopp in real browsers: two people and two bots play a whole match, and the test keeps its own books.

From the log it takes nothing but who has moved which pig. Where pigs run, who leads, what is taken, banked and lost it
reckons from docs/rules/schweinsgalopp.md, and both screens must say the same.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from kartentisch.store import MemoryStore
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.live.world import World
from tests.browser import live
from tests.browser.past import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEATS = 4
ANNA, BEN = 0, 2
DEALS = [3, 14, 15]
"""The luck of each round's cards. With these cards both of what a last card can do happens to people."""
PIGS = {"blue": "b", "green": "g", "red": "r", "purple": "v", "yellow": "y"}
RAN = re.compile(r"^(.+?) (?:moves?|brings?|keeps?) the (\w+) pig ")
LOG = """() => [...document.querySelectorAll('.side .lines li')].map(line => {
  const copy = line.cloneNode(true);
  copy.querySelector('.divider')?.remove();
  return copy.textContent.trim();
})"""
SEEN = """() => {
  const figures = node => [...node.querySelectorAll('.counter b')].map(figure => Number(figure.innerText));
  const others = [...document.querySelectorAll('.others .seat')].map(seat => [seat.dataset.seat, figures(seat)]);
  const pigs = [...document.querySelectorAll('.track .piece')].map(
    pig => [pig.dataset.card.replace(/^pig-(.).*$/, '$1'), Number(pig.dataset.space)]);
  const own = [document.body.dataset.seat, figures(document.querySelector('[data-zone=scoff]'))];
  return {
    scoff: Object.fromEntries([own, ...others]),
    supply: Number(document.querySelector('[data-zone=supply] .number').innerText),
    pigs: Object.fromEntries(pigs), race: figures(document.querySelector('[data-zone=race]')),
  };
}"""


@dataclass
class Books:
    """The match by the rules (§4 to §7)."""

    pigs: dict[str, int] = field(default_factory=dict)
    """How far each has run."""
    face_up: list[int] = field(default_factory=lambda: [0] * SEATS)
    banked: list[int] = field(default_factory=lambda: [0] * SEATS)
    left: list[int] = field(default_factory=lambda: [0] * SEATS)
    rounds: list[list[int]] = field(default_factory=list)
    """What each seat has banked in each round that is over."""
    last_cards: list[tuple[int, str, int]] = field(default_factory=list)
    """Seat, what its last card did, and to how many scoff cards."""

    @property
    def supply(self) -> int:
        return 55 - sum(self.face_up) - sum(self.banked)

    def begin(self, order: dict[str, int]) -> None:
        assert sorted(order.values()) == [0, 1, 2, 3, 4]
        self.pigs = dict(order)
        self.left = [7] * SEATS

    def landing(self, pig: str) -> int:
        """§4.1: the next space on which no pig stands."""
        taken = {distance % 22 for distance in self.pigs.values()}
        return next(far for far in itertools.count(self.pigs[pig] + 1) if far % 22 not in taken)

    def play(self, seat: int, pig: str) -> None:
        distance = self.landing(pig)
        self.pigs[pig] = distance
        self.left[seat] -= 1
        leads = distance == max(self.pigs.values())
        if leads and self.supply:
            self.face_up[seat] += 1
        if self.left[seat] == 0:
            self.settle(seat, leads)
        if not any(self.left):
            before = [sum(points) for points in zip(*self.rounds, strict=True)] or [0] * SEATS
            self.rounds.append([now - then for now, then in zip(self.banked, before, strict=True)])

    def settle(self, seat: int, leads: bool) -> None:
        """§6: the last card banks what lies face up if its pig leads, else all of it is lost."""
        n, self.face_up[seat] = self.face_up[seat], 0
        if n:
            self.last_cards.append((seat, "banked" if leads else "lost", n))
        if leads:
            self.banked[seat] += n


@pytest.fixture(scope="module")
def luck() -> list[int]:
    """What the next deal is made of."""
    return [DEALS[0]]


@pytest.fixture(scope="module")
def address(luck: list[int]) -> Iterator[str]:
    ids = (f"table{n:07}" for n in itertools.count())
    world = World(luck=lambda: luck[0], lot=lambda n: 0, new_id=lambda: next(ids))
    with served(RoomRegistry(MemoryStore(), world)) as running:
        yield running.address


def sit_down(chromium: Browser, address: str, rounds: int, faults: list[str]) -> tuple[Page, Page]:
    calm: Any = {"reduced_motion": "reduce"}
    anna = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, **calm).new_page()
    anna.goto(f"{address}/open/schweinsgalopp")
    anna.locator("#name").fill("Anna")
    for seat in (1, 3):
        anna.locator(f"#seat-{seat}").select_option("bot:greedy")
    anna.locator("#seat-2").select_option("open")
    anna.locator("#pace-quick").check()
    live.unfold(anna)
    anna.locator("#option-rounds").fill(f"{rounds}")
    anna.locator(".go .button").click()
    anna.wait_for_url("**/t/**/0")
    ben = chromium.new_context(
        locale="de-DE", viewport={"width": 390, "height": 844}, color_scheme="dark", **calm
    ).new_page()
    ben.goto(anna.url.rsplit("/", 1)[0])
    ben.locator("#name").fill("Ben")
    ben.locator(".go .button").click()
    ben.wait_for_url("**/t/**/2")
    for page in (anna, ben):
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.wait_for_selector(".fan.mine > .card")
    return anna, ben


@pytest.mark.long
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_whole_match_with_banked_and_lost_scoff_cards_on_both_screens(
    chromium: Browser, address: str, luck: list[int], rounds: int
) -> None:
    """In the first round Anna banks and Ben loses; the others add up what each has banked."""
    faults: list[str] = []
    luck[0] = DEALS[0]
    anna, ben = sit_down(chromium, address, rounds, faults)
    books, heard = Books(), 0
    for deal, value in enumerate(DEALS[:rounds]):
        if deal:
            luck[0] = value
            for page in (anna, ben):
                page.locator("[data-control=next]").click()
        for page in (anna, ben):
            page.wait_for_function("() => document.querySelectorAll('.fan.mine > .card').length === 7")
        books.begin(anna.evaluate(SEEN)["pigs"])
        while any(books.left):
            heard = listen(anna, books, heard)
            for seat, page in ((ANNA, anna), (BEN, ben)):
                if live.state(page)["yours"] and books.left[seat] and up_to_date(anna, ben):
                    heard = listen(anna, books, heard)
                    both_say(books, anna, ben)
                    move(page, seat, books)
            anna.wait_for_timeout(80)
        look_at_the_end(books, anna, ben, over=deal == rounds - 1)
    assert {(seat, what) for seat, what, _ in books.last_cards} >= {(ANNA, "banked"), (BEN, "lost")}
    assert faults == []


def up_to_date(anna: Page, ben: Page) -> bool:
    """Both screens show the same fact."""
    return bool(live.state(anna)["number"] == live.state(ben)["number"])


def listen(anna: Page, books: Books, heard: int) -> int:
    """Enter the moves that the log has told since; how many lines were read."""
    lines = anna.evaluate(LOG)
    names: dict[str, str] = anna.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.others .seat')].map("
        "seat => [seat.querySelector('.name').title, seat.dataset.seat]))"
    )
    names["You"] = f"{ANNA}"
    for line in lines[heard:]:
        if found := RAN.match(line):
            books.play(int(names[found[1]]), PIGS[found[2]])
    return len(lines)


def both_say(books: Books, *pages: Page) -> None:
    for page in pages:
        seen = page.evaluate(SEEN)
        assert seen["pigs"] == {pig: distance % 22 for pig, distance in books.pigs.items()}
        assert seen["race"] == sorted(books.pigs.values(), reverse=True)
        assert seen["scoff"] == {str(seat): [books.face_up[seat], books.banked[seat]] for seat in range(SEATS)}
        assert seen["supply"] == books.supply


def move(page: Page, seat: int, books: Books) -> None:
    """Lead wherever that goes. Anna keeps back the pig nearest to the lead for her last card, Ben the furthest."""
    held = [card.partition(".")[0] for card in live.hand(page)]
    assert len(held) == books.left[seat]
    first = max(books.pigs.values())
    near = sorted(held, key=books.landing)
    kept = near[-1] if seat == ANNA else near[0]
    rest = [pig for i, pig in enumerate(held) if i != held.index(kept)] or held
    pig = next((one for one in rest if books.landing(one) > first), rest[0])
    card = page.locator(f'.fan.mine > .card[data-element="hand/{pig}"]').first
    number = live.state(page)["number"]
    card.click()
    landing = page.locator(".track button.space")
    assert int(landing.get_attribute("data-space") or -1) == books.landing(pig) % 22
    promised(page, seat, books, leads=books.landing(pig) > first)
    if seat == ANNA:
        landing.click()
    else:
        page.locator(".acts .lead").click()
    page.wait_for_function("n => Number(document.querySelector('.page').dataset.number) > n", arg=number)


def promised(page: Page, seat: int, books: Books, leads: bool) -> None:
    """Before the last card is played, the prompt says what it will do."""
    if books.left[seat] > 1:
        return
    n = books.face_up[seat] + (1 if leads and books.supply else 0)
    said = page.locator(".say").inner_text()
    if seat == ANNA and n:
        assert f"You {'bank' if leads else 'lose'} {n} scoff card" in said
    elif n:
        assert f"Du {'sicherst' if leads else 'verlierst'} {n} Futterkarte" in said


def look_at_the_end(books: Books, anna: Page, ben: Page, over: bool) -> None:
    """The points, then the table as it stands, then what the log says of the last cards of this match."""
    totals = books.banked
    winners = [seat for seat in range(SEATS) if totals[seat] == max(totals)] if over else []
    for page in (anna, ben):
        page.locator(".result > .scroll tbody tr").nth(SEATS - 1).wait_for()
        rows = page.locator(".result > .scroll tbody tr").evaluate_all(
            "rows => rows.map(row => [row.classList.contains('you'), row.classList.contains('won'),"
            " ...[...row.querySelectorAll('.points, .total')].map(cell => Number(cell.innerText))])"
        )
        seat = ANNA if page is anna else BEN
        points = [[*column, totals[at]] for at, column in enumerate(zip(*books.rounds, strict=True))]
        assert next(row[2:] for row in rows if row[0]) == points[seat]
        assert sorted(row[1:] for row in rows) == sorted([at in winners, *points[at]] for at in range(SEATS))
        page.get_by_role("button", name="Look at the table" if page is anna else "Tisch ansehen").click()
    both_say(books, anna, ben)
    told(books, anna, ben)


def told(books: Books, anna: Page, ben: Page) -> None:
    """Each last card in the order played: in English beside Anna's table, in German in Ben's sheet."""
    lines = [line for line in anna.evaluate(LOG) if re.search(r"(bank|lose)s? \d+ scoff", line)]
    ben.locator(".last-line").click()
    sheet = [
        line
        for line in ben.locator("dialog .lines li").all_inner_texts()
        if re.search(r"(sicher|verlier).* Futterkarte", line)
    ]
    ben.keyboard.press("Escape")
    assert len(books.last_cards) == len(lines) == len(sheet)
    for (seat, what, n), line, german in zip(books.last_cards, lines, sheet, strict=True):
        assert f" {n} scoff card{'' if n == 1 else 's'}." in line
        assert f" {n} Futterkarte{'' if n == 1 else 'n'}." in german
        assert ("bank" in line, "sicher" in german) == (what == "banked", what == "banked")
        assert (line.startswith("You "), german.startswith("Du ")) == (seat == ANNA, seat == BEN)
