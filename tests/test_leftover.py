"""What a test leaves running is found, named and ended, and a run begins the same whatever it inherits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import inherited
from tests import leftover, processes

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc")

SLEEPS = "import time; time.sleep(600)"
FORGETS = f"""
import subprocess, sys
def test_forgets() -> None:
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', '{SLEEPS}'], start_new_session=True)"
    subprocess.run([sys.executable, "-c", code], check=True)
"""
SAYS = """
import os, signal
from scripts import inherited
inherited.calm()
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.getsignal(signal.SIGTERM).name,
      signal.pthread_sigmask(signal.SIG_BLOCK, ()), os.fstat(0).st_rdev == os.stat(os.devnull).st_rdev,
      {name for name in ("LANGUAGE", "PYTHONOPTIMIZE", "NUMBA_DISABLE_JIT", "TZ") if name in os.environ})
"""


def test_what_goes_on_after_a_run_is_ended_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftover, "PATIENCE", 0.0)
    environment = {**os.environ, leftover.MARK: "of this test"}
    with processes.python("-c", SLEEPS, env=environment) as process:
        found: list[leftover.Left] = []
        while not found:  # until it runs what it was told to
            found = leftover.left("of this test")
        assert [one.pid for one in found] == [process.pid]
        assert str(found[0]).startswith("tests/test_leftover.py::test_what_goes_on_after_a_run_is_ended_and_named left")
        assert process.wait(processes.PATIENCE) == -signal.SIGKILL
    assert leftover.left("of this test") == []


@pytest.mark.parametrize("how", [("-n", "1"), pytest.param((), marks=pytest.mark.long)])
def test_a_run_that_leaves_a_process_fails_though_its_tests_pass(how: tuple[str, ...], tmp_path: Path) -> None:
    """Also one whose parent is gone."""
    (tmp_path / "test_it.py").write_text(FORGETS, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "from tests import leftover\nleftover.PATIENCE = 0.2\nfrom tests.conftest import *\n", encoding="utf-8"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    root = Path(leftover.__file__).resolve().parents[1]
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *how, str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        run, cwd=tmp_path, env=environment | {"PYTHONPATH": str(root)}, capture_output=True, text=True, check=False
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    assert "FAILED: test_it.py::test_forgets left process " in done.stdout
    assert done.returncode == 1


def test_a_run_begins_the_same_whatever_it_inherits() -> None:
    """As a job in the background of a script, with no standard input, in a shell of somebody else's."""
    root = Path(inherited.__file__).resolve().parents[1]
    odd = {"LANGUAGE": "de", "PYTHONOPTIMIZE": "1", "NUMBA_DISABLE_JIT": "1", "TZ": "Asia/Kathmandu"}
    begun = f"trap '' INT TERM HUP; exec {sys.executable} -c '{SAYS.replace(chr(39), chr(34))}' <&-"
    found = subprocess.run(["sh", "-c", begun], cwd=root, env=os.environ | odd, stdout=subprocess.PIPE, check=True)
    assert found.stdout.decode().split() == ["True", "SIG_DFL", "set()", "True", "set()"]
