"""The host's role: who may take it, who inherits it, and whether it comes back."""

from __future__ import annotations

from tests.web.support.kit import House, Page, in_house, settled
from tests.web.support.tables import offered, three


def test_of_those_who_are_here_the_one_who_has_sat_longest_may_become_the_host() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open", "open")
        for name, seat in (("Ben", 3), ("Cleo", 2), ("Dora", 1)):
            await room.sit(name, f"join-{name}-0001", seat)
        pages = {seat: await house.page(room, seat) for seat in (0, 1, 2, 3)}
        await pages[0].go()
        await pages[3].go()
        await house.later(room, 119_999)
        assert (await pages[2].ask("host"))["code"] == "host_here"
        await house.later(room, 2)
        rows = {seat: [one["do"] for one in pages[seat].scene["controls"]] for seat in (1, 2)}
        assert ("host" in rows[2], "host" in rows[1]) == (True, False)
        refused = await pages[1].ask("host")
        assert (refused["code"], "Cleo has sat here longest" in refused["text"]) == ("host_heir", True)
        assert (await pages[2].ask("host"))["t"] == "done"
        assert room.table.host == 2

    in_house(work)


def prompt(page: Page) -> str:
    text: str = page.scene["prompt"]["text"]
    return text


def row(page: Page) -> list[str]:
    return [one["do"] for one in page.scene["controls"] if one.get("where") == "row"]


def test_when_the_host_has_left_the_waiting_room_another_one_can_start() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open", "open")
        for name, seat in (("Ben", 2), ("Cleo", 1)):
            await room.sit(name, f"join-{name}-0001", seat)
        host, cleo, ben = [await house.page(room, seat) for seat in (0, 1, 2)]
        assert prompt(ben) == "The cards are dealt once everyone has sat down."
        await host.go()
        await house.later(room, 7_000)
        waits = "Anna, the host, is away. Somebody else can become the host 2 minutes after they left."
        assert (prompt(ben), row(ben), prompt(cleo)) == (waits, [], waits)
        assert (await ben.ask("start"))["code"] == "host_only"
        await house.later(room, 113_001)
        assert prompt(ben) == "Anna, the host, is away. You can become the host and start."
        assert prompt(cleo) == "Anna, the host, is away. Ben can become the host and start."
        assert (row(ben), row(cleo)) == (["host"], [])
        asks = next(one["confirm"] for one in ben.scene["controls"] if one["do"] == "host")
        assert asks == "Become the host? You keep the role when Anna comes back, unless you hand it over."
        assert (await ben.ask("host"))["t"] == "done"
        assert row(ben) == ["start"]
        back = await house.page(room, 0)
        assert (room.table.host, row(back)) == (2, []), "it does not come back by itself"
        assert (await back.ask("host"))["code"] == "host_here"
        assert (await ben.ask("host", arg="0"))["t"] == "done", "but it can be handed over"
        assert (row(back), row(ben)) == (["start"], [])
        assert back.log[-1] == "You are the host now."
        assert (await back.ask("start"))["t"] == "done"

    in_house(work)


def test_the_role_is_handed_over_by_the_host_alone_and_to_a_person() -> None:
    async def work(house: House) -> None:
        room, (host, ben, _) = await three(house)
        for seat in (1, 2):
            assert f"host {seat}" in offered(host, seat)
        assert (await ben.ask("host", arg="2"))["code"] == "host_only"
        assert (await host.ask("host", arg="0"))["code"] == "own_seat"
        assert (await host.ask("host", arg="7"))["code"] == "seat_unknown"
        assert (await host.ask("host", arg="2"))["t"] == "done"
        assert room.table.host == 2

    in_house(work)


def test_a_host_who_gives_up_the_seat_leaves_the_role_to_who_has_sat_longest() -> None:
    async def work(house: House) -> None:
        room = await house.open("you", "open", "open", "open")
        await room.sit("Ben", "join-ben-0001", 2)
        await room.sit("Cleo", "join-cleo-001", 1)
        host, cleo, ben = [await house.page(room, seat) for seat in (0, 1, 2)]
        await host.ask("leave")
        await settled()
        assert room.table.host == 2
        assert ben.scene["seats"][2]["host"]
        assert not cleo.scene["seats"][1].get("host", False)
        assert offered(ben, 1)

    in_house(work)
