"""What plays the games of a match: processes of this machine, or a cluster."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from byzanz.cli.command_line import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from byzanz.arena.match import GameResult
    from byzanz.arena.plan import GameNumber, Plan
    from byzanz.cluster.connection import Cluster

RAY_OPTION = "'--ray'"

RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster that this machine belongs to: auto, or HOST:PORT of its head.",
    ),
]


class MatchPool(Protocol):
    """Plays the games of a match."""

    def play(self, plan: "Plan", numbers: "Sequence[GameNumber]") -> "Iterator[GameResult]":
        """Play games and yield each when it is over, in any order."""
        ...


def check_bots_for_ray(bot_ids: Iterable[str], address: str | None) -> None:
    """Raise `typer.BadParameter` for programs on a cluster: its machines don't have them."""
    from byzanz.programs.command import EXEC  # noqa: PLC0415

    programs = [bot_id for bot_id in bot_ids if bot_id.startswith(EXEC)]
    if address is not None and programs:
        raise typer.BadParameter(
            f"expected no program with --ray, not {programs[0][:60]!r}: programs are on this "
            "machine only",
            param_hint=RAY_OPTION,
        )


@contextmanager
def opened_cluster(address: str) -> "Iterator[Cluster]":
    """Connect to a cluster; its errors are raised as `BadInput`."""
    from byzanz.cluster.connection import Cluster, ClusterError  # noqa: PLC0415

    try:
        with Cluster(address) as cluster:
            yield cluster
    except ClusterError as error:
        raise BadInput(f"byzanz: {error}") from None


@contextmanager
def opened_pool(jobs: int, address: str | None) -> Iterator[MatchPool]:
    """Open processes of this machine, or a cluster if there is an address; raises `BadInput`."""
    if address is None:
        from byzanz.arena.worker_pool import WorkerPool  # noqa: PLC0415

        with WorkerPool(jobs) as workers:
            yield workers
        return
    from byzanz.cluster.match_pool import ClusterPool  # noqa: PLC0415

    with opened_cluster(address) as cluster:
        yield ClusterPool(cluster)
