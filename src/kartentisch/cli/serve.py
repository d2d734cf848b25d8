"""`kartentisch serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from kartentisch.cli.screen import MistakeError, mistakes

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


def data_folder() -> Path:
    """Where tables are kept when nothing else is said."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "kartentisch" / "data"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kartentisch"


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; this computer only if not said.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Be reachable from the local network.")] = False,
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000,
    url: Annotated[str | None, typer.Option(help="The address people reach the server by, behind a proxy.")] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for the tables' log and the signing key.")] = None,
) -> None:
    """Open the web table; stop it with Ctrl+C."""
    run = import_module("kartentisch.web.serve").run
    address = host if host is not None else EVERYWHERE if lan else HERE
    try:
        with mistakes():
            run(host=address, port=port, url=url, data=data or data_folder())
    except OSError as error:
        raise MistakeError(f"The server cannot start: {error.strerror or error}.") from error
