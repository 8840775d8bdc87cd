"""Processes of our own, off the event loop."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator

import msgspec

LONGEST_LINE = 1 << 20
NICENESS = 10  # more, for a process that nobody waits for
CRASHES = (OSError, EOFError, TimeoutError, ValueError, msgspec.DecodeError)
"""What comes of a process that ends, hangs or says something else than an answer."""


@contextlib.asynccontextmanager
async def running(
    module: str, *, gives_way: bool = False
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that ends with the block, and with it all that it began; raises `OSError`.

    One that gives way lets everything else on the machine go first.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST_LINE,
        start_new_session=True,  # Ctrl-C is for the server, which ends them itself
    )
    try:
        if gives_way:
            _give_way(process)
        yield process
    finally:
        if process.returncode is None:
            _kill(process)
        await process.wait()


def _give_way(process: asyncio.subprocess.Process) -> None:
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


async def asked(process: asyncio.subprocess.Process, line: bytes, *, seconds: float) -> bytes:
    """The line that a process answers a line with, in time; raises one of the `CRASHES`."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    async with asyncio.timeout(seconds):
        answer = await process.stdout.readline()
    if not answer:
        raise EOFError
    return answer
