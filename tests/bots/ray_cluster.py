"""A Ray cluster of three nodes on this computer, in a process of its own, since Ray would fill that of the tests.

It prints its address. The line `kill` on the standard input kills one node, `mend` starts a new one for each that is
missing; the end of the input ends the cluster.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from tests.processes import PATIENCE

OTHERS = 2
"""Nodes besides the head."""


def patient() -> None:
    """Let nodes take longer to start. Ray gives up after thirty seconds, which a busy computer may need."""
    from ray._private import services

    asked = services.get_node

    def get_node(*given: Any, **how: Any) -> Any:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return asked(*given, **how)
            except RuntimeError:  # it is not there yet
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    services.get_node = get_node


def main() -> None:
    from ray.cluster_utils import Cluster

    patient()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    others = list[Any]()

    def mend() -> None:
        while len(others) < OTHERS:
            others.append(cluster.add_node(wait=False, num_cpus=1))
        cluster.wait_for_nodes(timeout=PATIENCE)

    mend()
    print(cluster.address, flush=True)
    for line in sys.stdin:
        if line == "kill\n":
            cluster.remove_node(others.pop(), allow_graceful=False)
        else:
            mend()
        print("done", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
