"""`kartentisch work --store URL`: work jobs of servers on another computer, until it is stopped."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kartentisch.cli.screen import MistakeError, console

if TYPE_CHECKING:
    from kartentisch.store import JobKey, StoreFailed
    from kartentisch.store.postgres import Database, PostgresStore
    from kartentisch.web.live.job_worker import End, JobWorker

LOOK = 0.5
"""Seconds between two looks for jobs: more often than servers look, which have people to serve."""
SHOW = 0.25
"""Seconds between two looks at the progress of a job."""
OLDER = (
    "The database has the form of an older version of this program, or no tables yet. A server of this version brings "
    "it up to date when it starts; this command does not."
)
COMPILING = "Compiling the rules and the search, once for this computer. After that the first review is taken."
WORDS = {"done": "done", "failed": "failed", "lost": "not needed any more", "given back": "given back"}


def work(
    store: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The PostgreSQL database of the servers, postgresql://user@host/database. The password is in "
            "KARTENTISCH_STORE_PASSWORD, in --store-password-file, or where PGPASSFILE says.",
        ),
    ],
    store_password_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file with the password of the database.")
    ] = None,
) -> None:
    """Work the reviews that are asked for at the servers of a database, one at a time; stop it with Ctrl+C."""
    from kartentisch.cli.warm import compile_all
    from kartentisch.play.games import games
    from kartentisch.store.opening import Where, database_of

    try:
        database = database_of(Where(store, store_password_file))
    except ValueError as error:
        raise MistakeError(str(error)) from error
    _check(database)  # before compiling, which takes minutes
    compile_all(games(), True, COMPILING)
    with _entered(database) as node:
        stopped = asyncio.run(_work(node))
    if stopped == signal.SIGINT:
        raise KeyboardInterrupt


def _check(database: Database) -> None:
    """Raise MistakeError if the database cannot be used, or not by this version."""
    from kartentisch.store import StoreFailed
    from kartentisch.store.postgres.upgrading import newest, too_new, version

    try:
        with closing(database.connect()) as db:
            found, newer = version(db), too_new(db)
    except StoreFailed as error:
        raise _mistake(error, database) from error
    if newer:
        raise _mistake(StoreFailed("newer"), database)
    if found < newest():
        raise MistakeError(f"{OLDER} It is {database.named}.")


def _mistake(error: StoreFailed, database: Database) -> MistakeError:
    return MistakeError(f"{error} It is {database.named}.")


@contextmanager
def _entered(database: Database) -> Iterator[PostgresStore]:
    """A node that takes no tables."""
    from kartentisch.store import StoreFailed
    from kartentisch.store.postgres import PostgresStore
    from kartentisch.store.postgres.heart import Heart

    try:
        node = PostgresStore(database, f"work-{socket.gethostname()}-{secrets.token_hex(2)}", writers=1)
    except StoreFailed as error:
        raise _mistake(error, database) from error
    with closing(node), closing(Heart(node.nodes)):
        node.drain().result()
        yield node


async def _work(node: PostgresStore) -> int:
    """Work until a signal comes; which one."""
    from kartentisch.bots.ready import prepare
    from kartentisch.engine.game import Game
    from kartentisch.play.games import sheet
    from kartentisch.web.live.job_worker import JobWorker
    from kartentisch.web.live.review_work import REVIEW, ReviewWork

    def can(game: Game) -> bool:
        prepare(game)  # from the cache
        return True

    reviews = ReviewWork(node, sheet, can)
    worker = JobWorker(node.jobs, {REVIEW: reviews}, node.nodes.now, node.nodes.id, LOOK, tell=_tell)
    worker.start()
    console().print("Working. Stop with Ctrl+C.")
    showing = asyncio.create_task(_show(worker))
    try:
        return await _signal()
    finally:
        showing.cancel()
        await worker.close()
        reviews.close()


async def _signal() -> int:
    """Wait for SIGINT or SIGTERM. A second one ends the program at once."""
    loop, came, first = asyncio.get_running_loop(), asyncio.Event(), list[int]()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def end(number: int, _: object) -> None:
        signal.signal(number, before[signal.Signals(number)])
        first.append(number)
        loop.call_soon_threadsafe(came.set)

    for number in before:
        signal.signal(number, end)
    await came.wait()
    return first[0]


async def _show(worker: JobWorker) -> None:
    """On a terminal, a line with the progress of the job."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    out = Console(stderr=True, highlight=False, markup=False, emoji=False)
    with Progress(*columns, console=out, transient=True, refresh_per_second=4, disable=not out.is_terminal) as progress:
        while True:
            if (doing := worker.doing) is None:
                for task in progress.task_ids:
                    progress.remove_task(task)
            elif not progress.task_ids:
                progress.add_task(_named(doing.key), total=None)
            else:
                progress.update(progress.task_ids[0], completed=doing.done, total=doing.of or None)
            await asyncio.sleep(SHOW)


def _named(key: JobKey) -> str:
    return f"Review of match {key.number} of table {key.log_id}"


def _tell(key: JobKey, end: End | StoreFailed) -> None:
    said = WORDS[end] if isinstance(end, str) else f"left. {end}"
    print(f"{_named(key)}: {said}", file=sys.stdout, flush=True)
