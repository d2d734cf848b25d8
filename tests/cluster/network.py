"""Computers in a network of their own: a namespace for each, and one for the switch between them.

Addresses are real (10.77.0.0/24) and the same in each run, since nothing of it can be seen from outside: two runs do
not meet. Whatever ends a run, the next one removes what it has left.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

from tests.cluster.slow_line import MTU, SlowLine

NETS = Path("/run/netns")
"""Where `ip netns` keeps its names."""
NEWNET = 0x40000000
ADMIN = 1 << 12 | 1 << 21
"""The capabilities for networks and for namespaces."""
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
PREFIX = "kartentisch"
_libc = ctypes.CDLL(None, use_errno=True)
_networks = count()


def program(name: str) -> str | None:
    """The program, also where a login shell of root alone would look."""
    return shutil.which(name, path=PATH)


def _may() -> bool:
    """Whether this process may make namespaces."""
    status = Path("/proc/self/status")
    found = re.search(r"^CapEff:\s*(\w+)$", status.read_text("ascii"), re.MULTILINE) if status.exists() else None
    return found is not None and int(found[1], 16) & ADMIN == ADMIN


def _made() -> bool:
    """Whether the system makes what the tests need: some containers have the right to it, but not the kernel."""
    trial = "ip link add name b0 type bridge && ip link add name v0 type veth peer name v1 && nft add table inet t"
    trial += " && ip tuntap add mode tun"
    done = subprocess.run(["unshare", "--net", "sh", "-c", trial], capture_output=True, check=False, env={"PATH": PATH})
    return done.returncode == 0


FOUND = all(map(program, ("ip", "nft", "haproxy", "unshare")))
"""Whether the programs are here."""
FORBIDDEN = FOUND and not (_may() and _made())
"""Whether the system does not let this process make networks: nothing that is installed changes that."""


def _run(*command: str, told: str = "") -> str:
    done = subprocess.run(
        command, input=told, capture_output=True, text=True, check=False, env={"PATH": PATH, "LC_ALL": "C"}
    )
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


class Network:
    """Computers at one switch. `hosts`: their addresses by name."""

    def __init__(self, hosts: Mapping[str, str]) -> None:
        self.hosts = dict(hosts)
        self._mark = f"{PREFIX}-{os.getpid()}-{next(_networks)}"
        self._made: list[str] = []
        self._slow: dict[tuple[str, str], SlowLine] = {}

    def space(self, name: str) -> str:
        return f"{self._mark}-{name}"

    def make(self) -> None:
        switch = self.space("switch")
        self._add(switch)
        _run("ip", "-n", switch, "link", "add", "switch", "up", "type", "bridge")
        for name, address in self.hosts.items():
            self._add(self.space(name))
            lines = [
                f"link add {name} type veth peer name eth0 netns {self.space(name)}",
                f"link set {name} master switch up",
            ]
            _run("ip", "-n", switch, "-batch", "-", told="\n".join(lines))
            lines = [f"address add {address}/24 dev eth0", "link set eth0 up", "link set lo up"]
            _run("ip", "-n", self.space(name), "-batch", "-", told="\n".join(lines))
            self._filter(name, _FILTER)

    def _add(self, space: str) -> None:
        _run("ip", "netns", "add", space)
        self._made.append(space)

    def remove(self) -> None:
        while self._slow:
            self._slow.popitem()[1].end()
        while self._made:
            with suppress(OSError):
                _run("ip", "netns", "delete", self._made.pop())

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """What this thread starts and opens in the block is on that computer."""
        with ExitStack() as stack:
            here, there = (
                os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                for path in ("/proc/thread-self/ns/net", NETS / self.space(name))
            )
            stack.callback(os.close, here)
            stack.callback(os.close, there)
            _enter(there)
            stack.callback(_enter, here)
            yield

    # ---- Faults ------------------------------------------------------------------------------------------------------

    def cut(self, one: str, other: str) -> None:
        """Let nothing through between two computers. Their connections are not closed: nothing arrives any more."""
        self._filter(one, f"add element inet line cut {{ {self.hosts[other]} }}")

    def mend(self, one: str, other: str) -> None:
        self._filter(one, f"delete element inet line cut {{ {self.hosts[other]} }}")

    def unplug(self, name: str) -> None:
        """Take the cable out: the computer reaches nobody, and knows it."""
        _run("ip", "-n", self.space("switch"), "link", "set", name, "down")

    def plug(self, name: str) -> None:
        _run("ip", "-n", self.space("switch"), "link", "set", name, "up")

    def lose(self, name: str, percent: int) -> None:
        """Lose this part of all that reaches a computer; 0: nothing more."""
        lost = f"add rule inet line lost numgen random mod 100 < {percent} drop\n" if percent else ""
        self._filter(name, "flush chain inet line lost\n" + lost)

    def delay(self, one: str, other: str, seconds: float, jitter: float = 0.0) -> None:
        """What one computer sends to the other arrives so much later, and up to `jitter` seconds more."""
        device, space = f"to-{other}"[:15], self.space(one)
        with self.at(one):
            self._slow[one, other] = SlowLine(device, seconds, jitter)
        way = f"route add {self.hosts[other]}/32 dev {device} src {self.hosts[one]}"
        _run("ip", "-n", space, "-batch", "-", told=f"link set {device} mtu {MTU} up\n{way}\n")

    def hasten(self, one: str, other: str) -> None:
        """The line is as before."""
        self._slow.pop((one, other)).end()

    def _filter(self, name: str, rules: str) -> None:
        with self.at(name):
            _run("nft", "-f", "-", told=rules + "\n")


_FILTER = """
table inet line {
    set cut { type ipv4_addr; }
    chain lost { }
    chain in {
        type filter hook input priority 0; policy accept;
        iif lo accept
        ip saddr @cut drop
        jump lost
    }
    chain out {
        type filter hook output priority 0; policy accept;
        ip daddr @cut drop
    }
}
"""


def _enter(space: int) -> None:
    if _libc.setns(space, NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


def _tidy() -> None:
    """Remove the namespaces of runs that were killed."""
    for path in NETS.glob(f"{PREFIX}-*"):
        pid = path.name.split("-")[1]
        if pid.isdigit() and not Path("/proc", pid).exists():
            with suppress(OSError):
                _run("ip", "netns", "delete", path.name)


@contextmanager
def network(hosts: Mapping[str, str]) -> Iterator[Network]:
    """A network until the end of the block."""
    _tidy()
    made = Network(hosts)
    try:
        made.make()
        yield made
    finally:
        made.remove()
