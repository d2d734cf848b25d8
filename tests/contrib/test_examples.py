"""The rest of contrib/: what can be checked without the programs that it is for, and with systemd where it is."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer

from kartentisch.cli import app as cli
from kartentisch.web.metrics import Gauges, PrometheusMeters
from kartentisch.web.network.connections import Admissions, ConnectionLimits
from tests.contrib.proxies import CONTRIB, MUST_RUN
from tests.web.support.kit import House

ROOT = CONTRIB.parent
UNIT = CONTRIB / "kartentisch.service"
OF_SEVERAL = CONTRIB / "kartentisch@.service"
MOST_EXPOSED = 1.5
"""Of 10. What is left: the network, and a /proc that shows the processor."""


def options_of(command: str) -> set[str]:
    """All options of a command."""
    group: Any = typer.main.get_command(cli.app)
    return {name for parameter in group.commands[command].params for name in parameter.opts}


def settings(name: str, unit: Path = UNIT) -> list[str]:
    """The values of a setting in the unit."""
    return re.findall(rf"^{name}=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)


def systemd_analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        if MUST_RUN:
            pytest.fail("systemd-analyze is missing: .ci/run installs systemd")
        pytest.skip("systemd is not installed here")
    return found


@pytest.mark.parametrize("example", [UNIT, OF_SEVERAL], ids=lambda path: path.name)
def test_systemd_takes_the_unit_and_finds_it_little_exposed(example: Path, tmp_path: Path) -> None:
    analyze = systemd_analyze()
    program = tmp_path / "kartentisch"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    unit = tmp_path / example.name.replace("@", "@1")
    text = example.read_text(encoding="utf-8").replace("/opt/kartentisch/bin/kartentisch", str(program))
    unit.write_text(text.replace("Documentation=file:///usr/share/doc/kartentisch/hosting.md\n", ""), encoding="utf-8")
    done = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    command = [analyze, "security", "--offline=true", f"--threshold={int(10 * MOST_EXPOSED)}", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-200:]
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level is not None
    assert float(level[1]) <= MOST_EXPOSED


def test_the_unit_starts_the_server_with_options_that_it_has_and_folders_that_it_may_write() -> None:
    (command,) = settings("ExecStart")
    words = shlex.split(command)
    assert words[1] == "serve"
    assert {word for word in words if word.startswith("--")} <= options_of("serve")
    assert settings("StateDirectory") == ["kartentisch"]
    assert words[words.index("--data") + 1] == "/var/lib/kartentisch"
    assert "KARTENTISCH_CACHE=/var/cache/kartentisch" in settings("Environment")
    assert settings("CacheDirectory") == ["kartentisch"]
    assert "MemoryDenyWriteExecute" not in "".join(settings(r"\w+")), "the rules are compiled in memory"


def test_each_of_several_servers_has_a_name_a_port_and_a_folder_of_its_own() -> None:
    (command,) = settings("ExecStart", OF_SEVERAL)
    words = shlex.split(command)
    assert {word for word in words if word.startswith("--")} <= options_of("serve")
    for option in ("--port", "--node", "--data", "--metrics"):
        assert "%i" in words[words.index(option) + 1]
    assert [f"/var/lib/{one}" for one in settings("StateDirectory", OF_SEVERAL)] == [words[words.index("--data") + 1]]
    assert [one.partition(":")[0] for one in settings("LoadCredential", OF_SEVERAL)] == ["password"]
    assert words[words.index("--store-password-file") + 1] == "${CREDENTIALS_DIRECTORY}/password"
    own = ("ExecStart", "LoadCredential", "StateDirectory", "TimeoutStopSec", "User", "Description", "After")
    both = [[line for line in file.read_text("utf-8").splitlines() if "=" in line] for file in (UNIT, OF_SEVERAL)]
    alone, several = ([line for line in one if not line.startswith(("#", *own))] for one in both)
    assert alone == several, "all else is as for one server"


def test_the_container_copies_what_there_is_and_starts_the_server_with_options_that_it_has() -> None:
    text = (CONTRIB / "Containerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    assert entry is not None
    words = re.findall(r'"([^"]+)"', entry[1])
    assert words[:2] == ["/opt/kartentisch/bin/kartentisch", "serve"]
    assert {word for word in words if word.startswith("--")} <= options_of("serve")
    assert words[words.index("--data") + 1] in re.findall(r"^VOLUME (\S+)$", text, re.MULTILINE)
    assert re.search(r"^USER (?!root)\w+$", text, re.MULTILINE)
    pinned = re.search(
        r"^PINNED := install .*?(--require-hashes.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert pinned is not None
    assert f"{pinned[1]} -r locks/play.txt" in text, "packages are installed as make installs them"


def test_alerts_ask_for_figures_that_there_are() -> None:
    house = House()
    meters = PrometheusMeters()
    meters.registry.register(Gauges(house.rooms, Admissions(ConnectionLimits())))
    known = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name for metric in meters.registry.collect()
    }
    known |= {f"{metric.name}_bucket" for metric in meters.registry.collect() if metric.type == "histogram"}
    asked = set(re.findall(r"kartentisch_\w+", (CONTRIB / "prometheus" / "alerts.yml").read_text(encoding="utf-8")))
    assert len(asked) > 5
    assert asked <= known


def test_ci_installs_what_these_tests_start() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert all(f"missing+=({name})" in script for name in ("caddy", "nginx-light", "systemd", "postgresql", "haproxy"))
