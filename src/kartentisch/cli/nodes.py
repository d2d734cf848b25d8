"""`kartentisch nodes`: the servers that share a database; one of them gives its tables away, or takes some again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.databases import Password, Store, database
from kartentisch.cli.screen import MistakeError, console, reader

if TYPE_CHECKING:
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.overview import Seen
    from kartentisch.words.language import Language

Tongue = Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the server, as --node of serve.")]

nodes = typer.Typer(
    help="List the servers that share a database; have one give its tables away, or take tables again.",
    rich_markup_mode=None,
    add_completion=False,
)


@nodes.callback(invoke_without_command=True)
def listing(
    context: typer.Context,
    store: Store = None,
    password: Password = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Tongue = None,
) -> None:
    """List the servers that run on a database. `drain` and `fill` change something; each has its own --help."""
    if context.invoked_subcommand is not None:
        return
    t = reader(language)
    with _database(t, store, password) as held:
        found = _nodes(held)
    out = console()
    if as_json:
        about = [one._asdict() | {"silent": one.silent / 1000} for one in found]
        out.print(json.dumps(about, indent=2, ensure_ascii=False), soft_wrap=True)
        return
    head = [t.say("server"), t.say("address"), t.say("version"), t.say("tables")]
    head += [t.say("last report"), t.say("lease"), t.say("state")]
    rows = [head, *([*_line(t, one)] for one in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if found else []:
        out.print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(), soft_wrap=True
        )
    out.print(t.many("{n} server.", "{n} servers.", sum(one.serves for one in found)))


@nodes.command()
def drain(name: Name, store: Store = None, password: Password = None, language: Tongue = None) -> None:
    """Have a server give its tables to the others and take none any more, until it is filled or started again. It still
    answers everybody.
    """
    t = reader(language)
    with _database(t, store, password) as held:
        found = _nodes(held)
        if name in {one.name for one in found} and not any(
            one.serves and one.name != name and not one.draining for one in found
        ):
            raise MistakeError(
                t.say("{name} is the only server that takes tables: nobody else could take its own.", name=name)
            )
        _set(t, held, name, draining=True)
    text = t.say(
        "{name} gives its tables away and says “draining” at /readyz. When it has none any more, it can be stopped. To "
        "see how many are left: kartentisch nodes",
        name=name,
    )
    console().print(text, soft_wrap=True)


@nodes.command()
def fill(name: Name, store: Store = None, password: Password = None, language: Tongue = None) -> None:
    """Have a server take tables again. Those that it has given away come back as people open them."""
    t = reader(language)
    with _database(t, store, password) as held:
        _set(t, held, name, draining=False)
    console().print(t.say("{name} takes tables again.", name=name), soft_wrap=True)


def _database(t: Language, store: str | None, password: Path | None) -> AbstractContextManager[Database]:
    """The database, with all that can be wrong with it as a sentence."""
    if store is None:
        raise MistakeError(
            t.say("Name the database with --store, as for serve: several servers share only a database.")
        )
    return database(t, store, password)


def _nodes(database: Database) -> list[Seen]:
    from kartentisch.store.postgres.overview import nodes

    return nodes(database)


def _set(t: Language, database: Database, name: str, draining: bool) -> None:
    from kartentisch.store.postgres.overview import set_draining

    if not set_draining(database, name, draining):
        others = [one.name for one in _nodes(database) if one.serves]
        if not others:
            raise MistakeError(t.say("No server runs on this database."))
        raise MistakeError(
            t.say(
                "No server named {name} runs on this database. There are: {names}.", name=name, names=", ".join(others)
            )
        )


def _line(t: Language, one: Seen) -> Iterator[str]:
    yield one.name
    yield one.address or t.say("none")
    yield one.version
    yield str(one.tables)
    yield t.say("{n} s ago", n=t.number(round(one.silent / 1000)))
    yield t.say("{n} s", n=t.number(round(one.lease)))
    if not one.serves:
        yield t.say("works reviews") if one.name.startswith("work-") else t.say("does something for its operator")
    else:
        yield t.say("gives its tables away") if one.draining else t.say("takes tables")
