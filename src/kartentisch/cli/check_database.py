"""The doctor's checks of a database: whether it answers, its schema, its clock, and who could read the line to it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kartentisch.cli.check_nodes import check_nodes
from kartentisch.cli.findings import Finding
from kartentisch.cli.folders import STORE

if TYPE_CHECKING:
    from kartentisch.store.opening import Where
    from kartentisch.store.postgres import Database
    from kartentisch.words.language import Language

COUNT = "SELECT count(*) FROM tables WHERE newest > 0 AND kind = 'table'"
ROLE = """
SELECT NOT pg_is_in_recovery(), EXISTS (SELECT FROM pg_stat_wal_receiver), current_setting('synchronous_standby_names')
"""
APART = 2000
"""Milliseconds by which the clocks of the database and of this computer may differ."""


def check_database(t: Language, where: Where, folder: Path | None = None) -> Iterator[Finding]:
    """All findings about one database. Nothing is written.

    `folder`: the data folder of this server, to look at the other servers of the database too.
    """
    from kartentisch.store.errors import StoreFailed
    from kartentisch.store.opening import database_of

    about = t.say("database")
    try:
        database = database_of(where)
    except ValueError as error:
        yield Finding("fault", about, str(error))
        return
    try:
        if len(hosts := database.hosts()) > 1:
            yield from _hosts(t, hosts)
        yield from _connected(t, database)
        if folder is not None:
            yield from check_nodes(t, database, folder)
    except StoreFailed as error:
        yield Finding("fault", about, t.say(STORE[error.code]))
        return
    settings = database.settings
    hosts_of_line = f"{settings.get('host', '')},{settings.get('hostaddr', '')}".split(",")
    if settings.get("sslmode") != "verify-full" and not all(map(_here, hosts_of_line)):
        text = t.say("Others on the way to the database could read all hands. Add sslmode=verify-full to its address.")
        yield Finding("warning", about, text)


def _here(host: str) -> bool:
    return host in ("", "localhost", "127.0.0.1", "::1") or host.startswith("/")


def _hosts(t: Language, hosts: Sequence[Database]) -> Iterator[Finding]:
    """Which of several hosts takes writes, and whether the others follow it."""
    from kartentisch.store.errors import StoreFailed

    about, writable = t.say("database"), []
    for host in hosts:
        name = str(host.settings.get("host") or host.settings.get("hostaddr"))
        try:
            with closing(host.connect()) as db:
                (takes_writes, follows, waits_for), *_ = db.execute(ROLE).fetchall()
        except StoreFailed as error:
            yield Finding("warning", about, f"{name}: {t.say(STORE[error.code])}")
            continue
        if takes_writes:
            writable.append(name)
            if not waits_for:
                text = t.say(
                    "{host} confirms what no standby has yet, so a failover can lose the last moves: see "
                    "synchronous_standby_names in the page about hosting.",
                    host=name,
                )
                yield Finding("warning", about, text)
        elif follows:
            yield Finding("ok", about, t.say("{host} is a standby and follows.", host=name))
        else:
            text = t.say("{host} is a standby, but receives nothing from its primary.", host=name)
            yield Finding("warning", about, text)
    if len(writable) > 1:
        text = t.say(
            "{hosts} all take writes. Stop those that were replaced at once: what is written there is lost.",
            hosts=t.listing(writable),
        )
        yield Finding("fault", about, text)


def _connected(t: Language, database: Database) -> Iterator[Finding]:
    from kartentisch.store.postgres.upgrading import newest, too_new, version

    about = t.say("database")
    with database.connect() as db:
        number, newer, server = version(db), too_new(db), db.info.server_version // 10000
        tables = db.execute(COUNT).fetchall()[0][0] if number >= newest() and not newer else 0
        ((vacuums,),) = db.execute("SELECT current_setting('autovacuum') = 'on'").fetchall()
        ((theirs,),) = db.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").fetchall()
    if newer:
        yield Finding("fault", about, t.say(STORE["newer"]))
        return
    said = t.say("PostgreSQL {server} answers; the tables there have version {version}.", server=server, version=number)
    if not number:
        said = t.say("PostgreSQL {server} answers. There are no tables yet; the first start makes them.", server=server)
    elif number < newest():
        said = t.say("PostgreSQL {server} answers. The next start upgrades the tables there.", server=server)
    yield Finding("ok", about, said)
    if tables:
        yield Finding("ok", t.say("tables"), t.say("{n} of them in the database.", n=t.number(tables)))
    if not vacuums:
        text = t.say(
            "The autovacuum of the database is off: what was deleted stays in its files, names and talk too, and they "
            "only grow. Set autovacuum = on in its postgresql.conf."
        )
        yield Finding("warning", about, text)
    if abs(apart := theirs - int(time.time() * 1000)) > APART:
        text = t.say(
            "The clocks of the database and of this computer differ by {n} seconds. Set both from the network; the "
            "servers go by that of the database.",
            n=t.number(round(abs(apart) / 1000)),
        )
        yield Finding("warning", about, text)
