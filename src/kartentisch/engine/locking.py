"""Locks on open files, which the end of a process releases."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    def lock(handle: int) -> None:
        """Wait for the lock on an open file."""
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK, 1)  # tries for ten seconds
            except OSError:
                continue
            return

    def lock_at_once(handle: int) -> None:
        """Take the lock on an open file. Raises OSError if another process has it."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(handle: int) -> None:
        """Wait for the lock on an open file."""
        fcntl.flock(handle, fcntl.LOCK_EX)

    def lock_at_once(handle: int) -> None:
        """Take the lock on an open file. Raises OSError if another process has it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
