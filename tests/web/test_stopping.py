"""How the server stops: pages are told, nobody is waited for in vain, and the exit code says that all is well."""

from __future__ import annotations

import contextlib
import http.client
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kartentisch.web.network.connections import Admissions, ConnectionLimits
from tests.web.kit import FORM
from tests.web.listening import HALF_FORM, HALF_HEAD, Listening
from tests.web.test_connections import opened

pytestmark = pytest.mark.slow
PATIENCE = 60
MAIN = """
import signal
from kartentisch.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background Ctrl+C is ignored, and that is inherited
main()
"""


class Process(Listening):
    """`kartentisch serve` as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, errors: Path) -> None:
        super().__init__(port, Admissions(ConnectionLimits()))
        self.process = process
        self._errors = errors

    def said(self) -> str:
        """What it has written to stderr."""
        return self._errors.read_text(encoding="utf-8")

    def ended(self, by: signal.Signals) -> int:
        """The exit code after this signal."""
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Process]:
    errors = folder / "errors.txt"
    command = [sys.executable, "-c", MAIN, "serve", "--port", "0", "--data", str(folder / "data"), *options]
    with errors.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
    assert process.stdout is not None
    with process.stdout, contextlib.ExitStack() as stack:
        stack.callback(process.wait, PATIENCE)
        stack.callback(process.kill)
        line = next((line for line in process.stdout if "On this computer" in line), "")
        assert line, errors.read_text(encoding="utf-8")
        found = Process(process, int(line.rpartition(":")[2]), errors)
        stack.callback(found.hang_up)
        yield found


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
            page.recv(PATIENCE)
        for half in (HALF_FORM, HALF_HEAD, b""):
            server.connect(half)
        assert server.ended(signal.SIGTERM) == 0
        assert server.said() == "", "nothing was cut off, nothing has failed"
        for page in pages:
            text = "The server is being restarted. It is back in a moment."
            assert bye(page) == {"t": "bye", "code": "restart", "text": text, "again": True}
            assert page.protocol.close_code == 1012


def test_a_form_whose_answer_was_lost_in_a_crash_leads_to_the_same_table_and_seat(tmp_path: Path) -> None:
    """The server is killed, and started again on the same folder. After Ctrl+C it ends with 130."""
    form = {**FORM, "seat-2": "open", "ask": "abcdefgh"}
    with serving(tmp_path) as server:
        table = sent(server, "/open/schwupps", form)
        seat = sent(server, f"{table[:-2]}/join", {"name": "Ben", "ask": "abcdefgi"})
        assert server.ended(signal.SIGKILL) == -signal.SIGKILL
    with serving(tmp_path) as server:
        assert sent(server, "/open/schwupps", form) == table
        assert sent(server, f"{table[:-2]}/join", {"name": "Ben", "ask": "abcdefgi"}) == seat
        assert sent(server, f"{table[:-2]}/join", {"name": "Cleo", "ask": "abcdefgj"}) not in (table, seat)
        assert server.ended(signal.SIGINT) == 130
        assert server.said() == "Stopped.\n"


def sent(server: Process, address: str, form: dict[str, str]) -> str:
    """Where a form leads."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("POST", address, urlencode(form), {"content-type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303
        return answer.headers["location"]
