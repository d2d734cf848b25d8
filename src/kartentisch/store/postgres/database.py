"""The address of a database, connections to it, and what their errors mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from kartentisch.store.errors import Code, StoreFailed

DEFAULTS: dict[str, Any] = {
    "application_name": "kartentisch",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
"""A line that is dead is noticed after some seconds. An address may say otherwise."""
PREPARE = (
    "SET client_encoding = 'UTF8'; SET statement_timeout = '15s'; SET lock_timeout = '5s'; "
    "SET idle_in_transaction_session_timeout = '5s'; SET synchronous_commit = on; "
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; "
    "SET tcp_user_timeout = 5000"
)
"""A server that is paused or cut off holds no locks for long: it must not keep others from taking its tables.

While the database waits for the rest of a pipeline, none of its other limits counts, so it looks after the line itself.
"""
STATES: dict[str, Code] = {
    "53100": "full",
    "53300": "crowded",
    "25006": "read_only",
    "28P01": "refused",
    "28000": "refused",
    "3D000": "no_database",
    "42501": "no_rights",
    "55P03": "locked",
    "57014": "locked",
}
WHOLE = ("full", "crowded", "read_only", "unreachable", "no_rights")
"""Faults of the database: no other job will fare better."""
_GONE = ("57P01", "57P02", "57P03", "57P05", "25P03")
"""The server ended the connection, is starting, or is stopping."""


@dataclass(frozen=True)
class Database:
    """Where the tables are."""

    url: str
    """A URL or a list of settings as libpq understands it, without a password."""
    password: str = field(default="", repr=False)

    @property
    def named(self) -> str:
        """Its name and its host, for people."""
        found = self.settings
        host = found.get("host") or found.get("hostaddr")
        name = found.get("dbname") or found.get("user") or ""
        return f"{name} on {host}" if host else str(name)

    @property
    def settings(self) -> dict[str, Any]:
        """What connections are made with. Raises ValueError for an address that libpq does not understand."""
        try:
            found: dict[str, Any] = DEFAULTS | conninfo_to_dict(self.url)
        except psycopg.Error as error:
            raise ValueError(f"{self.url} is no address of a database.") from error
        return found | ({"password": self.password} if self.password else {})

    def connect(self) -> psycopg.Connection[Any]:
        """A connection that begins no transaction by itself. Raises StoreFailed."""
        try:
            connection = psycopg.connect(**self.settings, autocommit=True)
        except psycopg.Error as error:
            raise failure(error) from error
        try:
            connection.execute(PREPARE)
        except psycopg.Error as error:
            connection.close()
            raise failure(error) from error
        return connection


def code_of(error: psycopg.Error) -> Code:
    state = error.sqlstate
    if state is None:
        return _without_state(error)
    if state.startswith("08") or state in _GONE:
        return "unreachable"
    return STATES.get(state, "broken")


def _without_state(error: psycopg.Error) -> Code:
    """A connection that was not made has no state, only the text of libpq."""
    text = str(error)
    if "password authentication failed" in text or "no password supplied" in text or "pg_hba.conf" in text:
        return "refused"
    if "certificate" in text or "SSL error" in text or "does not support SSL" in text:
        return "untrusted"
    if "does not exist" in text and "database" in text:
        return "no_database"
    if "too many clients" in text or "remaining connection slots" in text or "too many connections" in text:
        return "crowded"
    return "unreachable" if isinstance(error, psycopg.OperationalError) else "broken"


def failure(error: psycopg.Error) -> StoreFailed:
    """The error to show to people, with `error` as its cause."""
    failed = StoreFailed(code_of(error))
    failed.__cause__ = error
    return failed


def lost(connection: psycopg.Connection[Any]) -> bool:
    """Whether nothing more can be heard from the database on this connection."""
    return bool(connection.closed or connection.broken)
