"""Starting, asking and killing worker processes, which answer line by line."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator

import msgspec

LONGEST_LINE = 1 << 20
NICENESS = 10  # added for a process of low priority
CRASHES = (OSError, EOFError, TimeoutError, ValueError, msgspec.DecodeError)
"""Raised when a process ends, hangs or writes something that is not an answer."""


@contextlib.asynccontextmanager
async def run_module(
    module: str, *, has_low_priority: bool = False
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a module as a process, killed with its children at the end; raises `OSError`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST_LINE,
        start_new_session=True,  # Ctrl-C must reach only the server, which ends them
    )
    try:
        if has_low_priority:
            _lower_priority(process)
        yield process
    finally:
        if process.returncode is None:
            _kill(process)
        await process.wait()


def _lower_priority(process: asyncio.subprocess.Process) -> None:
    if sys.platform != "win32":
        nicer = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, process.pid, nicer)


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)  # its session, see above


async def ask_process(process: asyncio.subprocess.Process, line: bytes, *, seconds: float) -> bytes:
    """Write a line and read the answer, within `seconds`; raises one of the `CRASHES`."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    async with asyncio.timeout(seconds):
        answer = await process.stdout.readline()
    if not answer:
        raise EOFError
    return answer
