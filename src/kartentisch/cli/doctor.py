"""`kartentisch doctor`: what is wrong with a server, its folder, its computer and its proxy, and how to mend it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kartentisch.cli.check_computer import check_cache, check_disk, check_limits, check_port
from kartentisch.cli.check_folder import check_folder
from kartentisch.cli.check_proxy import check_proxy
from kartentisch.cli.findings import Finding
from kartentisch.cli.screen import console, reader
from kartentisch.cli.serve import EVERYWHERE, HERE, data_folder

if TYPE_CHECKING:
    from kartentisch.words.language import Language

LEVELS = ("CRITICAL", "ERROR", "WARNING", "INFO", "DEBUG")


def doctor(
    host: Annotated[str | None, typer.Option(help="As for serve; a running server reports its own.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="As for serve.")] = False,
    port: Annotated[int, typer.Option(help="As for serve.", min=0, max=65535)] = 8000,
    url: Annotated[
        str | None, typer.Option(help="As for serve; the doctor requests a page and a socket there.")
    ] = None,
    proxy: Annotated[str | None, typer.Option(help="As for serve.")] = None,
    data: Annotated[Path | None, typer.Option(help="As for serve.")] = None,
    store: Annotated[str | None, typer.Option(metavar="URL", help="As for serve.")] = None,
    store_password_file: Annotated[Path | None, typer.Option(metavar="FILE", help="As for serve.")] = None,
    close_after: Annotated[str, typer.Option(help="As for serve.")] = "30d",
    delete_after: Annotated[str, typer.Option(help="As for serve.")] = "365d",
    warn_below: Annotated[str, typer.Option(help="As for serve.")] = "500M",
    connections: Annotated[int, typer.Option(help="As for serve.")] = 6000,
    language: Annotated[str | None, typer.Option(help="en or de; by default that of the terminal.")] = None,
) -> None:
    """Check a server, or what would be wrong at its start: one line for each finding, with how to fix it. Exit code 1
    if there is a fault. Pass the options of serve; a running server reports its own.
    """
    from kartentisch.store import database_note

    t, folder = reader(language), data or data_folder()
    options = {"close_after": close_after, "delete_after": delete_after, "warn_below": warn_below}
    state, held = _running(folder)
    address = host if host is not None else EVERYWHERE if lan else HERE
    findings = [*_options(t, url, proxy, options)]
    public = _public(url, state)
    findings += check_folder(t, folder, tables=store is None)
    if store is not None:
        from kartentisch.cli.check_database import check_database
        from kartentisch.store.opening import Where

        findings += check_database(t, Where(store, store_password_file), folder)
    elif named := database_note.read(folder):
        text = t.say(
            "The server of this folder keeps its tables in the database {database}. To check that too, name it with "
            "--store.",
            database=named,
        )
        findings.append(Finding("warning", t.say("database"), text))
    findings += check_disk(t, folder, _bytes(warn_below))
    findings += check_cache(t)
    findings += check_limits(t, connections)
    findings += check_port(t, address, port, state, held)
    if public:
        findings += check_proxy(t, folder, public, state)
    _print(t, findings)
    if any(finding.level == "fault" for finding in findings):
        raise typer.Exit(1)


def _print(t: Language, findings: list[Finding]) -> None:
    marks = {"ok": t.say("fine"), "warning": t.say("warning"), "fault": t.say("FAULT")}
    widths = [max(map(len, marks.values())), max(len(finding.about) for finding in findings)]
    out = console()
    for level, about, text in findings:
        out.print(f"{marks[level]:{widths[0]}}  {about:{widths[1]}}  {text}", soft_wrap=True)
    faults = sum(finding.level == "fault" for finding in findings)
    warnings = sum(finding.level == "warning" for finding in findings)
    said = t.many("{n} fault", "{n} faults", faults), t.many("{n} warning", "{n} warnings", warnings)
    out.print(t.listing(said) + "." if faults or warnings else t.say("Nothing is wrong."))


def _running(folder: Path) -> tuple[dict[str, Any] | None, bool]:
    """What the server on this folder says of itself (None if it does not), and whether one holds the folder."""
    from kartentisch.store import FolderInUse, StoreFailed
    from kartentisch.store.folder import Hold
    from kartentisch.web.network.control import NoControl, ask

    try:
        return ask(folder, do="state"), True
    except NoControl:
        pass
    try:
        if (folder / "lock").exists():
            with closing(Hold(folder)):
                pass
    except FolderInUse:
        return None, True
    except StoreFailed:
        pass
    return None, False


def _options(t: Language, url: str | None, proxy: str | None, options: dict[str, str]) -> Iterator[Finding]:
    """What is wrong with options and environment."""
    from kartentisch.cli.amounts import days, size
    from kartentisch.web.live.retention import Retention
    from kartentisch.web.network.listening import checked, trusted

    about, faults = t.say("options"), 0
    wanted: list[Callable[[], object]] = [
        lambda: checked(url),
        lambda: trusted(proxy, checked(url)),
        lambda: Retention(days("--close-after", options["close_after"], t), 0),
        lambda: Retention(0, days("--delete-after", options["delete_after"], t)),
        lambda: size("--warn-below", options["warn_below"], t),
    ]
    said: list[str] = []
    for look in wanted:
        try:
            look()
        except ValueError as error:
            if str(error) not in said:
                said.append(str(error))
                yield Finding("fault", about, str(error))
                faults += 1
    level = os.environ.get("KARTENTISCH_LOG", "WARNING")
    if level.upper() not in LEVELS:
        text = t.say(
            "KARTENTISCH_LOG is {value}, which is not a log level. Set it to one of {levels}.",
            value=level,
            levels=", ".join(LEVELS),
        )
        yield Finding("warning", about, text)
        faults += 1
    if not faults:
        yield Finding("ok", about, t.say("All options are valid."))


def _public(url: str | None, state: dict[str, Any] | None) -> str:
    """The address by which people come; "" if there is none, or it cannot be read."""
    from kartentisch.web.network.listening import checked

    try:
        return checked(url) or (state["url"] if state else "")
    except ValueError:
        return ""


def _bytes(text: str) -> int:
    from kartentisch.cli.amounts import size
    from kartentisch.words.language import language

    try:
        return size("--warn-below", text, language("en"))
    except ValueError:
        return 500_000_000
