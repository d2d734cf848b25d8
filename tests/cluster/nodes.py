"""Several servers of one database, each on a computer of its own, with PostgreSQL, HAProxy and people on others."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Literal

from kartentisch.store.leases import NODE_LIVES
from tests import postgresql, processes
from tests.cluster.network import Network, network, program
from tests.cluster.programs import Program
from tests.cluster.witness import WITNESS
from tests.processes import PATIENCE

CONTRIB = Path(__file__).resolve().parents[2] / "contrib"
DATABASE, PROXY, PEOPLE, STANDBY = "database", "proxy", "people", "standby"
HOSTS = {DATABASE: "10.77.0.4", PROXY: "10.77.0.5", PEOPLE: "10.77.0.6"}
STANDBY_ADDRESS = "10.77.0.7"
PORT, INNER = 8000, 8100
UNLIMITED = ("--connections-per-address", "0", "--tables-per-hour", "0", "--tables-at-once", "0")
"""All scripted people have one address."""
STORE = f"postgresql://{postgresql.USER}@{HOSTS[DATABASE]}/{postgresql.USER}"
STORES = f"postgresql://{postgresql.USER}@{HOSTS[DATABASE]},{STANDBY_ADDRESS}/{postgresql.USER}"
"""The database, or the standby that has taken over from it."""
URL = f"http://{HOSTS[PROXY]}"


def until(holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    """Wait until this holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


class Node:
    """A server on a computer of its own."""

    def __init__(self, net: Network, name: str, folder: Path, options: Sequence[str]) -> None:
        self.net, self.name, self.folder = net, name, folder
        self.address = net.hosts[name]
        self.options = options
        self.log = folder.with_suffix(".log")
        self.environment: dict[str, str] = {}
        """More variables for its processes."""
        self.program: Program | None = None
        """The version of the program that it runs; None for this one."""
        self.process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        command = self.program.words if self.program else [sys.executable, "-m", "kartentisch"]
        command += ["serve", "--data", str(self.folder), "--node", self.name]
        command += ["--host", self.address, "--port", str(PORT), *self.options, *UNLIMITED]
        command += ["--proxy", HOSTS[PROXY], "--url", URL]
        with self.net.at(self.name), self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=os.environ | (self.program.environment if self.program else {}) | self.environment,
            )

    def answer(self, path: str) -> int:
        """The status of a page, asked for on that computer itself; 0 if nothing answers."""
        return self.get(path)[0]

    def get(self, path: str, seconds: float = 5.0) -> tuple[int, bytes]:
        """The same, and what the page says."""
        with (
            self.net.at(self.name),
            contextlib.suppress(OSError, http.client.HTTPException),
            closing(http.client.HTTPConnection(self.address, PORT, timeout=seconds)) as line,
        ):
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, answer.read()
        return 0, b""

    def wait(self) -> None:
        """Until it is ready."""

        def ready() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, self.said()
            return self.answer("/readyz") == 200

        until(ready, f"{self.name} is not ready")

    def said(self) -> str:
        return self.log.read_text("utf-8", errors="replace")

    def send(self, what: signal.Signals) -> None:
        """SIGKILL ends it at once, SIGTERM lets it leave, SIGSTOP pauses it until SIGCONT."""
        assert self.process is not None
        self.process.send_signal(what)

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ended(self) -> int:
        """Its exit code, once it has ended."""
        assert self.process is not None
        return self.process.wait(PATIENCE)

    @property
    def cpu(self) -> float:
        """The seconds of processor time that it has taken since its start."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cluster:
    """Servers by name, their database, and the proxy before them."""

    def __init__(self, net: Network, folder: Path, database: postgresql.Server, lease: float) -> None:
        self.net, self.folder, self.database, self.lease = net, folder, database, lease
        self.standby: postgresql.Server | None = None
        self.places = [DATABASE, STANDBY]
        """The computers of the primary and of the standby."""
        self.key = secrets.token_bytes(32)
        self.nodes: dict[str, Node] = {}

    def add(self, name: str, *options: str) -> Node:
        folder = self.folder / name
        folder.mkdir()
        (folder / "key").write_bytes(self.key)
        store = STORE if self.standby is None else STORES
        self.nodes[name] = Node(self.net, name, folder, ("--store", store, *options))
        return self.nodes[name]

    def follow(self, acknowledged: bool) -> None:
        """Let the standby follow the primary, from a new copy. `acknowledged`: whether each commit waits for it."""
        assert self.standby is not None
        with self.net.at(self.places[1]):
            shutil.rmtree(self.standby.folder / "data", ignore_errors=True)
            self.standby.follow(self.database, host=self.net.hosts[self.places[0]], application_name="standby")
            self.standby.start()
        self.database.wait_for("standby" if acknowledged else "")
        followed = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
        until(lambda: self.rows(followed)[0][0], "the standby does not follow")

    def fail_over(self) -> None:
        """The standby takes writes from now on. The old primary, which must not run, is to follow it."""
        assert self.standby is not None
        self.standby.wait_for("")
        self.standby.promote()
        self.database, self.standby = self.standby, self.database
        self.places.reverse()

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database itself answers."""
        with self.database.connect() as db:
            found: list[tuple[Any, ...]] = db.execute(query, values).fetchall()
            return found

    def owners(self) -> dict[str, str]:
        """By table: the name of the living server that has it."""
        return dict(
            self.rows(
                "SELECT table_id, name FROM tables JOIN nodes ON owner = id "
                "WHERE until > clock_timestamp() AND newest > 0 AND kind = 'table'"
            )
        )

    def busiest(self) -> Node:
        """The server that has the most tables."""
        owned = list(self.owners().values())
        return max(self.nodes.values(), key=lambda node: owned.count(node.name))


def configured(folder: Path, nodes: Sequence[Node]) -> Path:
    """The example for HAProxy, with these servers, and without TLS."""
    text = (CONTRIB / "haproxy" / "kartentisch.cfg").read_text("utf-8")
    lines = [line for line in text.splitlines() if " ssl crt " not in line and "ssl_fc" not in line]
    found = [line for line in lines if line.startswith("    server ")]
    text = "\n".join(line for line in lines if line not in found) + "\n"
    assert len(found) == 6
    for node, line in product(nodes, (found[0], found[3])):
        text += re.sub(r"n1(\S*) [\d.]+:\d+", rf"{node.name}\1 {node.address}:{PORT}", line, count=1) + "\n"
    file = folder / "haproxy.cfg"
    file.write_text(text.replace("bind :80", f"bind {HOSTS[PROXY]}:80"), "utf-8")
    return file


@contextmanager
def _proxy(net: Network, folder: Path, nodes: Sequence[Node]) -> Iterator[None]:
    haproxy = program("haproxy")
    assert haproxy is not None
    with ExitStack() as stack:
        log = stack.enter_context((folder / "haproxy.log").open("wb"))
        with net.at(PROXY):
            command = [haproxy, "-db", "-f", str(configured(folder, nodes))]
            stack.enter_context(processes.started(command, stdout=log, stderr=log))
        yield


@contextmanager
def database_at(net: Network, **settings: str) -> Iterator[postgresql.Server]:
    """PostgreSQL on its computer, for everybody in the network."""
    home = Path(tempfile.mkdtemp(prefix="kartentisch-pg-"))  # the tests' own folders are too deep for a socket
    made = postgresql.Server(home, {"listen_addresses": HOSTS[DATABASE], "max_connections": "100"} | settings)
    try:
        made.make()
        access = home / "data" / "pg_hba.conf"
        ours = "host all,replication all 10.77.0.0/24 trust\n"
        access.write_text(ours + access.read_text("utf-8"), "utf-8")
        with net.at(DATABASE):
            made.start()
        yield made
    finally:
        made.stop(signal.SIGQUIT)
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def _standby(found: Cluster, acknowledged: bool) -> Iterator[None]:
    home = Path(tempfile.mkdtemp(prefix="kartentisch-pg-"))
    found.standby = postgresql.Server(home, found.database.settings | {"listen_addresses": STANDBY_ADDRESS})
    servers = [found.database, found.standby]
    try:
        found.follow(acknowledged)
        yield
    finally:
        for server in servers:
            server.stop(signal.SIGQUIT)
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def cluster(
    folder: Path,
    names: Sequence[str],
    inner: bool = True,
    followed: Literal["", "acknowledged", "behind"] = "",
    lease: float = NODE_LIVES,
    program: Program | None = None,
    **settings: str,
) -> Iterator[Cluster]:
    """Servers that are ready. `inner`: whether they reach each other. `followed`: whether the database has a standby,
    and whether each commit waits for it. `lease`: of each. `program`: the version that they run, None for this one.
    `settings`: of PostgreSQL.
    """
    hosts = HOSTS | {name: f"10.77.0.{11 + place}" for place, name in enumerate(names)}
    if followed:
        hosts[STANDBY] = STANDBY_ADDRESS
        settings = postgresql.FOLLOWED | settings
    with ExitStack() as stack:
        net = stack.enter_context(network(hosts))
        database = stack.enter_context(database_at(net, **settings))
        found = Cluster(net, folder, database, lease)
        options = () if lease == NODE_LIVES else ("--lease", f"{lease:g}")
        if followed:
            stack.enter_context(_standby(found, followed == "acknowledged"))
        stack.callback(_end, found)
        for name in names:
            node = found.add(name, *(("--inner", f"{hosts[name]}:{INNER}") if inner else ()), *options)
            node.program = program
            node.start()
        for node in found.nodes.values():
            node.wait()
        stack.enter_context(_proxy(net, folder, list(found.nodes.values())))  # which takes them for ready at first
        with database.connect() as db:
            db.execute(WITNESS)
        with net.at(PEOPLE):
            until(_answers, "the proxy does not answer")
        yield found


def _end(found: Cluster) -> None:
    for node in found.nodes.values():
        if node.process is not None:
            processes.end(node.process)


def _answers() -> bool:
    with contextlib.suppress(OSError), closing(http.client.HTTPConnection(HOSTS[PROXY], 80, timeout=5)) as line:
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    return False
