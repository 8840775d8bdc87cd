"""Manners of a process that nobody waits for."""

import os

NICENESS = 10


def give_way() -> None:
    """Let everything else go first."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
