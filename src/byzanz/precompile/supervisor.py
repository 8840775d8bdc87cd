"""Runs the compiler: one process for each cache directory, which gives way to play.

The compiler works for seconds inside LLVM, where it can't pause itself. So a supervisor stops and
continues it by signals. If the supervisor is killed, the compiler ends: it reads the end of its
standard input or, if it is stopped, gets SIGHUP and SIGCONT from the system, because its process
group has become orphaned. It can never stay stopped.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from byzanz.fast.cache import cache_directory, is_compiled, note_use
from byzanz.precompile import play_lease
from byzanz.precompile.file_lock import try_lock

LOCK = "compiler.lock"
COMPILER = "byzanz.precompile.compiler"
LOOK_SECONDS = 0.1  # between two looks at the lease, or at a lock that another process holds

# While the lease is held the compiler runs for one slice in each period: a twentieth of one core.
# A move waits for at most one slice.
SLICE_SECONDS = 0.01
PERIOD_SECONDS = 0.2


def compile_units(units: Sequence[str]) -> bool:
    """Compile what is missing of these units, or wait for the process that does.

    Returns whether all are in the cache: not if the compiler failed, or if there is no cache.
    """
    directory = cache_directory()
    if directory is None:
        return False
    with (directory / LOCK).open("ab") as lock:
        while missing := [unit for unit in units if not is_compiled([unit])]:
            if try_lock(lock):
                _run_compiler(missing)
                break
            time.sleep(LOOK_SECONDS)
    note_use()
    return is_compiled(units)


def is_compiling() -> bool:
    """Is a compiler of this version at work, whoever started it?"""
    directory = cache_directory()
    if directory is None:
        return False
    with suppress(OSError), (directory / LOCK).open("ab") as lock:
        return not try_lock(lock)
    return False


def _run_compiler(units: Sequence[str]) -> None:
    command = [sys.executable, "-m", COMPILER, *units]
    # A process group of its own in our session: the system watches for orphaned ones.
    group = None if sys.platform == "win32" else 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, process_group=group) as compiler:
        try:
            pace(compiler)
        except BaseException:
            compiler.kill()
            raise


def pace(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process; while the lease is held, let it run in short slices only."""
    if sys.platform == "win32":
        process.wait()
        return
    while process.poll() is None:
        process.send_signal(signal.SIGCONT)
        if play_lease.is_held():
            time.sleep(SLICE_SECONDS)
            process.send_signal(signal.SIGSTOP)
            time.sleep(PERIOD_SECONDS - SLICE_SECONDS)
        else:
            time.sleep(LOOK_SECONDS)
