"""What `make test` prints of each phase, that it is red when anything is, and that it ends what it has started."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import phases
from scripts import test as run_of_make_test
from scripts.phases import Costs, Job
from tests import processes
from tests.ways import FOLDERS

SPENDS = "import time\nwhile time.process_time() < 1: pass"
ROOT = Path(phases.__file__).resolve().parents[1]


def test_a_phase_is_red_when_any_of_its_jobs_is_and_says_what_it_cost(capfd: pytest.CaptureFixture[str]) -> None:
    costs = Costs()
    jobs = [
        Job("good", ["-c", SPENDS]),
        Job("bad", ["-c", "print('why'); raise SystemExit(3)"]),
        Job("low", ["-c", ""]),
    ]
    before = costs.total()
    assert phases.run("a phase", jobs, costs) == ["bad"]
    assert costs.total() - before > 0.9
    costs.close()
    out = capfd.readouterr().out
    assert "--- bad\nwhy\n" in out
    assert re.search(r"--- a phase: \d+ s, [1-9]\d* s of processor time, load \d+\.\d\n", out)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
def test_a_process_that_nobody_waits_for_is_counted() -> None:
    """As the windows of a browser are ended."""
    source = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SPENDS!r}]); input()"
    with processes.python("-c", source, stdin=subprocess.PIPE) as process:
        seen: dict[tuple[int, str], float] = {}
        until = time.monotonic() + processes.PATIENCE
        while sum(seen.values()) < 1 and time.monotonic() < until:
            seen |= dict(phases.descendants(os.getpid()))
            time.sleep(0.05)
        assert sum(seen.values()) >= 1
        process.communicate(b"\n")


@pytest.mark.skipif(not hasattr(signal, "SIGTERM"), reason="there is no such signal")
def test_a_run_that_is_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    up = tmp_path / "up"
    source = f"""
import signal, sys
from scripts.phases import Costs, Job, run
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
sleeper = "import os, time; open({str(up)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
run("a phase", [Job("sleeps", ["-c", sleeper])], Costs())
"""
    with processes.python("-c", source, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        while not up.exists() or not up.read_text(encoding="utf-8"):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(processes.PATIENCE) == 143
        with pytest.raises(ProcessLookupError):
            os.kill(int(up.read_text(encoding="utf-8")), 0)


def test_what_is_run_three_times_is_looked_for_where_it_is() -> None:
    """Elsewhere `tests/conftest.py` refuses the mark."""
    assert run_of_make_test.WAYS[-len(FOLDERS) :] == [f"tests/{folder}" for folder in FOLDERS]


def test_the_run_itself_is_red_when_a_phase_is() -> None:
    code = "from scripts import test, phases\nred = phases.Job('x', ['-c', 'raise SystemExit(1)'])\n"
    code += "test.SHORT_PHASES[:] = [('x', [red])]"
    run = [sys.executable, "-c", f"{code}\nraise SystemExit(test.main([]))"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "FAILED: x"
    assert re.search(r"--- in all, on \d+ cores: \d+ s, \d+ s of processor time", done.stdout)
