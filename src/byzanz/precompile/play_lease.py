"""The lease with which servers slow the compiler down while many moves are played.

It is the modification time of a file. All versions on the machine share the file, because an old
server may still serve people while a new version compiles. If a server dies, its lease expires.
"""

import contextlib
import time

from byzanz.fast.cache import cache_base

LEASE_FILE = "playing"
SECONDS = 2.0  # seconds from the last renewal until the lease expires; renewed twice per second


def renew() -> None:
    """Slow compilers down for `SECONDS`; does nothing if the file can't be written."""
    with contextlib.suppress(OSError, RuntimeError):
        path = cache_base() / LEASE_FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def is_held() -> bool:
    """Return whether a server has renewed the lease in the last `SECONDS`."""
    try:
        age = time.time() - (cache_base() / LEASE_FILE).stat().st_mtime
    except (OSError, RuntimeError):
        return False
    return 0 <= age < SECONDS  # below 0: the clock was set back
