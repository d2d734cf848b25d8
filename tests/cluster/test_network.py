"""The network of the cluster tests does what it says, and leaves nothing behind."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import processes
from tests.cluster.network import NETS, PREFIX, Network, network

pytestmark = pytest.mark.cluster

HOSTS = {"n1": "10.77.0.11", "n2": "10.77.0.12", "n3": "10.77.0.13"}
WAITS = 0.3
"""Seconds after which something that does not arrive is missed."""


@pytest.fixture
def net() -> Iterator[Network]:
    with network(HOSTS) as found:
        yield found


def space(of: int | str = "thread-self") -> str:
    """The network of a process; of this thread."""
    return str(Path(f"/proc/{of}/ns/net").readlink())


class Ear:
    """A socket at a computer that hears what others send it."""

    def __init__(self, net: Network, name: str) -> None:
        self.net, self.name = net, name
        with net.at(name):
            self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self.socket.bind((HOSTS[name], 7))
        self.socket.settimeout(WAITS)

    def hears(self, sender: str, times: int = 1) -> int:
        """How many of some words from another computer arrive."""
        with self.net.at(sender), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
            for n in range(times):
                try:
                    mouth.sendto(b"%d" % n, (HOSTS[self.name], 7))
                except OSError:
                    continue
        heard = 0
        while True:
            try:
                self.socket.recv(100)
                heard += 1
            except TimeoutError:
                return heard


def heard(net: Network, name: str, sender: str, times: int = 1) -> int:
    ear = Ear(net, name)
    with ear.socket:
        return ear.hears(sender, times)


def test_what_is_started_at_a_computer_is_there_and_this_process_stays_where_it_is(net: Network) -> None:
    here = space()
    with net.at("n1"):
        assert space() != here
        with processes.python("-c", "import time; time.sleep(60)") as process:
            assert space(process.pid) != here
    assert space() == here
    with pytest.raises(ZeroDivisionError), net.at("n1"):
        raise ZeroDivisionError
    assert space() == here


def test_a_cut_is_between_two_alone_and_is_mended(net: Network) -> None:
    net.cut("n1", "n2")
    assert (heard(net, "n1", "n2"), heard(net, "n2", "n1")) == (0, 0)
    assert (heard(net, "n1", "n3"), heard(net, "n3", "n2")) == (1, 1)
    net.mend("n1", "n2")
    assert (heard(net, "n1", "n2"), heard(net, "n2", "n1")) == (1, 1)


def test_a_computer_without_a_cable_reaches_nobody_until_it_is_plugged_in(net: Network) -> None:
    net.unplug("n1")
    assert (heard(net, "n1", "n2"), heard(net, "n2", "n1"), heard(net, "n2", "n3")) == (0, 0, 1)
    net.plug("n1")
    until = time.monotonic() + processes.PATIENCE
    while not heard(net, "n1", "n2"):
        assert time.monotonic() < until


def test_a_part_of_what_is_sent_is_lost(net: Network) -> None:
    net.lose("n1", 40)
    assert 50 < heard(net, "n1", "n2", 200) < 190
    assert heard(net, "n2", "n1", 200) == 200
    net.lose("n1", 0)
    assert heard(net, "n1", "n2", 200) == 200


def test_what_is_sent_over_a_slow_line_arrives_later_in_its_order_and_answers_come_straight(net: Network) -> None:
    ear = Ear(net, "n1")
    with ear.socket, net.at("n2"), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.settimeout(processes.PATIENCE)

        def way(words: int = 1) -> tuple[float, float]:
            """Seconds to the other computer, and back."""
            begun = time.monotonic()
            for n in range(words):
                mouth.sendto(b"%d" % n, (HOSTS["n1"], 7))
            ear.socket.settimeout(processes.PATIENCE)
            heard = [ear.socket.recvfrom(100) for _ in range(words)]
            assert [word for word, _ in heard] == [b"%d" % n for n in range(words)]
            there = time.monotonic()
            ear.socket.sendto(b"back", heard[-1][1])
            assert mouth.recv(100) == b"back"
            return there - begun, time.monotonic() - there

        mouth.bind((HOSTS["n2"], 0))
        net.delay("n2", "n1", 0.5, 0.2)
        there, back = way(20)
        assert there >= 0.5
        assert back < there
        net.delay("n2", "n3", 5)
        net.hasten("n2", "n1")
        assert sum(way()) < 5
        net.hasten("n2", "n3")


def test_nothing_is_left_however_it_ends(net: Network) -> None:
    mine = f"{PREFIX}-{os.getpid()}-"
    assert len(list(NETS.glob(f"{mine}*"))) == 4

    def broken() -> None:
        with network(HOSTS):
            assert len(list(NETS.glob(f"{mine}*"))) == 8
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert len(list(NETS.glob(f"{mine}*"))) == 4
    code = "from tests.cluster.network import *; Network({'n1': '10.77.0.11'}).make(); print(1, flush=True); input()"
    with processes.python("-c", code, stdin=-1, stdout=-1) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        killed = f"{PREFIX}-{process.pid}-*"
        assert len(list(NETS.glob(killed))) == 2
        with network(HOSTS):
            assert len(list(NETS.glob(killed))) == 2, "it is somebody's who is still there"
    with network(HOSTS):
        assert list(NETS.glob(killed)) == []
