"""The doctor's checks of this computer: disk, cache of compiled rules, descriptors, port."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from kartentisch.cli.amounts import megabytes
from kartentisch.cli.findings import Finding

if TYPE_CHECKING:
    from kartentisch.words.language import Language

SYNCS = 9
SLOW, STUCK = 0.05, 0.5
"""Seconds for one fsync: people notice the delay of a move; the server is unusable."""


def check_disk(t: Language, folder: Path, warn_below: int) -> Iterator[Finding]:
    """The free space, and how fast a write is safe."""
    about, there = t.say("disk"), _there(folder)
    free = shutil.disk_usage(there).free
    if free < warn_below:
        text = t.say(
            "Only {size} are free. Make room, or let closed tables be deleted sooner (--delete-after). When "
            "it is full, nobody can move.",
            size=megabytes(t, free),
        )
        yield Finding("fault" if free < warn_below / 10 else "warning", about, text)
    else:
        yield Finding("ok", about, t.say("{size} are free.", size=megabytes(t, free)))
    try:
        seconds = fsync(there)
    except OSError:
        return  # the findings about the folder say so
    text = t.say("A write reaches the disk in {time}.", time=f"{t.decimal(1000 * seconds)} ms")
    if seconds < SLOW:
        yield Finding("ok", about, text)
        return
    slow = t.say("{text} Every move waits for that: use an SSD instead of a card or a network drive.", text=text)
    yield Finding("fault" if seconds > STUCK else "warning", about, slow)


def fsync(folder: Path) -> float:
    """The median time in seconds until a small write is on the disk."""
    path, times = folder / f".doctor-{os.getpid()}", []
    try:
        with path.open("wb", buffering=0) as file:
            for _ in range(SYNCS):
                begun = time.perf_counter()
                file.write(b"x" * 4096)
                os.fsync(file.fileno())
                times.append(time.perf_counter() - begun)
    finally:
        path.unlink(missing_ok=True)
    return median(times)


def _there(folder: Path) -> Path:
    """The folder, or the nearest one around it that exists."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())


def check_cache(t: Language) -> Iterator[Finding]:
    """Whether rules and search are compiled, and what older versions have left."""
    from kartentisch.bots.compiling import Compilation
    from kartentisch.engine.caching import CACHE
    from kartentisch.play.games import games

    about = t.say("cache")
    if CACHE.parent.name.startswith("kartentisch-"):
        text = t.say(
            "The cache of compiled rules cannot be written, so every start compiles for minutes. Name a folder in "
            "KARTENTISCH_CACHE."
        )
        yield Finding("fault", about, text)
        return
    if Compilation(games()).done and Compilation(games(), search=True).done:
        yield Finding("ok", about, t.say("All rules are compiled ({folder}).", folder=CACHE.parent))
    else:
        text = t.say("Not all rules are compiled, so games open late after a start. Compile them now: kartentisch warm")
        yield Finding("warning", about, text)
    older = [path for path in CACHE.parent.glob("rules-*") if path != CACHE and path.is_dir()]
    size = sum(file.stat().st_size for path in older for file in path.rglob("*") if file.is_file())
    if size > 100e6:
        text = t.say(
            "{size} were compiled by other versions. Once you will not go back to them, delete the other folders "
            "“rules-…” in {folder}.",
            size=megabytes(t, size),
            folder=CACHE.parent,
        )
        yield Finding("warning", about, text)


def check_limits(t: Language, connections: int) -> Iterator[Finding]:
    """Whether the system allows as many connections as the options do."""
    from kartentisch.web.network.connections import ConnectionLimits, descriptors

    most = ConnectionLimits(0, connections).within(descriptors()).total
    if most < connections:
        text = t.say(
            "The system allows {n} connections at a time, not {wanted}. Raise it: ulimit -n, or LimitNOFILE of "
            "systemd.",
            n=t.number(most),
            wanted=t.number(connections),
        )
        yield Finding("warning", t.say("connections"), text)
    else:
        yield Finding("ok", t.say("connections"), t.say("{n} are possible at a time.", n=t.number(most)))


def check_port(t: Language, host: str, port: int, state: dict[str, Any] | None, held: bool) -> Iterator[Finding]:
    """Whether the server answers at its port, or could listen there. `held`: whether a server holds the folder."""
    from kartentisch.web.network.listening import listen

    about = t.say("port")
    if state is not None or held:
        port = state["port"] if state else port
        if answers(port):
            yield Finding("ok", about, t.say("The server answers at port {port}.", port=port))
        else:
            text = t.say(
                "A server holds the folder but does not answer at port {port}. Name its port with --port; if that is "
                "right, start it again.",
                port=port,
            )
            yield Finding("fault", about, text)
        return
    try:
        listen(host, port).close()
    except OSError as error:
        text = t.say(
            "The server cannot listen at port {port}: {why}. End what uses it, or choose another one with --port.",
            port=port,
            why=error.strerror or error,
        )
        yield Finding("fault", about, text)
    else:
        yield Finding("ok", about, t.say("Port {port} is free; no server runs.", port=port))


def answers(port: int) -> bool:
    """Whether a server that is alive answers at this port of this computer."""
    import http.client

    for host in ("127.0.0.1", "::1"):
        line = http.client.HTTPConnection(host, port, timeout=5)
        try:
            line.request("GET", "/healthz")
            if line.getresponse().status == 200:
                return True
        except (OSError, http.client.HTTPException):
            continue
        finally:
            line.close()
    return False
