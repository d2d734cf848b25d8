"""Every command of docs/hosting.md about operating a server does what the page says, in a folder of its own."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="bash")]

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
SECTIONS = (
    "First start",
    "Tables, and a message to everybody",
    "Backups",
    "Update",
    "Going back",
    "Moving to another computer",
)
"""They are run one after the other, as a host does over the years."""
STUBS = """
set -e
serving=""
start() {
    command kartentisch serve "$@" --port "$PORT" >>serve.log 2>&1 &
    serving=$!
    for _ in $(seq 600); do
        grep -q "Stop it with" serve.log && return
        kill -0 $serving || { cat serve.log; exit 9; }
        sleep 0.1
    done
    exit 8
}
stop() {
    [ -z "$serving" ] || { kill $serving; wait $serving; }
    serving=""
    : >serve.log
}
kartentisch() {
    case "$1 $2" in
        "serve --"*) start "${@:2}" ;;
        *) command kartentisch "$@" ;;
    esac
}
systemctl() { if [ "$1" = stop ]; then stop; else start; fi; }
python3() { mkdir -p "$3/bin" && ln -sf "$BIN/kartentisch" "$3/bin/kartentisch" && ln -sf /bin/true "$3/bin/pip"; }
open_a_table() {
    "$BIN/python" -c "
import http.client
line = http.client.HTTPConnection('127.0.0.1', $PORT)
line.request('POST', '/open/schwupps', 'name=Anna&seat-0=you&seat-1=open')
assert line.getresponse().status == 303"
}
trap stop EXIT
"""
"""Stands in for systemd, for the installation of a new version, and runs servers in the background."""


def block(section: str) -> str:
    """The commands of a section."""
    text = PAGE.split(f"\n## {section}\n", 1)[1].split("\n## ", 1)[0]
    return "\n".join(re.findall(r"^```sh\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL))


def test_the_commands_of_the_page_run_one_after_the_other(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
    binaries = str(Path(sys.executable).parent)
    (tmp_path / "kartentisch-old").mkdir()
    script = STUBS
    for section in SECTIONS:
        assert block(section), section
        script += f'\necho "== {section}"\n{block(section)}'
        script += "\nopen_a_table" if section == SECTIONS[0] else ""
    script = script.replace("kartentisch doctor", "kartentisch doctor --warn-below 1 --port $PORT")
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "share"),
        "LC_ALL": "C.UTF-8",
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "BIN": binaries,
        "PORT": port,
    }
    environment.setdefault("KARTENTISCH_CACHE", str(Path.home() / ".cache" / "kartentisch"))
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    heard = [part.split("\n", 1)[1] for part in done.stdout.split("== ")[1:]]
    first, tables, backups, update, back, moving = heard
    assert "options      All options are valid." in first
    assert "1 table. A server runs on this folder." in tables
    assert "All pages show: At 8 pm this server gets an update." in tables
    assert "The key to all seats is in it" in backups
    assert "This version can read all tables: 1." in update
    assert "1 table is back in" in back
    assert "1 table is back in new-computer." in moving
    assert "FAULT" not in done.stdout
    assert (tmp_path / "kartentisch").readlink() == Path("kartentisch-old")
    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("*.backup")} == {0o600}
