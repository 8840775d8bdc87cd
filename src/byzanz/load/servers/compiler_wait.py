"""Waits until a server no longer compiles: the compiler would be measured with it."""

import time
from collections.abc import Callable

from byzanz.load.address import read_address
from byzanz.load.servers.admin_metrics import NoMetrics, read_metrics
from byzanz.load.servers.process_usage import command_line, descendants
from byzanz.load.spawned_servers import NotStarted, RunningServer

MOST_SECONDS = 900.0
POLL_SECONDS = 0.5
READY = "byzanz_search_ready"  # 1 once the search is compiled
COMPILING = "byzanz_compiling"  # compilers at work; not every server has it
COMPILERS = ("byzanz.bots", "byzanz.analysis")  # the modules that servers start to compile


def wait_for_compiler(servers: list[RunningServer], progress: Callable[[str], None]) -> None:
    """Wait until none of the servers compiles, for at most `MOST_SECONDS`.

    A server without a known admin port is not waited for. Raises `NotStarted` when the time is
    over, and `BadAddress` for an address that is none.
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
    """Return what the server still does, or nothing."""
    if server.admin_url is None:
        return ""
    try:
        metrics = read_metrics(read_address(server.admin_url))
    except NoMetrics as error:
        return str(error)
    if not metrics.get(READY, 1):
        return "the server still compiles the search"
    if metrics.get(COMPILING, 0) or _has_compiler(server.pid):
        return "the server still compiles the analysis"
    return ""


def _has_compiler(pid: int) -> bool:
    children = descendants(pid) if pid else []
    return any(module in command_line(child) for child in children for module in COMPILERS)
