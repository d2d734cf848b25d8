"""How the server stops: it tells the pages, waits for nobody in vain, and exits with the code for success."""

from __future__ import annotations

import contextlib
import signal
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.support.kit import FORM
from tests.web.support.listening import HALF_FORM, HALF_HEAD, opened, posted
from tests.web.support.served import PATIENCE, serving

pytestmark = pytest.mark.slow


def bye(page: ClientConnection) -> dict[str, object]:
    """The last message of a connection."""
    last = ""
    with contextlib.suppress(ConnectionClosed):
        while True:
            last = str(page.recv(PATIENCE))
    found: dict[str, object] = msgspec.json.decode(last)
    return found


def test_sigterm_ends_in_peace_whatever_is_half_sent_and_pages_hear_that_it_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path) as server, contextlib.ExitStack() as stack:
        table, cookie = opened(server)
        address = f"ws://127.0.0.1:{server.port}/t/{table}"
        pages = [
            stack.enter_context(connect(f"{address}/{where}/socket", additional_headers={"cookie": cookie}))
            for where in ("0", "watch")
        ]
        for page in pages:
            page.send('{"t":"hello","version":1}')
            assert [msgspec.json.decode(page.recv(PATIENCE))["t"] for _ in range(2)] == ["welcome", "scene"]
        for half in (HALF_FORM, HALF_HEAD, b""):
            server.connect(half)
        assert server.ended(signal.SIGTERM) == 0
        assert server.said() == "", "nothing was cut off, nothing has failed"
        for page in pages:
            text = "The server is restarting. It will be back in a moment."
            assert bye(page) == {"t": "bye", "code": "restart", "text": text, "again": True}
            assert page.protocol.close_code == 1012


def test_a_form_whose_answer_was_lost_in_a_crash_leads_to_the_same_table_and_seat(tmp_path: Path) -> None:
    """The server is killed, and started again on the same folder. After Ctrl+C it ends with 130."""
    form = {**FORM, "seat-2": "open", "ask": "abcdefgh"}
    with serving(tmp_path) as server:
        table = posted(server, "/open/schwupps", form)["location"]
        seat = posted(server, f"{table[:-2]}/join", {"name": "Ben", "ask": "abcdefgi"})["location"]
        assert server.ended(signal.SIGKILL) == -signal.SIGKILL
    with serving(tmp_path) as server:
        assert posted(server, "/open/schwupps", form)["location"] == table
        assert posted(server, f"{table[:-2]}/join", {"name": "Ben", "ask": "abcdefgi"})["location"] == seat
        assert posted(server, f"{table[:-2]}/join", {"name": "Cleo", "ask": "abcdefgj"}) not in (table, seat)
        assert server.ended(signal.SIGINT) == 130
        assert server.said() == "Stopped.\n"
