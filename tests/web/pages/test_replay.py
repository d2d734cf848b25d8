"""Looking back: during a match nobody sees more of the past than they did then; afterwards all hands are open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import imagine
from kartentisch.play.games import games
from kartentisch.store import written
from kartentisch.table.deciding import decide
from kartentisch.table.facts import Ask
from kartentisch.web.live.history import HistoryCache, perspective_of
from kartentisch.web.pages.replay import frames
from kartentisch.web.pages.seats import SEATS_COOKIE
from kartentisch.words.language import language
from tests.browser.past import Past, turn_of
from tests.plain_store import plain
from tests.web.support.kit import BOT_POOL, House, browser, in_house, opened
from tests.web.support.replays import every, hold, laid, over


async def other_truths(house: House, seat: int, seed: int) -> bytes:
    """All moments as JSON, with another truth behind what this seat saw at each of them; seed 0: the truth itself."""
    room = await house.rooms.get("table1")
    assert room is not None
    past = await HistoryCache().of(room)
    for place in past.moments if seed else ():
        table = past.tables[place]
        seen = table.view(max(seat, 0))
        assert seen is not None
        past.tables[place] = replace(table, records=imagine(seen, new_luck(seed, place)))
    looks = perspective_of(room, past, seat, wanted=1)
    return msgspec.json.encode(frames(room, looks, language("en"), 0, len(past.moments)))


@pytest.mark.parametrize("seat", [0, BYSTANDER])
@pytest.mark.parametrize("game", games())
def test_what_is_sent_of_a_running_match_depends_on_nothing_the_reader_could_not_see(game: str, seat: int) -> None:
    async def work(house: House) -> list[bytes]:
        laid(house, game, turn_of(0, 4))
        return [await other_truths(house, seat, seed) for seed in (0, 1, 2)]

    truth, *others = in_house(work)
    assert others == [truth, truth]


@pytest.mark.parametrize("game", games())
def test_while_the_match_runs_no_other_hand_can_be_asked_for(game: str) -> None:
    with browser() as (client, house):
        laid(house, game, turn_of(0, 3))
        hold(client, house)
        for shown in every(client, "/t/table1/0/replay/scenes", **{"from": 1}):
            assert shown["scene"]["seat"] == 0
            assert not opened_hands(shown["scene"])
        for shown in every(client, "/t/table1/replay/scenes", **{"from": 1, "as": "bystander"}):
            assert shown["scene"]["seat"] == BYSTANDER
            assert not [zone for zone in shown["scene"]["zones"] if zone["place"] == "hand" and zone.get("cards")]


@pytest.mark.parametrize("game", games())
def test_once_it_is_over_all_hands_lie_open_and_each_seat_can_be_looked_from(game: str) -> None:
    with browser() as (client, house):
        past = laid(house, game)
        for seat in (0, 1, 2):
            shown = every(client, "/t/table1/replay/scenes", **{"from": seat, "as": "bystander"})
            assert [one["scene"]["n"] for one in shown] == [
                fact.number for fact in past.facts if fact.kind in ("dealt", "moved")
            ]
            assert {one["scene"]["seat"] for one in shown} == {seat}
            first = shown[0]["scene"]
            assert own_hand(first)
            assert {zone["seat"] for zone in opened_hands(first)} == {0, 1, 2} - {seat}
            assert shown[-1]["scene"]["result"]["over"]


def own_hand(scene: dict[str, Any]) -> list[str]:
    """The faces of the hand in front."""
    return [card["face"] for zone in scene["zones"] if zone["place"] == "hand" for card in zone.get("cards", [])]


def opened_hands(scene: dict[str, Any]) -> list[dict[str, Any]]:
    """The hands that lie open at the seats of others."""
    return [zone for zone in scene["zones"] if zone["id"].startswith("open")]


def test_a_hand_at_another_seat_is_the_hand_that_is_seen_from_there() -> None:
    with browser() as (client, house):
        laid(house, "solo")
        mine, theirs = (every(client, "/t/table1/replay/scenes", **{"from": seat, "as": "x"}) for seat in (0, 1))
        for one, other in zip(mine, theirs, strict=True):
            lying = [card["face"] for zone in opened_hands(one["scene"]) if zone["seat"] == 1 for card in zone["cards"]]
            assert lying == own_hand(other["scene"])


def test_with_the_last_move_what_was_hidden_lies_open() -> None:
    past = Past("swup", 2, 5).go_on(over)

    async def work(house: House) -> None:
        await written(plain(house.store).append("table1", 0, past.facts[:-1]))
        room = await house.rooms.get("table1")
        assert room is not None
        histories = HistoryCache()
        assert not frames(room, perspective_of(room, await histories.of(room), 0), language("en"), 0, 9).over
        await written(plain(house.store).append("table1", room.table.number, past.facts[-1:]))
        room.ledger.table = past.table
        found = frames(room, perspective_of(room, await histories.of(room), 0), language("en"), 0, 9)
        assert found.over
        assert found.numbers[-1] == past.facts[-1].number

    in_house(work)


def test_who_came_later_sees_of_what_was_before_what_a_bystander_saw() -> None:
    async def work(house: House) -> None:
        room = await house.dealt("you", "bot:greedy", game="swup")
        await house.later(room, 2_000)
        await room.sit("Ben", "join-ben-0001", 1)
        assert room.table.chairs[1].guest
        looks = perspective_of(room, await HistoryCache().of(room), 1)
        found = frames(room, looks, language("en"), 0, 99)
        assert found.frames
        assert not [shown for shown in found.frames if own_hand(msgspec.to_builtins(shown.scene))]

    in_house(work)


# ---- Addresses -------------------------------------------------------------------------------------------------------


def test_a_link_to_a_moment_leads_to_ones_own_seat_and_carries_no_rights() -> None:
    with browser() as (client, house):
        laid(house, "swup", turn_of(0, 3))
        page = client.get("/t/table1/replay?at=7")
        assert page.status_code == 200
        assert 'data-seat="-1"' in page.text
        client.cookies.set(SEATS_COOKIE, "table1.0")
        there = client.get("/t/table1/replay?at=7")
        assert there.headers["location"] == "/t/table1/0/replay?at=7"
        back = client.get("/t/table1/0/replay?at=7")  # it is on the list, but the key is missing
        assert back.headers["location"] == "/t/table1/replay?at=7&as=bystander"
        hold(client, house)
        mine = client.get("/t/table1/0/replay?at=7")
        assert 'data-at="7"' in mine.text
        assert 'data-seat="0"' in mine.text


@pytest.mark.parametrize("query", ["?at=x", "?at=-1", "?at=٣", "?from=1.5", "?first=99999999999"])
def test_a_number_that_is_none_is_refused_with_a_sentence(query: str) -> None:
    with browser() as (client, house):
        laid(house, "swup", turn_of(0, 2))
        for address in ("/t/table1/replay", "/t/table1/replay/scenes"):
            if "first" not in query or "scenes" in address:
                assert client.get(address + query).status_code == 400


def test_beyond_the_end_there_is_nothing_more() -> None:
    with browser() as (client, house):
        laid(house, "swup", turn_of(0, 2))
        assert client.get("/t/table1/replay/scenes?first=9999&from=77").json()["frames"] == []


def test_where_nobody_may_watch_only_those_who_sit_there_look_back() -> None:
    with browser() as (client, house):
        past = laid(house, "swup", turn_of(0, 2))
        past.take(decide(past.table, Ask("watchers", 0, arg="nobody"), past.now, past.luck(), BOT_POOL.levels))
        plain(house.store).append("table1", past.table.number - 1, past.facts[-1:])
        for address in ("/t/table1/replay", "/t/table1/replay/scenes"):
            assert client.get(address).status_code == 403
        hold(client, house)
        assert client.get("/t/table1/0/replay/scenes").status_code == 200


def test_before_the_cards_are_dealt_there_is_nothing_to_look_back_at() -> None:
    with browser() as (client, _):
        table, address = opened(client)
        assert client.get(f"{address}/replay").status_code == 404
        assert client.get(f"{address}/replay/scenes").status_code == 404
        assert client.get(f"/t/{table}/replay?as=bystander").status_code == 404


def test_what_is_over_is_sent_packed_and_what_is_secret_is_not() -> None:
    with browser() as (client, house):
        laid(house, "swup", turn_of(0, 2))
        hold(client, house)
        assert "content-encoding" not in client.get("/t/table1/0/replay/scenes").headers
    with browser() as (client, house):
        laid(house, "swup")
        assert client.get("/t/table1/replay/scenes").headers["content-encoding"] == "gzip"
