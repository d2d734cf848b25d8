"""What the commands about a database share: its options, and all that can be wrong with it as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.folders import DATABASE, STORE
from kartentisch.cli.screen import MistakeError

if TYPE_CHECKING:
    from kartentisch.store import StoreFailed
    from kartentisch.store.postgres import Database
    from kartentisch.words.language import Language

Store = Annotated[str | None, typer.Option(metavar="URL", help="The address of the database, as for serve.")]
Password = Annotated[
    Path | None,
    typer.Option("--store-password-file", metavar="FILE", help="The file with the password of the database."),
]


@contextmanager
def database(t: Language, store: str, password: Path | None) -> Iterator[Database]:
    """The database at an address. What it refuses in the block becomes a sentence."""
    from kartentisch.store.opening import Where, database_of

    try:
        found = database_of(Where(store, password))
    except ValueError as error:
        raise MistakeError(str(error)) from error
    with refusals(t, found):
        yield found


@contextmanager
def refusals(t: Language, database: Database) -> Iterator[None]:
    """Turn what a database refuses in this block into a sentence."""
    from kartentisch.store import StoreFailed
    from kartentisch.store.postgres.overview import Unready

    try:
        yield
    except StoreFailed as error:
        raise MistakeError(database_failed(t, error)) from error
    except Unready as error:
        raise MistakeError(_unready(t, error.found, error.newer)) from error


def database_failed(t: Language, error: StoreFailed) -> str:
    """What is wrong with a database, and how to mend it."""
    return t.say(DATABASE.get(error.code) or STORE[error.code])


def in_folder(t: Language, folder: Path, password: Path | None = None, filled: bool = False) -> Path:
    """The folder, as a command was given no database. Raises MistakeError if its server keeps the tables in one.

    `filled`: the command needs tables, so a folder with a key alone is one of such a server.
    """
    from kartentisch.store.database_note import read
    from kartentisch.store.sqlite import FILE

    if password is not None:
        raise MistakeError(t.say("--store-password-file needs --store, the address of a database."))
    if named := read(folder):
        raise MistakeError(
            t.say(
                "The server of the folder {folder} keeps its tables in the database {database}. Name it with --store, "
                "as for serve.",
                folder=folder,
                database=named,
            )
        )
    if filled and (folder / "key").exists() and not (folder / FILE).exists():
        raise MistakeError(
            t.say(
                "There are no tables in {folder}. If its server keeps them in a database, name it with --store, as for "
                "serve.",
                folder=folder,
            )
        )
    return folder


def _unready(t: Language, found: int, newer: bool) -> str:
    if newer:
        return t.say(STORE["newer"])
    if not found:
        return t.say("There are no tables in this database yet. The first start of a server makes them.")
    return t.say(
        "The tables in this database have an older version. Use the program that its servers run, or start a server of "
        "this version: that upgrades them."
    )
