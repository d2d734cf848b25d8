"""`kartentisch restore FILE`: the tables and the key of a backup, back in a data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.folders import faults, shares
from kartentisch.cli.screen import console, reader
from kartentisch.cli.serve import data_folder


def restore(
    file: Annotated[Path, typer.Argument(help="The backup.")],
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace tables that are already there.")] = False,
    language: Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")] = None,
) -> None:
    """Restore a backup into the data folder of a stopped server. All links to its seats work again."""
    from kartentisch.store.backups import KEY, restore

    t, folder = reader(language), data or data_folder()
    with faults(t, folder, file), shares(t.say("Restoring the tables")) as done:
        held = restore(file, folder, replace=replace, progress=done)
    out = console()
    out.print(
        t.many("{n} table is back in {folder}.", "{n} tables are back in {folder}.", held.tables, folder=folder),
        soft_wrap=True,
    )
    if held.key is not None:
        out.print(t.say("The key is back too, so all links to seats open again."), soft_wrap=True)
    elif (folder / KEY).exists():
        out.print(t.say("The backup has no key; the one of this folder stays."), soft_wrap=True)
    else:
        said = t.say(
            "The backup has no key. Put the file “key” into the folder; else start once with --new-key, and everybody "
            "needs a new link to their seat."
        )
        out.print(said, soft_wrap=True)
