"""The address of a database, connections to it, and what their errors mean."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

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
TIMELINE = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END"
"""A number that rises whenever a standby is promoted. NULL at a standby."""
SEVERAL = {"target_session_attrs": "read-write"}
"""Of several hosts the one that takes writes, unless an address says otherwise."""
READ_ONLY = "25006"
STATES: dict[str, Code] = {
    "53100": "full",
    "53300": "crowded",
    READ_ONLY: "read_only",
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


WHERE = ("host", "hostaddr", "port")
"""Settings that may be lists, one value for each host."""


@dataclass
class Newest:
    """The newest timeline to which this process was connected; 0 if the database does not tell, -1 before the first
    connection.
    """

    timeline: int = -1


class Session(psycopg.Connection[Any]):
    """A connection to one of the hosts."""

    timeline = 0
    """0: a standby, or the database does not tell."""
    newest = Newest()

    @property
    def outdated(self) -> bool:
        """Whether this process has used a primary that replaced this one."""
        return 0 < self.timeline < self.newest.timeline


@dataclass(frozen=True)
class Database:
    """Where the tables are: one host, or several of which one takes writes and the others follow it.

    All connections of a process share a `Database`, so that none of them goes back to a primary that was replaced.
    """

    url: str
    """A URL or a list of settings as libpq understands it, without a password."""
    password: str = field(default="", repr=False)
    newest: Newest = field(default_factory=Newest, repr=False, compare=False)

    @property
    def named(self) -> str:
        """Its name and its host, for people."""
        found = self.settings
        host = found.get("host") or found.get("hostaddr")
        name = found.get("dbname") or found.get("user") or ""
        return f"{name} on {host.replace(',', ', ')}" if host else str(name)

    @property
    def settings(self) -> dict[str, Any]:
        """What connections are made with. Raises ValueError for an address that libpq does not understand."""
        try:
            found: dict[str, Any] = DEFAULTS | conninfo_to_dict(self.url)
        except psycopg.Error as error:
            raise ValueError(f"{self.url} is no address of a database.") from error
        several = SEVERAL if "," in f"{found.get('host', '')}{found.get('hostaddr', '')}" else {}
        return several | found | ({"password": self.password} if self.password else {})

    def hosts(self) -> list[Database]:
        """Each of its hosts as a database of its own, in the order of the address."""
        settings = conninfo_to_dict(self.url)
        lists = [str(settings.pop(key, "")).split(",") for key in WHERE]
        most = max(map(len, lists))
        wide = [one * most if len(one) == 1 else one for one in lists]
        parts = [{key: one for key, one in zip(WHERE, each, strict=True) if one} for each in zip(*wide, strict=True)]
        return [Database(make_conninfo("", **settings, **part), self.password) for part in parts]

    def connect(self) -> Session:
        """A connection that begins no transaction by itself. Raises StoreFailed.

        If several hosts take writes, which must not be, it is to the one that was promoted last.
        """
        found, hosts, newest = self._session(), self.hosts(), self.newest
        if len(hosts) > 1 and (newest.timeline < 0 or found.outdated):
            for host in hosts:
                with suppress(StoreFailed):
                    other = host._session()
                    worse, found = sorted((other, found), key=lambda one: one.timeline)
                    worse.close()
            found.newest = newest
        if found.outdated:
            found.close()
            raise StoreFailed("unreachable") from ValueError(
                f"{found.info.host} is on timeline {found.timeline}, but this server was on timeline {newest.timeline} "
                "before: a primary that was replaced must not run beside the new one"
            )
        newest.timeline = max(newest.timeline, found.timeline)
        return found

    def again(self, old: psycopg.Connection[Any] | None) -> Session:
        """A connection in place of this one, which is closed. Raises StoreFailed."""
        if old is not None:
            old.close()
        return self.connect()

    def _session(self) -> Session:
        try:
            session = Session.connect(**self.settings, autocommit=True)
        except psycopg.Error as error:
            raise failure(error) from error
        session.newest = self.newest
        try:
            session.execute(PREPARE)
            with suppress(psycopg.ProgrammingError, psycopg.NotSupportedError):  # not every service tells it
                found = session.execute(TIMELINE).fetchone()
                session.timeline = int(found[0] or "0", 16) if found else 0
        except psycopg.Error as error:
            session.close()
            raise failure(error) from error
        return session


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
    if "session is read-only" in text or "hot standby" in text:  # of several hosts none takes writes
        return "read_only"
    return "unreachable" if isinstance(error, psycopg.OperationalError) else "broken"


def failure(error: psycopg.Error) -> StoreFailed:
    """The error to show to people, with `error` as its cause."""
    failed = StoreFailed(code_of(error))
    failed.__cause__ = error
    return failed


def lost(session: Session) -> bool:
    """Whether nothing more can be heard from the database on this connection, or another primary counts by now."""
    return bool(session.closed or session.broken or session.outdated)


def close_if_read_only(session: Session | None, error: psycopg.Error) -> None:
    """Perhaps another host takes writes."""
    if session is not None and error.sqlstate == READ_ONLY:
        session.close()
