"""`kartentisch compact`: free the space of deleted data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.databases import in_folder
from kartentisch.cli.screen import MistakeError, console, reader
from kartentisch.cli.serve import data_folder

AUTOVACUUM = (
    "There is nothing to compact in a database: its autovacuum lets new tables use the room of deleted ones, even "
    "while people play. To make its files smaller, stop the servers, then: VACUUM FULL in psql."
)


def compact(
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="Not for a database, which makes room by itself.")
    ] = None,
) -> None:
    """Rewrite the data of a stopped server without the gaps that deleted tables leave."""
    if store is not None:
        raise MistakeError(AUTOVACUUM)
    from kartentisch.store import SqliteStore, StoreFailed
    from kartentisch.store.backups import resume
    from kartentisch.store.sqlite import FILE

    folder = in_folder(reader("en"), data or data_folder())
    file = folder / FILE
    if not file.is_file():
        raise MistakeError(f"There are no data in {folder}.")
    before = file.stat().st_size

    def progress(share: float) -> None:
        if sys.stderr.isatty():
            print(f"\r{share:.0%}\033[K", end="\r" if share == 1.0 else "", file=sys.stderr, flush=True)

    try:
        resume(folder)
        SqliteStore(folder, progress, compacting=True).close()
    except StoreFailed as error:
        raise MistakeError(f"{error} The folder is {folder}.") from error
    after = file.stat().st_size
    console().print(f"Compacted: {before / 1e6:.1f} MB before, {after / 1e6:.1f} MB now.", soft_wrap=True)
