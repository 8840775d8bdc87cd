"""A real Ray cluster on this machine: a head and two nodes, each with one core.

Without Ray nothing is collected here: tests/extras runs these tests.
"""

from importlib.util import find_spec

import pytest

collect_ignore_glob = [] if find_spec("ray") else ["test_*.py"]
NODES = 2


class Machines:
    """A cluster whose nodes can be killed and added."""

    def __init__(self):
        from ray.cluster_utils import Cluster as LocalCluster  # noqa: PLC0415

        self._cluster = LocalCluster(initialize_head=True, head_node_args={"num_cpus": 0})
        self.nodes = [self.add() for _ in range(NODES)]
        self._cluster.wait_for_nodes()
        self.address = self._cluster.address

    def add(self):
        return self._cluster.add_node(num_cpus=1)

    def kill(self, node):
        self._cluster.remove_node(node, allow_graceful=False)

    def stop(self):
        self._cluster.shutdown()


@pytest.fixture
def machines():
    machines = Machines()
    yield machines
    machines.stop()
