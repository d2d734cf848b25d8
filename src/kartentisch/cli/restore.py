"""`kartentisch restore FILE`: the tables and the key of a backup, back in a data folder or in an empty database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.databases import Password, Store, database, in_folder
from kartentisch.cli.folders import faults, shares
from kartentisch.cli.screen import MistakeError, console, reader
from kartentisch.cli.serve import data_folder

if TYPE_CHECKING:
    from kartentisch.store.backup_file import Holdings
    from kartentisch.words.language import Language


def restore(
    file: Annotated[Path, typer.Argument(help="The backup.")],
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
    store: Store = None,
    password: Password = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace tables that are already there; not in a database.")
    ] = False,
    language: Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")] = None,
) -> None:
    """Restore a backup into the data folder of a stopped server, or into an empty database with --store. All links to
    its seats work again.
    """
    t, folder = reader(language), data or data_folder()
    if store is None:
        held, where = _into_folder(t, in_folder(t, folder, password), file, replace), str(folder)
    elif replace:
        raise MistakeError(
            t.say(
                "A database is not replaced. Make an empty one with createdb, restore into that, and start the servers "
                "with its address; remove the old one when all is well."
            )
        )
    else:
        held, where = _into_database(t, store, password, folder, file)
    out = console()
    out.print(
        t.many("{n} table is back in {folder}.", "{n} tables are back in {folder}.", held.tables, folder=where),
        soft_wrap=True,
    )
    out.print(_about_key(t, folder, held), soft_wrap=True)


def _into_folder(t: Language, folder: Path, file: Path, replace: bool) -> Holdings:
    from kartentisch.store.backups import restore

    with faults(t, folder, file), shares(t.say("Restoring the tables")) as done:
        return restore(file, folder, replace=replace, progress=done)


def _into_database(t: Language, store: str, password: Path | None, folder: Path, file: Path) -> tuple[Holdings, str]:
    with database(t, store, password) as found:
        from kartentisch.store.postgres.backing_up import prepared, restore
        from kartentisch.store.postgres.moving import MoveRefused

        try:
            with (
                faults(t, folder, file),
                prepared(file, folder) as backup,
                shares(t.say("Restoring the tables")) as done,
            ):
                restore(found, backup, done)
        except MoveRefused as error:
            raise MistakeError(str(error)) from error
        return backup.held, found.named


def _about_key(t: Language, folder: Path, held: Holdings) -> str:
    from kartentisch.store.backup_file import KEY

    if held.key is not None:
        return t.say("The key is back too, so all links to seats open again.")
    if (folder / KEY).exists():
        return t.say("The backup has no key; the one of this folder stays.")
    return t.say(
        "The backup has no key. Put the file “key” into the folder; else start once with --new-key, and everybody "
        "needs a new link to their seat."
    )
