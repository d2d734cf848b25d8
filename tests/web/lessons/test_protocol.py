"""Every lesson over the wire: a learner who tries every kind of mistake once, and then does what is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import count
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession

from kartentisch.web.lessons.course import course_of
from kartentisch.web.lessons.lesson import LEARNER
from kartentisch.words.language import language
from tests.web.support.kit import browser, call
from tests.web.support.lessons import GAMES, mistakes


class Learner:
    """A page at a lesson."""

    def __init__(self, socket: WebSocketTestSession, code: str = "en", moment: str = "") -> None:
        self.socket = socket
        self.ids = (f"ask-{number:08}" for number in count())
        self.scene: dict[str, Any] = {}
        self.log: list[str] = []
        self.say({"t": "hello", "version": 1, "language": code, "moment": moment})
        self.welcome = self.hear()
        self.hear()

    def say(self, message: Any) -> None:
        self.socket.send_text(message if isinstance(message, str) else json.dumps(message))

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        if message["t"] == "scene":
            self.scene = message["scene"]
            self.log = [*([] if message["fresh"] else self.log), *(line["text"] for line in message["log"])]
        return message

    @property
    def coach(self) -> dict[str, Any]:
        found: dict[str, Any] = self.scene["coach"]
        return found

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Ask, and return the answer."""
        message = {"t": "ask", "id": next(self.ids), "do": do, "since": self.scene["since"], **more}
        self.say(message)
        while True:
            answer = self.hear()
            if answer["t"] in ("done", "refused") and answer["id"] == message["id"]:
                return answer

    def play(self, move: str) -> dict[str, Any]:
        return self.ask("play", moves=[move])

    def until(self, moment: str) -> None:
        """Listen until the next moment has come; "" is the end."""
        while not self.scene.get("follow") if not moment else self.coach["id"] != moment:
            self.hear()


@contextmanager
def lesson(game: str, code: str = "en", moment: str = "") -> Iterator[Learner]:
    with browser() as (client, _), client.websocket_connect(f"/learn/{game}/socket") as socket:
        yield Learner(socket, code, moment)


def plain(scene: dict[str, Any]) -> dict[str, Any]:
    """All of a scene but the words of the coach, and what came before it."""
    return {key: value for key, value in scene.items() if key not in ("coach", "prompt", "moved")}


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_learner_tries_every_kind_of_mistake_and_finds_the_way(game: str, code: str) -> None:
    course, t = course_of(game), language(code)
    with lesson(game, code) as learner:
        assert learner.welcome == {"t": "welcome", "version": 1, "table": "", "seat": LEARNER}
        for place, moment in enumerate(course.lesson.moments):
            where, before = f"{game}, {moment.id}, {code}", learner.scene
            assert learner.coach["id"] == moment.id, where
            assert (learner.coach["step"], learner.coach["of"]) == (place + 1, len(course.lesson.moments))
            assert learner.coach["text"] == t.say(moment.say), where
            for key, move in mistakes(course.tables[place], moment).items():
                answer = learner.play(move)
                told = learner.coach["text"]
                assert answer["t"] == "refused", f"{where}: {move} counts"
                assert learner.coach["tone"] == "wrong", f"{where}: {move}"
                if answer["code"] == "lesson_other":
                    assert told.startswith(t.say("That would be allowed too.").removesuffix(".")[:5]), where
                else:
                    assert answer["text"] in told, f"{where}: the rule is missing: {told}"
                kind = moment.wrong.get(key, "")
                assert t.say(kind) in told, f"{where}: {key} has its own word, not {told}"
                assert plain(learner.scene) == plain(before), f"{where}: {move} has changed the table"
            if moment.done:
                assert learner.play(moment.show)["t"] == "done", where
            else:
                assert learner.ask("coach", arg="go")["t"] == "done", where
            rest = course.lesson.moments[place + 1 :]
            learner.until(rest[0].id if rest else "")
        assert learner.scene["follow"] == f"/learn/{game}/done"
    assert len(learner.log) >= len(course.played) + len(course.lesson.moments)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_by_the_elements_is_answered_as_well(game: str) -> None:
    """A page that sees no step for what was picked asks why; the note answers."""
    with lesson(game) as learner:
        moment = course_of(game).lesson.moments[0]
        wrong = next(iter(mistakes(course_of(game).tables[0], moment).values()))
        answer = learner.ask("why", moves=[wrong])

        assert answer["t"] == "done"
        assert answer["text"] == "" or answer["text"] in learner.coach["text"]


def test_after_two_wrong_tries_the_fitting_card_rises() -> None:
    with lesson("schwupps") as learner:
        learner.play("y3>A1")
        assert "path" not in learner.coach
        learner.play("y3>A1")
        assert learner.coach["path"] == ["hand/g7", "A1"]
        learner.play("g7>A1")
        learner.until("colour")
        assert "path" not in learner.coach


def test_show_me_shows_and_plays() -> None:
    with lesson("schwupps") as learner:
        learner.ask("coach", arg="show")
        assert learner.coach["path"] == ["hand/g7", "A1"]
        learner.until("colour")
        assert learner.log[1] == "You play green 7 on A1. It was blue 5, plus 2."


def test_what_the_learner_finds_alone_is_told() -> None:
    """Without a wrong try and without being shown; a wrong try in an earlier moment does not count."""
    with lesson("schwupps") as learner:
        learner.play("y3>A1")
        learner.play("g7>A1")
        assert "found" not in learner.coach
        learner.until("colour")
        learner.play("y3>B1")
        assert learner.coach["found"] is True
        learner.until("end")
        assert "found" not in learner.coach
        learner.ask("coach", arg="show")
        learner.until("minus")
        assert "found" not in learner.coach


def test_a_skipped_moment_is_played_by_the_script() -> None:
    with lesson("schwupps", moment="end") as learner:
        learner.ask("coach", arg="skip")
        assert learner.coach["id"] == "minus"
        assert "Teapot plays yellow 6 on B1." in learner.log


def test_a_lesson_goes_on_where_the_browser_says_and_begins_anew_where_it_does_not_know() -> None:
    with lesson("schwupps", moment="shift") as learner:
        assert (learner.coach["id"], learner.coach["step"]) == ("shift", 6)
        assert len(learner.log) == 5
        learner.ask("coach", arg="from:plus")
        assert (learner.coach["id"], learner.log) == ("plus", [])
        assert learner.play("g7>A1")["t"] == "done"
    with lesson("schwupps", moment="<nothing>") as learner:
        assert learner.coach["id"] == "plus"


def test_the_same_ask_is_done_once() -> None:
    with lesson("schwupps") as learner:
        for _ in range(2):
            learner.say({"t": "ask", "id": "the-same-one", "do": "coach", "arg": "skip"})
        while learner.hear()["t"] != "done":
            pass
        while learner.hear()["t"] != "done":
            pass
        assert learner.coach["id"] == "colour"


def test_the_menu_leads_to_the_end_and_to_the_other_language() -> None:
    with lesson("schwupps") as learner:
        assert learner.ask("coach", arg="end")["text"] == "/learn/schwupps/done"
        assert learner.ask("language", arg="de")["text"] == "/language/de?back=/learn/schwupps"
        assert learner.coach["id"] == "plus"


def test_begin_works_as_at_any_table_and_a_step_that_ends_a_move_is_not_begun() -> None:
    with lesson("schwupps") as learner:
        answer = learner.ask("begin", moves=["g7>A1"])
        assert (answer["code"], answer["text"]) == ("not_begun", "The move is complete: it can be played, not begun.")


@pytest.mark.parametrize(
    ("ask", "code", "text"),
    [
        ({"do": "coach", "arg": "from:nothing"}, "moment_unknown", "This lesson has no moment “nothing”."),
        (
            {"do": "coach", "arg": "dance"},
            "coach_unknown",
            "A lesson can go, show, skip, end or begin from a moment, but not “dance”.",
        ),
        ({"do": "coach", "arg": "go"}, "lesson_wait", "Wait a moment: the others are playing."),
        ({"do": "pause"}, "ask_unknown", "This table does not know “pause”."),
        ({"do": "hint"}, "ask_unknown", "This table does not know “hint”."),
        ({"do": "play", "moves": ["nonsense"]}, "token_unknown", "“nonsense” is no step of a move in this game."),
        ({"do": "play", "moves": []}, "moves_number", "One to 2 moves can be sent at once."),
        ({"do": "play", "moves": ["g7>A1"] * 3}, "moves_number", "One to 2 moves can be sent at once."),
        (
            {"do": "coach", "arg": "go", "id": "short"},
            "id_bad",
            "An ask needs an id of 8 to 40 letters, digits, - or _.",
        ),
    ],
)
def test_what_a_lesson_does_not_know_is_refused_with_a_sentence(ask: dict[str, Any], code: str, text: str) -> None:
    with lesson("schwupps") as learner:
        answer = learner.ask(**{"id": "ask-own-0001", **ask}) if "id" not in ask else said(learner, ask)
        assert (answer["code"], answer["text"]) == (code, text)
        assert learner.coach["id"] == "plus"


def said(learner: Learner, ask: dict[str, Any]) -> dict[str, Any]:
    learner.say({"t": "ask", **ask})
    while (answer := learner.hear())["t"] != "refused":
        pass
    return answer


def test_a_table_of_a_lesson_is_nobodys_and_is_stored_nowhere() -> None:
    with browser() as (client, house), client.websocket_connect("/learn/schwupps/socket") as socket:
        learner = Learner(socket)
        learner.play("g7>A1")
        assert house.rooms.open_rooms() == []
        assert client.get("/statistics").json()["facts"] == 0
        assert call(client, house.store.tables) == []


@pytest.mark.parametrize("game", ["nothing", "x" * 500, "%3Cscript%3E"])
def test_an_unknown_game_has_no_lesson(game: str) -> None:
    sentence = f'There is no game "{unquote(game)[:40]}"; the games are: schweinsgalopp, schwupps, solo, swup.'
    with browser() as (client, _):
        with client.websocket_connect(f"/learn/{game}/socket") as socket:
            bye = json.loads(socket.receive_text())
        assert (bye["t"], bye["code"], bye["again"], bye["text"]) == ("bye", "game_unknown", False, sentence)
        for path in (f"/learn/{game}", f"/learn/{game}/done"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert sentence in unescape(answer.text)


def test_forty_lessons_run_from_one_address_and_no_more() -> None:
    with browser(address="203.0.113.9") as (client, _):
        running = [client.websocket_connect("/learn/schwupps/socket") for _ in range(40)]
        for one in running:
            Learner(one.__enter__())
        with client.websocket_connect("/learn/schwupps/socket") as socket:
            bye = json.loads(socket.receive_text())
        assert bye["code"] == "lessons_many"
        assert bye["text"] == "40 lessons are running from your address already. Close one, then try again."
        running[0].__exit__(None, None, None)
        with client.websocket_connect("/learn/schwupps/socket") as socket:
            assert Learner(socket).coach["id"] == "plus"
        for one in running[1:]:
            one.__exit__(None, None, None)


def test_pages_of_other_sites_get_no_lesson() -> None:
    with browser() as (client, _), pytest.raises(WebSocketDenialResponse) as caught:
        client.websocket_connect("/learn/schwupps/socket", headers={"origin": "https://elsewhere.example"}).__enter__()
    assert caught.value.status_code == 403
    assert caught.value.text == "This request comes from another site, so it is refused."


def test_a_lesson_tells_what_the_keys_that_speak_ask() -> None:
    with lesson("schwupps") as learner:
        before = learner.scene
        assert learner.ask("tell", arg="turn")["text"].startswith(before["prompt"]["lead"])
        assert learner.ask("tell", arg="hand")["text"].startswith("Your hand: ")
        assert learner.ask("tell", arg="last")["text"] == "Nothing has happened yet."
        refused = learner.ask("tell", arg="all")
        assert (refused["t"], refused["code"]) == ("refused", "tell_unknown")
        assert learner.scene["n"] == before["n"]
