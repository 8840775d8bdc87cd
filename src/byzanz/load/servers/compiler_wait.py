"""Waits until a server has compiled, because the compiler would distort the measurements."""

import time
from collections.abc import Callable

from byzanz.load.address import read_address
from byzanz.load.servers.admin_metrics import NoMetrics, read_metrics
from byzanz.load.spawned_servers import NotStarted, RunningServer

MOST_SECONDS = 900.0  # the longest wait
POLL_SECONDS = 0.5
READY = "byzanz_search_ready"  # 1 once the search is compiled
COMPILING = "byzanz_compiling"  # 1 while a compiler runs


def wait_for_compiler(servers: list[RunningServer], progress: Callable[[str], None]) -> None:
    """Wait until no server is compiling, for at most `MOST_SECONDS`.

    Does not wait for a server whose admin port is unknown. Raises `NotStarted` when the time
    runs out, and `BadAddress` if an address is not valid.
    """
    until = time.monotonic() + MOST_SECONDS
    for server in servers:
        while reason := _reason_to_wait(server):
            if time.monotonic() > until:
                raise NotStarted(
                    f"{reason} after {MOST_SECONDS:.0f} seconds: expected a server that is ready; "
                    "wait until it has compiled, then start the test again"
                )
            progress(f"waiting: {reason}")
            time.sleep(POLL_SECONDS)


def _reason_to_wait(server: RunningServer) -> str:
    """Return why the server is not ready, or an empty string if it is."""
    if server.admin_url is None:
        return ""
    try:
        metrics = read_metrics(read_address(server.admin_url))
    except NoMetrics as error:
        return str(error)
    if not metrics.get(READY, 1):
        return "the server is still compiling the search"
    if metrics.get(COMPILING, 0):
        return "the server is still compiling the analysis"
    return ""
