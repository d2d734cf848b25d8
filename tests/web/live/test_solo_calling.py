"""Solo at a live table: a call pressed in advance goes with the move that makes it due, never too early."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plain_store import plain
from tests.web.support.kit import House, Page, in_house, settled
from tests.web.support.solo_tables import people

CALL = "button:solo"


class Caller:
    """Does with the call what a page does: sends it with a step that takes it along, or once it is a step."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = False

    @property
    def can(self) -> bool:
        found = [button for button in self.page.scene.get("buttons", []) if button["id"] == CALL]
        return any(not button.get("says") for button in found)

    @property
    def due(self) -> bool:
        return any(step["path"] == [CALL] for step in self.page.scene.get("steps", []))

    def press(self) -> None:
        assert self.can
        self.pressed = True

    async def play(self, *tokens: str) -> None:
        *begun, last = tokens
        for token in begun:
            assert (await self.page.ask("begin", moves=[token]))["t"] == "done"
            await self.look()
        step = next(step for step in self.page.scene["steps"] if step["token"] == last)
        moves = [" ".join(tokens)]
        if self.pressed and CALL in step.get("along", []):
            moves, self.pressed = [*moves, "solo"], False
        answer = await self.page.ask("play", moves=moves)
        assert answer["t"] == "done", answer
        await self.look()

    async def look(self) -> None:
        await settled()
        if self.pressed and self.due:
            self.pressed = False
            answer = await self.page.play("solo")
            assert answer["t"] == "done", answer
        elif not self.due and not self.can:
            self.pressed = False


CASES: list[Any] = [
    pytest.param("r1 b7", ["r1"], [], True, id="a card"),
    pytest.param("C b7", ["C", "=g"], [], True, id="a colour"),
    pytest.param("r7 g7 b7 y1", ["triple:7b"], [], True, id="a Triple +"),
    pytest.param("r7 g7 b7 y1", ["r7"], [], False, id="a single card instead of it"),
    pytest.param("r1 b7", ["draw"], [], False, id="a draw"),
    pytest.param("rX b7", ["rX", ">2"], ["2:accept"], False, id="a swap that takes place"),
    pytest.param("rX b7", ["rX", ">2"], ["2:Pg"], True, id="a swap that is prevented"),
    pytest.param("rX b1 b2", ["rX", ">1"], ["1:accept"], True, id="a swap that brings a single card"),
    pytest.param("rG b7", ["rG", ">2"], ["2:Pg"], True, id="a gift that is prevented"),
    pytest.param("rG b7", ["rG", ">2"], ["2:accept"], False, id="the last card as a gift"),
    pytest.param("rG b1 b2 b3", ["rG", ">2"], ["2:accept", "b1 b2"], True, id="what remains after a gift"),
    pytest.param("rG b1 b2 b3", ["rG", ">2"], ["2:Pg"], False, id="three cards after all"),
    pytest.param("A b7", ["A"], ["1:accept", "2:accept"], False, id="an all swap that takes place"),
    pytest.param("A b7", ["A"], ["1:accept", "2:Pg"], True, id="an all swap that brings a single card"),
]


@pytest.mark.parametrize(("hand", "move", "answers", "called"), CASES)
def test_a_call_pressed_beforehand_is_made_when_it_is_due_and_never_refused(
    hand: str, move: list[str], answers: list[str], called: bool
) -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 3, hand, "y4", "y1 y2 Pg", top="r5", turn=0, window=0)
        caller = Caller(pages[0])
        caller.press()
        await caller.play(*move)
        for text in answers:
            who, _, answer = text.rpartition(":")
            if who:
                assert (await pages[int(who)].play(answer))["t"] == "done"
                await caller.look()
            else:
                await caller.play(answer)
        assert ("solo" in [fact.text for fact in plain(house.store).facts(room.id)]) == called
        assert not caller.pressed
        assert not caller.due

    in_house(work)


@pytest.mark.parametrize(
    ("hand", "move", "before", "within"),
    [
        ("rX b1 b2", "rX >2", True, False),
        ("rX b1 b2", "rX >1", True, True),
        ("rG b1 b2", "rG >2", False, False),
        ("A b1 b2", "A", True, True),
        ("rS b1 b2", "rS", False, False),
    ],
)
def test_it_can_be_pressed_while_something_may_make_it_due(hand: str, move: str, before: bool, within: bool) -> None:
    async def work(house: House) -> None:
        _, pages = await people(house, 3, hand, "y4", "y1 y2 Pg", top="r5", turn=0)
        caller = Caller(pages[0])
        assert caller.can == before
        await pages[0].play(move)
        await settled()
        assert caller.can == within

    in_house(work)


def test_a_raised_card_says_when_the_call_is_due() -> None:
    async def work(house: House) -> None:
        _, pages = await people(house, 3, "r1 rX", "g2 g4", "b1 b2 y4", top="r5", turn=0)
        hand = next(zone for zone in pages[0].scene["zones"] if zone["id"] == "hand")
        assert [card["says"] for card in hand["cards"]] == [
            "After red 1 you have one card left: call “Solo!” with it.",
            "Red Swap Cards fits. “Solo!” is due if you end up with one card.",
        ]

    in_house(work)


def test_the_two_cards_of_a_gift_can_be_begun_one_by_one() -> None:
    async def work(house: House) -> None:
        _, pages = await people(
            house, 3, "b1 b2 b3", "y4", "y1 y2 Pg", top="rG", turn=0, phase="gift", layer=0, target=2
        )
        assert (await pages[0].ask("begin", moves=["b1"]))["t"] == "done"
        await settled()
        assert [(step["token"], step["path"], step["along"]) for step in pages[0].scene["steps"]] == [
            ("b2", ["hand/b2"], [CALL]),
            ("b3", ["hand/b3"], [CALL]),
        ]

    in_house(work)


def test_a_call_is_cheered_for_everybody_once_and_nothing_else_is() -> None:
    async def work(house: House) -> None:
        room, pages = await people(house, 3, "r1 b7", "r2 g4", "b1 b2 y4", top="r5", turn=0)
        pages.append(await house.page(room, -1, language="de"))

        async def cheers(seat: int, *moves: str) -> list[str]:
            assert (await pages[seat].ask("play", moves=list(moves)))["t"] == "done"
            await settled()
            return [page.scene.get("cheer", "") for page in pages]

        assert await cheers(0, "r1", "solo") == ["“Solo!”"] * 3 + ["„Solo!“"]
        room.mark_changed()
        await settled()
        assert [page.scene.get("cheer", "") for page in pages] == [""] * 4, "once"
        assert await cheers(1, "r2") == [""] * 4, "seat 0 still has one card that it has called"
        assert await cheers(1, "solo") == ["“Solo!”"] * 3 + ["„Solo!“"]
        assert await cheers(2, "draw") == [""] * 4

    in_house(work)
