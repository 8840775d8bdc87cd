"""The memory and the processor time of processes, read from /proc.

On a system without /proc the functions return None, or no processes.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
PARENT, USER_TICKS, SYSTEM_TICKS = 1, 11, 12  # columns of /proc/PID/stat after the name


class ProcessorSeconds(NamedTuple):
    """The processor time that processes have used so far."""

    processes: float  # seconds of all threads of the processes themselves
    children: float  # seconds of their descendants that still run


def resident_bytes(pid: int) -> int | None:
    """Return the resident memory of a process; None on a system without /proc."""
    try:
        status = (PROC / str(pid) / "status").read_text()
    except OSError:
        return None
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) * 1024 if match else None


def processor_seconds(pids: list[int]) -> ProcessorSeconds | None:
    """Return the processor time of processes and of their descendants, or None if unknown."""
    server_seconds = [_seconds(pid) for pid in pids]
    if not server_seconds or None in server_seconds:
        return None
    child_seconds = [_seconds(child) for pid in pids for child in descendants(pid)]
    return ProcessorSeconds(sum(filter(None, server_seconds)), sum(filter(None, child_seconds)))


def descendants(pid: int) -> list[int]:
    """Return the children of a process, their children, and so on."""
    parents = {}
    for directory in PROC.glob("[0-9]*"):
        columns = _columns(int(directory.name))
        if columns is not None:
            parents[int(directory.name)] = int(columns[PARENT])
    found = [pid]
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found[1:]


def _seconds(pid: int) -> float | None:
    columns = _columns(pid)
    if columns is None:
        return None
    ticks = int(columns[USER_TICKS]) + int(columns[SYSTEM_TICKS])
    return ticks / os.sysconf("SC_CLK_TCK")


def _columns(pid: int) -> list[str] | None:
    """Return the columns of /proc/PID/stat after the name, which may contain spaces."""
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    return text.rpartition(")")[2].split()
