"""Watches compilation for a server: starts the compiler, and slows it down while people play.

The compiler is a process of its own. It outlives this server, and other servers on the machine use
the same one.
"""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import structlog

from byzanz.fast.cache import cache_directory, is_compiled, note_use
from byzanz.precompile import play_lease
from byzanz.precompile.plan import FOR_SERVER, SEARCH
from byzanz.precompile.supervisor import is_compiling

log = structlog.get_logger()

SUPERVISOR = "byzanz.precompile"
# Seconds between two checks. A check renews the lease on a busy server, so this must be less than
# the lease's `SECONDS`.
CHECK_SECONDS = 0.5
FIRST_START_SECONDS = 5.0  # seconds until the compiler starts, so that the first page loads first
RESTART_SECONDS = 60.0  # seconds between two starts of the compiler, because it may fail

# At this rate of moves, servers slow the compiler down. A table makes at most 10 per second, when
# bots play alone at the rapid pace, so a server for one household hardly ever reaches it.
BUSY_MOVES_PER_SECOND = 20


@dataclass(slots=True)
class CompiledCode:
    """Which compiled code can be used."""

    has_search: bool = False
    has_analysis: bool = False  # contains the search


class CompilerWatch:
    """Checks twice a second what is compiled, and by `move_count` whether the server is busy."""

    def __init__(self, move_count: Callable[[], int], *, may_search: bool) -> None:
        self.code = CompiledCode()
        self.is_compiling = False
        self.is_busy = False  # whether so many moves are played that the compiler is slowed down
        self._move_count = move_count
        self._may_search = may_search
        self._moves = 0
        self._checked_at = self._start_at = monotonic()
        self._started: subprocess.Popen[bytes] | None = None  # by this server

    async def run(self) -> None:
        """Watch for as long as the server runs."""
        self._start_at = monotonic() + FIRST_START_SECONDS
        if self._may_search and cache_directory() is None:
            log.warning("compiled code can't be cached")
            self.code.has_analysis = True  # the analysis worker compiles for itself
        while True:
            self.renew_lease()
            if self._may_search and cache_directory() is not None:
                self.check()
            await asyncio.sleep(CHECK_SECONDS)

    def renew_lease(self) -> None:
        """Slow the compiler down if many moves were played since the last check."""
        now, moves = monotonic(), self._move_count()
        rate = (moves - self._moves) / max(now - self._checked_at, CHECK_SECONDS / 10)
        self._checked_at, self._moves = now, moves
        self.is_busy = rate >= BUSY_MOVES_PER_SECOND
        if self.is_busy:
            play_lease.renew()

    def check(self) -> None:
        """Check what is compiled; start the compiler if code is missing and no compiler runs."""
        self._reap()
        if self.code.has_analysis:
            return
        was_compiling = self.is_compiling
        self.code.has_search = is_compiled(SEARCH)
        self.code.has_analysis = is_compiled(FOR_SERVER)
        self.is_compiling = not self.code.has_analysis and is_compiling()
        if self.code.has_analysis:
            note_use()
            if was_compiling:
                log.info("compiled")
        elif not self.is_compiling and monotonic() >= self._start_at:
            self._start()

    def _start(self) -> None:
        self._start_at = monotonic() + RESTART_SECONDS
        with contextlib.suppress(OSError):
            self._started = start_compiler()
            log.info("compiler started")

    def _reap(self) -> None:
        """Collect the exit code of a compiler that this server started."""
        if self._started is not None and self._started.poll() is not None:
            if self._started.returncode:
                log.warning("compiler failed", code=self._started.returncode)
            self._started = None


def start_compiler() -> subprocess.Popen[bytes]:
    """Start the compiler as a process that does not end with this one; raises `OSError`."""
    return subprocess.Popen(
        [sys.executable, "-m", SUPERVISOR, *FOR_SERVER],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
