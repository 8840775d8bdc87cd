"""``python -m byzanz.bots``: compile the rules and the search now."""

import sys
from time import perf_counter

from byzanz.bots.warm_up import compile_all
from byzanz.fast.cache import cache_directory

if __name__ == "__main__":
    start = perf_counter()
    compile_all()
    kept = cache_directory() or "not kept: no directory for it can be written"
    sys.stdout.write(f"compiled rules and search in {perf_counter() - start:.1f} s, {kept}\n")
