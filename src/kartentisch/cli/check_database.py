"""The doctor's checks of a database: whether it answers, its schema, its clock, and who could read the line to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
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
        yield from _connected(t, database)
        if folder is not None:
            yield from check_nodes(t, database, folder)
    except StoreFailed as error:
        yield Finding("fault", about, t.say(STORE[error.code]))
        return
    mode, host = database.settings.get("sslmode", ""), database.settings.get("host", "")
    if host and not host.startswith("/") and host not in ("localhost", "127.0.0.1", "::1") and mode != "verify-full":
        text = t.say("Others on the way to the database could read all hands. Add sslmode=verify-full to its address.")
        yield Finding("warning", about, text)


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
