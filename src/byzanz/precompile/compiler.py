"""The compiler process: `python -m byzanz.precompile.compiler search lot_price`.

Only `byzanz.precompile.supervisor` should start it.
"""

import os
import sys
import threading
from collections.abc import Sequence

from byzanz.fast.cache import mark_compiled

NICENESS = 10  # the compiler's scheduling priority, below the server's


def compile_marked(units: Sequence[str]) -> None:
    """Compile the units in this order, and mark each one when it is in the cache."""
    # Imported here because the first lines of `main` must not wait for Numba.
    from byzanz.precompile.entry_points import COMPILE_FUNCTIONS  # noqa: PLC0415

    for unit in units:
        COMPILE_FUNCTIONS[unit]()
        mark_compiled(unit)


def end_with_supervisor() -> None:
    """End this process as soon as standard input ends, which the supervisor holds open."""
    os.read(0, 1)  # a buffered reader would hold a lock at the end of the interpreter
    os._exit(1)


def main() -> None:
    """Compile the units that the arguments name, at a low priority."""
    if sys.platform != "win32":
        os.nice(NICENESS)
    threading.Thread(target=end_with_supervisor, daemon=True).start()
    compile_marked(sys.argv[1:])


if __name__ == "__main__":
    main()
