"""Which connections count where, and which one makes room for another."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from kartentisch.web.network.connections import Admissions, ConnectionLimits, Proxies


class Fake:
    """A connection of no server."""

    def __init__(self, admissions: Admissions) -> None:
        self.admissions, self.given_up = admissions, False
        self.transport: Any = None

    def give_up(self) -> None:
        self.given_up = True


def test_of_many_addresses_none_keeps_another_out() -> None:
    admissions = Admissions(ConnectionLimits(2, 5))
    ones = [Fake(admissions) for _ in range(8)]
    assert all(admissions.admit(one, "198.51.100.1") for one in ones[:3])
    assert [one.given_up for one in ones[:3]] == [True, False, False]
    for one in ones[1:3]:
        admissions.waits(one, False)
    assert not admissions.admit(ones[3], "198.51.100.1")
    assert admissions.admit(ones[4], "198.51.100.2")
    assert all(admissions.admit(one, f"2001:db8::{n}") for n, one in enumerate(ones[5:7]))
    assert not any(one.given_up for one in ones[5:7])
    assert admissions.admit(ones[7], "2001:db8::7"), "one network of IPv6 counts as one address"
    assert ones[5].given_up
    assert len(admissions) == 5
    for one in ones:
        admissions.leave(one)
    assert len(admissions) == 0


def test_what_a_proxy_brings_counts_in_all_alone() -> None:
    admissions = Admissions(ConnectionLimits(1, 3), Proxies(["127.0.0.1", "172.18.0.0/16"]))
    ones = [Fake(admissions) for _ in range(4)]
    hosts = ["127.0.0.1", "172.18.0.2", "::ffff:127.0.0.1", "127.0.0.1"]
    for one, host in zip(ones, hosts, strict=True):
        admissions.admit(one, host)
    assert [one.given_up for one in ones] == [True, False, False, False]


def test_what_was_to_be_closed_and_is_not_is_cut() -> None:
    class Transport:
        closing = aborted = False

        def is_closing(self) -> bool:
            return self.closing

        def abort(self) -> None:
            self.aborted = True

    admissions = Admissions(ConnectionLimits(0, 0))
    ones = [Fake(admissions) for _ in range(2)]
    for one in ones:
        one.transport = Transport()
        admissions.admit(one, "198.51.100.1")
    admissions.sweep()
    ones[0].transport.closing = True
    admissions.sweep()
    assert not ones[0].transport.aborted, "it has only just been closed"
    admissions.sweep()
    assert [one.transport.aborted for one in ones] == [True, False]


@pytest.mark.parametrize(
    ("limits", "descriptors", "found"),
    [
        (ConnectionLimits(), 20_000, ConnectionLimits(200, 6000)),
        (ConnectionLimits(), 1024, ConnectionLimits(200, 819)),
        (ConnectionLimits(), 256, ConnectionLimits(102, 204)),
        (ConnectionLimits(0, 0), 1000, ConnectionLimits(0, 800)),
    ],
)
def test_connections_take_four_fifths_of_the_descriptors_at_most(
    limits: ConnectionLimits, descriptors: int, found: ConnectionLimits
) -> None:
    assert limits.within(descriptors) == found


def test_a_limit_below_nothing_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="A limit on connections is 1 or more, or 0 for none"):
        ConnectionLimits(-1, 0)


def test_descriptors_are_raised_to_what_the_system_allows() -> None:
    code = (
        "import resource; from kartentisch.web.network.connections import descriptors;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, min(hard, 512)));"
        "print(descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["512", "512"]
