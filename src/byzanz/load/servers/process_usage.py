"""The memory and the processor time of processes, read from /proc.

On a system without /proc everything is unknown: None, or no processes.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
PARENT, USER_TICKS, SYSTEM_TICKS = 1, 11, 12  # columns of /proc/PID/stat after the name


class ProcessorSeconds(NamedTuple):
    """The processor time that processes have used so far."""

    own: float  # of the processes themselves, all threads
    children: float  # of the processes that they started and that still run


def resident_bytes(pid: int) -> int | None:
    """Return the resident memory of a process; None on a system without /proc."""
    try:
        status = (PROC / str(pid) / "status").read_text()
    except OSError:
        return None
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) * 1024 if match else None


def processor_seconds(pids: list[int]) -> ProcessorSeconds | None:
    """Return the processor time of processes and, apart, of their children; None if unknown."""
    own = [_seconds(pid) for pid in pids]
    if not own or None in own:
        return None
    children = [_seconds(child) for pid in pids for child in descendants(pid)]
    return ProcessorSeconds(sum(filter(None, own)), sum(filter(None, children)))


def descendants(pid: int) -> list[int]:
    """Return the processes that a process started, and those that these started."""
    parents = {}
    for directory in PROC.glob("[0-9]*"):
        columns = _columns(int(directory.name))
        if columns is not None:
            parents[int(directory.name)] = int(columns[PARENT])
    found = [pid]
    for ancestor in found:
        found += [child for child, parent in parents.items() if parent == ancestor]
    return found[1:]


def command_line(pid: int) -> tuple[str, ...]:
    """Return the arguments with which a process was started; none if it has ended."""
    try:
        text = (PROC / str(pid) / "cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ()
    return tuple(text.split("\0"))


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
