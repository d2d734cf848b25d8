"""All commands under one name. Exit codes: 0; 1 with one sentence for a mistake; 130 after Ctrl+C."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from kartentisch.cli.arena import arena
from kartentisch.cli.backup import backup
from kartentisch.cli.bench import bench
from kartentisch.cli.check import check
from kartentisch.cli.compact import compact
from kartentisch.cli.doctor import doctor
from kartentisch.cli.move_data import move_data
from kartentisch.cli.nodes import nodes
from kartentisch.cli.play import play
from kartentisch.cli.replay import replay
from kartentisch.cli.restore import restore
from kartentisch.cli.review import review
from kartentisch.cli.screen import MistakeError
from kartentisch.cli.serve import serve
from kartentisch.cli.study import study
from kartentisch.cli.tables import tables
from kartentisch.cli.warm import warm
from kartentisch.cli.work import work

app = typer.Typer(
    name="kartentisch",
    help="Card games at one table in the browser, with friends and with bots.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"max_content_width": 120},
    rich_markup_mode=None,  # its help would double what all commands load
)
for command in (
    serve,
    play,
    replay,
    check,
    doctor,
    backup,
    restore,
    compact,
    move_data,
    warm,
    bench,
    arena,
    study,
    review,
    work,
):
    app.command()(command)
app.add_typer(tables, name="tables")
app.add_typer(nodes, name="nodes")

_INTERRUPTED = 130
"""The usual exit code after Ctrl+C, which typer uses too."""

_WRONG_USE: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code."""
    try:
        code = app(list(arguments) or ["--help"], prog_name="kartentisch", standalone_mode=False)
    except MistakeError as error:
        return _fail(str(error))
    except (typer.Abort, KeyboardInterrupt):
        return _fail("Stopped.", _INTERRUPTED)
    except BrokenPipeError:  # the reader has stopped after the first lines: `kartentisch replay FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except _WRONG_USE as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        return _fail(message) if message else 0
    if code == _INTERRUPTED:
        return _fail("Stopped.", _INTERRUPTED)
    return code if isinstance(code, int) else 0


def _fail(sentence: str, code: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return code
