"""A note in a data folder that its server keeps the tables in a database: commands do not take an old file for them."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "database"
"""The name of the note in the data folder. It has the name and the host of the database, and no secret."""


def write(folder: Path, named: str) -> None:
    """Note the database of this name. Raises OSError."""
    with os.fdopen(os.open(folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{named}\n")


def read(folder: Path) -> str:
    """The database that is noted; "" if the tables are in the folder itself, as far as is known."""
    try:
        return (folder / FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def remove(folder: Path) -> None:
    """From now on the tables are in the folder itself. Raises OSError."""
    (folder / FILE).unlink(missing_ok=True)
