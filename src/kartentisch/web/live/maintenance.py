"""A message from the operator, shown on all pages and tables until it is removed. It survives a restart."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

from kartentisch.store.backups import give_to_owner

FILE = "maintenance.txt"
"""The name of its file in the data folder."""
LONGEST = 200
"""Characters: on a phone, more would leave no room for the cards."""


def checked_sentence(text: str) -> str:
    """The sentence without spaces around it. Raises ValueError if it cannot be shown as one line."""
    text = text.strip()
    if not text or len(text) > LONGEST or any(unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") for one in text):
        raise ValueError(f"A sentence for all pages is one line of 1 to {LONGEST} characters.")
    return text


def read(folder: Path) -> str:
    """The message in a data folder; "" if there is none, or if the file of this name is something else."""
    try:
        return checked_sentence((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""


def write(folder: Path, text: str) -> None:
    """Store a message; "" removes it. Raises OSError; then the previous one stays."""
    path = folder / FILE
    if not text:
        path.unlink(missing_ok=True)
        return
    part = path.with_name(f"{FILE}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{checked_sentence(text)}\n")
            file.flush()
            os.fsync(file.fileno())
        give_to_owner(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


class Maintenance:
    """The sentence of a running server."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: where it is kept; None: nowhere."""
        self._folder = folder
        self.text = "" if folder is None else read(folder)

    def follow(self, text: str) -> bool:
        """Show what another place keeps, such as the database; return whether that is new."""
        self.text, before = text, self.text
        return text != before

    def say(self, text: str) -> None:
        """Show this from now on; "" for nothing. Raises ValueError or OSError; then the previous one stays."""
        text = checked_sentence(text) if text else ""
        if self._folder is not None:
            write(self._folder, text)
        self.text = text
