"""What is done to a cluster: each ends with the cluster whole again."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.cluster.checker import Fault
from tests.cluster.crowd import Crowd
from tests.cluster.nodes import DATABASE, PROXY, Node

WITHIN = 90.0
"""Seconds within which everybody plays on, also on a busy computer."""


def wait(people: Crowd) -> None:
    """Longer than a server lives without a word to the database."""
    time.sleep(people.cluster.lease + 3)


def _others_go_on(people: Crowd, fault: Fault, ended: Node) -> None:
    """Others have its tables now, unless there are none; then it comes again."""
    alone = len(people.cluster.nodes) == 1
    if alone:
        ended.start()
    people.play_on(fault, WITHIN)
    if not alone:
        ended.start()
    ended.wait()


def kill(people: Crowd) -> None:
    node = people.cluster.busiest()
    fault = people.struck("kill -9", node.name)
    node.send(signal.SIGKILL)
    node.ended()
    _others_go_on(people, fault, node)


def pause(people: Crowd) -> None:
    """The paused server writes nothing afterwards, or the checker says so."""
    node = people.cluster.busiest()
    fault = people.struck("pause", node.name)
    node.send(signal.SIGSTOP)
    wait(people)
    node.send(signal.SIGCONT)
    people.play_on(fault, WITHIN)
    node.wait()


def leave(people: Crowd) -> None:
    node = people.cluster.busiest()
    fault = people.struck("SIGTERM", node.name)
    node.send(signal.SIGTERM)
    assert node.ended() == 0
    _others_go_on(people, fault, node)


def cut_from_database(people: Crowd) -> None:
    node = people.cluster.busiest()
    fault = people.struck("cut from the database", node.name)
    people.cluster.net.cut(node.name, DATABASE)
    wait(people)
    people.cluster.net.mend(node.name, DATABASE)
    people.play_on(fault, WITHIN)
    node.wait()


def cut_from_each_other(people: Crowd) -> None:
    """What is forwarded goes through the third one meanwhile."""
    one = people.cluster.busiest()
    other = next(node for node in people.cluster.nodes.values() if node is not one)
    fault = people.struck("cut from each other", one.name)
    people.cluster.net.cut(one.name, other.name)
    wait(people)
    people.cluster.net.mend(one.name, other.name)
    people.play_on(fault, WITHIN)


def cut_from_proxy(people: Crowd) -> None:
    node = people.cluster.busiest()
    fault = people.struck("cut from the proxy", node.name)
    people.cluster.net.cut(node.name, PROXY)
    wait(people)
    people.cluster.net.mend(node.name, PROXY)
    people.play_on(fault, WITHIN)


def unplug(people: Crowd) -> None:
    node = people.cluster.busiest()
    fault = people.struck("unplugged", node.name)
    people.cluster.net.unplug(node.name)
    wait(people)
    people.cluster.net.plug(node.name)
    people.play_on(fault, WITHIN)
    node.wait()


def lose(people: Crowd) -> None:
    """One packet of twenty."""
    node = people.cluster.busiest()
    fault = people.struck("loss", node.name)
    people.cluster.net.lose(node.name, 5)
    wait(people)
    people.cluster.net.lose(node.name, 0)
    people.play_on(fault, WITHIN)


FAKE = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
"""Debian's libfaketime, which gives one process another time."""


def come_back_an_hour_ahead(people: Crowd) -> None:
    """A server ends, and its clock is wrong when it comes again; durations are not."""
    assert FAKE is not None, "libfaketime is missing (apt-get install libfaketime)"
    node = people.cluster.busiest()
    right = node.environment
    node.environment = {"LD_PRELOAD": str(FAKE), "FAKETIME": "+1h", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    leave(people)
    others = [one for one in people.cluster.nodes.values() if one is not node]
    for other in others:  # so that it gets tables
        fault = people.struck("an hour ahead", other.name)
        other.send(signal.SIGTERM)
        assert other.ended() == 0
        people.play_on(fault, WITHIN)
        other.start()
        other.wait()
    node.environment = right
    leave(people)


def _database(people: Crowd, what: str, how: signal.Signals) -> None:
    cluster = people.cluster
    fault = people.struck(what)
    cluster.database.stop(how)
    with cluster.net.at(DATABASE):
        cluster.database.start()
    people.play_on(fault, WITHIN)


def _fail_over(people: Crowd, what: str, after: float) -> None:
    """The computer of the primary dies; after some seconds its standby is promoted. Then it gets a new standby."""
    cluster = people.cluster
    fault = people.struck(what)
    cluster.database.stop(signal.SIGKILL)
    time.sleep(after)
    cluster.fail_over()
    people.play_on(fault, WITHIN)
    cluster.follow(acknowledged=True)


def fail_over(people: Crowd) -> None:
    _fail_over(people, "failover of the database", 2)


def fail_over_late(people: Crowd) -> None:
    """All servers have ended for the database by then."""
    _fail_over(people, "failover of the database after 11 s", people.cluster.lease + 3)


def lose_standby(people: Crowd) -> None:
    """Commits wait for it: nothing is confirmed meanwhile."""
    cluster = people.cluster
    assert cluster.standby is not None
    fault = people.struck("the only standby is away for 11 s")
    cluster.standby.stop()
    wait(people)
    with cluster.net.at(cluster.places[1]):
        cluster.standby.start()
    people.play_on(fault, WITHIN)


def lose_database(people: Crowd) -> None:
    """All servers end for the database, and enter it again."""
    cluster = people.cluster
    fault = people.struck("the database is away")
    cluster.database.stop(signal.SIGQUIT)
    wait(people)
    with cluster.net.at(DATABASE):
        cluster.database.start()
    people.play_on(fault, WITHIN)


def kill_two(people: Crowd) -> None:
    """One server is left for all tables."""
    ended = list(people.cluster.nodes.values())[1:]
    fault = people.struck("kill -9 of two")
    for node in ended:
        node.send(signal.SIGKILL)
        node.ended()
    people.play_on(fault, WITHIN)
    for node in ended:
        node.start()
    for node in ended:
        node.wait()


def kill_all(people: Crowd) -> None:
    fault = people.struck("kill -9 of all")
    for node in people.cluster.nodes.values():
        node.send(signal.SIGKILL)
        node.ended()
    for node in people.cluster.nodes.values():
        node.start()
    people.play_on(fault, WITHIN)
    for node in people.cluster.nodes.values():
        node.wait()


def kill_while_leaving(people: Crowd) -> None:
    node = people.cluster.busiest()
    fault = people.struck("kill -9 while it leaves", node.name)
    node.send(signal.SIGTERM)
    time.sleep(random.random() / 2)
    node.send(signal.SIGKILL)
    node.ended()
    _others_go_on(people, fault, node)


def flap(people: Crowd) -> None:
    """The line to the database comes and goes, each time for about a second."""
    node = people.cluster.busiest()
    fault = people.struck("a line that comes and goes", node.name)
    for _ in range(5):
        people.cluster.net.cut(node.name, DATABASE)
        time.sleep(0.5 + random.random())
        people.cluster.net.mend(node.name, DATABASE)
        time.sleep(0.5 + random.random())
    people.play_on(fault, WITHIN)
    node.wait()


def _slow(people: Crowd, what: str, ways: Iterable[tuple[str, str]], seconds: float, jitter: float) -> None:
    """What takes these ways arrives later for some time."""
    net, slowed = people.cluster.net, list(ways)
    name = slowed[0][0] if len({one for one, _ in slowed}) == 1 else ""
    fault = people.struck(what, name)
    for one, other in slowed:
        net.delay(one, other, seconds, jitter)
    wait(people)
    for one, other in slowed:
        net.hasten(one, other)
    people.play_on(fault, WITHIN)
    for node in people.cluster.nodes.values():
        node.wait()


def slow_lines(people: Crowd) -> None:
    """All lines between servers, and from them to the database."""
    names = [*people.cluster.nodes]
    ways = [(one, other) for one in names for other in (*names, DATABASE) if one != other]
    _slow(people, "all lines slow by 0.2 s", ways, 0.2, 0.05)


def slow_database(people: Crowd) -> None:
    """A transaction has three ways there and back; the report that a server lives has one."""
    node = people.cluster.busiest()
    _slow(people, "the line to the database slow by 1.5 s", [(node.name, DATABASE)], 1.5, 0.3)


def very_slow_database(people: Crowd) -> None:
    """Each report comes when the server has long ended."""
    node = people.cluster.busiest()
    _slow(people, "the line to the database slow by 10 s", [(node.name, DATABASE)], people.cluster.lease + 2, 0.5)


def restart_database(people: Crowd) -> None:
    _database(people, "restart of the database", signal.SIGINT)


def crash_database(people: Crowd) -> None:
    _database(people, "crash of the database", signal.SIGQUIT)


Strike = Callable[[Crowd], None]
SHORT: tuple[Strike, ...] = (kill, pause, leave, cut_from_database)
ALL = (
    *SHORT,
    cut_from_each_other,
    cut_from_proxy,
    unplug,
    lose,
    restart_database,
    crash_database,
    lose_database,
    kill_two,
    kill_all,
    kill_while_leaving,
    flap,
    slow_lines,
    slow_database,
    very_slow_database,
    come_back_an_hour_ahead,
)
FAILOVERS: tuple[Strike, ...] = (fail_over, fail_over_late, lose_standby)
"""Of a cluster whose database has a standby that acknowledges."""
