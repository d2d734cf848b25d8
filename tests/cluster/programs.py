"""Versions of the program that run side by side: this one, and copies of its sources that differ from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import kartentisch
from tests.numbered import FIRST, SECOND

SOURCES = Path(kartentisch.__file__).resolve().parent
Changes = Mapping[str, Mapping[str, str]]
"""By file below the package: what stands there once, and what stands there instead. "" makes a file."""


class Program(NamedTuple):
    """A version of the program. It knows the fifth game of the tests too (`tests/cluster/started.py`)."""

    home: Path | None = None
    """The folder with its package; None for the sources of these tests."""
    rules: str = FIRST
    """The module with the rules of the fifth game."""

    @property
    def words(self) -> list[str]:
        """The words of a command before those of `kartentisch`."""
        return [sys.executable, "-m", "tests.cluster.started", self.rules]

    @property
    def environment(self) -> dict[str, str]:
        return {} if self.home is None else {"PYTHONPATH": str(self.home)}

    def compiled(self) -> Program:
        """The same, once this computer has its fifth game compiled: a server that compiles it answers seconds later."""
        command = [*self.words, "warm", "--game", "fifth", "--no-search"]
        subprocess.run(command, env=os.environ | self.environment, check=True, stdout=subprocess.DEVNULL)
        return self


def copied(home: Path, version: str, changes: Changes, rules: str = FIRST) -> Program:
    """The program with another number of its version, these changes and these rules of the fifth game."""
    package = home / "kartentisch"
    shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__"))
    about = home / f"kartentisch-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: kartentisch\nVersion: {version}\n", "utf-8")
    for name, change in changes.items():
        file = package / name
        text = file.read_text("utf-8") if file.exists() else ""
        for old, new in change.items():
            assert text.count(old) == 1, f"{name} has {text.count(old)} times what is to be changed: {old!r}"
            text = text.replace(old, new)
        file.write_text(text, "utf-8")
    return Program(home, rules)


# ---- The next release ------------------------------------------------------------------------------------------------

NEW_FILE = b"const DELAYS_OF_TRIES"
"""What `connection.js` has in the next release."""
STEPS = len(list((SOURCES / "store/postgres/schema").glob("*.sql")))
CLASS = """
@dataclass(frozen=True, slots=True)
class Greeted:
    kind: ClassVar[Kind] = "greeted"


"""
GROWN: Changes = {
    f"store/postgres/schema/{STEPS + 1:03}.sql": {
        "": "-- grows\nALTER TABLE nodes ADD COLUMN mood text NOT NULL DEFAULT 'cheerful';\n"
        "CREATE TABLE moods (name text PRIMARY KEY);\n"
    },
    "web/static/js/connection.js": {"const RETRY_DELAYS = ": "const DELAYS_OF_TRIES = 0;\nconst RETRY_DELAYS = "},
    "table/contents.py": {
        '    "closed",\n]\n': '    "closed",\n    "greeted",\n]\n',
        "LEVELS: Mapping[str, int] = {}\n": 'LEVELS: Mapping[str, int] = {"greeted": 2}\n',
        "ChairChange = Sat | ": f"{CLASS}ChairChange = Sat | ",
        "Content = Settings | ": "Content = Greeted | Settings | ",
        "        case Hinted():\n": "        case Hinted() | Greeted():\n",
        "_ALIKE += [BotPace(pace)": "_ALIKE += [Greeted()]\n_ALIKE += [BotPace(pace)",
    },
    "table/after.py": {
        "    GuestPlays,\n    Hinted,\n": "    Greeted,\n    GuestPlays,\n    Hinted,\n",
        "        case Hinted():\n": "        case Hinted() | Greeted():\n",
    },
}
"""What a release may bring that can be taken back: a step of the schema that only adds, other files of the page, and a
new kind of fact that it reads and does not write.
"""
CAME = "            await self.ledger.here_again(since)"
GREETING = """
        from kartentisch.table.contents import Greeted
        from kartentisch.table.verdict import one

        if reader >= 0 and self.table.phase not in ("over", "closed") and self.ledger.all_know("greeted"):
            await self.act(lambda table, now: one(table, Greeted(), Ask("hint", reader), now))
"""
GREETS: Changes = {
    **GROWN,
    "web/live/room.py": {
        f"{CAME}\n": f"{CAME}\n{GREETING}",
    },
}
"""The same, and it writes the new kind of fact whenever somebody comes to a table, once all servers know it."""


def next_release(home: Path) -> Program:
    return copied(home, "0.2.0", GROWN)


def release_after_it(home: Path) -> Program:
    """It also brings a new option of the fifth game."""
    return copied(home, "0.3.0", GREETS, SECOND)
