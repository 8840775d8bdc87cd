"""The server under test: one that is already running, or processes started for the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from byzanz.load.address import read_address
from byzanz.load.load_plan import LoadPlan
from byzanz.load.load_report import ProcessorTime
from byzanz.load.servers.process_usage import (
    ProcessorSeconds,
    processor_seconds,
    resident_bytes,
)
from byzanz.load.servers.shared_database import shared_database
from byzanz.load.spawned_servers import RunningServer, game_servers


class Usage(NamedTuple):
    """The processor time used so far; None: unknown."""

    server: ProcessorSeconds | None
    database: ProcessorSeconds | None


@dataclass(frozen=True, slots=True)
class ServerUnderTest:
    """The processes of the server under test."""

    servers: list[RunningServer]
    database_pid: int | None = None  # the process of a PostgreSQL server that the test started

    @property
    def urls(self) -> list[str]:
        """The address of each process."""
        return [server.url for server in self.servers]

    def resident_bytes(self) -> int | None:
        """Return the resident memory of the largest process, or None if it is unknown."""
        sizes = [resident_bytes(server.pid) for server in self.servers if server.pid]
        return max([size for size in sizes if size is not None], default=None)

    def usage(self) -> Usage:
        """Return the processor time used so far."""
        database = [self.database_pid] if self.database_pid else []
        return Usage(
            processor_seconds([server.pid for server in self.servers if server.pid]),
            processor_seconds(database),
        )

    def processor_time(self, before: Usage, moves: int) -> ProcessorTime | None:
        """Return the processor time per move since `before`, or None if it is unknown."""
        now = self.usage()
        if now.server is None or before.server is None or not moves:
            return None
        server, children = _milliseconds(before.server, now.server, moves)
        database = None
        if now.database is not None and before.database is not None:
            database = round(sum(_milliseconds(before.database, now.database, moves)), 3)
        return ProcessorTime(round(server, 3), round(children, 3), database)


def _milliseconds(
    before: ProcessorSeconds, now: ProcessorSeconds, moves: int
) -> tuple[float, float]:
    """Return the milliseconds per move of processes, and of their children."""
    children = max(now.children - before.children, 0.0)  # some may have ended
    return 1000 * (now.processes - before.processes) / moves, 1000 * children / moves


@contextmanager
def server_under_test(
    plan: LoadPlan, url: str | None, admin_url: str | None
) -> Iterator[ServerUnderTest]:
    """Use the server at `url`, or start the processes of the plan; raises `NotStarted`.

    Raises `BadAddress` if an address is not valid.
    """
    if url is not None:
        read_address(url)
        if admin_url is not None:
            read_address(admin_url)
        yield ServerUnderTest([RunningServer(url, 0, admin_url)])
    elif plan.processes == 1 or plan.store is not None:
        with game_servers(plan.processes, plan.store) as servers:
            yield ServerUnderTest(servers)
    else:
        with shared_database() as database, game_servers(plan.processes, database.url) as servers:
            yield ServerUnderTest(servers, database.pid)
