"""A connection to a Ray cluster: all nodes run the same version, and lost tasks run again."""

import socket
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

from byzanz.arena.program_version import version_hash
from byzanz.cluster.tasks import OtherVersion, run_task
from byzanz.extras import require

Result = TypeVar("Result")

TASKS_PER_CORE = 2  # tasks that wait or run at a time, so that no core waits for the next one
MOST_LOSSES = 5  # of one task: a task that ends so many nodes or workers is to blame itself
KNOCK_SECONDS = 10.0  # the longest wait for a connection
CHECK_SECONDS = 120.0  # the longest wait for the versions of all nodes


class ClusterError(Exception):
    """The cluster can't be used; the message is a sentence."""


class Cluster:
    """Runs functions of this program on the machines of a Ray cluster.

    Only one cluster can be connected in a process.
    """

    def __init__(self, address: str) -> None:
        """Connect, and compare the versions; raises `ClusterError` or `MissingExtra`."""
        require("ray")
        import ray  # noqa: PLC0415 - takes a second to load, and may be missing

        self._ray: Any = ray
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (
            *(OSError, RuntimeError, ValueError, AssertionError),
            ray.exceptions.RayError,
        ) as error:
            raise ClusterError(
                f"no Ray cluster is reached at {address!r} ({_first_line(error)}): expected the "
                "address of one that this machine belongs to, such as auto or 10.0.0.1:6379"
            ) from None
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise

    @property
    def cores(self) -> int:
        """The number of cores in the cluster now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def nodes(self) -> list[str]:
        """Return the ids of all nodes that are alive."""
        return [str(node["NodeID"]) for node in self._ray.nodes() if node["Alive"]]

    def run(
        self, function: Callable[..., Result], tasks: Iterator[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """Call a function with the arguments of each task, and yield the results in any order.

        The function must be one that can be imported. A task whose node or process is lost runs
        again, elsewhere. Tasks are taken from the iterator as cores become free. Raises
        `ClusterError`, and what the function raises.
        """
        running: dict[Any, tuple[tuple[Any, ...], int]] = {}
        try:
            while True:
                room = TASKS_PER_CORE * self.cores - len(running)
                for arguments in islice(tasks, max(0, room)):
                    running[self._start(function, arguments)] = (arguments, 0)
                if not running:
                    return
                (done, *_), _ = self._ray.wait(list(running))
                arguments, losses = running.pop(done)
                try:
                    result = self._result(done)
                except _LostError as lost:
                    if losses + 1 >= MOST_LOSSES:
                        raise ClusterError(
                            f"a task was lost {MOST_LOSSES} times ({lost}): expected machines with "
                            "enough memory"
                        ) from None
                    running[self._start(function, arguments)] = (arguments, losses + 1)
                    continue
                yield result
        finally:
            for reference in running:
                self._ray.cancel(reference, force=True)

    def close(self) -> None:
        """Disconnect; the cluster goes on."""
        self._ray.shutdown()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        # Our own repetition counts losses of nodes only, so Ray's is off.
        remote = self._ray.remote(run_task).options(
            num_cpus=1, max_retries=0, scheduling_strategy="SPREAD"
        )
        return remote.remote(version_hash(), function, arguments)

    def _result(self, reference: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, OtherVersion):
                raise ClusterError(str(cause)) from None
            raise cause from error
        except errors.RayError as error:
            raise _LostError(_first_line(error)) from None

    def _check_versions(self) -> None:
        """Raise `ClusterError` unless every node has this version of the program."""
        from ray.util.scheduling_strategies import (  # noqa: PLC0415
            NodeAffinitySchedulingStrategy,
        )

        check = self._ray.remote(_version_check())
        names = {str(node["NodeID"]): node["NodeManagerAddress"] for node in self._ray.nodes()}
        for node in self.nodes():
            strategy = NodeAffinitySchedulingStrategy(node, soft=False)
            task = check.options(num_cpus=0, max_retries=0, scheduling_strategy=strategy).remote()
            try:
                version = self._ray.get(task, timeout=CHECK_SECONDS)
            except self._ray.exceptions.RayError as error:
                raise ClusterError(
                    f"the node at {names[node]} does not answer ({_first_line(error)}): expected "
                    "it to run tasks"
                ) from None
            if version != version_hash():
                found = "no Byzanz" if version is None else "another version of Byzanz"
                raise ClusterError(
                    f"the node at {names[node]} has {found}: expected the same version on all "
                    "machines"
                )


class _LostError(Exception):
    """A task was lost with its node or its process."""


def _version_check() -> Callable[[], str | None]:
    """Return a function that Ray sends as a whole: a node without Byzanz can run it too."""

    def version() -> str | None:
        try:
            from byzanz.arena.program_version import version_hash as version_here  # noqa: PLC0415
        except ImportError:
            return None
        return version_here()

    return version


def _knock(address: str) -> None:
    """Raise `OSError` if nothing listens at HOST:PORT: Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "//" not in host and port.isdecimal():
        with socket.create_connection((host, int(port)), KNOCK_SECONDS):
            pass


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120].rstrip(".: ")
