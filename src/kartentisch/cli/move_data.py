"""`kartentisch move-data FROM TO`: all tables from a data folder to a database, or back, while nobody serves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.folders import shares
from kartentisch.cli.screen import MistakeError, console

if TYPE_CHECKING:
    from kartentisch.store.postgres import Database

PLACE = "A data folder, or the address of a database: postgresql://user@host/database."
KEPT = (
    "The files “key” and “maintenance” did not move. Copy the key to the data folder of each server: without it no "
    "link to a seat opens."
)


def move_data(
    source: Annotated[str, typer.Argument(metavar="FROM", help=PLACE)],
    target: Annotated[str, typer.Argument(metavar="TO", help=PLACE)],
    store_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file with the password of the database.")
    ] = None,
) -> None:
    """Copy all tables and score pads of stopped servers, and compare each by its digest. Nothing is removed. If it was
    interrupted, the same command goes on.
    """
    from kartentisch.store import StoreFailed

    databases = [one for one in (source, target) if "://" in one]
    if len(databases) != 1:
        raise MistakeError("Name one data folder and one database, postgresql://user@host/database, in either order.")
    try:
        ends = [_end(one, store_password_file) for one in (source, target)]
        from kartentisch.store.postgres.moving import MoveRefused, move, side

        try:
            with side(ends[0], made=False) as old, side(ends[1], made=True) as new, shares("Moving the tables") as done:
                moved = move(old, new, done)
        except MoveRefused as error:
            raise MistakeError(str(error)) from error
    except ValueError as error:
        raise MistakeError(str(error)) from error
    except StoreFailed as error:
        raise MistakeError(f"{error} What had moved before stays moved; the same command goes on.") from error
    out = console()
    out.print(f"Moved: {moved.logs}. There already: {moved.already}. All are the same by their digests.")
    out.print(KEPT, soft_wrap=True)


def _end(place: str, password_file: Path | None) -> Path | Database:
    from kartentisch.store.opening import Where, database_of

    return database_of(Where(place, password_file)) if "://" in place else Path(place)
