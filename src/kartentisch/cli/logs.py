"""The content of the logs in a folder or a database, and which of them this program cannot read. Nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from kartentisch.cli.databases import database
from kartentisch.cli.screen import MistakeError, counting
from kartentisch.play.games import sheet
from kartentisch.store import StoreFailed
from kartentisch.store.reading import FolderLogs, Logs
from kartentisch.table.facts import Fact
from kartentisch.table.logs import UnreadableLog, fold, game_of, settings_of
from kartentisch.web.phrases.refusals import sentence
from kartentisch.words.language import language


@dataclass(frozen=True)
class Looked:
    """What was found about one table. `phase`: see `table.Phase`; "" if its log cannot be read."""

    table: str
    game: str
    rules: int
    phase: str
    closed: bool
    why: str = ""
    """Why its log cannot be read, as a sentence."""

    @property
    def running(self) -> bool:
        """Whether its match is running, as far as is known. With an unreadable log it may be, unless it is closed."""
        return not self.closed and self.phase not in ("over", "closed")


@dataclass
class Found:
    """All tables of a data folder or a database."""

    tables: list[Looked] = field(default_factory=list)

    @property
    def unreadable(self) -> list[Looked]:
        return [one for one in self.tables if one.why]

    def print(self, out: Console) -> None:
        """Print a line for each game and rules number, then one for each unreadable table."""
        grid = Grid("game", "rules", "tables", "running", "cannot be read")
        rows: dict[tuple[str, int], Counter[str]] = {}
        for one in self.tables:
            row = rows.setdefault((one.game, one.rules), Counter())
            row.update(["tables", *(["running"] if one.running else []), *(["unreadable"] if one.why else [])])
        for (game, rules), row in sorted(rows.items()):
            grid.add_row(game, str(rules), *(str(row[name]) for name in ("tables", "running", "unreadable")))
        if rows:
            out.print(grid)
        for one in self.unreadable:
            state = "may be running" if one.running else "closed"
            out.print(f"{one.table} ({one.game}, rules {one.rules}, {state}): {one.why}", soft_wrap=True)


def look(folder: Path, every_digest: bool) -> Found:
    """Read all logs of a data folder. With `every_digest`, all digests are compared, not only each table's last one.

    :raises MistakeError: if the folder does not exist, or its file cannot be read.
    """
    try:
        with FolderLogs(folder) as logs:
            return _found(logs, every_digest)
    except FileNotFoundError as error:
        raise MistakeError(str(error)) from error
    except StoreFailed as error:
        raise MistakeError(f"{error} The folder is {folder}.") from error


def look_into(store: str, password: Path | None, every_digest: bool) -> Found:
    """The same for the database at an address, which is not changed. Raises MistakeError if it cannot be used."""
    with database(language("en"), store, password) as found:
        from kartentisch.store.postgres.reading import DatabaseLogs

        with DatabaseLogs(found) as logs:
            return _found(logs, every_digest)


def _found(logs: Logs, every_digest: bool) -> Found:
    found = Found()
    with counting(len(logs), "Reading the tables") as done:
        for one in _looked(logs, every_digest):
            found.tables.append(one)
            done(len(found.tables))
    return found


def _looked(logs: Logs, every_digest: bool) -> Iterator[Looked]:
    for table_id, facts in logs:
        closed = any(fact.kind == "closed" for fact in facts)
        game, rules = "?", 0
        try:
            settings = settings_of(facts[0])
            game, rules = settings.game, settings.rules
            yield Looked(table_id, game, rules, _phase(facts, every_digest), closed)
        except UnreadableLog as error:
            where = f" (fact {error.number})" if error.number else ""
            yield Looked(table_id, game, rules, "", closed, sentence(language("en"), "", error.reason) + where)


def _phase(facts: list[Fact], every_digest: bool) -> str:
    phase = ""
    for _, table in fold(game_of(facts, sheet), facts, every_digest):
        phase = table.phase
    return phase
