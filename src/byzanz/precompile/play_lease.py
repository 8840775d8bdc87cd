"""The lease by which servers keep the compiler down while many moves are played.

It is the time of one file for all versions on the machine: an old server may still serve people
while a new version compiles. A server that dies renews nothing, and the lease expires.
"""

import contextlib
import time

from byzanz.fast.cache import cache_base

FILE = "playing"
SECONDS = 2.0  # a server renews it twice a second


def renew() -> None:
    """Ask compilers to give way for `SECONDS`; does nothing where no file can be written."""
    with contextlib.suppress(OSError, RuntimeError):
        path = cache_base() / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def is_held() -> bool:
    """Has a server renewed the lease lately?"""
    try:
        age = time.time() - (cache_base() / FILE).stat().st_mtime
    except (OSError, RuntimeError):
        return False
    return 0 <= age < SECONDS  # below 0: the clock was set back
