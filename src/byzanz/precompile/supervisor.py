"""Runs the compiler, one process per cache directory, and slows it down during play.

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

from byzanz.fast.cache import cache_directory, is_compiled, note_use
from byzanz.file_lock import AlreadyLocked, lock_file
from byzanz.precompile import play_lease

LOCK = "compiler.lock"
COMPILER = "byzanz.precompile.compiler"
CHECK_SECONDS = 0.1  # seconds between two checks of the lease, or of another process's lock

# While the lease is held the compiler runs for one slice in each period: a twentieth of one core.
# A move waits for at most one slice.
SLICE_SECONDS = 0.01
PERIOD_SECONDS = 0.2


def compile_units(units: Sequence[str]) -> bool:
    """Compile those of the units that are not in the cache, or wait for the process that does.

    Returns whether all are now in the cache; False if the compiler failed or there is no cache.
    """
    directory = cache_directory()
    if directory is None:
        return False
    with (directory / LOCK).open("ab", buffering=0) as lock:
        while missing := [unit for unit in units if not is_compiled([unit])]:
            try:
                lock_file(lock)
            except AlreadyLocked:
                time.sleep(CHECK_SECONDS)
            else:
                _run_compiler(missing)
                break
    note_use()
    return is_compiled(units)


def is_compiling() -> bool:
    """Return whether a compiler of this version is running, started by any process."""
    directory = cache_directory()
    if directory is None:
        return False
    try:
        with (directory / LOCK).open("ab", buffering=0) as lock:
            lock_file(lock)
    except AlreadyLocked:
        return True
    except OSError:
        return False
    return False


def _run_compiler(units: Sequence[str]) -> None:
    command = [sys.executable, "-m", COMPILER, *units]
    # Its own process group in our session: the system signals a group that becomes orphaned.
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
            time.sleep(CHECK_SECONDS)
