"""``python -m byzanz.bots``: compile the rules and the search now."""

import sys
from time import perf_counter

from byzanz.bots.precompile import compile_all
from byzanz.fast.cache import cache_directory

if __name__ == "__main__":
    start = perf_counter()
    compile_all()
    cached = cache_directory() or "not cached: the cache directory is not writable"
    sys.stdout.write(f"compiled rules and search in {perf_counter() - start:.1f} s, {cached}\n")
