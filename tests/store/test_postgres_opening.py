"""A database that cannot be used says why, in one sentence and without the password."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from kartentisch.store import StoreFailed
from tests import postgresql
from tests.store.kit import empty_database, in_postgres

pytestmark = pytest.mark.postgres


def refused(url: str, password: str = "") -> str:
    """The code of the error with which a store does not open."""
    from kartentisch.store.postgres import Database, PostgresStore

    with pytest.raises(StoreFailed) as error:
        PostgresStore(Database(url, password))
    assert "geheim" not in f"{error.value} {error.value.__cause__}"
    return error.value.code


def test_a_database_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    shared = postgresql.shared()
    server, db = shared.server, shared.db
    db.execute("DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN PASSWORD 'geheim'")
    with server.connect() as other:
        other.execute("DROP DATABASE IF EXISTS latin")
        other.execute("CREATE DATABASE latin ENCODING 'SQL_ASCII' TEMPLATE template0 STRATEGY file_copy")
        other.execute("DROP DATABASE IF EXISTS fresh")
        other.execute("CREATE DATABASE fresh STRATEGY file_copy")
    assert refused(server.url("nowhere")) == "no_database"
    assert refused(server.url("latin")) == "not_utf8"
    assert refused(server.url("fresh", host=str(tmp_path))) == "unreachable"
    assert refused("host=127.0.0.1 port=1") == "unreachable"
    assert refused(server.url("fresh", user="stranger"), "geheim2") == "refused"
    assert refused(server.url("fresh", user="stranger")) == "refused"
    assert refused(server.url("fresh", user="stranger"), "geheim") == "no_rights"


def test_a_database_of_a_newer_version_is_left_alone() -> None:
    from kartentisch.store.postgres.upgrading import newest

    database = empty_database()
    shared = postgresql.shared()
    in_postgres(Path()).close()
    ((oldest,),) = shared.db.execute("SELECT oldest FROM kartentisch_schema").fetchall()
    try:
        for needed in (newest() + 1, None):
            shared.db.execute("UPDATE kartentisch_schema SET version = 99, oldest = %s", (needed,))
            assert refused(database.url) == "newer"
    finally:
        shared.db.execute("UPDATE kartentisch_schema SET version = %s, oldest = %s", (newest(), oldest))


def test_a_database_of_an_older_version_is_upgraded_once_by_servers_that_start_together(tmp_path: Path) -> None:
    from kartentisch.store.postgres import Database
    from kartentisch.store.postgres.upgrading import SCHEMA, newest, upgrade, version

    server = postgresql.shared().server
    database = Database(server.url(server.new_database()))
    folder = tmp_path / "schema"
    shutil.copytree(SCHEMA, folder)
    with database.connect() as db:
        upgrade(db)
        assert version(db) == newest()
    step = newest() + 1
    (folder / f"{step:03}.sql").write_text("CREATE TABLE later (id integer); SELECT pg_sleep(0.1);", "utf-8")
    faults: list[BaseException] = []

    def start() -> None:
        try:
            with database.connect() as db:
                upgrade(db, folder)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with database.connect() as db:
        assert version(db) == step
        with pytest.raises(StoreFailed, match="newer version"):
            upgrade(db)


def test_a_step_that_only_adds_keeps_no_older_server_out(tmp_path: Path) -> None:
    from kartentisch.store.postgres import Database, PostgresStore
    from kartentisch.store.postgres.upgrading import SCHEMA, newest, upgrade, version

    server = postgresql.shared().server
    database = Database(server.url(server.new_database()))
    folder = tmp_path / "schema"
    shutil.copytree(SCHEMA, folder)
    step = newest() + 1
    (folder / f"{step:03}.sql").write_text("-- grows\nALTER TABLE nodes ADD COLUMN later text DEFAULT '';\n", "utf-8")
    with database.connect() as db:
        upgrade(db, folder)
        PostgresStore(database).close()
        assert version(db) == step, "an older server does not set it back"
        (folder / f"{step + 1:03}.sql").write_text("ALTER TABLE nodes DROP COLUMN later;\n", "utf-8")
        upgrade(db, folder)
        with pytest.raises(StoreFailed, match="newer version"):
            PostgresStore(database)
