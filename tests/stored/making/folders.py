# mypy: ignore-errors
# This ran on one commit, whose types were other ones: it is kept to be read, and changes no more.
"""Data folders as the server left them, with what opens the seats."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from kartentisch.bots.bot import Bot
from kartentisch.store import SqliteStore, signing_key
from kartentisch.table.facts import Ask
from kartentisch.table.windows import due
from kartentisch.web.app import create_app
from kartentisch.web.crew import Crew
from kartentisch.web.reach import Reach
from kartentisch.web.rooms import Rooms
from kartentisch.web.tokens import Tokens
from tests.stored import kit
from tests.stored.making.foreign import foreign, pack
from tests.web.kit import Hands


class House:
    """A server on a folder, and what browsers have got from it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.hands = Hands(seed)
        self.store = SqliteStore(folder)
        self.rooms = Rooms(self.store, self.hands.world(), Crew())
        self.app = create_app(self.rooms, Tokens(signing_key(folder), self.store), Reach())
        self.client: TestClient
        self.seats: list[dict] = []
        self.asks = 0

    def post(self, address: str, cookies: dict | None = None, **fields: str) -> Any:
        self.asks += 1
        self.client.cookies.clear()
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())}
        data = {"ask": f"form{self.asks:06}"} | {name.replace("_", "-", 1): value for name, value in fields.items()}
        answer = self.client.post(address, data=data, headers=headers if cookies else {})
        assert answer.status_code in (200, 303), (address, answer.status_code, answer.text)
        return answer

    def seat(self, address: str, answer: Any, person: str) -> dict:
        """A seat that a browser has got: its cookies, and its secret link."""
        given = re.findall(r"(\w+)=([^;]*); ", "; ".join(answer.headers.get_list("set-cookie")))
        cookies = {name: value for name, value in given if name in ("seat", "seats", "name", "figure")}
        _, _, table, seat = address.split("/")
        found = {"person": person, "table": table, "seat": int(seat), "address": address, "cookies": cookies}
        found["link"] = self.link(found)
        self.seats.append(found)
        return found

    def link(self, seat: dict) -> str:
        answer = self.client.get(f"{seat['address']}/link", headers={"cookie": f"seat={seat['cookies']['seat']}"})
        assert answer.status_code == 200, answer.text
        return re.search(re.escape(seat["address"]) + r"#[\w.-]+", answer.text)[0]

    def open(self, game: str, *plan: str, name: str = "Anna", **more: str) -> tuple[str, dict]:
        fields = {f"seat-{seat}": what for seat, what in enumerate(plan)}
        answer = self.post(f"/open/{game}", name=name, pace="step", **fields, **more)
        address = answer.headers["location"]
        return address.split("/")[2], self.seat(address, answer, name)

    def join(self, table: str, name: str, **more: str) -> dict:
        answer = self.post(f"/t/{table}/join", name=name, **more)
        return self.seat(answer.headers["location"], answer, name)

    def call(self, work: Any, *args: Any) -> Any:
        return self.client.portal.call(work, *args)

    def room(self, table: str) -> Any:
        return self.call(self.rooms.get, table)

    def ask(self, table: str, do: str, seat: int, *moves: str, arg: str = "", **more: Any) -> Any:
        self.asks += 1
        self.hands.now += 1_500
        room = self.room(table)
        since = room.table.since[seat] if seat >= 0 else -1
        ask = Ask(do, seat, f"ask-{self.asks:06}", since, moves, arg, **more)
        answer = self.call(room.ask, ask)
        assert answer.reason is None, answer
        return answer

    def play(self, table: str, most: int) -> None:
        room = self.room(table)
        for _ in range(most):
            if room.table.phase == "result":
                for seat in room.table.people:
                    self.ask(table, "next", seat)
            if room.table.phase != "playing":
                return
            seat, number = room.table.actors()[-1], room.table.number
            text = Bot("greedy", room.table.game.name, seed=3).choose(room.table.view(seat))
            if room.table.chairs[seat].bot:
                self.hands.now += 1_000
                self.call(room.for_bot, seat, room.table.since[seat], text)
            else:
                self.ask(table, "play", seat, text)
            if room.table.number == number and due(room.table) is not None:
                self.hands.now = due(room.table)
                self.call(room.tick)

    def say(self, seat: dict, *lines: str) -> None:
        cookie = {"cookie": f"seat={seat['cookies']['seat']}"}
        with self.client.websocket_connect(f"{seat['address']}/socket", headers=cookie) as ws:
            ws.send_json({"t": "hello", "version": 1})
            for line in lines:
                self.asks += 1
                self.hands.now += 3_000
                ws.send_json({"t": "ask", "id": f"say-{self.asks:06}", "do": "say", "arg": line})
                while ws.receive_json()["t"] != "done":
                    pass


def fill(house: House) -> dict:
    """Tables in every state; by what they are, their ids."""
    anna = "Anna"
    running, host = house.open("schwupps", "you", "open", "open", option_match="tournament")
    ben = house.join(running, "Ben", figure="pear")
    house.join(running, "Çiğdem 🦊")
    house.play(running, 14)
    house.say(host, "Hello, everybody!", "Na dann: viel Glück 🍀")
    house.say(ben, "<b>Thanks</b>")

    finished, host = house.open("schweinsgalopp", "you", "open", option_rounds="2", name="Ben")
    house.join(finished, anna)
    house.play(finished, 300)
    assert house.room(finished).table.phase == "over"
    house.say(host, "Good game")
    house.call(house.room(finished).again, Ask("again", 0, "again-0001"))
    next_table = house.room(finished).table.next_table
    house.play(next_table, 3)

    closed, host = house.open("swup", "you", "open", watchers="nobody")
    house.join(closed, "Cleo")
    house.play(closed, 9)
    house.ask(closed, "close", 0)

    waiting, host = house.open(
        "swup", "you", "open", "open", public="on", watchers="anyone", clock="relaxed", zero="bot"
    )
    house.join(waiting, "Dora", seat="2")

    renewed, host = house.open(
        "solo", "you", "open", "open", "bot:novice", option_rounds="1", clock="brisk", zero="pass"
    )
    old = house.join(renewed, "Emil")
    house.join(renewed, "Fritz")
    house.play(renewed, 30)
    void = [dict(old, why="renewed")]
    answer = house.post(f"{old['address']}/renew", {"seat": old["cookies"]["seat"]})
    house.seats.remove(old)
    house.seat(old["address"], answer, "Emil")

    programs, host = house.open("schweinsgalopp", "you", "open", "bot:greedy")
    answer = house.post(f"{host['address']}/program/1", {"seat": host["cookies"]["seat"]}, name="Deep Pig")
    token = re.search(r"[\w-]{20,}\.[\w-]{20,}", answer.text)[0]
    house.play(programs, 4)

    given, host = house.open("solo", "you", "open", "bot:easy")
    lost = house.join(given, "Gerd")
    house.play(given, 5)
    answer = house.post(f"{host['address']}/give/1", {"seat": host["cookies"]["seat"]})
    link = re.search(rf"/t/{given}/1#[\w.-]+", answer.text)[0]
    void.append(dict(lost, why="given"))
    house.seats.remove(lost)

    bots, host = house.open("schwupps", "you", "bot:greedy", option_step_limit="12")
    house.play(bots, 200)
    assert house.room(bots).table.phase == "over"
    answer = house.post(
        f"{host['address']}/play-on", host["cookies"], **{"from": "0", "at": str(house.room(bots).table.number // 2)}
    )
    played_on = house.seat(answer.headers["location"], answer, anna)["table"]

    forgotten, host = house.open("swup", "you", "open")
    house.join(forgotten, "Nobody Knows")
    house.say(host, "To be forgotten")
    house.ask(forgotten, "close", 0)
    house.call(house.forget, forgotten)

    deleted, host = house.open("swup", "you", "open")
    void += [dict(house.join(deleted, "Hanna"), why="deleted"), dict(host, why="deleted")]
    house.play(deleted, 3)
    house.post(f"{host['address']}/delete", {"seat": host["cookies"]["seat"]})
    house.seats = [seat for seat in house.seats if seat["table"] != deleted]
    return {
        "running": running, "finished": finished, "next": next_table, "closed": closed, "waiting": waiting,
        "renewed": renewed, "programs": programs, "given": given, "bots": bots, "played on": played_on,
        "forgotten": forgotten, "deleted": deleted,
        "void": void, "program": {"table": programs, "seat": 1, "token": token},
        "link given": {"table": given, "seat": 1, "link": link},
    }  # fmt: skip


def expected(house: House, table: str) -> dict:
    store, facts = house.store, house.store.facts(table)
    record = house.client.get(f"/t/{table}/record?match=1&as=bystander")
    return {
        "facts": len(facts),
        "fold": kit.folds(facts)[-1],
        "names": {str(seat): list(name) for seat, name in store.names(table).items()},
        "talk": [list(said) for said in store.talk(table)],
        "code": store.code(table),
        "versions": [store.token_version(table, seat) for seat in range(house.room(table).table.seats)],
        "record": record.text if record.status_code == 200 else "",
    }


def make(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        house = House(data, seed=11)
        from kartentisch.web.ending import forget_people

        house.forget = lambda table: forget_people(house.rooms._rooms[table][0])
        with TestClient(house.app, base_url="http://testserver", follow_redirects=False) as house.client:
            tables = fill(house)
            ids = [table for what, table in tables.items() if isinstance(table, str) and what != "deleted"]
            told = {
                "time": house.hands.now,
                "tables": {what: table for what, table in tables.items() if isinstance(table, str)},
                "seats": house.seats,
                **{what: more for what, more in tables.items() if not isinstance(more, str)},
                "expected": {table: expected(house, table) for table in ids},
            }
        house.store.close()
        pack(data, folder / "data.tar.gz")
        text = json.dumps(told, ensure_ascii=False, indent=1)
        (folder / "data.json").write_text(text + "\n", encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        foreign(Path(name), folder)
