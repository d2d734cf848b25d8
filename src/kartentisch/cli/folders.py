"""Sentences about data folders and backups, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kartentisch.cli.screen import MistakeError

if TYPE_CHECKING:
    from kartentisch.store import StoreFailed
    from kartentisch.words.language import Language


def say(text: str) -> str:
    """Like `words.language.say`, but without loading the words of all games."""
    return text


STORE = {
    "full": say("The disk is full. Make room on it, then try again; nothing has changed."),
    "locked": say("Another program holds the file of the tables. End it, then try again."),
    "gone": say("A file cannot be reached or written. Check the folder and its rights."),
    "broken": say("The file of the tables cannot be read. Put it back from a backup: kartentisch restore."),
    "closed": say("The server is stopping. Try again in a moment."),
    "newer": say("The tables were written by a newer version. Update Kartentisch, or restore an older backup."),
    "failed": say("The server could not do that; its log says why."),
    "unknown": say("Nobody can tell whether this was written. Do it again: what is done already stays as it is."),
    "order": say("The server that runs is of another version and does not know this. Start it again."),
    "in_use": say("A server runs on this folder. Stop it first."),
    "shared": say("The server keeps its tables in a database. Name it with --store."),
    "moved": say("Another server has this table now. Try again in a moment."),
    "unreachable": say("The database cannot be reached. Does it run, and is its address right?"),
    "read_only": say("The database takes no writes: it is a copy, or set to read-only."),
    "crowded": say("The database has no connection left. Raise its max_connections; each server needs up to ten."),
    "refused": say("The database does not accept the user or the password."),
    "untrusted": say("The certificate of the database is not what sslmode demands. See sslrootcert."),
    "no_database": say("There is no database of this name. Make one with createdb."),
    "no_rights": say("The user may not do this in the database. Let the database belong to that user."),
    "not_utf8": say("The database does not store UTF-8. Make another one: createdb --encoding UTF8"),
    "other_key": say("The file “key” is not that of the other servers of this database. Copy their file."),
    "no_key": say(
        "The file “key” is missing. Put it back from a backup; without it no link to a seat opens, and a new one is "
        "made only with --new-key."
    ),
    "bad_key": say(
        "The file “key” is damaged. Put it back from a backup; without it no link to a seat opens, and a new one is "
        "made only with --new-key."
    ),
}
"""What is wrong with a folder, by the code of `StoreFailed`, in sentences for the operator."""
DATABASE = {
    "full": say("The disk of the database is full. Make room on it, then try again; nothing has changed."),
    "locked": say("Others use what this needs in the database. Try again in a moment; nothing has changed."),
    "broken": say("The database cannot read or write the tables. Its own log says why."),
}
"""The same for a database, where it is another sentence."""
BACKUP = {
    "no_tables": say("There are no tables in {folder}. Name the right folder with --data."),
    "no_folder": say("{file} cannot be written: name a file in a folder that exists."),
    "inside": say("A backup in the data folder is lost with it. Name a file elsewhere, best on another disk."),
    "taken": say("{file} is not a backup, so it is left as it is. Choose another name."),
    "missing": say("There is no file {file}."),
    "foreign": say("{file} is not a Kartentisch backup. Nothing has changed."),
    "damaged": say("{file} is damaged, so nothing was restored and nothing has changed. Take an older backup."),
    "newer": say(
        "{file} was made by a newer version of Kartentisch. Update this one first, then restore. Nothing has changed."
    ),
    "occupied": say(
        "There are tables in {folder} already, and nothing has changed. Choose an empty folder with --data, or back "
        "them up and restore with --replace: then the backup takes their place."
    ),
    "other_key": say(
        "The key in {folder} is not that of the backup, so nothing was restored and nothing has changed. Choose "
        "another folder with --data, or move the file “key” away if no table needs it."
    ),
    "database_in_use": say("A server uses the database. Stop all servers first. Nothing has changed."),
    "database_occupied": say(
        "There are tables in the database already, or notes of deleted ones, and nothing has changed. Make an empty "
        "one with createdb and restore into that."
    ),
}
"""Why there is no backup or no restore, by the code of `BackupRefused`."""


def store_failed(t: Language, code: str, folder: Path) -> str:
    """What is wrong with a folder, and how to mend it."""
    return f"{t.say(STORE[code])} {t.say('The folder is {folder}.', folder=folder)}"


def of_database(error: StoreFailed) -> bool:
    """Whether it is the database that has failed, not a folder or a file."""
    return type(error.__cause__).__module__.startswith("psycopg")


@contextmanager
def faults(t: Language, folder: Path, file: Path | None = None, to: Path | None = None) -> Iterator[None]:
    """Turn what the store or a backup refuses into one sentence. `to`: the folder that is written, if another one."""
    from kartentisch.store import StoreFailed
    from kartentisch.store.backup_file import BackupRefused

    try:
        yield
    except BackupRefused as error:
        raise MistakeError(t.say(BACKUP[error.why], folder=folder, file=file)) from error
    except StoreFailed as error:
        if of_database(error):
            raise  # `databases.refusals` has its sentence
        where = to if to is not None and error.code == "full" else folder
        raise MistakeError(store_failed(t, error.code, where)) from error


@contextmanager
def shares(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar, shown only on a terminal. Call the yielded function with the share that is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    out = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        line = progress.add_task(what, total=1.0)
        yield lambda share: progress.update(line, completed=share)
