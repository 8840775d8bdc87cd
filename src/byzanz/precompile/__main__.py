"""``python -m byzanz.precompile [UNIT …]``: compiles these units, or all of them, now."""

import sys
from time import perf_counter

from byzanz.fast.cache import cache_directory
from byzanz.precompile.plan import ALL_UNITS
from byzanz.precompile.supervisor import compile_units


def main(units: list[str]) -> int:
    """Compile the units, or all if none are given; returns the exit code."""
    unknown = [unit for unit in units if unit not in ALL_UNITS]
    if unknown:
        sys.stderr.write(f"there is no unit {unknown[0]!r}: expected {', '.join(ALL_UNITS)}\n")
        return 2
    start = perf_counter()
    if not compile_units(units or ALL_UNITS):
        sys.stderr.write(f"not all units were compiled (cache directory: {cache_directory()})\n")
        return 1
    sys.stdout.write(f"compiled in {perf_counter() - start:.1f} s, in {cache_directory()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
