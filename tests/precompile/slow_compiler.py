"""The compiler process with units `NAME:SECONDS` that only use that much processor time.

Each unit writes a line to the file `begun` in the base folder of the caches when it begins.
"""

import sys
import time
import types
from functools import partial

from byzanz.fast.cache import cache_base
from byzanz.precompile import compiler


def burn(unit: str) -> None:
    """Use the processor for the seconds in the unit's name."""
    with (cache_base() / "begun").open("a") as file:
        file.write(f"{unit}\n")
    end = time.process_time() + float(unit.partition(":")[2])
    while time.process_time() < end:
        pass


if __name__ == "__main__":
    entry_points = types.ModuleType("byzanz.precompile.entry_points")
    entry_points.COMPILE_FUNCTIONS = {unit: partial(burn, unit) for unit in sys.argv[1:]}
    sys.modules[entry_points.__name__] = entry_points
    compiler.main()
