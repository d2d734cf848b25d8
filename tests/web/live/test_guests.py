"""A guest sees what everyone sees until the next deal, and plays from then on."""

from __future__ import annotations

from typing import Any

from kartentisch.engine.fields import BYSTANDER
from kartentisch.table.facts import Ask
from kartentisch.web.live import admission
from kartentisch.web.live.room import Room
from tests.plain_store import plain
from tests.web.support.kit import BOT, House, Page, browser, in_house, opened, room_of, settled

HIDDEN = ("zones", "steps", "buttons", "moved", "picked")
"""What a scene shows of cards and of moves."""


def shown(page: Page) -> dict[str, Any]:
    """All that a page is shown of the cards, without its own name for itself."""
    return {key: page.scene.get(key) for key in HIDDEN}


async def joined(house: House, **options: Any) -> tuple[Room, Page, Page, Page]:
    """Anna and Ben play with a bot; Cleo comes to the bot's seat in the middle of the round. A watcher looks on."""
    room = await house.open("you", "open", BOT, **options)
    await room.sit("Ben", "join-ben-0001", 1)
    host = await house.page(room, 0)
    watcher = await house.page(room, -1)
    await room.sit("Cleo", "join-cleo-001", 2)
    return room, host, watcher, await house.page(room, 2)


def test_a_guest_sees_of_the_cards_what_a_watcher_sees_and_nothing_else() -> None:
    async def work(house: House) -> None:
        room, _, watcher, guest = await joined(house)
        program = await house.page(room, 2, wants="view")
        bystander = await house.page(room, -1, wants="view")
        for n in range(30):
            seat = room.table.actors()[0]
            assert shown(guest) == shown(watcher)
            assert program.heard("view")[-1]["view"] == bystander.heard("view")[-1]["view"]
            assert guest.scene["since"] <= room.table.number
            if room.table.chairs[seat].bot:
                await house.later(room, 2_000)
            else:
                acted = bool(room.table.records[0]["acted"])  # type: ignore[index]
                move = "end" if acted else "~A"
                await room.ask(Ask("play", seat, f"ask-{n:06}", room.table.number, (move,)))
            await settled()
        own = [line for line in guest.log if line.startswith("You ")]
        assert own == ["You sit down."], "what the bot does on this seat is not told as one's own"
        assert any(line.startswith("Cleo ") for line in watcher.log)
        assert [line.replace("Cleo ", "X ") for line in guest.log if "sits down" not in line][-20:] == [
            line.replace("Cleo ", "X ") for line in watcher.log if "sits down" not in line
        ][-20:]

    in_house(work)


def test_the_log_before_one_came_is_told_as_to_a_bystander_also_of_whoever_sat_there_before() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open")
        await room.sit("Ben", "join-ben-0001", 1)
        await room.sit("Cleo", "join-cleo-001", 2)
        pages = [await house.page(room, seat) for seat in (0, 1, 2)]
        seat = room.table.actors()[0]
        await pages[seat].play("~A")
        await settled()
        told = [line for line in pages[seat].log if line.startswith("You schwupp")]
        assert told, "what one takes is told to oneself"
        secret = told[0].partition(" take ")[2]
        host = next(page for number, page in enumerate(pages) if number != seat)
        if seat == room.table.host:
            await pages[seat].ask("leave")
        else:
            await pages[room.table.host].ask("remove", arg=str(seat))
        await settled()
        assert (await room.sit("Dora", "join-dora-001", seat)).reason is None
        new = await house.page(room, seat)
        fresh = House(house.store)
        found = await fresh.rooms.get(room.id)
        assert found is not None
        later = await fresh.page(found, seat)
        for page in (new, later):
            assert page.log
            assert not [line for line in page.log if secret in line and line.startswith(("You", "Dora"))]
            assert [line for line in page.log if line.startswith("You")] == ["You sit down."]
            assert not [zone for zone in page.scene["zones"] if zone["place"] == "hand"]
        facts = plain(house.store).facts(room.id)
        came = max(fact.number for fact in facts if fact.kind == "sat")
        own, others = [await house.rooms.histories.log_entries(room, reader) for reader in (seat, BYSTANDER)]
        assert [one.events for one in own if one.number < came] == [one.events for one in others if one.number < came]
        assert host.log
        await fresh.close()

    in_house(work)


def test_the_host_is_shown_a_guest_and_lets_them_in() -> None:
    async def work(house: House) -> None:
        room, host, watcher, guest = await joined(house)
        assert guest.scene["prompt"]["lead"] == "You play from the next round on."
        assert guest.scene["seats"][2]["guest"]
        assert (await guest.play("~A"))["text"].startswith("You play from the next round on, or as soon as the host")
        assert (await guest.ask("why", path=["hand/b1"]))["text"]
        assert host.log[-1] == "Cleo sits down and plays from the next round on."
        assert "plays from the next round on" in host.scene["seats"][2]["about"]
        first = next(one for one in host.scene["controls"] if one.get("seat") == 2)
        assert (first["do"], first["label"]) == ("in", "Let Cleo play at once")
        assert (await host.ask("in", arg="2"))["t"] == "done"
        await settled()
        assert [zone for zone in guest.scene["zones"] if zone["place"] == "hand"]
        assert guest.log[-1] == "You play now."
        assert watcher.log[-1] == "Cleo plays from now on."
        assert room.table.people == (0, 1, 2)

    in_house(work)


def test_with_the_next_deal_a_guest_plays() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT, match="tournament", step_limit=1)
        host = await house.page(room, 0)
        await room.sit("Cleo", "join-cleo-001", 1)
        guest = await house.page(room, 1)
        assert not [zone for zone in guest.scene["zones"] if zone["place"] == "hand"]
        await host.play("~A")
        await house.later(room, 2_000)
        assert host.scene["phase"] == "result"
        await host.ask("next")
        await settled()
        assert room.table.people == (0, 1)
        assert [zone for zone in guest.scene["zones"] if zone["place"] == "hand"]

    in_house(work)


def test_a_guest_on_ones_own_with_bots_plays_at_once_if_they_like() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", BOT)
        host = await house.page(room, 0)
        await room.sit("Cleo", "join-cleo-001", 1)
        guest = await house.page(room, 1)
        assert "in" not in [one["do"] for one in guest.scene["controls"]]
        await host.ask("leave")
        await settled()
        assert "in" in [one["do"] for one in guest.scene["controls"] if one.get("where") == "row"]
        await guest.ask("in", arg="1")
        assert room.table.people == (1,)

    in_house(work)


def test_who_comes_late_is_told_so_before_sitting_down() -> None:
    with browser() as (client, house):
        table, _ = opened(client, **{"seat-1": "bot:random"})
        client.cookies.clear()
        html = client.get(f"/t/{table}").text
        assert "You take over from" in html
        assert "You play from the next round on" in html
        client.post(f"/t/{table}/join", data={"name": "Cleo", "ask": "abcdefgh"})
        assert room_of(client, house, table).table.chairs[1].guest


def test_bots_that_play_for_guests_still_see_their_own_hand() -> None:
    async def work(house: House) -> None:
        room, _, _, _ = await joined(house)
        for _ in range(40):
            seat = room.table.actors()[0]
            if room.table.chairs[seat].guest:
                break
            acted = bool(room.table.records[0]["acted"])  # type: ignore[index]
            move = "end" if acted else "~A"
            await room.ask(Ask("play", seat, f"ask-{room.table.number:06}", room.table.number, (move,)))
        number = room.table.number
        await house.later(room, 2_000)
        assert room.table.number == number + 1
        assert plain(house.store).facts(room.id)[-1].seat == 2
        assert admission.free_seats(room.table) == []

    in_house(work)
