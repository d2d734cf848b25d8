"""What `kartentisch tables` does in a database: each table by the server that has it; without servers, here."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kartentisch.cli.databases import refusals
from kartentisch.cli.folders import DATABASE, STORE
from kartentisch.cli.tables_in_folder import Ended, Listing, carried_out, only_faults_logged, unreadable, world

if TYPE_CHECKING:
    from kartentisch.store import Listed
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.ordering import Outcome
    from kartentisch.words.language import Language


class DatabaseTables:
    def __init__(self, t: Language, database: Database, folder: Path) -> None:
        """`folder`: its key is used for tables that are closed without a server."""
        self._t, self._database, self._folder = t, database, folder

    def tables(self) -> list[Listed]:
        from kartentisch.store.postgres.overview import tables

        with refusals(self._t, self._database):
            return tables(self._database).listed

    def listing(self) -> Listing:
        from kartentisch.store.postgres.overview import nodes, tables

        t = self._t
        with refusals(t, self._database):
            found = tables(self._database)
            names = [one.name for one in nodes(self._database) if one.serves]
        server = t.say("No server runs on this database.")
        if names:
            server = t.many(
                "{names} runs on this database.",
                "{names} run on this database.",
                len(names),
                names=t.listing(names),
            )
        others = [t.say("All pages show: {text}", text=found.maintenance)] if found.maintenance else []
        return Listing(found.listed, t.say("server"), found.servers, server, others)

    def close(self, ids: Sequence[str]) -> Ended:
        return self._ordered("close", ids)

    def delete(self, ids: Sequence[str]) -> Ended:
        return self._ordered("delete", ids)

    def say(self, text: str) -> None:
        from kartentisch.store.postgres.overview import say_to_all

        with refusals(self._t, self._database):
            say_to_all(self._database, text)

    def _ordered(self, what: str, ids: Sequence[str]) -> Ended:
        from kartentisch.store.postgres.ordering import order

        with refusals(self._t, self._database):
            outcomes = order(self._database, what, ids)
            if left := [one for one, outcome in outcomes.items() if outcome.end == "no_server"]:
                with only_faults_logged():
                    outcomes |= asyncio.run(self._here(what, left))
        done = [one for one in ids if outcomes[one].answer == "done"]
        return Ended(done, [self._fault(one, outcomes[one]) for one in ids if one not in done])

    async def _here(self, what: str, ids: Sequence[str]) -> dict[str, Outcome]:
        """Carry an order out while no server lives, as a node that takes these tables. Raises StoreFailed."""
        from dataclasses import replace

        from kartentisch.store.postgres import PostgresStore
        from kartentisch.store.postgres.heart import Heart
        from kartentisch.store.postgres.ordering import Outcome

        name, ends = f"tables-{socket.gethostname()}-{secrets.token_hex(2)}", {}
        with closing(PostgresStore(self._database, name, writers=1)) as node, closing(Heart(node.nodes)):
            shared = replace(world(self._folder), clock=node.nodes.now)
            for one in ids:
                found: dict[str, Any] = await carried_out(node, shared, {"do": what, "tables": [one]})
                ends[one] = Outcome("answered", found.get("failed") or ("done" if found["done"] else "unreadable"))
        return ends

    def _fault(self, table: str, outcome: Outcome) -> str:
        t = self._t
        if outcome.end == "silent":
            return t.say(
                "{name} has the table {table} and does not answer, so nothing has changed there. If it has ended, "
                "another server takes the table in some seconds: try again then.",
                name=outcome.server,
                table=table,
            )
        if outcome.end == "unknown":
            return t.say(
                "{name} has begun with the table {table}, but has not said how it ended. See: kartentisch tables",
                name=outcome.server,
                table=table,
            )
        if outcome.answer == "unreadable":
            return unreadable(t, [table])
        code = outcome.answer if outcome.answer in STORE else "failed"
        return f"{table}: {t.say(DATABASE.get(code) or STORE[code])}"
