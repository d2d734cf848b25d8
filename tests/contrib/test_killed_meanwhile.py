"""A server is killed while pages are under way: each that has not begun to come is asked for again at another one."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from threading import Event

import pytest

from tests.contrib import test_several_servers
from tests.contrib.proxies import KINDS
from tests.web.test_kill import killed

pytestmark = [pytest.mark.postgres, pytest.mark.long]
cluster = test_several_servers.cluster


def test_a_page_that_is_under_way_comes_from_the_other(cluster: test_several_servers.Cluster) -> None:
    gone = Event()

    def asked(kind: str) -> set[int]:
        found = set[int]()
        for table in cycle(test_several_servers.STRANGERS):
            last = gone.is_set()
            with suppress(http.client.IncompleteRead):  # what has begun to come cannot come from another server
                found.add(cluster.fetched(kind, f"/t/{table}").status)
            if last:
                break
        return found

    readers = [*KINDS] * 3
    with ThreadPoolExecutor(len(readers)) as each:
        found = [each.submit(asked, kind) for kind in readers]
        time.sleep(0.3)
        killed(cluster.servers.pop())
        gone.set()
        statuses = [(kind, one.result()) for kind, one in zip(readers, found, strict=True)]
    assert statuses == [(kind, {404}) for kind in readers]
