"""`--log json`: one form for all loggers, ids of request and table, and no card, name or secret."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import io
import json
import logging
import re
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kartentisch.cli.screen import MistakeError
from kartentisch.cli.serve import serve
from kartentisch.store import StoreFailed
from kartentisch.web import logs
from tests.web.support.kit import FORM
from tests.web.support.listening import posted
from tests.web.support.served import PATIENCE, Process, serving

NAME, TALK = "Walpurga", "Das ist geheim, pst"


@pytest.fixture
def json_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Log as `--log json` does; returns the lines so far."""
    monkeypatch.setenv("KARTENTISCH_LOG", "INFO")
    monkeypatch.setattr(sys, "stderr", said := io.StringIO())
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level, hooks = root.handlers[:], root.level, (sys.excepthook, threading.excepthook)
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.addHandler(logging.StreamHandler(io.StringIO()))  # as another server in this process may have left it
    uvicorn.propagate = False
    logs.configure("json")
    structlog.configure(cache_logger_on_first_use=False)
    try:
        yield lambda: [json.loads(line) for line in said.getvalue().splitlines()]
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = handlers
        root.setLevel(level)
        sys.excepthook, threading.excepthook = hooks
        structlog.configure(**before)


def test_all_loggers_have_one_form(json_log: Any) -> None:
    structlog.get_logger().info("fact", table="abc", n=3)
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: <Task exception=ValueError('r5')>")
    with warnings.catch_warnings():
        logging.captureWarnings(False)
        logging.captureWarnings(True)  # once more, as pytest looks at warnings in another way in each phase of a test
        warnings.simplefilter("always")
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    logs.notice("Compiling the rules.")
    try:
        int("r5 of Anna")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    thread = threading.Thread(target=lambda: 1 // 0, name="broken")
    thread.start()
    thread.join()
    lines = json_log()
    assert [line["event"] for line in lines][:3] == [
        "fact",
        "Exception in ASGI application",
        "Task exception was never retrieved",
    ]
    assert "DeprecationWarning: old" in lines[3]["event"]
    assert lines[4] == lines[4] | {"event": "notice", "text": "Compiling the rules."}
    assert [line["exception"] for line in lines[5:]] == ["ValueError", "ZeroDivisionError"]
    assert all({"timestamp", "level", "event"} <= set(line) for line in lines)
    assert [line.get("logger") for line in lines[:4]] == [None, "uvicorn.error", "asyncio", "py.warnings"]
    assert "r5" not in json.dumps(lines)


def test_an_exception_is_named_by_type_and_place_and_never_by_what_it_quotes(json_log: Any) -> None:
    log = structlog.get_logger()
    try:
        dict[str, int]()["hand of Anna"]
    except KeyError as error:
        log.exception("fact not told", table="abc", error=repr(error))
    log.warning("tables cannot be listed", error=repr(StoreFailed("full")))
    log.warning("this log cannot be read here", error="a sentence of Anna")
    first, second, third = json_log()
    assert (first["exception"], first["error"]) == ("KeyError", "KeyError")
    assert re.fullmatch(r"test_logs\.py:\d+ test_an_exception_\w+", first["trace"][0])
    assert second["error"] == repr(StoreFailed("full"))
    assert third["error"] == "left out"


def test_a_request_has_an_id_which_ends_with_it(json_log: Any) -> None:
    log = structlog.get_logger()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        log.info("inside")

    ids = logs.RequestIds(app)
    for path in ("/t/abcdef/0/socket", "/t/abcdef", "/stored"):
        asyncio.run(ids({"type": "http", "path": path}, None, None))  # type: ignore[arg-type]
    log.info("outside")
    lines = json_log()
    assert [line.get("table") for line in lines] == ["abcdef", "abcdef", None, None]
    assert [len(line.get("request", "")) for line in lines] == [8, 8, 8, 0]
    assert len({line.get("request") for line in lines}) == 4


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MistakeError, match=r"xml is no form of the log; choose text or json\."):
        serve(log="xml", data=tmp_path)
    assert list(tmp_path.iterdir()) == []


# ---- A match ---------------------------------------------------------------------------------------------------------


def test_a_match_leaves_no_card_name_or_secret_in_the_log_and_its_figures_inside(tmp_path: Path) -> None:
    """Everything is logged that can be. Two people play to the end by the steps that their pages offer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ("--log", "json", "--metrics", str(port), "--url", "http://cards.example")
    with serving(tmp_path, *options, environment={"KARTENTISCH_LOG": "DEBUG"}) as server:
        seat, cookie = seated(server, "/open/schwupps", {**FORM, "name": NAME, "option-rounds": "1"})
        table = seat.split("/")[2]
        with contextlib.ExitStack() as stack:
            code = Player(stack, server, seat, cookie).scene["invite"]["code"]
        other, second = seated(server, f"/t/{table}/join", {"name": NAME + "2", "ask": "abcdefgi"})
        link = re.search(r'id="link"[^>]*value="[^"#]*#([^"]+)', got(server, f"{seat}/link", cookie)[1])
        assert link is not None
        secrets = [NAME, TALK, link[1], cookie.partition("=")[2], second.partition("=")[2], "127.0.0.1"]
        with contextlib.ExitStack() as stack:
            pages = [Player(stack, server, one, its) for one, its in ((seat, cookie), (other, second))]
            pages[0].send({"t": "ask", "id": "talk-00001", "do": "say", "arg": TALK})
            moves = play(pages)
            assert len(moves) > 5
            pages[0].send("nonsense")
            assert inside(port, "/readyz")[0] in (200, 503)
            figures = inside(port, "/metrics")[1]
            assert got(server, "/metrics")[0] == 404
            assert f'kartentisch_moves_total{{by="person",game="schwupps"}} {len(moves)}.0\n' in figures
            assert f"kartentisch_move_shown_seconds_count {len(moves)}.0\n" in figures
            assert not [one for one in (*secrets, code, table) if one and one in figures]
            server.process.send_signal(signal.SIGTERM)
            for page in pages:
                page.until_closed()
            assert server.process.wait(PATIENCE) == 0
        said = server.said()
    lines = [json.loads(line) for line in said.splitlines()]
    facts = [line for line in lines if line["event"] == "fact"]
    assert sum(line["kind"] == "moved" for line in facts) == len(moves)
    assert {line["table"] for line in facts} == {table}
    assert all(re.fullmatch(r"[0-9a-f]{8}", line["request"]) for line in facts if line["kind"] in ("opened", "moved"))
    assert not [one for one in (*secrets, code) if one and one in said]
    known = {"timestamp", "level", "event", "table", "request", "n", "kind", "seat", "game", "logger", "text"}
    assert set().union(*lines) <= known, "a new field must not say what somebody plays, says or is called"
    quoted = [move for move in set(moves) if re.search(rf'"[^"]*(?<![\w-]){re.escape(move)}(?![\w-])[^"]*"', said)]
    assert not quoted


def seated(server: Process, path: str, form: dict[str, str]) -> tuple[str, str]:
    """The seat that a form leads to, and its cookie."""
    headers = posted(server, path, form)
    cookies = headers.get_all("set-cookie", [])
    return headers["location"], next(one.split(";")[0] for one in cookies if one.startswith("seat="))


class Player:
    """A page at a seat that knows its newest scene."""

    def __init__(self, stack: contextlib.ExitStack, server: Process, seat: str, cookie: str) -> None:
        address = f"ws://127.0.0.1:{server.port}{seat}/socket"
        self.line: ClientConnection = stack.enter_context(connect(address, additional_headers={"cookie": cookie}))
        self.scene: dict[str, Any] = {}
        self.send({"t": "hello", "version": 1})
        self.hear("scene")

    def send(self, message: Any) -> None:
        self.line.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, kind: str, within: float = PATIENCE) -> dict[str, Any]:
        """The next message of this kind."""
        while True:
            message: dict[str, Any] = json.loads(self.line.recv(within))
            if message["t"] == "scene":
                self.scene = message["scene"]
            if message["t"] == kind or message["t"] == "refused":
                return message

    def until_closed(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.line.recv(PATIENCE)


def play(pages: list[Player]) -> list[str]:
    """Play until the match is over; the moves. A page that is behind is refused, and tries again."""
    moves: list[str] = []
    while pages[0].scene["phase"] == "waiting":  # a moment, for the page of whoever came last
        pages[0].hear("scene")
    for number in range(2_000):
        phase = pages[0].scene["phase"]
        if phase not in ("playing", "result"):
            break
        for page in pages:
            steps = page.scene.get("steps") or []
            if phase == "playing" and page.scene["prompt"].get("yours") and steps:
                token, n = steps[0]["token"], page.scene["n"]
                ask = {"t": "ask", "id": f"move-{number:05}", "do": "play", "moves": [token]}
                page.send(ask | {"since": page.scene["since"]})
                answer = page.hear("done")
                if answer["t"] == "refused":
                    time.sleep(0.2)  # that was too much at once
                else:
                    moves.append(token)
                    for one in pages:
                        while one.scene["n"] <= n:
                            one.hear("scene")
                break
    return moves


def got(server: Process, path: str, cookie: str = "") -> tuple[int, str]:
    return fetched(server.port, path, {"cookie": cookie})


def inside(port: int, path: str) -> tuple[int, str]:
    return fetched(port, path, {})


def fetched(port: int, path: str, headers: dict[str, str]) -> tuple[int, str]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
