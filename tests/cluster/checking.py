"""The checker as a process of its own, which another version of the program can run: it knows what is new there.

`python -m tests.cluster.checking RULES FILE` reads a pickled `Kept` and prints what the checker has found, as JSON.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kartentisch.engine import homes
from tests.cluster.checker import Fault, check
from tests.cluster.found import FACTS, WITNESSED, Event, Found
from tests.cluster.programs import Program

Rows = Callable[..., list[tuple[Any, ...]]]


class Kept(NamedTuple):
    """What people heard, and what the database had afterwards."""

    heard: list[Event]
    facts: dict[str, list[tuple[Any, ...]]]
    """By table."""
    witnessed: dict[str, list[tuple[Any, ...]]]
    key: bytes
    faults: Sequence[Fault] = ()
    names: Mapping[str, str] | None = None
    """The names of the servers, by address."""

    def checked(self) -> Found:
        return check(self.rows, self.key, self.heard, self.faults, self.names)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        if "count" in query:
            return [(sum(map(len, self.facts.values())),)]
        if "talk" in query or "pad" in query:  # see test_written.py
            return []
        if "witness" in query:
            return self.witnessed[values[0]]
        return self.facts[values[0]] if values else [(table,) for table in self.facts]


def kept(rows: Rows, key: bytes, heard: list[Event], **more: Any) -> Kept:
    """`rows`: what the database answers."""
    ids = [table for (table,) in rows("SELECT table_id FROM tables WHERE newest > 0 AND kind = 'table'")]
    facts, witnessed = ({table: rows(query, table) for table in ids} for query in (FACTS, WITNESSED))
    return Kept(heard, facts, witnessed, key, **more)


def checked_by(program: Program, what: Kept, file: Path) -> Found:
    """What this version of the program says. `file`: a place for what it reads."""
    file.write_bytes(pickle.dumps(what))
    command = [sys.executable, "-m", __name__, program.rules, str(file)]
    done = subprocess.run(command, capture_output=True, check=False, env=os.environ | program.environment)
    assert done.returncode == 0, done.stderr.decode()
    return msgspec.json.decode(done.stdout, type=Found)


if __name__ == "__main__":
    homes.bring("fifth", rules=sys.argv[1], words="tests.fifth.words", scenes="tests.fifth.scene")
    sys.stdout.buffer.write(msgspec.json.encode(pickle.loads(Path(sys.argv[2]).read_bytes()).checked()))
