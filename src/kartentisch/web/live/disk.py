"""The free space on the disk of the data folder, so that the operator is warned before the disk is full."""

from __future__ import annotations

import shutil
from pathlib import Path

import structlog

log = structlog.get_logger()
AGAIN = 60
"""The number of checks, one a minute, until the log repeats the warning."""


class Disk:
    def __init__(self, folder: Path | None = None, warn_below: int = 0) -> None:
        """`warn_below`: below this number of free bytes there is too little room; 0: never. No folder: no check."""
        self.folder = folder
        self.warn_below = warn_below
        self._silent = 0

    def short(self) -> int | None:
        """The free bytes if there are too few; else None."""
        if self.folder is None or not self.warn_below:
            return None
        try:
            free = shutil.disk_usage(self.folder).free
        except OSError:
            return None  # the store says what is wrong
        return free if free < self.warn_below else None

    def look(self) -> None:
        """Log that there is too little room: at once, and then once an hour."""
        free = self.short()
        if free is None:
            self._silent = 0
            return
        if not self._silent:
            room = {"free_mb": free // 10**6, "warn_below_mb": self.warn_below // 10**6}
            log.warning("disk nearly full", **room, hint="kartentisch doctor says what to do")
        self._silent = (self._silent + 1) % AGAIN
