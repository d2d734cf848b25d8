"""A Ray cluster of three nodes on this computer, in a process of its own, since Ray would fill that of the tests.

It prints its address. The line `kill` on the standard input kills one node, `mend` starts a new one for each that is
missing; the end of the input ends the cluster.
"""

from __future__ import annotations

import inspect
import socket
import sys
import time
from typing import Any

PATIENCE = 600.0
"""Seconds for what takes three on an idle computer: a node is a dozen processes."""
OTHERS = 2
"""Nodes besides the head."""


OTHER_PORTS = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port")


def node() -> dict[str, Any]:
    """A node with a core."""
    with socket.create_server(("", 0)) as free:
        return {"num_cpus": 1, "runtime_env_agent_port": free.getsockname()[1]}


def patient() -> None:
    """Let nodes take longer to start than Ray's thirty seconds, and than fifteen for their agents (its issue 65983)."""
    from ray._private import services
    from ray._raylet import persist_port

    asked, started = services.get_node, services.start_raylet
    names = inspect.signature(started)

    def get_node(*given: Any, **how: Any) -> Any:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return asked(*given, **how)
            except RuntimeError:  # it is not there yet
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def start_raylet(*given: Any, **how: Any) -> Any:
        said = names.bind(*given, **how).arguments
        for name in OTHER_PORTS:  # there are none without ray[default], which the agent would say when it has started
            persist_port(said["session_dir"], said["node_id"], name, -1)
        return started(*given, **how)

    services.get_node, services.start_raylet = get_node, start_raylet


def main() -> None:
    from ray.cluster_utils import Cluster

    patient()
    cluster = Cluster(initialize_head=True, head_node_args={**node(), "include_dashboard": False})
    others = list[Any]()

    def mend() -> None:
        while len(others) < OTHERS:
            others.append(cluster.add_node(wait=False, **node()))
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
