"""Where bots are to act and nobody is there, another server wakes the table when its own has gone."""

from __future__ import annotations

import http.client
import signal
import urllib.parse
from contextlib import closing
from pathlib import Path

import pytest

from tests.cluster.nodes import HOSTS, PEOPLE, PROXY, URL, Cluster, cluster, until

pytestmark = [pytest.mark.cluster, pytest.mark.long]
TABLES = 9
FORM = {"name": "Ada", "seat-0": "bot:random", "seat-1": "bot:random", "seat-2": "you", "pace": "calm"}
"""Two bots are to move before the only person, who has closed the page. The deal waits some seconds for that page."""
WOKEN = 60.0
"""Seconds within which bots have moved everywhere, also on a busy computer."""


def opened(servers: Cluster, number: int) -> str:
    form = urllib.parse.urlencode(FORM | {"ask": f"nobody-is-there-{number}"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": URL}
    with servers.net.at(PEOPLE), closing(http.client.HTTPConnection(HOSTS[PROXY], timeout=30)) as line:
        line.request("POST", "/open/schwupps", form, headers)
        return line.getresponse().getheader("location", "").split("/")[2]


def moves(servers: Cluster, what: str = "moved") -> dict[str, int]:
    query = "SELECT table_id, count(*) FILTER (WHERE kind = %s) FROM facts GROUP BY table_id"
    return dict(servers.rows(query, what))


def test_bots_move_on_at_tables_of_a_server_that_was_killed_though_nobody_is_there(tmp_path: Path) -> None:
    with cluster(tmp_path, ("n1", "n2")) as servers:
        tables = {opened(servers, number) for number in range(TABLES)}
        until(lambda: min(moves(servers, "dealt").values()) > 0, "nobody deals")
        ended = servers.busiest()
        struck = {table for table, owner in servers.owners().items() if owner == ended.name}
        ended.send(signal.SIGKILL)
        ended.ended()
        assert struck
        until(lambda: min(moves(servers).values()) > 0, "somewhere no bot has moved", WOKEN)
        assert set(moves(servers)) == tables
        waiting = "SELECT table_id FROM tables WHERE wake_at IS NOT NULL"
        until(lambda: not servers.rows(waiting), "bots are to move", WOKEN)
