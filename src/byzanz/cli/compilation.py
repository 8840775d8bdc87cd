"""Compiling before a command starts, with a message in the terminal."""

from collections.abc import Sequence

from rich.console import Console

from byzanz.fast.cache import is_compiled
from byzanz.precompile.supervisor import compile_units


def compile_first(units: Sequence[str], messages: Console) -> None:
    """Compile these units with a message, or wait for the process that does.

    Does nothing if the cache has them. Without a cache, their first call compiles them.
    """
    if not is_compiled(units):
        messages.print("compiling; this happens once and takes up to a minute …")
        compile_units(units)
