"""Neither what the others receive nor when they receive it shows what a seat of Solo holds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from kartentisch.bots import advice
from kartentisch.table.clocks import ALLOWANCE, LEEWAY, RESERVE
from kartentisch.table.facts import Ask
from tests.web.support.kit import BOT, START, House, settled
from tests.web.support.solo_tables import Ear, Told, lay, run
from tests.web.support.tables import begun

PLAIN = "g1 g2 g3"
CASES = [
    ("g1 g2 Pb", "rX >1"),
    ("g1 g2 Pb", "rG >1"),
    ("g1 g2 Pb", "rS"),
    ("g1 g2 Pb", "A"),
    ("g1 g2 g+2", "rS"),
    ("g1 g2 g+2", "r+2"),
    ("g1 g2 r5", ""),
]
"""What seat 1 holds, and what seat 0 plays so that it could use it."""


def rest(view: Any, moves: Sequence[str]) -> list[float]:
    """A bot that would rather do nothing."""
    likes = advice.act(view, moves)  # 0 for those that are idle
    return [
        2.0 if move in ("accept", "skip", "take", "draw", "pass") else -like
        for move, like in zip(moves, likes, strict=True)
    ]


async def told(plan: tuple[str, ...], hand: str, act: str, ms: int, clock: str = "none") -> list[Told]:
    """What all but seat 1 are sent, and when, if seat 1 holds this hand and does not use it."""
    house = House()
    try:
        room = await begun(house, *plan, clock=clock, zero="bot", game="solo")
        lay(room, "r1 r2 rX rG rS r+2 A", hand, "b1 b2 b3", top="r5", turn=0)
        pages = [await house.page(room, seat) for seat in (0, 2, -1)]
        await settled()
        ears = [Ear(house, page) for page in pages]
        if act:
            assert (await room.ask(Ask("play", 0, "ask-000001", room.table.number, (act,)))).reason is None
        steps = room.view(1).json()["moves"]  # type: ignore[union-attr]
        if plan[1] == "open":  # an answer by hand
            await run(house, room, 700)
            ms -= 700
            for move in ("accept", "skip", "no"):
                if move in steps:
                    answer = await room.ask(Ask("play", 1, "ask-000002", room.table.number, (move,)))
                    assert answer.reason is None
        await run(house, room, ms)
        return [ear.told for ear in ears]
    finally:
        await house.close()


def course(act: str, who: str, third: str) -> tuple[int, int]:
    """Until when all readers must hear the same, and until when those who get no card of that hand."""
    if act == "":
        return 9_000, 9_000
    if act == "r+2":
        return 3_990, 3_990  # the cards owed are taken; what seat 1 draws then may fit or not
    window = 1_000 if who == BOT and (act != "A" or third == BOT) else 5_000
    moves_on = window + 1_990  # then a bot may draw, of other cards
    return (moves_on if act == "rS" else window - 10), moves_on


@pytest.mark.parametrize(("hand", "act"), CASES)
@pytest.mark.parametrize("third", ["open", BOT])
@pytest.mark.parametrize("who", ["open", BOT])
def test_what_a_seat_holds_and_does_not_use_shows_in_nothing(
    monkeypatch: pytest.MonkeyPatch, hand: str, act: str, who: str, third: str
) -> None:
    """Compared are all texts to all others with their times, beyond the window and the turns of bots."""
    monkeypatch.setattr(advice, "of", lambda game: rest)
    all_alike, watcher_too = course(act, who, third)
    runs = [asyncio.run(told(("you", who, third), held, act, max(all_alike, watcher_too))) for held in (hand, PLAIN)]
    for ms, readers in ((all_alike, slice(None)), (watcher_too, slice(2, None))):
        one, other = ([until(ms, ear) for ear in ears] for ears in runs)
        assert one[readers] == other[readers]
        assert not act or all(one)


def until(ms: int, ear: Told) -> Told:
    """What was heard in the first `ms` milliseconds."""
    return [(when, text) for when, text in ear if when <= START + ms]


@pytest.mark.parametrize(("hand", "act"), [*CASES[:5], CASES[6]])
def test_with_a_clock_it_shows_in_nothing_either(monkeypatch: pytest.MonkeyPatch, hand: str, act: str) -> None:
    """Until the time of the one in turn, who does nothing, is up and a bot has come to play."""
    monkeypatch.setattr(advice, "of", lambda game: rest)
    all_alike, _ = course(act, "open", "open")
    runs = [asyncio.run(told(("you", "open", "open"), held, act, all_alike, "brisk")) for held in (hand, PLAIN)]
    assert runs[0] == runs[1]
    assert not act or all('"left":' in told[-1][1] for told in runs[0])


@pytest.mark.parametrize("hand", ["g1 g2 Pb", "r1 r2 r3", "A C rX", "g1 g2 r5"])
def test_when_somebodys_time_is_up_is_the_same_whatever_they_and_the_next_one_hold(hand: str) -> None:
    async def course_of(own: str, other: str) -> list[Told]:
        house = House()
        try:
            room = await begun(house, "you", "open", "open", clock="brisk", zero="bot", game="solo")
            lay(room, own, other, "b1 b2 b3", top="r5", turn=0)
            pages = [await house.page(room, seat) for seat in (2, -1)]
            for seat in (0, 1):
                await house.page(room, seat)
            ears = [Ear(house, page) for page in pages]
            zero = ALLOWANCE["brisk"] + RESERVE["brisk"] + LEEWAY
            await run(house, room, zero + 690)
            assert "is up: a bot plays this move." in ears[0].told[-1][1]
            return [ear.told for ear in ears]
        finally:
            await house.close()

    runs = [asyncio.run(course_of(own, other)) for own, other in ((hand, PLAIN), (PLAIN, hand), (PLAIN, PLAIN))]
    assert all(one == runs[0] for one in runs)


def test_what_is_begun_or_noted_is_sent_to_its_own_pages_only() -> None:
    async def work() -> None:
        house = House()
        room = await begun(house, "you", "open", "open", game="solo")
        lay(room, "C r2 rX", PLAIN, "b1 b2 b3", top="r5", turn=0)
        pages = [await house.page(room, seat) for seat in (0, 0, 1, -1)]
        sent = [len(page.wire.sent) for page in pages]
        assert (await pages[0].ask("begin", moves=["C"]))["t"] == "done"
        await settled()
        assert [len(page.wire.sent) - n for page, n in zip(pages, sent, strict=True)] == [2, 1, 0, 0]
        assert pages[1].scene["begun"] == ["C"]
        await house.close()

    asyncio.run(work())
