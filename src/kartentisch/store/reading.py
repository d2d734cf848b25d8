"""Reading all logs of one place, even while a server runs on it. Nothing is written and no lock is held."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from kartentisch.store.connections import connect_to_read
from kartentisch.store.sqlite import FILE
from kartentisch.store.statements import COLUMNS
from kartentisch.store.writer import failure
from kartentisch.table.facts import Fact

FACTS = f"SELECT {COLUMNS} FROM facts WHERE table_id = ? ORDER BY number"


class Logs(ABC):
    """The logs of tables in one place. Close it after use."""

    ids: list[str]

    @abstractmethod
    def facts(self, table_id: str) -> list[Fact]:
        """The facts of a table; none if it was deleted meanwhile. Raises StoreFailed."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[tuple[str, list[Fact]]]:
        """Yield the id and facts of each table. Raises StoreFailed."""
        for table_id in self.ids:
            if facts := self.facts(table_id):
                yield table_id, facts


class FolderLogs(Logs):
    """Those in a data folder, with any version of the schema."""

    def __init__(self, folder: Path) -> None:
        """Open the file of a folder for reading.

        :raises FileNotFoundError: if there is no file.
        :raises StoreFailed: if the file cannot be read.
        """
        if not (folder / FILE).is_file():
            raise FileNotFoundError(f"There are no tables in {folder}: it has no file {FILE}.")
        try:
            self._db = connect_to_read(folder / FILE)
            self.ids = self._read_ids()
        except sqlite3.Error as error:
            raise failure(error) from error

    def _read_ids(self) -> list[str]:
        try:
            return [row[0] for row in self._db.execute("SELECT table_id FROM facts WHERE number = 1 AND kind <> 'pad'")]
        except sqlite3.Error:
            self._db.close()  # the caller never gets this object, so cannot close it
            raise

    def facts(self, table_id: str) -> list[Fact]:
        try:
            return [Fact(*row) for row in self._db.execute(FACTS, (table_id,))]
        except sqlite3.Error as error:
            raise failure(error) from error

    def close(self) -> None:
        self._db.close()
