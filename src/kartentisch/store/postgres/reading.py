"""Reading all logs of a database, even while servers run on it."""

from __future__ import annotations

import psycopg

from kartentisch.store.postgres import statements as sql
from kartentisch.store.postgres.database import Database, failure
from kartentisch.store.postgres.overview import check_readable
from kartentisch.store.reading import Logs
from kartentisch.table.facts import Fact

IDS = "SELECT table_id FROM tables WHERE newest > 0 AND kind = 'table' ORDER BY table_id"


class DatabaseLogs(Logs):
    """Those in a database, with this version of the schema or an older one."""

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

    def facts(self, table_id: str) -> list[Fact]:
        try:
            return [Fact(*row) for row in self._db.execute(sql.FACTS, (table_id, 0))]
        except psycopg.Error as error:
            raise failure(error) from error

    def close(self) -> None:
        self._db.close()
