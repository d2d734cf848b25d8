"""The doctor's checks of a data folder: its permissions, tables, key and clock."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kartentisch.cli.amounts import megabytes
from kartentisch.cli.findings import Finding

if TYPE_CHECKING:
    from kartentisch.words.language import Language

PRIVATE = ("key", "tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm", "lock", "control")
"""The files that nobody else may read."""
ELSEWHERE = ("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "vboxsf")
"""File systems on which SQLite's log of writes is not safe."""
MOUNTS = Path("/proc/mounts")
BEHIND = 60_000
"""Milliseconds by which the clock may be behind the newest fact."""
BUILT = 1_735_689_600
"""2025-01-01: no correct clock shows an earlier time."""
GAPS = 0.3, 20e6
"""The unused share of the file, and the unused bytes, above which compacting is worthwhile."""


def check_folder(t: Language, folder: Path, tables: bool = True) -> Iterator[Finding]:
    """All findings about one folder. Nothing is written. `tables`: whether its tables are there, not in a database."""
    about = t.say("folder")
    if not folder.exists():
        yield Finding("ok", about, t.say("{folder} does not exist yet; the first start makes it.", folder=folder))
        return
    if not folder.is_dir():
        yield Finding("fault", about, t.say("{folder} is not a folder. Choose another one with --data.", folder=folder))
        return
    rights = [*_rights(t, folder)]
    yield from rights
    if not rights:
        yield Finding("ok", about, t.say("{folder}: only its owner can open it.", folder=folder))
    yield from _leftovers(t, folder)
    holds, newest = None, 0
    for finding in _tables(t, folder) if tables else ():
        if isinstance(finding, Finding):
            yield finding
        else:
            holds, newest = finding
    yield from _key(t, folder, holds)
    yield from _clock(t, newest)


def _rights(t: Language, folder: Path) -> Iterator[Finding]:
    about = t.say("folder")
    if kind := _file_system(folder):
        text = t.say(
            "{folder} is on a network drive ({kind}), where an interruption can damage the tables. Put it on a disk of "
            "this computer.",
            folder=folder,
            kind=kind,
        )
        yield Finding("fault", about, text)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        text = t.say(
            "{folder} cannot be written by this user. Run as the user of the server, or give it back: "
            "chown -R USER {folder}",
            folder=folder,
        )
        yield Finding("fault", about, text)
        return
    if sys.platform == "win32":
        return
    owner = folder.stat().st_uid
    if owner != os.geteuid():
        text = t.say(
            "{folder} belongs to another user. Run the doctor as that user, or give it back: chown -R USER {folder}",
            folder=folder,
        )
        yield Finding("warning", about, text)
    if folder.stat().st_mode & 0o077:
        text = t.say("Others on this computer can open {folder}. Close it: chmod 700 {folder}", folder=folder)
        yield Finding("warning", about, text)
    for name in PRIVATE:
        path = folder / name
        if not path.exists():
            continue
        found = path.lstat()
        if found.st_uid != owner:
            text = t.say("{path} belongs to another user than its folder. Give it back: chown USER {path}", path=path)
            yield Finding("fault", about, text)
        if not stat.S_ISLNK(found.st_mode) and found.st_mode & 0o077:
            text = t.say("Others on this computer can read {path}. Close it: chmod 600 {path}", path=path)
            yield Finding("fault" if name == "key" else "warning", about, text)


def _file_system(folder: Path) -> str:
    """The kind of a network drive; "" for a local disk, or if it is unknown."""
    try:
        mounts = [line.split()[1:3] for line in MOUNTS.read_text(encoding="utf-8").splitlines()]
    except OSError:
        return ""
    path = folder.resolve()
    around = [(len(where), kind) for where, kind in mounts if path.is_relative_to(where.replace("\\040", " "))]
    kind = max(around)[1] if around else ""
    return kind if kind in ELSEWHERE else ""


def _leftovers(t: Language, folder: Path) -> Iterator[Finding]:
    from kartentisch.store.backups import unfinished

    if unfinished(folder):
        text = t.say("A restore was interrupted. The next start finishes it, or the same kartentisch restore again.")
        yield Finding("warning", t.say("tables"), text)


def _tables(t: Language, folder: Path) -> Iterator[Finding | tuple[bool, int]]:
    """The findings about the tables; then whether there are any, and the time of the newest fact."""
    from kartentisch.store.connections import connect_to_read
    from kartentisch.store.sqlite import FILE
    from kartentisch.store.upgrading import SCHEMA

    about, path = t.say("tables"), folder / FILE
    if not path.exists():
        yield Finding("ok", about, t.say("There are none yet."))
        yield False, 0
        return
    broken = t.say("{path} is damaged. Put a backup back: kartentisch restore FILE --replace", path=path)
    try:
        with closing(connect_to_read(path)) as db:
            version: int = db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(list(SCHEMA.glob("[0-9][0-9][0-9].sql"))):
                text = t.say(
                    "The tables were written by a newer version of Kartentisch. Update this one, or restore a backup "
                    "from before the update."
                )
                yield Finding("fault", about, text)
                return
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                yield Finding("fault", about, broken)
                return
            if not version:
                yield Finding("ok", about, t.say("There are none yet."))
                yield False, 0
                return
            count, newest = db.execute("SELECT count(*), coalesce(max(time), 0) FROM facts WHERE number = 1").fetchone()
            if version >= 5:
                newest = max(newest, db.execute("SELECT coalesce(max(changed_at), 0) FROM tables").fetchone()[0])
            pages, free = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count"))
    except sqlite3.Error as error:
        yield Finding("fault", about, broken if isinstance(error, sqlite3.DatabaseError) else str(error))
        return
    size = path.stat().st_size
    yield Finding(
        "ok", about, t.say("{n} of them in {size}, none damaged.", n=t.number(count), size=megabytes(t, size))
    )
    gaps = size * free / max(1, pages)
    if gaps > max(GAPS[0] * size, GAPS[1]):
        text = t.say(
            "{size} are gaps that deleted tables left. Stop the server, then: kartentisch compact",
            size=megabytes(t, gaps),
        )
        yield Finding("warning", about, text)
    yield bool(count), newest


def _key(t: Language, folder: Path, holds: bool | None) -> Iterator[Finding]:
    from kartentisch.store.folder import KEY_BYTES

    about, path = t.say("key"), folder / "key"
    try:
        size = path.stat().st_size
    except OSError:
        if holds:
            text = t.say(
                "The file “key” is missing, so no link to a seat opens. Put it back from a backup; else start with "
                "--new-key, and everybody needs a new link."
            )
            yield Finding("fault", about, text)
        elif holds is False:
            yield Finding("ok", about, t.say("The first start makes one."))
        return
    if size != KEY_BYTES:
        text = t.say(
            "The file “key” is damaged ({n} bytes instead of {right}). Put it back from a backup; else start with "
            "--new-key, and everybody needs a new link.",
            n=size,
            right=KEY_BYTES,
        )
        yield Finding("fault", about, text)
    else:
        yield Finding("ok", about, t.say("There is one."))


def _clock(t: Language, newest: int) -> Iterator[Finding]:
    about, now = t.say("clock"), int(time.time() * 1000)
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now / 1000))
    if now < BUILT * 1000 or now + BEHIND < newest:
        text = t.say(
            "This computer's clock shows {time}, which is before the newest move. Set it, best from the "
            "network: "
            "timedatectl set-ntp true",
            time=shown,
        )
        yield Finding("fault", about, text)
    else:
        yield Finding("ok", about, t.say("It shows {time}.", time=shown))
