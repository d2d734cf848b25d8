"""A Ray cluster of three nodes on this computer, in a process of its own, since Ray would fill that of the tests.

It prints its address. A line on the standard input kills one node; the end of the input ends the cluster.
"""

from __future__ import annotations

import sys


def main() -> None:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    others = [cluster.add_node(num_cpus=1) for _ in range(2)]
    print(cluster.address, flush=True)
    for _ in sys.stdin:
        cluster.remove_node(others.pop(), allow_graceful=False)
        print("killed", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
