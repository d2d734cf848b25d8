"""`kartentisch tables`: list, close, delete tables; say something on all pages. With or without a running server."""

from __future__ import annotations

import asyncio
import datetime
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.amounts import megabytes
from kartentisch.cli.folders import faults, store_failed
from kartentisch.cli.screen import MistakeError, console, reader
from kartentisch.cli.serve import data_folder

if TYPE_CHECKING:
    from kartentisch.store import Listed
    from kartentisch.words.language import Language

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
    all_: Annotated[bool, typer.Option("--all", help="Also list closed tables.")] = False,
    language: Tongue = None,
) -> None:
    """List the tables of a data folder. `close`, `delete` and `say` change something; each has its own --help."""
    if context.invoked_subcommand is not None:
        return
    from kartentisch.web.live.maintenance import read
    from kartentisch.web.network.control import NoControl, ask

    t, folder = reader(language), data or data_folder()
    found = [one for one in _tables(t, folder) if all_ or not one.closed]
    try:
        running = ask(folder, do="state")
        server = t.say("A server runs on this folder.")
    except NoControl:
        running, server = {}, t.say("No server runs on this folder.")
    pages, warn_below = running.get("pages", {}), running.get("warn_below", 500_000_000)
    rows = [[t.say("table"), t.say("game"), t.say("state"), t.say("opened"), t.say("last move"), t.say("open pages")]]
    for one in sorted(found, key=lambda one: one.time, reverse=True):
        state = t.say("closed") if one.closed else _phase(t, one.phase)
        rows.append([one.id, one.game, state, _day(one.opened), _day(one.time), str(pages.get(one.id, 0))])
    out, widths = console(), [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if found else []:
        out.print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(), soft_wrap=True
        )
    out.print(t.many("{n} table.", "{n} tables.", len(found)), server)
    if (free := shutil.disk_usage(folder).free if folder.is_dir() else None) is not None and free < warn_below:
        out.print(t.say("Only {size} are free on the disk. See: kartentisch doctor", size=megabytes(t, free)))
    if text := read(folder):
        out.print(t.say("All pages show: {text}", text=text), soft_wrap=True)


@tables.command()
def close(table: Ids, data: Data = None, language: Tongue = None) -> None:
    """Close tables: nobody can play on, but everything can still be viewed."""
    t, folder = reader(language), data or data_folder()
    ids = _named(t, folder, table)
    closed = _ordered(t, folder, do="close", tables=ids)["done"]
    if missed := [one for one in ids if one not in closed]:
        raise MistakeError(
            t.say("Not closed, as this version cannot read their logs: {tables}.", tables=", ".join(missed))
        )
    console().print(t.say("Closed: {tables}.", tables=", ".join(closed)), soft_wrap=True)


@tables.command()
def delete(
    table: Ids,
    data: Data = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    language: Tongue = None,
) -> None:
    """Delete tables for good, with everything stored about them."""
    t, folder = reader(language), data or data_folder()
    ids = _named(t, folder, table)
    if not yes:
        if not sys.stdin.isatty():
            raise MistakeError(t.say("Deleting cannot be undone. Say --yes if you mean it."))
        typer.confirm(t.say("Delete {tables} for good?", tables=", ".join(ids)), abort=True)
    _ordered(t, folder, do="delete", tables=ids)
    console().print(t.say("Deleted: {tables}.", tables=", ".join(ids)), soft_wrap=True)


@tables.command()
def say(
    text: Annotated[str, typer.Argument(help="One line, up to 200 characters.")] = "",
    off: Annotated[bool, typer.Option("--off", help="Remove the sentence.")] = False,
    data: Data = None,
    language: Tongue = None,
) -> None:
    """Show a sentence on all pages and tables until you remove it, such as the time of an update."""
    from kartentisch.web.live.maintenance import LONGEST, checked_sentence

    t, folder = reader(language), data or data_folder()
    try:
        said = "" if off else checked_sentence(text)
    except ValueError as error:
        raise MistakeError(t.say("A sentence for all pages is one line of 1 to {n} characters.", n=LONGEST)) from error
    if off and text:
        raise MistakeError(t.say("Either a sentence or --off."))
    _ordered(t, folder, do="say", text=said)
    done = t.say("All pages show: {text}", text=said) if said else t.say("The message is gone from all pages.")
    console().print(done, soft_wrap=True)


# ---- How it is done --------------------------------------------------------------------------------------------------


def _tables(t: Language, folder: Path) -> list[Listed]:
    from kartentisch.store.listing import tables_of

    with faults(t, folder):
        return tables_of(folder)


def _named(t: Language, folder: Path, given: Sequence[str]) -> list[str]:
    """The ids of the tables that are named by their first letters."""
    known = [one.id for one in _tables(t, folder)]
    ids = []
    for start in given:
        found = [start] if start in known else [one for one in known if start and one.startswith(start)]
        if len(found) != 1:
            why = t.say("There is no table {table}.", table=start) if not found else ""
            raise MistakeError(
                why or t.say("Several tables begin with {table}: {tables}.", table=start, tables=", ".join(found))
            )
        ids += found
    return ids


def _ordered(t: Language, folder: Path, **order: Any) -> dict[str, Any]:
    """Have something done, by the server that runs on the folder or else here. Return its answer."""
    from kartentisch.web.network.control import NoControl, ask

    if not folder.is_dir():
        raise MistakeError(t.say("There is no folder {folder}.", folder=folder))
    try:
        answer = ask(folder, **order)
    except NoControl:
        with faults(t, folder), _only_faults_logged():
            answer = asyncio.run(_here(folder, order))
    if code := answer.get("failed"):
        raise MistakeError(store_failed(t, code, folder))
    return answer


@contextmanager
def _only_faults_logged() -> Iterator[None]:
    """What a server would log of its work is said by the command itself."""
    import logging

    import structlog

    before = structlog.get_config()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    try:
        yield
    finally:
        structlog.configure(**before)


async def _here(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    """Carry an order out without a server. Raises StoreFailed, above all if a server holds the folder."""
    from kartentisch.store import SqliteStore
    from kartentisch.store.backups import resume
    from kartentisch.web.live.maintenance import Maintenance
    from kartentisch.web.live.registry import RoomRegistry
    from kartentisch.web.network.operating import carry_out

    resume(folder)
    store = SqliteStore(folder)
    try:
        rooms = RoomRegistry(store, maintenance=Maintenance(folder))
        try:
            return await carry_out(rooms, order, {})
        finally:
            await rooms.close()
    finally:
        store.close()


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
