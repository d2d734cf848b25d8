"""A PostgreSQL server for the tests: its data are in a folder of its own, and it listens on a socket there alone."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests import processes

_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name.split(".")[0]))
_LINKED = shutil.which("postgres")
_NAMED = os.environ.get("POSTGRES_BIN") or (str(Path(_LINKED).resolve().parent) if _LINKED else "")
BIN = Path(_NAMED) if _NAMED else next(iter(_FOLDERS), Path())
FOUND = (BIN / "initdb").is_file() and find_spec("psycopg") is not None
SPEED = {"fsync": "off", "full_page_writes": "off"}
"""What is off where no test asks for a power cut. A killed server loses nothing by it."""
FOLLOWED = {"wal_level": "replica", "max_wal_senders": "4", "wal_keep_size": "64MB"}
"""Settings of a primary and its standby."""
PLAIN = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
}
USER = "postgres"
"""PostgreSQL does not run as root."""


class Server:
    """A cluster with one superuser, `postgres`, that needs no password on the socket."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder = folder
        self.settings = PLAIN | settings
        self.process: subprocess.Popen[Any] | None = None
        self._databases = 0

    @property
    def who(self) -> dict[str, Any]:
        return {"user": USER, "group": USER, "extra_groups": []} if os.geteuid() == 0 else {}

    def make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)
        command: list[str | Path] = [BIN / "initdb", "-D", self.folder / "data", "-U", USER, "-E", "UTF8"]
        command += ["--locale=C", "--no-sync"]
        command += ["--auth-local=trust", "--auth-host=scram-sha-256", "--no-instructions"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.who)
        access = self.folder / "data" / "pg_hba.conf"
        access.write_text("local all stranger scram-sha-256\n" + access.read_text(encoding="utf-8"), encoding="utf-8")

    def follow(self, primary: Server, **settings: str) -> None:
        """In place of `make`: a copy of this server, which follows it once it is started, as a standby. `settings`: of
        the connection to it.
        """
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)
        command: list[str | Path] = [BIN / "pg_basebackup", "-D", self.folder / "data", "-d", primary.url(**settings)]
        command += ["--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream", "--no-sync"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.who)

    def wait_for(self, standby: str) -> None:
        """Confirm commits only once this standby has them; "": without any."""
        with self.connect() as db:
            db.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'")
            db.execute("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Let this standby take writes, and follow nobody any more."""
        command = [str(BIN / "pg_ctl"), "promote", "-D", str(self.folder / "data"), "-w"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.who)

    def start(self) -> None:
        settings = [f"-c{name}={value}" for name, value in self.settings.items()]
        command = [BIN / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **self.who,
            )
        until = time.monotonic() + processes.PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(Exception), self.connect() as db:
                db.execute("SELECT 1")
                return
            time.sleep(0.02)
        raise AssertionError((self.folder / "log").read_text(errors="replace")[-2000:])

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT closes connections first, SIGQUIT ends at once, as a crash would."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(processes.PATIENCE)
            self.process = None

    def url(self, database: str = "postgres", **settings: str) -> str:
        port = self.settings.get("port", "5432")
        parts = {"host": str(self.folder), "port": port, "user": USER, "dbname": database} | settings
        return " ".join(f"{name}={value}" for name, value in parts.items())

    def connect(self, database: str = "postgres") -> Any:
        import psycopg

        return psycopg.connect(self.url(database), autocommit=True)

    def new_database(self) -> str:
        """The name of an empty database."""
        self._databases += 1
        name = f"tables_{self._databases}"
        with self.connect() as db:
            db.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        return name


def server(**settings: str) -> AbstractContextManager[Server]:
    """A server until the end of the block."""
    return _server(None, settings)


def standby(primary: Server, **settings: str) -> AbstractContextManager[Server]:
    """A server that follows this one, until the end of the block."""
    return _server(primary, settings)


@contextmanager
def _server(follows: Server | None, settings: dict[str, str]) -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="kartentisch-pg-"))
    made = Server(folder, settings)
    try:
        if follows is None:
            made.make()
        else:
            made.follow(follows)
        made.start()
        yield made
    finally:
        if made.process is not None:
            with contextlib.suppress(ProcessLookupError):
                made.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


class Shared:
    """One server for all tests of a process, with one database and a connection to it."""

    def __init__(self) -> None:
        self.until_the_end = ExitStack()
        self.server = self.until_the_end.enter_context(server(**SPEED))
        self.database = self.server.new_database()
        self.db: Any = self.server.connect(self.database)

    def close(self) -> None:
        self.db.close()
        self.until_the_end.close()

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        self.db.close()
        self.server.stop(how)

    def start(self) -> None:
        self.server.start()
        self.db = self.server.connect(self.database)

    def empty(self) -> str:
        """The address of the database, whose tables have no rows."""
        found = self.db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        emptied = [f"DELETE FROM {name}" for (name,) in found if name != "kartentisch_schema"]
        if emptied:
            self.db.execute("; ".join(["SET session_replication_role = replica", *emptied]))  # without triggers
        return self.server.url(self.database)


_shared: list[Shared] = []


def shared() -> Shared:
    """It is there until `end_shared`."""
    if not _shared:
        _shared.append(Shared())
    return _shared[0]


def end_shared() -> None:
    while _shared:
        _shared.pop().close()
