"""A thread that reports again and again that this node lives."""

from __future__ import annotations

import threading

import structlog

from kartentisch.store.errors import LeaseLost, StoreFailed
from kartentisch.store.leases import beat
from kartentisch.store.postgres.nodes import CommitsLost, Nodes

log = structlog.get_logger()


class Heart:
    """If the node has ended, because it was paused or the database was away, it begins again as another one. All that
    it held then belongs to nobody.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._beat = beat(nodes.lives)
        self._stop = threading.Event()
        self._silent = False
        self._thread = threading.Thread(target=self._run, name="store heart", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._beat):
            try:
                self._report()
                self._silent = False
            except StoreFailed as error:
                if not self._silent:
                    log.exception("the database does not answer", code=error.code)
                self._silent = True

    def _report(self) -> None:
        try:
            self._nodes.stay().result()
        except CommitsLost:
            log.exception(
                "the database has lost what it had confirmed; this server enters again and reads all its tables"
            )
            self._nodes.begin_again().result()
        except LeaseLost:
            self._nodes.begin_again().result()
            log.warning("this server was away from the database for too long and has entered it again")
