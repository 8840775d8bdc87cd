"""Behind everything else that a machine does."""

import os

LEAST_URGENT = 19


def give_way() -> None:
    """Let this process work only where nothing else wants to."""
    if hasattr(os, "nice"):
        os.nice(LEAST_URGENT)
