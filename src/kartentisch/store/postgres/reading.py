"""Reading the logs of a database, even while servers run on it. Nothing is written and no lock is held."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg

from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.overview import check_readable
from kartentisch.table.facts import Fact

IDS = "SELECT table_id FROM tables WHERE newest > 0 AND kind = 'table' ORDER BY table_id"


class DatabaseLogs:
    """The logs of tables in a database, with this version of the schema or an older one. Close it after use."""

    def __init__(self, database: Database) -> None:
        """Raises StoreFailed, and Unready if there are no tables in the database or newer ones."""
        self._db = database.connect()
        try:
            self._db.execute("SET default_transaction_read_only = on; SET statement_timeout = 0")
            check_readable(self._db)
            self.ids = [row[0] for row in self._db.execute(IDS)]
        except psycopg.Error as error:
            self._db.close()
            raise failure(error) from error
        except BaseException:
            self._db.close()  # the caller never gets this object, so cannot close it
            raise

    def __enter__(self) -> DatabaseLogs:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[tuple[str, list[Fact]]]:
        """Yield the id and facts of each table. Raises StoreFailed."""
        for table_id in self.ids:
            try:
                facts = [Fact(*row) for row in self._db.execute(sql.FACTS, (table_id, 0))]
            except psycopg.Error as error:
                raise failure(error) from error
            if facts:  # else the table was deleted meanwhile
                yield table_id, facts
