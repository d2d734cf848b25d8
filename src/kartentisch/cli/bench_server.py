"""A server that is started to be measured, and the requests of its clients."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from kartentisch.cli.screen import MistakeError


class Server:
    """`kartentisch serve` as a separate process. `environment`: more variables for it."""

    def __init__(self, data: Path, *options: str, environment: Mapping[str, str] | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        command = [sys.executable, "-m", "kartentisch", "serve", "--port", str(self.port), "--data", str(data)]
        command += ["--connections-per-address", "0", *options]  # all scripted clients share one address
        self.begun = time.perf_counter()
        variables = os.environ | (environment or {})
        self.process = subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.first_page = self._wait()
        except BaseException:
            self.process.kill()
            raise

    def _wait(self) -> float:
        """Wait for the first page. Return the seconds since the start."""
        while time.perf_counter() - self.begun < 120:
            try:
                self.get("/")
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.02)
            else:
                return time.perf_counter() - self.begun
        raise MistakeError("The server to be measured did not start.")

    def get(self, path: str) -> str:
        """Get a page."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("GET", path)
            return connection.getresponse().read().decode()

    def post(self, path: str, form: dict[str, str]) -> tuple[str, str]:
        """Send a form. Return where it leads, and the cookie of the seat."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self.port}"}
        return self._led("POST", path, urllib.parse.urlencode(form), headers)

    def follow(self, path: str, cookie: str) -> tuple[str, str]:
        """Follow a seat to its next table. Return the new seat and its cookie."""
        return self._led("GET", path, None, {"Cookie": cookie})

    def _led(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[str, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
        cookies = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        seat = next((value.split(";")[0] for value in cookies if value.startswith("seat=")), "")
        return answer.getheader("location", ""), seat

    def memory(self) -> int:
        """The memory of the process in bytes (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(20)
