"""`kartentisch serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.screen import MistakeError, console, mistakes

HERE = "127.0.0.1"
EVERYWHERE = ""


def data_folder() -> Path:
    """The default folder for tables."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "kartentisch" / "data"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kartentisch"


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; this computer only if not said.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Be reachable from the local network.")] = False,
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    url: Annotated[str | None, typer.Option(help="The address people reach the server by, behind a proxy.")] = None,
    proxy: Annotated[
        str | None, typer.Option(help="Address of a proxy elsewhere whose word on where requests come from is taken.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
    close_after: Annotated[
        int, typer.Option(metavar="DAYS", help="Close tables at which nobody has played for so long; 0: never.")
    ] = 30,
    delete_after: Annotated[
        int, typer.Option(metavar="DAYS", help="Delete tables so long after they were closed; 0: never.")
    ] = 0,
    tables_per_hour: Annotated[
        int, typer.Option(metavar="N", help="Tables that can be opened from one address in an hour; 0: no limit.")
    ] = 60,
    tables_at_once: Annotated[
        int, typer.Option(metavar="N", help="Tables opened from one address that can run at a time; 0: no limit.")
    ] = 60,
    connections: Annotated[
        int, typer.Option(metavar="N", help="Connections open at a time; 0: as many as the system allows.")
    ] = 6000,
    connections_per_address: Annotated[
        int, typer.Option(metavar="N", help="Connections open at a time from one address; 0: no limit.")
    ] = 200,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Where the key to the seats' links is missing or damaged, make a new one.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only say which stored tables this version could not read; changes nothing.")
    ] = False,
) -> None:
    """Open the web table; stop it with Ctrl+C."""
    if check:
        _check(data or data_folder())
        return
    run = import_module("kartentisch.web.serve").run
    address = host if host is not None else EVERYWHERE if lan else HERE
    try:
        with mistakes():
            keeping = import_module("kartentisch.web.live.retention").Retention(close_after, delete_after)
            limits = import_module("kartentisch.web.access.table_limits").Limits(tables_per_hour, tables_at_once)
            most = import_module("kartentisch.web.network.connections").ConnectionLimits(
                connections_per_address, connections
            )
            run(
                host=address,
                port=port,
                url=url,
                data=data or data_folder(),
                keeping=keeping,
                limits=limits,
                proxy=proxy,
                connections=most,
                new_key=new_key,
            )
    except OSError as error:
        raise MistakeError(f"The server cannot start: {error.strerror or error}.") from error


def _check(folder: Path) -> None:
    """Before an update, list the tables of this folder that the program cannot read. Exit with 1 if one may run."""
    from kartentisch.cli.logs import look

    out = console()
    found = look(folder, every_digest=False)
    found.print(out)
    if not found.unreadable:
        out.print(f"This version can read all tables: {len(found.tables)}.")
    elif any(one.running for one in found.unreadable):
        raise typer.Exit(1)
    else:
        out.print("This version can read all tables that still run.")
