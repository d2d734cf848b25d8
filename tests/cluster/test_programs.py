"""The other versions that the tests of rolling updates run can still be made of the sources of this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kartentisch.table.contents import level
from tests.cluster.programs import Program, next_release, release_after_it
from tests.ways import long

SAYS = """
from importlib.metadata import version
from kartentisch.table import after, contents, logs
print(version("kartentisch"), contents.level(), *sorted(contents.LEVELS), contents.read("greeted", ""))
"""


@pytest.mark.parametrize(("make", "number"), [long(next_release, "0.2.0"), (release_after_it, "0.3.0")])
def test_a_later_version_of_the_program_can_be_made(
    make: Callable[[Path], Program], number: str, tmp_path: Path
) -> None:
    environment = os.environ | make(tmp_path).environment
    done = subprocess.run([sys.executable, "-c", SAYS], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == f"{number} {level() + 1} greeted Greeted()\n"
