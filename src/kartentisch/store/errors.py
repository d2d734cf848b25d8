"""How a write can fail. No message contains a card or a secret; a cause may, but only the server's log shows it."""

from __future__ import annotations

from typing import Literal

OfAnyStore = Literal["full", "locked", "broken", "closed", "newer", "no_key", "bad_key", "moved", "unknown"]
OfFolder = Literal["gone", "in_use"]
OfDatabase = Literal[
    "unreachable", "read_only", "crowded", "refused", "untrusted", "no_database", "no_rights", "not_utf8", "other_key"
]
Code = OfAnyStore | OfFolder | OfDatabase

SENTENCES: dict[Code, str] = {
    "full": "The server cannot write: its disk is full.",
    "locked": "Another program holds the data of the server.",
    "gone": "The server cannot reach its data folder.",
    "broken": "The server cannot read or write its data.",
    "closed": "The server is closing.",
    "newer": "The data were written by a newer version of this program.",
    "in_use": "Another server is running on this data folder.",
    "moved": "Another server has this table now.",
    "unknown": "The server cannot tell whether this is stored. If it is sent again, it is done once.",
    "unreachable": "The server cannot reach its database.",
    "read_only": "The database of the server takes no writes at the moment.",
    "crowded": "The database has no connection left for the server.",
    "refused": "The database does not accept the user or the password.",
    "untrusted": "The certificate or the encryption of the database is not what sslmode demands.",
    "no_database": "There is no database of this name.",
    "no_rights": "The user may not do this in the database.",
    "not_utf8": "The database does not store UTF-8.",
    "other_key": "The file “key” is not that of the other servers of this database, so links to seats would open on "
    "one server alone. Copy their file, or go on with --new-key: then everybody needs a new link to their seat.",
    "no_key": "The file “key” is missing, without which no link to a seat of the tables here opens. Put it back from "
    "a backup, or go on with --new-key: then everybody needs a new link to their seat.",
    "bad_key": "The file “key” is damaged, without which no link to a seat of the tables here opens. Put it back from "
    "a backup, or go on with --new-key: then everybody needs a new link to their seat.",
}


class OutOfStep(Exception):  # noqa: N818 - not a fault of the program: somebody else was quicker
    """The table's newest fact is not the one that the append expected. Nothing was written."""

    def __init__(self, table_id: str, expected: int, newest: int) -> None:
        super().__init__(f"table {table_id}: {expected} expected as newest fact, but it is {newest}")
        self.table_id = table_id
        self.expected = expected
        self.newest = newest


class StoreFailed(Exception):  # noqa: N818 - named by what happened, as a sentence
    """The store cannot do it now. Except for `EndUnknown`, nothing was written.

    The message may be shown to anyone, the cause may not.
    """

    def __init__(self, code: Code) -> None:
        super().__init__(SENTENCES[code])
        self.code = code


class FolderInUse(StoreFailed):
    """Another server holds this data folder."""

    def __init__(self) -> None:
        super().__init__("in_use")


class LeaseLost(StoreFailed):
    """The lease of a write no longer holds. Nothing was written, and nothing will be with this lease."""

    def __init__(self, log_id: str) -> None:
        super().__init__("moved")
        self.log_id = log_id


class HeldElsewhere(StoreFailed):
    """Another node that is alive holds the lease of a log."""

    def __init__(self, log_id: str, owner: str) -> None:
        super().__init__("moved")
        self.log_id = log_id
        self.owner = owner


class EndUnknown(StoreFailed):
    """It is unknown whether the write was stored: the disk or the database failed while confirming it. Only a read can
    tell.
    """

    def __init__(self) -> None:
        super().__init__("unknown")
