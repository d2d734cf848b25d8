"""`kartentisch backup FILE`: all tables and the key in one file, also while people play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.amounts import megabytes
from kartentisch.cli.databases import Password, Store, database, in_folder
from kartentisch.cli.folders import faults, shares
from kartentisch.cli.screen import console, reader
from kartentisch.cli.serve import data_folder

if TYPE_CHECKING:
    from kartentisch.store.backup_file import Holdings
    from kartentisch.words.language import Language


def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write; an older one of this name is replaced.")],
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
    store: Store = None,
    password: Password = None,
    key: Annotated[
        bool, typer.Option("--key/--without-key", help="Whether to include the key that signs the links to seats.")
    ] = True,
    language: Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")] = None,
) -> None:
    """Copy all tables and the key to their seats into one file that only you can read. Play can go on meanwhile."""
    t, folder = reader(language), data or data_folder()
    held = (
        _of_folder(t, in_folder(t, folder, password), file, key)
        if store is None
        else _of_database(t, store, password, folder, file, key)
    )
    out = console()
    size = megabytes(t, file.stat().st_size)
    out.print(
        t.many(
            "{n} table is in {file} ({size}).", "{n} tables are in {file} ({size}).", held.tables, file=file, size=size
        ),
        soft_wrap=True,
    )
    if held.key is None:
        said = t.say(
            "The key is not in it: restored elsewhere, no link to a seat opens unless you copy the file “key” too."
        )
    else:
        said = t.say("The key to all seats is in it: keep the file as safe as the data folder itself.")
    out.print(said, soft_wrap=True)


def _of_folder(t: Language, folder: Path, file: Path, key: bool) -> Holdings:
    from kartentisch.store.backups import back_up

    with faults(t, folder, file, file.parent), shares(t.say("Copying the tables")) as done:
        return back_up(folder, file, with_key=key, progress=done)


def _of_database(t: Language, store: str, password: Path | None, folder: Path, file: Path, key: bool) -> Holdings:
    with (
        database(t, store, password) as found,
        faults(t, folder, file, file.parent),
        shares(t.say("Copying the tables")) as done,
    ):
        from kartentisch.store.postgres.backing_up import back_up

        return back_up(found, folder, file, with_key=key, progress=done)
