"""Playing again asks the others first: nothing is dealt until they have answered or the host stops waiting."""

from __future__ import annotations

import asyncio

from kartentisch.table.facts import Ask
from kartentisch.web.live.rematch import rematch
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, Page, in_house, settled
from tests.web.support.tables import end, next_of, over


def questions(page: Page) -> list[tuple[str, str]]:
    """The answers that a page offers to what is asked of all."""
    return [(one["do"], one["label"]) for one in page.scene["controls"] if one.get("where") == "question"]


def test_play_again_asks_the_others_before_anything_is_dealt() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        answer = await ben.ask("again")
        await settled()
        assert (answer["t"], answer.get("text", "")) == ("done", "")
        assert room.table.next_table == ""
        assert len(plain(house.store).tables()) == 1, "nothing is dealt"
        assert anna.scene["question"] == "Ben would like to play again. Will you join in?"
        assert questions(anna) == [("again", "Join in"), ("stay", "Not this time")]
        assert ben.scene["question"] == "You would like to play again. Not answered yet: Anna."
        assert questions(ben) == [("stay", "Never mind")]
        assert not [one for one in ben.scene["controls"] if one["do"] == "again"], "it has been said"
        german = await house.page(room, 0, language="de")
        assert german.scene["question"] == "Ben möchte noch einmal spielen. Spielst du mit?"
        await anna.ask("again")
        await settled()
        assert room.table.next_table
        assert ben.scene["follow"] == f"/t/{room.id}/1/again", "who has proposed it goes along by itself"

    in_house(work)


def test_it_is_dealt_when_all_who_are_there_have_answered_and_who_says_no_gives_the_seat_to_a_bot() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await anna.ask("again")
        await ben.ask("stay")
        await settled()
        new = await next_of(house, room)
        assert [(chair.person, bool(chair.bot)) for chair in new.table.chairs] == [
            (False, True),
            (True, False),
            (False, True),
        ]
        assert new.table.host == 1
        assert "follow" in anna.scene
        assert "follow" not in ben.scene
        assert "question" not in ben.scene
        assert "Ben" not in new.names[2]

    in_house(work)


def test_without_the_host_the_first_who_plays_again_becomes_it() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await ben.ask("again")
        await anna.ask("stay")
        new = await next_of(house, room)
        assert (new.table.host, new.table.people) == (2, (2,))

    in_house(work)


def test_where_all_say_no_or_take_it_back_nothing_is_dealt_and_it_can_be_proposed_anew() -> None:
    async def work(house: House) -> None:
        _, (anna, ben) = await over(house)
        await ben.ask("again")
        await ben.ask("stay")
        await settled()
        assert "question" not in anna.scene
        assert "question" not in ben.scene
        assert len(plain(house.store).tables()) == 1
        await anna.ask("again")
        await settled()
        assert ben.scene["question"] == "Anna would like to play again. Will you join in?"

    in_house(work)


def test_the_host_need_not_wait_and_for_who_has_not_answered_a_bot_plays_until_they_come() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await anna.ask("again")
        await settled()
        assert "bots play for those who are missing" in anna.scene["question"], "it is said before"
        assert questions(anna) == [("again", "Do not wait"), ("stay", "Never mind")]
        assert (await anna.ask("again", arg="now"))["text"] == f"/t/{room.id}/0/again"
        new = await next_of(house, room)
        late = new.table.chairs[2]
        assert (late.person, bool(late.bot)) == (True, True)
        assert new.names[2] == "Ben"
        told = (await house.page(new, 1)).log
        assert any("Ben" in line and "bot" in line for line in told), told
        await settled()
        assert ben.scene["question"] == "Play continues at a new table, with a seat for you. Will you join in?"

    in_house(work)


def test_only_the_host_need_not_wait() -> None:
    async def work(house: House) -> None:
        room, (_, ben) = await over(house)
        assert (await ben.ask("again", arg="now"))["code"] == "host_only"
        assert (room.table.next_table, len(plain(house.store).tables())) == ("", 1)

    in_house(work)


def test_who_is_not_there_is_not_waited_for() -> None:
    async def work(house: House) -> None:
        room, (anna, ben) = await over(house)
        await ben.go()
        await anna.ask("again")
        await settled()
        assert room.table.next_table == "", "a page that is loaded again comes back at once"
        await house.later(room, 7_000)
        assert anna.scene["question"] == "You would like to play again. Nobody else is here."
        await anna.ask("again", arg="now")
        new = await next_of(house, room)
        assert (new.table.chairs[2].person, bool(new.table.chairs[2].bot)) == (True, True)

    in_house(work)


def test_alone_with_bots_it_is_dealt_at_once() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, step_limit=1)
        anna = await house.page(room, 0)
        await end(house, room)
        assert (await anna.ask("again"))["text"] == f"/t/{room.id}/0/again"

    in_house(work)


def test_two_who_press_at_once_come_to_the_same_table() -> None:
    async def work(house: House) -> None:
        room, _ = await over(house)
        asks = [Ask("again", seat, f"again-{seat}-000") for seat in (0, 1)]
        first, second = await asyncio.gather(*[rematch(room, ask) for ask in asks])
        assert first.reason is second.reason is None
        assert await rematch(room, asks[0]) is not None
        assert len(plain(house.store).tables()) == 2

    in_house(work)
