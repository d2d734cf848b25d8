"""`kartentisch serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.amounts import days, size
from kartentisch.cli.screen import MistakeError, console, mistakes, reader

if TYPE_CHECKING:
    from kartentisch.store.opening import Where

HERE = "127.0.0.1"
EVERYWHERE = ""


def data_folder() -> Path:
    """The default folder for tables."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "kartentisch" / "data"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kartentisch"


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; by default this computer only.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Accept connections from the local network.")] = False,
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    url: Annotated[
        str | None, typer.Option(help="The address at which people reach a server behind a proxy; may have a path.")
    ] = None,
    proxy: Annotated[str | None, typer.Option(help="The address of a trusted proxy on another computer.")] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Keep the tables in this PostgreSQL database, postgresql://user@host/database, which several servers "
            "can share. The password is in KARTENTISCH_STORE_PASSWORD, in --store-password-file, or where PGPASSFILE "
            "says.",
        ),
    ] = None,
    store_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file with the password of the database.")
    ] = None,
    node: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name of this server among those that share the database."),
    ] = None,
    inner: Annotated[
        str | None,
        typer.Option(
            metavar="PORT",
            help="The port, or internal address:port, at which the other servers of the database reach this one; by "
            "default a free port for servers on the same computer. Only an inner network may reach it.",
        ),
    ] = None,
    lease: Annotated[
        int | None,
        typer.Option(
            metavar="SECONDS",
            help="How long the other servers of the database leave this one its tables when it does not report; 3 to "
            "60, by default 8.",
        ),
    ] = None,
    close_after: Annotated[
        str,
        typer.Option(metavar="TIME", help="Close tables where nobody has played for this time: 30, 4w, 1y, never."),
    ] = "30d",
    delete_after: Annotated[
        str, typer.Option(metavar="TIME", help="Delete tables this time after they were closed: 365, 52w, 1y, never.")
    ] = "365d",
    warn_below: Annotated[
        str, typer.Option(metavar="SIZE", help="Warn in the log when less is free on the disk: 500M, 2G; 0: never.")
    ] = "500M",
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
    security_contact: Annotated[
        str | None,
        typer.Option(metavar="CONTACT", help="The contact for vulnerabilities, named in /.well-known/security.txt."),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="PORT", help="Serve metrics for Prometheus at this port or internal address:port."),
    ] = None,
    log: Annotated[str, typer.Option(metavar="FORM", help="The format of the log on stderr: text or json.")] = "text",
    offline: Annotated[
        bool,
        typer.Option(
            "--offline/--no-offline",
            help="Whether browsers may store rules and score pads to open them without this server; --no-offline also "
            "removes what they have stored.",
        ),
    ] = True,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key for the seats' links if it is missing or damaged.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only list the stored tables that this version cannot read; change nothing.")
    ] = False,
) -> None:
    """Open the web table; stop it with Ctrl+C."""
    if check:
        _check(data or data_folder(), store, store_password_file)
        return
    run = import_module("kartentisch.web.serve").run
    address = host if host is not None else EVERYWHERE if lan else HERE
    try:
        with mistakes():
            retention = import_module("kartentisch.web.live.retention").Retention(
                days("--close-after", close_after, reader(None)), days("--delete-after", delete_after, reader(None))
            )
            limits = import_module("kartentisch.web.access.table_limits").Limits(tables_per_hour, tables_at_once)
            most = import_module("kartentisch.web.network.connections").ConnectionLimits(
                connections_per_address, connections
            )
            run(
                host=address,
                port=port,
                url=url,
                data=data or data_folder(),
                retention=retention,
                limits=limits,
                proxy=proxy,
                connections=most,
                new_key=new_key,
                warn_below=size("--warn-below", warn_below, reader(None)),
                security_contact=security_contact,
                metrics=metrics,
                offline=offline,
                log=_form(log),
                where=_where(store, store_password_file, node, inner, lease),
                inner=inner,
            )
    except OSError as error:
        raise MistakeError(f"The server cannot start: {error.strerror or error}.") from error


def _where(
    store: str | None, password_file: Path | None, node: str | None, inner: str | None, lease: int | None
) -> Where | None:
    if store is None:
        if any(given is not None for given in (password_file, node, inner, lease)):
            raise ValueError(
                "--store-password-file, --node, --inner and --lease need --store, the address of a database."
            )
        return None
    where: Where = import_module("kartentisch.store.opening").Where(store, password_file, node or "")
    return where if lease is None else where._replace(lease=lease)


def _form(log: str) -> str:
    if log not in ("text", "json"):
        raise ValueError(f"{log} is no form of the log; choose text or json.")
    return log


def _check(folder: Path, store: str | None, password_file: Path | None) -> None:
    """Before an update, list the stored tables that the program cannot read. Exit with 1 if one may run."""
    from kartentisch.cli.databases import in_folder
    from kartentisch.cli.logs import look, look_into

    out = console()
    if store is None:
        found = look(in_folder(reader("en"), folder, password_file, filled=True), every_digest=False)
    else:
        found = look_into(store, password_file, every_digest=False)
    found.print(out)
    if not found.unreadable:
        out.print(f"This version can read all tables: {len(found.tables)}.")
    elif any(one.running for one in found.unreadable):
        raise typer.Exit(1)
    else:
        out.print("This version can read all tables that still run.")
