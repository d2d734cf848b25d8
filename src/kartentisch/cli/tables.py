"""`kartentisch tables`: list, close, delete tables; say something on all pages. With or without a running server."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from kartentisch.cli.databases import Password, Store, database, in_folder
from kartentisch.cli.screen import MistakeError, console, reader
from kartentisch.cli.serve import data_folder

if TYPE_CHECKING:
    from kartentisch.cli.tables_in_database import DatabaseTables
    from kartentisch.cli.tables_in_folder import Ended, FolderTables
    from kartentisch.store import Listed
    from kartentisch.words.language import Language

    Tables: TypeAlias = FolderTables | DatabaseTables

Data = Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")]
Tongue = Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")]
Ids = Annotated[
    list[str], typer.Argument(metavar="TABLE...", help="The id in the table's address, or its first letters.")
]

tables = typer.Typer(
    help="List, close and delete tables; say something on all pages.", rich_markup_mode=None, add_completion=False
)


@tables.callback(invoke_without_command=True)
def listing(
    context: typer.Context,
    data: Data = None,
    store: Store = None,
    password: Password = None,
    all_: Annotated[bool, typer.Option("--all", help="Also list closed tables.")] = False,
    language: Tongue = None,
) -> None:
    """List the tables of a data folder or a database. `close`, `delete` and `say` change something; each has its own
    --help.
    """
    if (command := context.invoked_subcommand) is not None:
        if data or store or password:
            raise MistakeError(reader(language).say("Write --data and --store behind “{command}”.", command=command))
        return
    t = reader(language)
    with _held(t, data, store, password) as held:
        found = held.listing()
    shown = [one for one in found.tables if all_ or not one.closed]
    rows = [[t.say("table"), t.say("game"), t.say("state"), t.say("opened"), t.say("last move"), found.column]]
    for one in sorted(shown, key=lambda one: one.time, reverse=True):
        state = t.say("closed") if one.closed else _phase(t, one.phase)
        rows.append([one.id, one.game, state, _day(one.opened), _day(one.time), found.cells[one.id]])
    out, widths = console(), [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if shown else []:
        out.print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(), soft_wrap=True
        )
    out.print(t.many("{n} table.", "{n} tables.", len(shown)), found.server, soft_wrap=True)
    for sentence in found.others:
        out.print(sentence, soft_wrap=True)


@tables.command()
def close(
    table: Ids, data: Data = None, store: Store = None, password: Password = None, language: Tongue = None
) -> None:
    """Close tables: nobody can play on, but everything can still be viewed."""
    t = reader(language)
    with _held(t, data, store, password) as held:
        ended = held.close(_named(t, held.tables(), table))
    _tell(ended, t.say("Closed: {tables}.", tables=", ".join(ended.done)))


@tables.command()
def delete(
    table: Ids,
    data: Data = None,
    store: Store = None,
    password: Password = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    language: Tongue = None,
) -> None:
    """Delete tables for good, with everything stored about them."""
    t = reader(language)
    with _held(t, data, store, password) as held:
        ids = _named(t, held.tables(), table)
        if not yes:
            if not sys.stdin.isatty():
                raise MistakeError(t.say("Deleting cannot be undone. Say --yes if you mean it."))
            typer.confirm(t.say("Delete {tables} for good?", tables=", ".join(ids)), abort=True)
        ended = held.delete(ids)
    _tell(
        ended,
        t.say("Deleted: {tables}.", tables=", ".join(ended.done)),
        t.say(
            "The files of the database hold what was there until its next vacuum; its write-ahead log, replicas and "
            "backups hold it for longer."
        )
        if store
        else "",
    )


@tables.command()
def say(
    text: Annotated[str, typer.Argument(help="One line, up to 200 characters.")] = "",
    off: Annotated[bool, typer.Option("--off", help="Remove the sentence.")] = False,
    data: Data = None,
    store: Store = None,
    password: Password = None,
    language: Tongue = None,
) -> None:
    """Show a sentence on all pages and tables until you remove it, such as the time of an update."""
    from kartentisch.web.live.maintenance import LONGEST, checked_sentence

    t = reader(language)
    try:
        said = "" if off else checked_sentence(text)
    except ValueError as error:
        raise MistakeError(t.say("A sentence for all pages is one line of 1 to {n} characters.", n=LONGEST)) from error
    if off and text:
        raise MistakeError(t.say("Either a sentence or --off."))
    with _held(t, data, store, password) as held:
        held.say(said)
    done = t.say("All pages show: {text}", text=said) if said else t.say("The message is gone from all pages.")
    console().print(done, soft_wrap=True)
    if store:
        console().print(t.say("Each server does this at its next report, within two seconds."), soft_wrap=True)


# ---- How it is done --------------------------------------------------------------------------------------------------


@contextmanager
def _held(t: Language, data: Path | None, store: str | None, password: Path | None) -> Iterator[Tables]:
    """The tables of the database at this address; without one, those of the folder."""
    folder = data or data_folder()
    if store is None:
        from kartentisch.cli.tables_in_folder import FolderTables

        yield FolderTables(t, in_folder(t, folder, password, filled=True))
        return
    from kartentisch.cli.tables_in_database import DatabaseTables

    with database(t, store, password) as found:
        yield DatabaseTables(t, found, folder)


def _named(t: Language, tables: Sequence[Listed], given: Sequence[str]) -> list[str]:
    """The ids of the tables that are named by their first letters, each once."""
    known = [one.id for one in tables]
    ids = list[str]()
    for start in given:
        found = [start] if start in known else [one for one in known if start and one.startswith(start)]
        if len(found) != 1:
            why = t.say("There is no table {table}.", table=start) if not found else ""
            raise MistakeError(
                why or t.say("Several tables begin with {table}: {tables}.", table=start, tables=", ".join(found))
            )
        ids += [one for one in found if one not in ids]
    return ids


def _tell(ended: Ended, *done: str) -> None:
    """Print what was done; then raise MistakeError if something was not."""
    for sentence in done if ended.done else ():
        if sentence:
            console().print(sentence, soft_wrap=True)
    if ended.faults:
        raise MistakeError("\n".join(ended.faults))


def _phase(t: Language, phase: str) -> str:
    match phase:
        case "waiting":
            return t.say("waits for people")
        case "playing":
            return t.say("is played")
        case "paused":
            return t.say("paused")
        case "result":
            return t.say("between two rounds")
        case "over":
            return t.say("match over")
        case _:
            return "?"


def _day(time: int) -> str:
    return datetime.datetime.fromtimestamp(time / 1000).strftime("%Y-%m-%d %H:%M") if time else ""
