"""Reads the logs of tables. A log that this program cannot read stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from kartentisch.engine.game import Game
from kartentisch.engine.reasons import Reason
from kartentisch.store import Listed, Store
from kartentisch.table.logs import UnreadableLog, game_of
from kartentisch.web.live.history import History
from kartentisch.web.live.stored import is_table

log = structlog.get_logger()


class Logs:
    def __init__(self, store: Store, find: Callable[[str], Game]) -> None:
        """`find`: the game of a name. Raises UnreadableLog if it cannot be played here."""
        self._store, self._find = store, find
        self._unfit: dict[str, Reason] = {}
        """Tables with a fact at which reading stops, so that each log is read only once."""

    async def read(self, table_id: str, row: Listed | None = None) -> History | None:
        """The history that its log gives; None if there is no log, or it cannot be read. `row`: if it is known."""
        facts = await self._store.facts(table_id, row=row)
        if not facts or table_id in self._unfit:
            return None
        try:
            return await asyncio.to_thread(History.of, game_of(facts, self._find), facts)
        except UnreadableLog as error:
            self._leave_alone(table_id, error)
            return None

    def _leave_alone(self, table_id: str, error: UnreadableLog) -> None:
        """Note why a log cannot be read. It stays as it is, as an update of the program may be able to read it."""
        if error.number:  # the fault is in a fact, so it stays as long as this program runs
            self._unfit[table_id] = error.reason
        if error.reason.code == "log_unfit":
            log.error("this log does not fit these rules", table=table_id, n=error.number, error=repr(error.__cause__))
        elif error.reason.code != "compiling":
            log.warning("this log cannot be read here", table=table_id, error=str(error))

    async def unreadable(self, table_id: str) -> Reason | None:
        """The reason why a table with a log has no room; None if it has no log, or if the log can be read."""
        if table_id in self._unfit:
            return self._unfit[table_id]
        facts = await self._store.facts(table_id) if await is_table(self._store, table_id) else []
        try:
            if facts:
                game_of(facts, self._find)
        except UnreadableLog as error:
            self._leave_alone(table_id, error)
            return error.reason
        return None
